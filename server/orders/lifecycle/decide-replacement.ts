import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Trx } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { amountsOf, decideReplacement, type ReplacedItem } from '#shop/orders/changes/replacement.ts';
import { piecesLeft } from '#shop/orders/changes/returns.ts';
import type { ReplacementMove } from '#shop/orders/replacement-input.ts';
import { readLines } from '../rows/orders.queries.ts';
import { isReplacementId, itemsOf, readReplacement, reasonOf, statusOf } from '../rows/replacements.queries.ts';
import { returnsOf } from '../rows/returns.queries.ts';
import { lockStock } from '../rows/stock.queries.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

/**
 * Decides a replacement request. The order is locked first, as everywhere, so that two transactions
 * cannot deadlock.
 *
 * @returns the message for staff
 * @throws ShopError replacement_not_found, stale (the request's own version); see
 *   `decideReplacement`
 */
export async function moveReplacement(
  context: ServiceContext,
  deps: ChangeDeps,
  id: string,
  move: ReplacementMove,
  actor: Actor,
): Promise<string> {
  const { db } = context.database;
  const found = isReplacementId(id) ? await readReplacement(db, id) : undefined;
  if (!found) {
    throw new ShopError('replacement_not_found');
  }
  let message = '';
  await changeOrder(context, deps, {
    orderNumber: found.order_number,
    actor,
    decide: async ({ trx, order, at }) => {
      const row = await readReplacement(trx, id, 'for update');
      if (!row) {
        throw new ShopError('replacement_not_found');
      }
      if (move.version !== undefined && move.version !== row.version) {
        throw new ShopError('stale');
      }
      const items = itemsOf(row);
      const ships = move.status === 'shipped';
      if (ships || move.status === 'approved') await assertWithShopper(trx, order.order_number, items);
      // The mail of an order that is not paid locks its mailbox, and a mailbox is locked before
      // stock (fault 8).
      if (ships && order.payment_status !== 'completed') await deps.mail.isFull(trx, order.email);
      const sizes = await lockStock(trx, ships ? amountsOf(items) : []);
      const inStock = new Map([...sizes].map(([key, { stock }]) => [key, stock]));
      const decided = decideReplacement(
        order,
        { id, status: statusOf(row), reason: reasonOf(row), items },
        { ...move, by: actor.name, inStock },
        at,
      );
      message = decided.message;
      return decided.change;
    },
  });
  return message;
}

/** Goods that came back were credited: they are not replaced as well. @throws ShopError conflict */
async function assertWithShopper(trx: Trx, orderNumber: string, items: readonly ReplacedItem[]): Promise<void> {
  const left = piecesLeft(await readLines(trx, [orderNumber]), await returnsOf(trx, orderNumber));
  for (const { line, name, quantity } of items) {
    if (quantity > (left[line] ?? 0))
      throw new ShopError('conflict', { message: `${name} came back already and was credited.` });
  }
}
