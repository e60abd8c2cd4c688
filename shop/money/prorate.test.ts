import { expect, test } from 'vitest';
import { prorate } from './prorate.ts';

test.each<[number, number[], number[]]>([
  [100, [1, 1, 1], [34, 33, 33]],
  [3_300, [32_000, 60_000], [1_148, 2_152]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [10, [0, 0], [5, 5]],
  [0, [5, 7], [0, 0]],
  [1, [0, 1], [0, 1]],
  [0, [], []],
])('%d over %j', (total, weights, parts) => expect(prorate(total, weights)).toEqual(parts));

test('the parts always add up', () => {
  for (let total = 0; total < 500; total += 7) {
    const parts = prorate(total, [3, 1, 4, 1, 5, 9, 2, 6]);
    expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
  }
});

test.each([[[-1, 2]], [[Number.NaN]], [[]]])('rejects %j', (weights) =>
  expect(() => prorate(10, weights)).toThrow(RangeError),
);
