import type { Database } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';
import { stockKey } from '#shop/orders/stock.ts';
import { readLines, setTaken } from '../queries.ts';
import { lockStock, moveStock } from '../stock.queries.ts';

/**
 * Takes from stock what the lines of an order lack, as far as stock goes (D22).
 *
 * @returns false when something is still missing
 */
export async function takeRest(trx: Trx, kind: Database['kind'], orderNumber: string): Promise<boolean> {
  const lacking = (await readLines(trx, [orderNumber])).flatMap(
    ({ stock_size: size, product_id: productId, ...line }) =>
      size !== null && line.taken < line.quantity ? [{ ...line, productId, size }] : [],
  );
  const stock = await lockStock(trx, kind, lacking);
  let whole = true;
  for (const line of lacking) {
    const missing = line.quantity - line.taken;
    const left = stock.get(stockKey(line)) ?? 0;
    const taken = Math.min(left, missing);
    if (taken > 0) {
      stock.set(stockKey(line), left - taken);
      await moveStock(trx, line, { stock: -taken, held: 0, sold: taken });
      await setTaken(trx, orderNumber, line.position, line.taken + taken);
    }
    whole &&= taken === missing;
  }
  return whole;
}
