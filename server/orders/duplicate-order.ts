import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './queries.ts';
import { toOrder } from './wire.ts';

/** The error for an order that is sent again: 409 with the order in `data` (D21). Only for callers who have proved that it is theirs. */
export async function duplicateOrder(db: Reader, row: queries.OrderRow, deliveryDays: number): Promise<ShopError> {
  const [lines, events] = [
    await queries.readLines(db, [row.order_number]),
    await queries.readEvents(db, [row.order_number]),
  ];
  return new ShopError('duplicate_order', {
    details: { data: { order: toOrder(row, lines, events, { deliveryDays, staff: false }) } },
  });
}
