import m from '#messages/replacement-rules';
import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { statusOf as orderStatus } from '#shop/orders/changes/change.ts';
import { replacementLastDay, replacementRefusal } from '#shop/orders/replacements.ts';
import type { OrderRow } from '../rows/orders.queries.ts';
import { replacementsOfOrder, statusOf } from '../rows/replacements.queries.ts';

/**
 * Throws when no replacement can be requested now.
 *
 * @throws ShopError replacement_not_delivered, replacement_late (with the last day),
 *   replacement_open
 */
export async function assertReplacementAllowed(
  db: Reader,
  order: Pick<OrderRow, 'order_number' | 'status' | 'delivered_at'>,
  now: number,
): Promise<void> {
  const rows = await replacementsOfOrder(db, order.order_number);
  const refusal = replacementRefusal(
    {
      status: orderStatus(order),
      deliveredAt: order.delivered_at,
      replacements: rows.map((row) => ({ status: statusOf(row) })),
    },
    now,
  );
  if (refusal === 'replacement_late' && order.delivered_at !== null) {
    throw new ShopError(refusal, {
      message: m.late({ date: replacementLastDay(order.delivered_at) }),
    });
  }
  if (refusal) {
    throw new ShopError(refusal);
  }
}
