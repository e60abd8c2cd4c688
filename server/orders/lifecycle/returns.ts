import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { type ReturnInput, returnableOf, returnGoods, undoReturn } from '#shop/orders/changes/returns.ts';
import { readLines } from '../rows/orders.queries.ts';
import { insertReturn, returnsOf, setUndone } from '../rows/returns.queries.ts';
import { lockStock } from '../rows/stock.queries.ts';
import { type ChangeDeps, changeOrder, type Facts } from './change-order.ts';

/**
 * Takes goods of a delivered order back.
 *
 * @throws ShopError order_not_found, stale; see `returnGoods`
 */
export function takeBack(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { version, ...input }: ReturnInput & { version?: number | undefined },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: (facts) => record(facts, input, actor),
  });
}

/** Takes back all that is left of a delivered order. @throws see `takeBack` */
export function takeAllBack(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { reason, version }: { reason: string; version?: number | undefined },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: async (facts) => {
      const { trx, order } = facts;
      const left = returnableOf(order, await readLines(trx, [orderNumber]), await returnsOf(trx, orderNumber));
      const lines = left.flatMap(({ quantity }, line) => (quantity > 0 ? [{ line, quantity }] : []));
      return record(facts, { lines, reason, restock: false, notify: false }, actor);
    },
  });
}

async function record({ trx, order, at }: Facts, input: ReturnInput, actor: Actor) {
  const { order_number: orderNumber } = order;
  const facts = { lines: await readLines(trx, [orderNumber]), former: await returnsOf(trx, orderNumber) };
  const { change, lines, amount } = returnGoods(order, facts, input);
  await insertReturn(trx, {
    id: newId('ret'),
    order_number: orderNumber,
    lines: JSON.stringify(lines),
    amount,
    reason: input.reason,
    recorded_by: actor.name,
    recorded_at: at,
  });
  return change;
}

/**
 * Undoes the last return of an order: its goods count as sold again, and what was put back in stock
 * is taken out.
 *
 * @throws ShopError order_not_found, stale, conflict (there is none), wrong_move (its refund was
 *   sent), out_of_stock
 */
export function undoTakeBack(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { version }: { version: number },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: async ({ trx, order, at }) => {
      const all = await returnsOf(trx, orderNumber);
      const last = all.at(-1);
      if (!last) throw new ShopError('conflict', { message: 'This order has no return to undo.' });
      const lines = await readLines(trx, [orderNumber]);
      const change = undoReturn(order, { lines, last, former: all.slice(0, -1) });
      await lockStock(trx, change.stock?.takenAgain ?? []);
      await setUndone(trx, 'order_returns', last.id, at);
      return change;
    },
  });
}
