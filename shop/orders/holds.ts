/** How much stock may be kept for somebody whose payment is not verified (D53): by a draft or an order. */
export const HOLD_LIMITS = {
  /** Pieces of one size; more only while all unpaid pieces stay under half of its stock. */
  pieces: 10,
  networkPieces: 200,
  /** Drafts and orders without a UTR. */
  networkClaims: 20,
  /** Those of one phone within one network. */
  phoneClaims: 3,
} as const;

/**
 * The other claims of the same network address whose payment is not verified, and those of them with the same phone. `claims`: drafts and
 * orders without a UTR; `withUtr`: orders with one; `pieces`: of all.
 */
export interface ClaimUsage {
  network: { claims: number; withUtr: number; pieces: number };
  phone: { claims: number; withUtr: number };
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

/**
 * Whether a claim on `pieces` may be made at all. Beyond the limits an order is still possible, but nothing is kept for it.
 *
 * @param hasUtr whoever has paid for several orders gets them all; anybody can type a UTR, so the pieces are limited nevertheless
 */
export function mayKeep(pieces: number, { network, phone }: ClaimUsage, hasUtr = false): boolean {
  if (network.pieces + pieces > HOLD_LIMITS.networkPieces) return false;
  return hasUtr || (network.claims < HOLD_LIMITS.networkClaims && phone.claims < HOLD_LIMITS.phoneClaims);
}

/** Whether a claim that keeps pieces may keep a use of a coupon from others too: with small orders, 200 pieces would be 200 uses. */
export function mayKeepUse({ network, phone }: ClaimUsage): boolean {
  return (
    network.claims + network.withUtr < HOLD_LIMITS.networkClaims &&
    phone.claims + phone.withUtr < HOLD_LIMITS.phoneClaims
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
