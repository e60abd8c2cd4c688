import type { Database } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';
import { HOLD_LIMITS, mayKeep, piecesKept } from '#shop/orders/holds.ts';
import { mergeAmounts, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import { type Claimant, claimUsage, unpaidPieces } from '../claims.queries.ts';
import { lockSubmit } from '../queries.ts';
import { sizeStock } from '../stock.queries.ts';

/** Below these the claims of one network are counted without a lock: simultaneous ones cannot pass the limits together. */
const UNLOCKED = { claims: 8, pieces: 20 };

/**
 * How much of each size an unpaid draft or order may keep from others (D53), by `stockKey`. What it may not keep can still be ordered,
 * as far as stock goes.
 *
 * @param claimant null for requests that do not come from the network: no limits
 * @param own number of the draft or order (empty for a new one) and what it holds now
 */
export async function keepable(
  trx: Trx,
  kind: Database['kind'],
  now: number,
  wanted: StockAmount[],
  claimant: Claimant | null,
  own: { orderNumber: string; held: StockAmount[] },
): Promise<Map<string, number>> {
  const amounts = mergeAmounts(wanted);
  if (!claimant) return new Map(amounts.map((amount) => [stockKey(amount), amount.quantity]));
  const kept = new Map<string, number>();
  for (const amount of amounts) kept.set(stockKey(amount), await keptOf(trx, amount, own.held));
  const pieces = [...kept.values()].reduce((sum, quantity) => sum + quantity, 0);
  let usage = await claimUsage(trx, claimant, own.orderNumber, now);
  if (
    kind === 'postgres' &&
    (usage.network.claims >= UNLOCKED.claims || usage.network.pieces + pieces > UNLOCKED.pieces)
  ) {
    await lockSubmit(trx, kind, `claims ${claimant.network}`);
    usage = await claimUsage(trx, claimant, own.orderNumber, now);
  }
  return mayKeep(pieces, usage) ? kept : new Map(amounts.map((amount) => [stockKey(amount), 0]));
}

async function keptOf(trx: Trx, amount: StockAmount, held: StockAmount[]): Promise<number> {
  if (amount.quantity <= HOLD_LIMITS.pieces) return amount.quantity;
  const { stock, held: holds } = await sizeStock(trx, amount);
  const own = held.filter((one) => stockKey(one) === stockKey(amount)).reduce((sum, one) => sum + one.quantity, 0);
  const orders = await unpaidPieces(trx, amount);
  return piecesKept(amount.quantity, { stock: stock + holds + orders, unpaid: holds - own + orders });
}
