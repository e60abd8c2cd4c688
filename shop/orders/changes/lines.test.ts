import { expect, test } from 'vitest';
import type { OrderedLine } from './change.ts';
import { changeLines, type LinesInput } from './lines.ts';
import { orderState } from './test-order.ts';

const line = (product: string, quantity: number, price: number, more: Partial<OrderedLine> = {}): OrderedLine => ({
  product_id: product,
  name: product,
  size: '250g',
  quantity,
  price,
  original_price: price,
  image: '',
  hsn_code: '0802',
  gst_rate_bp: 500,
  stock_size: '250g',
  coupon_discount: 0,
  staff_discount: 0,
  price_reason: '',
  cost: null,
  taken: quantity,
  ...more,
});

test('what staff have agreed stays: for each piece of a line, and on the whole order', () => {
  // ₹100 instead of ₹120 for each of two, ₹30 off the whole, ₹5 for paying online.
  const lines = [line('figs', 2, 12_000, { staff_discount: 4_000, price_reason: 'regular' }), line('dates', 1, 20_000)];
  const prices = { subtotal: 44_000, discount: 7_500, staff_discount: 7_000, total: 36_500 };
  const order = orderState({ status: 'confirmed', payment_status: 'completed', paid_amount: 36_500, ...prices });
  const input: LinesInput = {
    lines: [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ],
    keepCoupon: false,
    reason: 'customer_asked',
    note: '',
    notify: false,
  };
  const facts = { lines, catalogue: [], coupon: null, inStock: new Map(), placedAt: 0 };
  const changed = changeLines(order, facts, input);
  expect(changed?.change.columns).toMatchObject({
    subtotal: 32_000,
    staff_discount: 5_000,
    discount: 5_500,
    total: 26_500,
  });
  expect(changed?.change.lines?.[0]).toMatchObject({ quantity: 1, staff_discount: 2_000, price_reason: 'regular' });
});
