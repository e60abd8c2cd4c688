import { expect, test } from 'vitest';
import { orderInNote } from './payer-note.ts';

const [ONE, OTHER] = ['ORD1764000000000123', 'ORD1764000000000124'];

test.each<[string | null, string | null]>([
  [null, null],
  ['', null],
  ['For the almonds', null],
  [`Payment for ${ONE}`, ONE],
  [`PAYMENT FOR ${ONE}`, ONE],
  [`payment for ${ONE.toLowerCase()}`, ONE],
  [`UPI/${ONE}/${ONE}`, ONE],
  [`Payment-for-${ONE}-thanks`, ONE],
  // Two orders: whose it is cannot be told.
  [`${ONE} ${OTHER}`, null],
  // Not the whole number, or more than it.
  ['Payment for ORD17640', null],
  [`${ONE}99999999`, null],
  [`X${ONE}`, null],
  ['ORD 1764000000000123', null],
  ['1764000000000123', null],
  // Other words of a note are never read.
  [`You received Rs 4563 UPI/632400000001 for ${ONE}`, ONE],
])('the note %j names %j', (note, number) => {
  expect(orderInNote(note)).toBe(number);
});
