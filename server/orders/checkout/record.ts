import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { type DraftInput, type OrderInput, validItems } from '#shop/orders/orders.ts';
import * as queries from '../queries.ts';
import { toOrder } from '../wire.ts';
import type { WantedItem } from './lines.ts';

/**
 * The items that count, each with its place in the body. With `paid` (a UTR was given) none is dropped: money may have
 * moved, so an item without product id is recorded as unknown (D22, D26).
 */
export function usableItems(items: OrderInput['items'], paid = false): (WantedItem & { index: number })[] {
  const counted = new Set(validItems(items));
  return items.flatMap((item, index) =>
    paid || counted.has(item)
      ? [
          {
            index,
            product: item.product,
            name: item.name,
            size: item.size,
            quantity: item.quantity,
            price: item.price,
            originalPrice: item.originalPrice ?? undefined,
          },
        ]
      : [],
  );
}

/** The columns that come from the shopper's own words; nothing else of the body is stored. */
export function addressColumns(input: OrderInput | DraftInput) {
  const address = input.shippingAddress;
  return {
    name: address?.name ?? '',
    phone: address?.phone ?? '',
    email: address?.email ?? '',
    address: address?.address ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    pincode: address?.pincode ?? '',
    country: address?.country ?? 'India',
    address_type: address?.addressType ?? 'home',
    order_note: input.orderNote,
    payment_method: input.paymentMethod === 'pending' ? 'upi' : input.paymentMethod,
    payment_app: input.paymentDetails?.app ?? '',
  };
}

/** The answer to an order sent again: 409 with the order in `data` (D21). Only for callers that have proved that it is theirs. */
export async function duplicateOrder(db: Reader, row: queries.OrderRow, deliveryDays: number): Promise<ShopError> {
  const [lines, events] = [
    await queries.readLines(db, [row.order_number]),
    await queries.readEvents(db, [row.order_number]),
  ];
  return new ShopError('duplicate_order', {
    details: { data: { order: toOrder(row, lines, events, { deliveryDays, staff: false }) } },
  });
}
