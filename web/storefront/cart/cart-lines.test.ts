import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { CartLines } from './cart-lines.tsx';

test.each([
  { stock: 3, quantity: 2, most: 3, plus: true, says: 'Only 3 left' },
  { stock: 3, quantity: 3, most: 3, plus: false, says: 'Only 3 left' },
  // The stock has fallen since the line was added.
  { stock: 3, quantity: 50, most: 3, plus: false, says: 'Only 3 left. Please lower the quantity.' },
  { stock: 12, quantity: 11, most: 12, plus: true, says: null },
  { stock: 12, quantity: 12, most: 12, plus: false, says: 'Only 12 left' },
  { stock: 5_000, quantity: 999, most: 999, plus: false, says: null },
])('$quantity of $stock: at most $most', ({ stock, quantity, most, plus, says }) => {
  const line = { id: 'a', productId: 'a', name: 'Almonds', size: '250g', price: 299, image: '', quantity, stock };
  const Stub = createRoutesStub([{ path: '/', Component: () => createElement(CartLines, { lines: [line] }) }]);
  const html = renderToStaticMarkup(createElement(Stub));
  expect(html).toContain(`aria-valuemax="${most}"`);
  expect(html.includes('aria-invalid="true"')).toBe(quantity > most);
  expect(/One more Almonds"( disabled="")?/.exec(html)?.[1] === undefined).toBe(plus);
  expect(/Only \d+ left[^<]*/.exec(html)?.[0] ?? null).toBe(says);
});
