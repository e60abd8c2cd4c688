import { type DraftInput, type OrderInput, validItems } from '#shop/orders/orders.ts';
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
