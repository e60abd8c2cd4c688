import type { Trx } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { type OrderedLine, type RestockedLine, takenAmounts } from '#shop/orders/changes/change.ts';
import { mergeAmounts } from '#shop/orders/stock.ts';
import * as queries from '../rows/orders.queries.ts';
import { lockStock, moveStock } from '../rows/stock.queries.ts';
import { recount } from './order-claim.ts';

/**
 * Writes other lines in the place of those before. Each size gets or gives the difference; pieces
 * that nobody has paid for yet stay counted as such.
 *
 * @returns the products of the lines before
 * @throws ShopError out_of_stock
 */
export async function replaceLines(trx: Trx, orderNumber: string, lines: readonly OrderedLine[]): Promise<string[]> {
  const before = await queries.readLines(trx, [orderNumber]);
  const [gone, come] = [takenAmounts(before), takenAmounts(lines)];
  await lockStock(trx, mergeAmounts([...gone, ...come]));
  const back = gone.map((amount) => ({ ...amount, quantity: -amount.quantity }));
  for (const amount of mergeAmounts([...back, ...come])) {
    const { quantity } = amount;
    if (quantity !== 0 && !(await moveStock(trx, amount, { stock: -quantity, held: 0, sold: quantity }))) {
      throw new ShopError('out_of_stock');
    }
  }
  await queries.deleteLines(trx, orderNumber);
  await queries.insertLines(
    trx,
    lines.map((line, position) => ({ ...line, order_number: orderNumber, position })),
  );
  await recount(trx, orderNumber, gone, come);
  return before.map((line) => line.product_id);
}

/**
 * Moves pieces that lines have taken back to stock (1), or out of it again (−1).
 *
 * @throws ShopError out_of_stock
 */
export async function moveTaken(
  trx: Trx,
  orderNumber: string,
  moved: readonly RestockedLine[],
  sign: 1 | -1,
): Promise<void> {
  for (const amount of mergeAmounts(moved)) {
    const pieces = sign * amount.quantity;
    if (!(await moveStock(trx, amount, { stock: pieces, held: 0, sold: -pieces }))) {
      throw new ShopError('out_of_stock', {
        message: 'Others have bought these goods meanwhile. Nothing was changed.',
      });
    }
  }
  for (const { position, quantity } of moved) {
    await queries.addTaken(trx, orderNumber, position, -sign * quantity);
  }
}
