/** How much stock may be kept for somebody who has not paid (D53): by a draft, or by an order without a UTR. */
export const HOLD_LIMITS = {
  /** Pieces of one size; more only while all unpaid pieces stay under half of its stock. */
  pieces: 10,
  networkPieces: 200,
  networkClaims: 20,
  /** Of one phone within one network. */
  phoneClaims: 3,
} as const;

/** The other unpaid claims of the same network address, and those of them with the same phone. */
export interface ClaimUsage {
  network: { claims: number; pieces: number };
  phone: { claims: number };
}

/**
 * How many of `wanted` pieces of one size may be kept.
 *
 * @param size `stock`: pieces that nobody has paid for; `unpaid`: those that others keep without having paid
 */
export function piecesKept(wanted: number, { stock, unpaid }: { stock: number; unpaid: number }): number {
  const underHalf = Math.ceil(stock / 2) - 1 - unpaid;
  return Math.min(wanted, Math.max(HOLD_LIMITS.pieces, underHalf));
}

/** Whether a claim on `pieces` may be made at all. Beyond the limits an order is still possible, but nothing is kept for it. */
export function mayKeep(pieces: number, { network, phone }: ClaimUsage): boolean {
  return (
    network.claims < HOLD_LIMITS.networkClaims &&
    network.pieces + pieces <= HOLD_LIMITS.networkPieces &&
    phone.claims < HOLD_LIMITS.phoneClaims
  );
}

/**
 * Whole minutes until a hold ends, at least 1. Never more than the shop holds: the clock of a phone may be behind.
 *
 * @param until epoch ms, after `now`
 * @param most minutes for which the shop holds stock
 */
export function holdMinutesLeft(until: number, now: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil((until - now) / 60_000)));
}
