import { describe, expect, test } from 'vitest';
import type { OrderedLine } from './change.ts';
import { creditedOf, type ReturnInput, returnableOf, returnGoods, undoReturn } from './returns.ts';
import { errorOf, orderState } from './test-order.ts';

const line = (product: string, quantity: number, price: number): OrderedLine => ({
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
});
const LINES = [line('figs', 3, 10_000), line('dates', 1, 20_000)];
const order = (more: Parameters<typeof orderState>[0] = {}) =>
  orderState({ status: 'delivered', payment_status: 'completed', paid_amount: 47_000, total: 47_000, ...more });
const ask = (more: Partial<ReturnInput>): ReturnInput => ({
  lines: [{ line: 0, quantity: 1 }],
  reason: 'Torn',
  restock: false,
  notify: false,
  ...more,
});
const take = (more: Partial<ReturnInput>, given = order(), former: Parameters<typeof returnGoods>[1]['former'] = []) =>
  returnGoods(given, { lines: LINES, former }, ask(more));

test('what can come back is what was paid for it, less what came back before', () => {
  const before = [{ lines: [{ line: 0, quantity: 1, amount: 9_400, restocked: 0 }] }];
  expect(returnableOf(order(), LINES, [])).toEqual([
    { quantity: 3, amount: 28_200 },
    { quantity: 1, amount: 18_800 },
  ]);
  expect(returnableOf(order(), LINES, before)[0]).toEqual({ quantity: 2, amount: 18_800 });
  expect(creditedOf([...before, ...before]).get(0)).toEqual({ quantity: 2, amount: 18_800 });
});

describe('a part', () => {
  test('is credited and due; the order stays delivered', () => {
    const { change, amount } = take({});
    expect([amount, change.columns, change.settlesInvoice, change.stock]).toEqual([
      9_400,
      { returned: 9_400 },
      'returned',
      { restocked: [] },
    ]);
  });

  test('goes back to stock only when asked, and only what was taken', () => {
    const { change } = take({ restock: true, lines: [{ line: 1, quantity: 1 }] });
    expect(change.stock?.restocked).toEqual([{ position: 1, productId: 'dates', size: '250g', quantity: 1 }]);
  });
});

const ALL = [
  { line: 0, quantity: 3 },
  { line: 1, quantity: 1 },
];

test.each<[string, Parameters<typeof orderState>[0], number | undefined, number]>([
  ['all of the money', {}, undefined, 0],
  ['a part of the money', {}, 40_000, 7_000],
  ['an excess that the shop has kept', { paid_amount: 48_000, kept: 1_000 }, undefined, 0],
  ['a payment that was accepted short', { paid_amount: 45_000 }, undefined, 0],
  ['nobody has paid yet', { payment_status: 'pending', paid_amount: null }, 40_000, 7_000],
])('the whole order comes back: %s', (_name, more, refund, kept) => {
  const { change } = take({ lines: ALL, refund }, order(more));
  expect(change.columns).toEqual({ status: 'returned', kept });
  expect(change.creditNote).toBe(refund === undefined ? 'returned' : undefined);
});

test.each<[string, Partial<ReturnInput>, Parameters<typeof orderState>[0], string]>([
  ['it is on its way', {}, { status: 'shipped' }, 'wrong_move'],
  ['it came back already', {}, { status: 'returned' }, 'wrong_move'],
  ['more pieces', { lines: [{ line: 1, quantity: 2 }] }, {}, 'validation'],
  ['more money than the goods', { refund: 9_401 }, {}, 'validation'],
  ['more money than is left', { refund: 9_400 }, { refunded: 40_000 }, 'refund_too_large'],
  ['money that is due already', { refund: 9_400 }, { returned: 40_000 }, 'refund_too_large'],
])('refused: %s', (_name, input, more, code) => {
  expect(errorOf(() => take(input, order(more))).code).toBe(code);
});

test.each<[string, Parameters<typeof orderState>[0], boolean]>([
  ['nothing was sent', {}, true],
  ['its money was sent', { refunded: 9_400 }, false],
  ['an excess was sent', { paid_amount: 48_000, refunded: 1_000 }, true],
  ['a rest was waived, and something was sent before', { paid_amount: 46_000, refunded: 1_000, waived: 2_000 }, true],
  ['its money was sent, and a rest was waived', { paid_amount: 45_000, refunded: 9_400, waived: 2_000 }, false],
])('undoing a return when %s', (_name, more, allowed) => {
  const last = { id: 'ret_1', lines: [{ line: 0, quantity: 1, amount: 9_400, restocked: 0 }], amount: 9_400 };
  const undo = () => undoReturn(order({ returned: 9_400, ...more }), { lines: LINES, last, former: [] });
  if (allowed) expect(undo().columns).toEqual({ returned: 0, kept: 0 });
  else expect(errorOf(undo).code).toBe('wrong_move');
});
