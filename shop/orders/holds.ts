import { NETWORKS_OF_48 } from '../network.ts';
import { mergeAmounts, quantitiesByKey, type StockAmount, stockKey } from './stock.ts';

/**
 * How much stock may be held for somebody whose payment is not verified (D53, D65): by a draft or
 * an order. For how long: `ShopConfig` in shop/settings/settings.ts.
 */
export const HOLD_LIMITS = {
  /** Pieces of one size; more only while all unpaid pieces stay under half of its stock. */
  pieces: 10,
  networkPieces: 200,
  /** Drafts and orders without a UTR. */
  networkClaims: 20,
  /** Those of one phone within one network. */
  phoneClaims: 3,
} as const;

interface NetworkUsage {
  claims: number;
  withUtr: number;
  pieces: number;
}

/**
 * The other unverified claims of a network, of its /48 (IPv6 only), and of the same phone in that
 * network. `claims` counts drafts and orders without a UTR, `withUtr` orders with one, `pieces` the
 * pieces of both.
 */
export interface ClaimUsage {
  network: NetworkUsage;
  network48?: NetworkUsage;
  phone: { claims: number; withUtr: number };
}

/**
 * The pieces of one size. `unproven`: how many of those that are sold belong to orders that nobody
 * has proved.
 */
export interface SizeStock {
  stock: number;
  held: number;
  unproven: number;
}

/**
 * How many of `wanted` pieces of one size may be held.
 *
 * @param size `stock`: pieces that nobody has paid for; `unpaid`: those that others have without
 *   having paid
 */
export function piecesOf(wanted: number, { stock, unpaid }: { stock: number; unpaid: number }): number {
  const underHalf = Math.ceil(stock / 2) - 1 - unpaid;
  return Math.min(wanted, Math.max(HOLD_LIMITS.pieces, underHalf));
}

/**
 * How many of `wanted` pieces of one size may be sold to an order whose payment nobody has proved
 * (D65): its first ten as long as half of the size is free, more only while all such orders
 * together stay under half.
 *
 * @param size before this order
 */
export function unprovenPieces(wanted: number, { stock, held, unproven }: SizeStock): number {
  const free = stock + held;
  if (unproven > free) return 0;
  return piecesOf(wanted, { stock: free + unproven, unpaid: unproven });
}

/**
 * Whether a draft or an unproven order may have so many pieces at all. Beyond the limits an order
 * is still possible, but nothing is held for it.
 *
 * @param hasUtr whoever has paid for several orders gets them all; anybody can type a UTR, so the
 *   pieces are limited nevertheless
 */
export function mayHold(pieces: number, { network, network48, phone }: ClaimUsage, hasUtr = false): boolean {
  const { networkPieces, networkClaims, phoneClaims } = HOLD_LIMITS;
  if (network.pieces + pieces > networkPieces) return false;
  if (network48 && network48.pieces + pieces > networkPieces * NETWORKS_OF_48) return false;
  if (hasUtr) return true;
  if (network48 && network48.claims >= networkClaims * NETWORKS_OF_48) return false;
  return network.claims < networkClaims && phone.claims < phoneClaims;
}

/** What the limits of D53 are about. */
export interface HoldFacts {
  /** The sizes, locked, by `stockKey`. */
  sizes: ReadonlyMap<string, SizeStock>;
  /** What the draft holds until now. */
  held: readonly StockAmount[];
  /** What else the network and the phone have; null: no limits. */
  usage: ClaimUsage | null;
}

/**
 * How many pieces of each size a draft, or an order whose payment nobody has proved, may have
 * (D53), by `stockKey`. The rest can be ordered as far as stock goes, and is sold when the payment
 * is verified.
 */
export function mayHoldOf(wanted: readonly StockAmount[], facts: HoldFacts, hasUtr = false): Map<string, number> {
  const { sizes, held, usage } = facts;
  if (!usage) return quantitiesByKey(wanted);
  const own = quantitiesByKey(held);
  const pieces = new Map(
    mergeAmounts(wanted).map((amount) => {
      const key = stockKey(amount);
      const size = sizes.get(key) ?? NO_STOCK;
      const stock = size.stock + size.held + size.unproven;
      const unpaid = size.held - (own.get(key) ?? 0) + size.unproven;
      return [key, piecesOf(amount.quantity, { stock, unpaid })];
    }),
  );
  const all = [...pieces.values()].reduce((sum, quantity) => sum + quantity, 0);
  return mayHold(all, usage, hasUtr) ? pieces : new Map([...pieces.keys()].map((key) => [key, 0]));
}

/** Of a size that does not exist. */
export const NO_STOCK: SizeStock = { stock: 0, held: 0, unproven: 0 };

/**
 * Whether who holds pieces may hold a use of a coupon, too: with small orders, 200 pieces would be
 * 200 uses.
 */
export function mayHoldUse({ network, network48, phone }: ClaimUsage): boolean {
  const { networkClaims, phoneClaims } = HOLD_LIMITS;
  if (network48 && network48.claims + network48.withUtr >= networkClaims * NETWORKS_OF_48) return false;
  return network.claims + network.withUtr < networkClaims && phone.claims + phone.withUtr < phoneClaims;
}

/**
 * Whole minutes until a hold ends, at least 1. Never more than the shop holds: the clock of a phone
 * may be behind.
 *
 * @param until epoch ms, after `now`
 * @param most minutes for which the shop holds stock
 */
export function holdMinutesLeft(until: number, now: number, most: number): number {
  return Math.min(most, Math.max(1, Math.ceil((until - now) / 60_000)));
}
