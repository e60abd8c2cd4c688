export const CART_TEXTS = {
  removed: 'Item removed from cart',
  empty: 'Your cart is empty',
  gone: 'Please remove the items that are not available.',
  zipMissing: 'Please enter your ZIP/Postal Code',
  zipChecked: 'Delivery check completed',
};

/** Why a stored cart cannot be ordered (R2.8). */
export const CART_FAULTS = {
  missing: 'No items found in cart. Please add items and try again.',
  unreadable: 'Invalid cart data. Please refresh and try again.',
  empty: 'Your cart is empty. Please add items and try again.',
  invalid: 'No valid items in cart. Please add items to your cart.',
};

/** Why a line of an order is refused. `size` may be empty. */
export const LINE_FAULTS = {
  gone: ({ name }: { name: string }) => `${name} is no longer available.`,
  sold_out: ({ name, size }: { name: string; size: string }) => `${size ? `${name} (${size})` : name} is out of stock.`,
};

export function tooFewLeft({ stock, name, size }: { stock: number; name: string; size: string }): string {
  return `Only ${stock} left of ${name} (${size}). Please lower the quantity.`;
}
