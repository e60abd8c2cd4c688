import { expect, test } from 'vitest';
import { ORDER_STATUSES } from './order-status.ts';
import { contentsGrams, fitsBarcode, hasPapers, noPapersSentence, pickList, weightText } from './papers.ts';

const line = (orderNumber: string, name: string, size: string, quantity: number, productId = name) => ({
  orderNumber,
  productId,
  name,
  size,
  quantity,
});

test('the pick list has one row for each product and size, with sums and order numbers', () => {
  const rows = pickList([
    line('ORD1', 'Walnuts', '500g', 1),
    line('ORD1', 'Almonds', '1000g', 2),
    line('ORD2', 'Almonds', '250g', 1),
    line('ORD2', 'Almonds', '1000g', 3),
    line('ORD2', 'Almonds', '1000g', 1),
  ]);
  expect(rows).toEqual([
    { name: 'Almonds', size: '250g', quantity: 1, orders: [{ orderNumber: 'ORD2', quantity: 1 }] },
    {
      name: 'Almonds',
      size: '1000g',
      quantity: 6,
      orders: [
        { orderNumber: 'ORD1', quantity: 2 },
        { orderNumber: 'ORD2', quantity: 4 },
      ],
    },
    { name: 'Walnuts', size: '500g', quantity: 1, orders: [{ orderNumber: 'ORD1', quantity: 1 }] },
  ]);
});

test('a renamed product is one row; items without a product are told apart by their names', () => {
  const renamed = pickList([line('ORD1', 'Almonds', '250g', 1, 'p1'), line('ORD2', 'Badam', '250g', 1, 'p1')]);
  expect(renamed).toMatchObject([{ name: 'Almonds', quantity: 2 }]);
  expect(pickList([line('ORD1', 'Card', 'Standard', 1, ''), line('ORD1', 'Ribbon', 'Standard', 1, '')])).toHaveLength(
    2,
  );
  expect(pickList([])).toEqual([]);
});

test.each([
  [[{ quantity: 2, grams: 250 }], 500],
  [
    [
      { quantity: 1, grams: 250 },
      { quantity: 3, grams: 100 },
    ],
    550,
  ],
  [
    [
      { quantity: 1, grams: 250 },
      { quantity: 1, grams: null },
    ],
    null,
  ],
  [[], null],
])('the contents of %o weigh %s grams', (packs, grams) => {
  expect(contentsGrams(packs)).toBe(grams);
});

test.each([
  [750, '750 g'],
  [1000, '1 kg'],
  [1050, '1.05 kg'],
  [12_345, '12.35 kg'],
])('%i grams read %s', (grams, text) => {
  expect(weightText(grams)).toBe(text);
});

test('papers are for orders that are packed or under way', () => {
  expect(ORDER_STATUSES.filter((status) => !hasPapers(status))).toEqual(['draft', 'cancelled', 'returned']);
  expect(noPapersSentence('ORD1', 'draft')).toBe('ORD1 is a draft: there is nothing to pack.');
  expect(noPapersSentence('ORD1', 'cancelled')).toBe('ORD1 is cancelled: there is nothing to pack.');
});

test.each([
  ['14831960274415', true],
  ['ORD1795238640536', true],
  ['EX 123 456 IN', true],
  ['x'.repeat(30), true],
  ['x'.repeat(31), false],
  ['', false],
  [' EX1', false],
  ['किशमिश', false],
  ['EX\n1', false],
])('a barcode of %o: %s', (text, fits) => {
  expect(fitsBarcode(text)).toBe(fits);
});
