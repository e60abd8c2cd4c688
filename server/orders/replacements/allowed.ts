import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { isOrderStatus } from '#shop/orders/order-status.ts';
import { replacementLastDay, replacementRefusal } from '#shop/orders/replacements.ts';
import type { OrderRow } from '../queries.ts';
import { replacementsOfOrder } from './queries.ts';
import { statusOf } from './wire.ts';

/**
 * Refuses with the reason when no replacement can be asked for now.
 *
 * @throws ShopError replacement_not_delivered, replacement_late (with the last day), replacement_open
 */
export async function refuseUnlessAllowed(db: Reader, order: OrderRow, now: number): Promise<void> {
  const rows = await replacementsOfOrder(db, order.order_number);
  const refusal = replacementRefusal(
    {
      status: isOrderStatus(order.status) ? order.status : 'pending',
      deliveredAt: order.delivered_at,
      replacements: rows.map((row) => ({ status: statusOf(row) })),
    },
    now,
  );
  if (refusal === 'replacement_late' && order.delivered_at !== null) {
    throw new ShopError(refusal, {
      message: `A replacement could be requested until ${replacementLastDay(order.delivered_at)}. Please contact us and we will see what we can do.`,
    });
  }
  if (refusal) {
    throw new ShopError(refusal);
  }
}
