import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './orders.queries.ts';
import { type OrderView, toOrder } from './wire.ts';

/**
 * The error for a resubmitted order: 409 with the order in `data` (D21). The caller must have
 * proved ownership.
 */
export async function duplicateOrder(
  db: Reader,
  row: queries.OrderRow,
  view: Pick<OrderView, 'language'>,
): Promise<ShopError> {
  const [lines, events] = [
    await queries.readLines(db, [row.order_number]),
    await queries.readEvents(db, [row.order_number]),
  ];
  return new ShopError('duplicate_order', {
    details: { data: { order: toOrder(row, lines, events, { ...view, staff: false }) } },
  });
}
