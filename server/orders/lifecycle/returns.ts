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
    decide: async (facts) => record(facts, await soldAndBack(facts), input, actor),
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
      const sold = await soldAndBack(facts);
      const lines = returnableOf(facts.order, sold.lines, sold.former).flatMap(({ quantity }, line) =>
        quantity > 0 ? [{ line, quantity }] : [],
      );
      return record(facts, sold, { lines, reason, restock: false, notify: false }, actor);
    },
  });
}

/** What the order has sold, and the returns so far. */
async function soldAndBack({ trx, order: { order_number } }: Facts) {
  return { lines: await readLines(trx, [order_number]), former: await returnsOf(trx, order_number) };
}

async function record(
  { trx, order, at }: Facts,
  sold: Awaited<ReturnType<typeof soldAndBack>>,
  input: ReturnInput,
  actor: Actor,
) {
  const { change, lines, amount } = returnGoods(order, sold, input);
  await insertReturn(trx, {
    id: newId('ret'),
    order_number: order.order_number,
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
