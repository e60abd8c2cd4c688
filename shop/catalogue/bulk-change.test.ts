import { expect, test } from 'vitest';
import { type BulkChange, bulkRows, movedRows, undoRows } from './bulk-change.ts';

const almonds = {
  id: 'almonds',
  name: 'Almonds',
  sizes: [
    { size: '250g', price: 299, originalPrice: 349, stock: 10 },
    { size: '500g', price: 559.5, originalPrice: 559.5, stock: 0 },
  ],
  price: 299,
  originalPrice: 349,
  stockCount: 10,
};
const jar = { id: 'jar', name: 'Jar', sizes: [], price: 100, originalPrice: 100, stockCount: 999 };
const keep: BulkChange = { price: { kind: 'keep' }, wholeRupees: false, alsoMrp: false, stock: { kind: 'keep' } };

test.each<[string, Partial<BulkChange>, [number, number, number][]]>([
  ['nothing', {}, []],
  [
    'ten percent up',
    { price: { kind: 'percent', value: 10 } },
    [
      [328.9, 349, 10],
      [615.45, 615.45, 0],
    ],
  ],
  [
    'ten percent down, whole rupees',
    { price: { kind: 'percent', value: -10 }, wholeRupees: true },
    [
      [269, 349, 10],
      [504, 559.5, 0],
    ],
  ],
  [
    'with the MRP',
    { price: { kind: 'percent', value: 10 }, alsoMrp: true, wholeRupees: true },
    [
      [329, 384, 10],
      [615, 615, 0],
    ],
  ],
  [
    'twenty rupees off',
    { price: { kind: 'add', value: -20 } },
    [
      [279, 349, 10],
      [539.5, 559.5, 0],
    ],
  ],
  ['set', { price: { kind: 'set', value: 299 } }, [[299, 559.5, 0]]],
  [
    'stock added',
    { stock: { kind: 'add', value: 5 } },
    [
      [299, 349, 15],
      [559.5, 559.5, 5],
    ],
  ],
  ['stock never below nothing', { stock: { kind: 'add', value: -7 } }, [[299, 349, 3]]],
  ['stock counted', { stock: { kind: 'set', value: 10 } }, [[559.5, 559.5, 10]]],
  ['a field left empty', { price: { kind: 'percent', value: Number.NaN } }, []],
])('%s', (_name, change, figures) => {
  const rows = bulkRows([almonds], { ...keep, ...change });
  expect(rows.map(({ after }) => [after.price, after.originalPrice, after.stock])).toEqual(figures);
});

test('invalid changes are reported', () => {
  const problems = (change: Partial<BulkChange>) =>
    bulkRows([almonds], { ...keep, ...change }).map(({ problem }) => problem);
  expect(problems({ price: { kind: 'add', value: -299 } })).toEqual(['Price must be more than 0', null]);
  expect(problems({ price: { kind: 'percent', value: 30 } })).toEqual(['The price would be higher than the MRP', null]);
  expect(problems({ price: { kind: 'set', value: 10_000_001 } })).toEqual(['Price is too large', 'Price is too large']);
  expect(problems({ stock: { kind: 'set', value: 1_000_001 } })).toEqual(['Stock is too large', 'Stock is too large']);
});

test('undo takes back what was moved, and leaves out what has changed nothing', () => {
  const rows = bulkRows([almonds, jar], { ...keep, stock: { kind: 'set', value: 3 } });
  // Of the ten, eight were sold meanwhile; the jar was sold out.
  expect(undoRows(movedRows(rows, [-2, 3, 0]))).toMatchObject([
    { id: 'almonds', size: '250g', before: { stock: 8 }, after: { stock: 10 } },
    { id: 'almonds', size: '500g', before: { stock: 3 }, after: { stock: 0 } },
  ]);
  const priced = bulkRows([jar], { ...keep, price: { kind: 'add', value: 1 }, stock: { kind: 'add', value: -1 } });
  expect(undoRows(movedRows(priced, [0]))).toMatchObject([
    { before: { price: 101, stock: 999 }, after: { price: 100, stock: 999 } },
  ]);
});

test('without an answer about what was moved, all was moved as planned', () => {
  const rows = bulkRows([jar], { ...keep, stock: { kind: 'add', value: -9 } });
  expect(movedRows(rows, undefined)).toEqual(rows);
});

test('a product without sizes has one row; undo restores it', () => {
  const rows = bulkRows([jar], { ...keep, price: { kind: 'add', value: 1 }, stock: { kind: 'add', value: -9 } });
  expect(rows).toMatchObject([{ id: 'jar', size: '', after: { price: 101, stock: 990 } }]);
  expect(undoRows(rows)).toMatchObject([{ before: { price: 101, stock: 990 }, after: { price: 100, stock: 999 } }]);
});
