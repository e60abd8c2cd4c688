import { expect, test } from 'vitest';
import { rowAfter, rowCommand } from './order-keys.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false };

test.each([
  ['j', {}, 'next'],
  ['J', {}, 'next'],
  ['k', {}, 'previous'],
  ['x', {}, 'tick'],
  ['Enter', {}, null],
  ['j', { ctrlKey: true }, null],
  ['k', { metaKey: true }, null],
  ['x', { altKey: true }, null],
])('%s with %o: %s', (key, held, command) => {
  expect(rowCommand({ ...NONE, key, ...held })).toBe(command);
});

test.each([
  [-1, 1, 3, 0],
  [-1, -1, 3, 0],
  [0, 1, 3, 1],
  [2, 1, 3, 2],
  [0, -1, 3, 0],
  [-1, 1, 0, null],
] as const)('from row %i by %i of %i rows: %s', (current, step, count, row) => {
  expect(rowAfter(current, step, count)).toBe(row);
});
