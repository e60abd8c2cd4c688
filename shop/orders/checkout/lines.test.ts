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

test('a size with a new label is found by the former one with a draft or a UTR only', () => {
  const renamed = [{ ...ROW, label: 'Pouch' }];
  const problems = [true, false].map((paid) => linesOfOrder([ITEM], renamed, null, paid)[0]?.problem);
  expect([...problems, linesOfOrder([ITEM], renamed, draft(true), false)[0]?.problem]).toEqual([null, 'gone', null]);
});

test('an item without a product counts when money may have moved', () => {
  const { items } = inputOf(true, { items: [{ product: '', name: 'Dry Fruits Order', price: 100 }, { quantity: 0 }] });
  expect([usableItems(items, true).length, usableItems(items).length]).toEqual([1, 0]);
});

test('a line keeps what its goods cost the owner', () => {
  expect(linesOfOrder([ITEM], [ROW], draft(true), true)).toMatchObject([{ cost: 18_000 }]);
  expect(linesOfOrder([ITEM], [], null, true)).toMatchObject([{ cost: null }]);
});
