import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
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
