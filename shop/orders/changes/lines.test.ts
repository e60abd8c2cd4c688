import { describe, expect, test } from 'vitest';
import { stockKey } from '../stock.ts';
import type { OrderedLine } from './change.ts';
import { missing } from './difference.ts';
import { changeLines, type FormerOrder, type LinesInput, undoLines } from './lines.ts';
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

const INPUT: LinesInput = { lines: [], keepCoupon: false, reason: 'customer_asked', note: '', notify: false };

test('what staff have agreed stays: for each piece of a line, and on the whole order', () => {
  // ₹100 instead of ₹120 for each of two, ₹30 off the whole, ₹5 for paying online.
  const lines = [line('figs', 2, 12_000, { staff_discount: 4_000, price_reason: 'regular' }), line('dates', 1, 20_000)];
  const prices = { subtotal: 44_000, discount: 7_500, staff_discount: 7_000, total: 36_500 };
  const order = orderState({ status: 'confirmed', payment_status: 'completed', paid_amount: 36_500, ...prices });
  const input: LinesInput = {
    ...INPUT,
    lines: [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 1 },
    ],
  };
  const facts = { lines, catalogue: [], coupon: null, inStock: new Map(), placedAt: 0 };
  const changed = changeLines(order, facts, input);
  expect(changed?.change.columns).toMatchObject({
    subtotal: 32_000,
    // ₹20 of the line, and of the ₹30 the share of what is left.
    staff_discount: 4_250,
    discount: 4_750,
    total: 27_250,
  });
  expect(changed?.change.lines?.[0]).toMatchObject({ quantity: 1, staff_discount: 2_000, price_reason: 'regular' });
});

test('a discount on the whole does not stay on an order that is nearly gone, and more comes at the price', () => {
  const lines = [line('figs', 20, 100_000)];
  const prices = { subtotal: 2_000_000, discount: 200_000, staff_discount: 200_000, total: 1_800_000 };
  const order = orderState({ status: 'confirmed', payment_status: 'completed', paid_amount: 1_800_000, ...prices });
  const facts = {
    lines,
    catalogue: [],
    coupon: null,
    inStock: new Map([[stockKey({ productId: 'figs', size: '250g' }), 99]]),
    placedAt: 0,
  };
  const to = (quantity: number) => changeLines(order, facts, { ...INPUT, lines: [{ line: 0, quantity }] })?.change;
  expect(to(2)?.columns).toMatchObject({ staff_discount: 20_000, total: 180_000 });
  expect(to(30)?.columns).toMatchObject({ staff_discount: 200_000, total: 2_800_000 });
});

test('undoing a change gives no piece back to stock that was taken since', () => {
  // Two of five were held when the other line was removed; the rest was taken when it was paid.
  const former = [line('figs', 5, 10_000, { taken: 2 }), line('dates', 1, 20_000)];
  const now = [line('figs', 5, 10_000)];
  const columns = { subtotal: 70_000, total: 70_000 } as FormerOrder['columns'];
  const order = orderState({ status: 'confirmed', payment_status: 'completed', subtotal: 50_000, total: 50_000 });
  const inStock = new Map([[stockKey({ productId: 'dates', size: '250g' }), 1]]);
  const change = undoLines(order, { lines: now, inStock }, { lines: former, columns });
  expect(change.lines?.map(({ taken }) => taken)).toEqual([5, 1]);
});

describe('what is asked for after a change', () => {
  const paid = { status: 'confirmed', payment_status: 'completed', subtotal: 100_000, total: 100_000 } as const;
  const inStock = new Map([[stockKey({ productId: 'figs', size: '250g' }), 99]]);
  const facts = { lines: [line('figs', 10, 10_000)], catalogue: [], coupon: null, inStock, placedAt: 0 };

  test.each<[string, Parameters<typeof orderState>[0], number, number, number | null]>([
    ['a full payment, dearer', { paid_amount: 100_000 }, 12, 0, 20_000],
    ['a full payment, cheaper', { paid_amount: 100_000 }, 9, 0, null],
    ['a waived rest, dearer', { paid_amount: 70_000, waived: 30_000 }, 12, 30_000, 20_000],
    ['a waived rest, cheaper by less', { paid_amount: 70_000, waived: 30_000 }, 9, 20_000, null],
    ['a waived rest, cheaper by more', { paid_amount: 70_000, waived: 30_000 }, 6, 0, null],
    ['accepted short, dearer', { paid_amount: 70_000 }, 12, 30_000, 20_000],
    ['a gift sent back, dearer', { paid_amount: 100_000, refunded: 10_000 }, 12, 10_000, 20_000],
    ['a rest that is due, dearer', { paid_amount: 70_000, open: ['difference_due'] }, 12, 0, 50_000],
    ['a rest that is due, cheaper', { paid_amount: 70_000, open: ['difference_due'] }, 9, 0, 20_000],
    ['waived and due', { paid_amount: 60_000, waived: 30_000, open: ['difference_due'] }, 12, 30_000, 30_000],
    ['waived and due, cheaper', { paid_amount: 60_000, waived: 30_000, open: ['difference_due'] }, 9, 30_000, null],
    ['not paid', { payment_status: 'pending' }, 12, 0, null],
  ])('%s', (_name, more, quantity, waived, due) => {
    const order = orderState({ ...paid, ...more });
    const change = changeLines(order, facts, { ...INPUT, lines: [{ line: 0, quantity }] })?.change;
    expect(change?.columns).toMatchObject({ waived });
    const raised = change?.attention?.raised ?? [];
    expect(raised).toEqual(due === null ? [] : ['difference_due']);
    if (change && due !== null) expect(missing({ ...order, ...change.columns })).toBe(due);
  });
});
