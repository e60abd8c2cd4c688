import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { OrderSums } from '#web/orders/order-items.tsx';
import { CartSummary } from '#web/storefront/cart/cart-summary.tsx';
import { DiscountLines } from './discount-lines.tsx';

test('a coupon is named by its code, an offer by its name', () => {
  const html = renderToStaticMarkup(
    createElement(DiscountLines, {
      discounts: [
        { kind: 'coupon', code: 'TENOFF', label: 'stored in English', amount: 10 },
        { kind: 'online_offer', label: 'stored in English', amount: 3 },
      ],
    }),
  );
  expect([...html.matchAll(/<dt[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual([
    'Coupon TENOFF',
    'Online payment offer',
  ]);
  const offer = { kind: 'coupon' as const, label: 'Combo week', amount: 10 };
  expect(renderToStaticMarkup(createElement(DiscountLines, { discounts: [offer] }))).toContain('Combo week');
});

test('every summary has the online offer between shipping and total, in the colour of savings', () => {
  const discounts = [{ kind: 'online_offer' as const, label: 'Online payment offer', amount: 33 }];
  const pricing = { subtotal: 299, discount: 33, discounts, total: 266 };
  const cart = { saved: 0, coupon: null, children: null, offer: 33 };
  for (const summary of [
    createElement(OrderSums, pricing),
    createElement(CartSummary, { pricing, ...cart }),
    // Before the cart is read from the device: nothing moves when it is.
    createElement(CartSummary, { pricing: null, ...cart }),
  ]) {
    const Stub = createRoutesStub([{ path: '/', Component: () => summary }]);
    const html = renderToStaticMarkup(createElement(Stub));
    const names = [...html.matchAll(/<dt[^>]*>([^<]*)/g)].map(([, name]) => name);
    expect(names).toEqual(['Subtotal', 'Shipping', 'Online payment offer', 'Total']);
    expect(html).toMatch(/<dd class="[^"]*text-raisin-700[^"]*">−₹33/);
  }
});
