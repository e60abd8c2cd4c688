import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cartLine } from '#shop/orders/cart.ts';
import { clearCart, getCart } from '#web/lib/cart.ts';
import { toast } from '#web/ui/toast.tsx';
import { putInCart } from './put-in-cart.ts';

const product = {
  id: 'figs',
  name: 'Figs',
  image: '',
  price: 99,
  originalPrice: 0,
  status: 'Active' as const,
  stockCount: 2,
  sizes: [{ size: '250g', price: 99, originalPrice: 0, stock: 2 }],
};

beforeEach(() => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage, sessionStorage: storage }));
});
afterEach(() => {
  clearCart();
  vi.unstubAllGlobals();
});

test('adds a pack per call and rejects more than the stock, each with a message', () => {
  const messages: string[] = [];
  vi.spyOn(toast, 'success').mockImplementation((message) => messages.push(message));
  vi.spyOn(toast, 'warning').mockImplementation((message) => messages.push(message));
  for (let press = 0; press < 3; press++) putInCart(cartLine(product));
  expect(getCart().map(({ productId, quantity }) => [productId, quantity])).toEqual([['figs', 2]]);
  expect(messages).toEqual(['Figs added to cart', 'Figs added to cart', 'Only 2 left, and 2 already in your cart']);
});
