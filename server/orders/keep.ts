import type { Database } from '#server/database/connect.ts';
import { lockKey, together } from '#server/database/prepared.ts';
import type { Trx } from '#server/database/transact.ts';
import { type ClaimUsage, HOLD_LIMITS, mayKeep, mayKeepUse, piecesKept } from '#shop/orders/holds.ts';
import { mergeAmounts, quantitiesByKey, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import { type Claimant, claimUsage, unpaidPieces } from './claims.queries.ts';
import { sizeStock } from './stock.queries.ts';

/**
 * What else the claimant keeps without a verified payment; the claims of a network are counted one after the other, until the end of the
 * transaction.
 *
 * @param claimant null for requests that do not come from the network: no limits
 * @param own number of the draft or order, which is not counted (empty for a new one)
 */
export async function usageOf(
  trx: Trx,
  kind: Database['kind'],
  now: number,
  claimant: Claimant | null,
  own: string,
): Promise<ClaimUsage | null> {
  if (!claimant) return null;
  const [, usage] = await together([
    lockKey(trx, kind, `claims of network ${claimant.network}`),
    claimUsage(trx, claimant, own, now),
  ]);
  return usage;
}

/**
 * How much of each size a draft or order whose payment is not verified may keep from others (D53), by `stockKey`. What it may not keep
 * can still be ordered, as far as stock goes.
 *
 * @param usage of the claimant; null: no limits
 * @param held what the draft or order holds now
 * @param hasUtr whether it is an order with a UTR
 */
export async function keepable(
  trx: Trx,
  kind: Database['kind'],
  wanted: StockAmount[],
  usage: ClaimUsage | null,
  held: StockAmount[],
  hasUtr = false,
): Promise<Map<string, number>> {
  if (!usage) return quantitiesByKey(wanted);
  const amounts = mergeAmounts(wanted);
  const none = new Map(amounts.map((amount) => [stockKey(amount), 0]));
  // What `piecesKept` returns at least: who may not even keep that is told without a look at the claims of others.
  const least = amounts.reduce((sum, { quantity }) => sum + Math.min(quantity, HOLD_LIMITS.pieces), 0);
  if (!mayKeep(least, usage, hasUtr)) return none;
  const kept = new Map<string, number>();
  for (const amount of amounts) kept.set(stockKey(amount), await keptOf(trx, kind, amount, held));
  const pieces = [...kept.values()].reduce((sum, quantity) => sum + quantity, 0);
  return mayKeep(pieces, usage, hasUtr) ? kept : none;
}

/** Whether a draft or order that keeps `kept` may keep a use of its coupon. */
export function keepsUse(kept: ReadonlyMap<string, number>, usage: ClaimUsage | null): boolean {
  return [...kept.values()].some((quantity) => quantity > 0) && (usage === null || mayKeepUse(usage));
}

/** `kept`, but no less than what is held now. */
export function atLeast(kept: ReadonlyMap<string, number>, held: StockAmount[]): Map<string, number> {
  const own = quantitiesByKey(held);
  return new Map([...kept].map(([key, quantity]) => [key, Math.max(quantity, own.get(key) ?? 0)]));
}

async function keptOf(trx: Trx, kind: Database['kind'], amount: StockAmount, held: StockAmount[]): Promise<number> {
  if (amount.quantity <= HOLD_LIMITS.pieces) return amount.quantity;
  // So are simultaneous large claims on a size: its half is one for all networks.
  await lockKey(trx, kind, `large claims on ${stockKey(amount)}`);
  const { stock, held: holds } = await sizeStock(trx, amount);
  const own = quantitiesByKey(held).get(stockKey(amount)) ?? 0;
  const orders = await unpaidPieces(trx, kind, amount);
  return piecesKept(amount.quantity, { stock: stock + holds + orders, unpaid: holds - own + orders });
}
