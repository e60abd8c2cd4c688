import type { Database } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';
import { stockKey } from '#shop/orders/stock.ts';
import { readLines, setTaken } from '../queries.ts';
import { lockStock, moveStock } from '../stock.queries.ts';

/** What the lines of an order lack. */
export async function readLacking(trx: Trx, orderNumber: string) {
  return (await readLines(trx, [orderNumber])).flatMap(({ stock_size: size, product_id: productId, ...line }) =>
    size !== null && line.taken < line.quantity
      ? [{ productId, size, position: line.position, taken: line.taken, quantity: line.quantity - line.taken }]
      : [],
  );
}

/**
 * Takes from stock what the lines of an order lack, as far as stock goes (D22).
 *
 * @param most of each size, by `stockKey` (D53)
 * @returns how many pieces it took, and whether something is missing in stock
 */
export async function takeRest(
  trx: Trx,
  kind: Database['kind'],
  orderNumber: string,
  lacking: Awaited<ReturnType<typeof readLacking>>,
  most?: Map<string, number>,
): Promise<{ pieces: number; short: boolean }> {
  const stock = await lockStock(trx, kind, lacking);
  const result = { pieces: 0, short: false };
  for (const line of lacking) {
    const key = stockKey(line);
    const left = stock.get(key) ?? 0;
    const allowed = most?.get(key) ?? line.quantity;
    const taken = Math.min(left, line.quantity, allowed);
    if (taken > 0) {
      stock.set(key, left - taken);
      most?.set(key, allowed - taken);
      await moveStock(trx, line, { stock: -taken, held: 0, sold: taken });
      await setTaken(trx, orderNumber, line.position, line.taken + taken);
      result.pieces += taken;
    }
    result.short ||= left < line.quantity;
  }
  return result;
}
