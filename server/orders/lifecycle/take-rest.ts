import type { Database } from '#server/database/connect.ts';
import type { Trx } from '#server/database/transact.ts';
import { stockKey } from '#shop/orders/stock.ts';
import { readLines, setTaken } from '../queries.ts';
import { lockedStock, moveStock } from '../stock.queries.ts';

/**
 * Takes from stock what the lines of an order lack, as far as stock goes (D22). Sizes are locked in the order of their keys (fault 8).
 *
 * @returns false when something is still missing
 */
export async function takeRest(trx: Trx, kind: Database['kind'], orderNumber: string): Promise<boolean> {
  const lacking = (await readLines(trx, [orderNumber])).flatMap(
    ({ stock_size: size, product_id: productId, ...line }) =>
      size !== null && line.taken < line.quantity ? [{ ...line, productId, size }] : [],
  );
  lacking.sort((a, b) => (stockKey(a) < stockKey(b) ? -1 : 1));
  let whole = true;
  for (const line of lacking) {
    const missing = line.quantity - line.taken;
    const taken = Math.min(await lockedStock(trx, kind, line), missing);
    if (taken > 0) {
      await moveStock(trx, line, { stock: -taken, held: 0, sold: taken });
      await setTaken(trx, orderNumber, line.position, line.taken + taken);
    }
    whole &&= taken === missing;
  }
  return whole;
}
