import { type DraftInput, type OrderInput, validItems } from '#shop/orders/orders.ts';
import { cleanLine } from '#shop/text/text.ts';
import type { WantedItem } from './lines.ts';

/** Of what a client calls an item: no product's id is longer, and its name is stored only of an unknown item. */
const MOST_CHARACTERS = 100;
const clip = (text: string) => cleanLine(text.slice(0, MOST_CHARACTERS));

/**
 * The valid items, each with its index in the body. With `paid` (there is a UTR) money may have moved, so an item without a product id
 * is recorded as unknown (D22, D26).
 */
export function usableItems(items: OrderInput['items'], paid = false): (WantedItem & { index: number })[] {
  const valid = new Set(validItems(items));
  return items.flatMap((item, index) =>
    valid.has(item) || (paid && item.quantity > 0)
      ? [
          {
            index,
            product: clip(item.product),
            name: item.name && clip(item.name),
            size: item.size,
            quantity: item.quantity,
            price: item.price,
            originalPrice: item.originalPrice ?? undefined,
          },
        ]
      : [],
  );
}

/** The columns with the shopper's input; no other part of the body is stored. */
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
    gstin: address?.gstin ?? '',
    order_note: input.orderNote,
    payment_method: input.paymentMethod === 'pending' ? 'upi' : input.paymentMethod,
    payment_app: input.paymentDetails?.app ?? '',
  };
}
