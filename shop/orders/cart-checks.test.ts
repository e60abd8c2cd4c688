import { expect, test } from 'vitest';
import type { CartLine } from './cart.ts';
import { cartFault, checkoutObstacle, checkZip } from './cart-checks.ts';

test('the ZIP field accepts any value', () => {
  expect(checkZip(' ')).toEqual({ ok: false, message: 'Please enter your ZIP/Postal Code' });
  expect(checkZip('400703')).toEqual({ ok: true, message: 'Delivery check completed' });
});

const good = [{ id: 'a', productId: 'a', name: 'A', size: '250 g', price: 1, quantity: 1, image: '', stock: 1 }];
test.each([
  [null, 'No items found in cart. Please add items and try again.'],
  ['', 'No items found in cart. Please add items and try again.'],
  ['{oops', 'Invalid cart data. Please refresh and try again.'],
  ['{"a":1}', 'Invalid cart data. Please refresh and try again.'],
  ['[]', 'Your cart is empty. Please add items and try again.'],
  ['[{"name":"A"}]', 'No valid items in cart. Please add items to your cart.'],
  [JSON.stringify(good), null],
])('cart %j cannot be ordered: %j', (text, fault) => {
  expect(cartFault(text)).toBe(fault);
});

const line = (changes: Partial<CartLine> = {}): CartLine => ({
  id: 'kaju-250g',
  productId: 'kaju',
  name: 'Kaju',
  size: '250g',
  price: 299.5,
  quantity: 1,
  image: '/media/kaju.webp',
  stock: 10,
  ...changes,
});

test.each([
  ['an empty cart', [], 'Your cart is empty'],
  ['a sold-out line', [line(), line({ size: '1kg', stock: 0 })], 'Please remove the items that are not available.'],
  ['more than there is', [line({ quantity: 11 })], 'Only 10 left of Kaju (250g). Please lower the quantity.'],
  ['all there is', [line({ quantity: 10 })], null],
])('checkout with %s', (_name, cart, message) => {
  expect(checkoutObstacle(cart)).toBe(message);
});
