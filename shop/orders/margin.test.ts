import { expect, test } from 'vitest';
import { marginOf, type SoldGoods } from './margin.ts';

const almonds: SoldGoods = {
  product: 'almonds',
  name: 'Almonds',
  size: '250g',
  pieces: 2,
  paid: 63_000,
  gstRateBp: 500,
  cost: 40_000,
};

test('the margin is what is left of the price without GST; without a GSTIN there is none in it', () => {
  expect(marginOf([almonds], true).rows).toEqual([
    { product: 'almonds', name: 'Almonds', size: '250g', pieces: 2, sales: 60_000, cost: 40_000, margin: 20_000 },
  ]);
  expect(marginOf([almonds], false).known).toEqual({ pieces: 2, sales: 63_000, cost: 40_000, margin: 23_000 });
});

test('rates of one size are one row, a loss comes last, and goods without a cost stand apart', () => {
  const sold = [
    { ...almonds, name: 'Dates', product: 'dates', cost: 90_000 },
    almonds,
    { ...almonds, gstRateBp: 0, pieces: 1, paid: 30_000, cost: 20_000 },
    { ...almonds, size: '500g', cost: null },
  ];
  const { rows, known, unknown } = marginOf(sold, true);
  expect(rows.map(({ name, pieces, margin }) => [name, pieces, margin])).toEqual([
    ['Almonds', 3, 30_000],
    ['Dates', 2, -30_000],
  ]);
  expect([known.margin, unknown]).toEqual([0, { pieces: 2, sales: 60_000 }]);
});
