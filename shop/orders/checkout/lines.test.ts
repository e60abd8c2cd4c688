import { expect, test } from 'vitest';
import { type CatalogueRow, linesOfOrder, usableItems } from './lines.ts';
import { draftLine, inputOf } from './test-facts.ts';

const ROW: CatalogueRow = {
  id: 'almonds',
  name: 'California Almonds',
  category_id: 'nuts',
  status: 'Active',
  deleted_at: null,
  hsn_code: '0802',
  gst_rate_bp: 500,
  size: '250g',
  label: null,
  price: 39_900,
  original_price: 44_900,
  cost: 18_000,
  image: '/media/almonds.webp',
};
const ITEM = { index: 0, product: 'almonds', size: '250g', quantity: 2, price: 1 };
const draft = (live: boolean, more = {}) => ({ lines: [draftLine(more)], live });

test.each([
  ['in the catalogue', [ROW], null, 39_900, null],
  ['in a live draft, whose price stays', [ROW], draft(true), 29_900, null],
  ['in an expired draft', [ROW], draft(false), 39_900, null],
  ['not in the catalogue: the price of the client', [], null, 100, 'gone'],
  ['gone, with an expired draft: the price of the draft', [], draft(false), 29_900, 'gone'],
  ['deleted', [{ ...ROW, deleted_at: 1 }], null, 39_900, 'gone'],
  ['inactive', [{ ...ROW, status: 'Inactive' }], null, 39_900, 'gone'],
  ['not for sale now', [{ ...ROW, status: 'Out of Stock' }], null, 39_900, 'sold_out'],
  ['a size that the product does not have', [{ ...ROW, size: '1kg' }], null, 100, 'gone'],
  ['a product without sizes', [{ ...ROW, size: '' }], null, 39_900, null],
] as const)('a line that is %s', (_, catalogue, drafted, price, problem) => {
  expect(linesOfOrder([ITEM], catalogue, drafted, true)).toMatchObject([{ price, problem, clientPrice: 100 }]);
});

test.each([
  ['the same quantity in a live draft', draft(true, { staff_discount: 500, price_reason: 'Regular' }), 500],
  ['another quantity', draft(true, { quantity: 1, staff_discount: 500, price_reason: 'Regular' }), 0],
])('what staff have agreed for a line holds for %s', (_, drafted, staffDiscount) => {
  expect(linesOfOrder([ITEM], [ROW], drafted, true)).toMatchObject([{ staffDiscount, priceReason: 'Regular' }]);
});

test('what staff had agreed for a size that is gone does not hold without its time', () => {
  const [line] = linesOfOrder([ITEM], [], draft(false, { staff_discount: 500 }), true);
  expect(line).toMatchObject({ price: 29_900, staffDiscount: 0, name: 'California Almonds', problem: 'gone' });
});

test('an item without a price saw none', () => {
  const { price: _, ...item } = ITEM;
  expect(linesOfOrder([item], [ROW], null, true)).toMatchObject([{ clientPrice: null }]);
  expect(linesOfOrder([item], [], null, true)).toMatchObject([{ clientPrice: null, price: 0, originalPrice: 0 }]);
});

test('of two lines of a draft each order line finds its own size', () => {
  const [small, large] = [draftLine({ price: 1_000 }), draftLine({ price: 9_000, size: '1kg', stock_size: '1kg' })];
  const other = { ...draftLine({ price: 5 }), product_id: 'figs' };
  const rows = [ROW, { ...ROW, size: '1kg', price: 99_900 }];
  const items = [{ ...ITEM, size: '1kg' }, ITEM];
  const drafted = { lines: [other, small, large], live: true };
  expect(linesOfOrder(items, rows, drafted, true).map(({ price }) => price)).toEqual([9_000, 1_000]);
});

test('a size with a new label is found by the former one with a draft or a UTR only', () => {
  const renamed = [{ ...ROW, label: 'Pouch' }];
  const problems = [true, false].map((paid) => linesOfOrder([ITEM], renamed, null, paid)[0]?.problem);
  expect([...problems, linesOfOrder([ITEM], renamed, draft(true), false)[0]?.problem]).toEqual([null, 'gone', null]);
});

test('a former label is that of the same product and size in the draft', () => {
  const figs = { ...draftLine({ size: 'Pack', stock_size: '1kg' }), product_id: 'figs' };
  const lines = [figs, draftLine({ size: '1kg', stock_size: '1kg' }), draftLine({ size: 'Pack' })];
  const items = [{ ...ITEM, size: 'Pack' }];
  expect(linesOfOrder(items, [ROW], { lines, live: true }, false)).toMatchObject([
    { stockSize: '250g', problem: null },
  ]);
});

test('an item without a product counts when money may have moved', () => {
  const { items } = inputOf(true, { items: [{ product: '', name: 'Dry Fruits Order', price: 100 }, { quantity: 0 }] });
  expect([usableItems(items, true).length, usableItems(items).length]).toEqual([1, 0]);
});

test('a line keeps what its goods cost the owner', () => {
  expect(linesOfOrder([ITEM], [ROW], draft(true), true)).toMatchObject([{ cost: 18_000 }]);
  expect(linesOfOrder([ITEM], [], null, true)).toMatchObject([{ cost: null }]);
});
