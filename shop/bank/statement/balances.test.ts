import { expect, test } from 'vitest';
import { type Booked, directionsOf, followBalances, isRepeated } from './balances.ts';

/** `day amount balance`: `+` in, `-` out, nothing for one without a sign; `?` for no balance. */
const bookedOf = (rows: readonly string[]): Booked[] =>
  rows.map((row) => {
    const [day = '', amount = '', balance = ''] = row.split(' ');
    return {
      date: `2026-11-${day}`,
      amountPaise: Math.abs(Number(amount)),
      direction: amount.startsWith('+') ? 'credit' : amount.startsWith('-') ? 'debit' : null,
      balancePaise: balance === '?' ? null : Number(balance),
      key: row,
    };
  });

const [UP, DOWN] = [1, -1];
test.each([
  // title, rows, order, swapped, chained, contradicted, links
  ['no line', [], UP, false, false, false, 0],
  ['one line', ['04 +5 15'], UP, false, true, false, 0],
  ['one line without a balance', ['04 +5 ?'], UP, false, false, false, 0],
  ['oldest first', ['04 +5 15', '05 -3 12', '06 +1 13'], UP, false, true, false, 2],
  ['newest first', ['06 +1 13', '05 -3 12', '04 +5 15'], DOWN, false, true, false, 2],
  ['newest first within a day', ['04 +1 13', '04 -3 12', '04 +5 15'], DOWN, false, true, false, 2],
  ['one day, where both orders hold', ['04 +5 15', '04 -5 10'], UP, false, true, false, 1],
  ['two days, where the dates tell', ['05 +5 15', '04 -5 10'], DOWN, false, true, false, 1],
  ['a gap', ['04 +5 15', '05 -3 12', '06 +1 99'], UP, false, false, false, 1],
  ['a gap between two', ['04 +5 15', '05 -3 99'], UP, false, false, false, 0],
  ['half of them', ['04 +5 15', '05 +3 18', '06 +1 99'], UP, false, false, false, 1],
  ['less than half of them', ['04 +5 15', '05 +3 18', '06 +1 99', '07 +1 500'], UP, false, false, true, 1],
  ['none', ['04 +5 15', '05 +3 77', '06 +1 999'], UP, false, false, true, 0],
  ['a missing balance', ['04 +5 15', '05 +3 ?', '06 +1 19'], UP, false, false, false, 0],
  [
    'half of those that can be compared',
    ['04 +5 15', '05 +3 ?', '06 +1 19', '07 +1 20', '08 +1 900'],
    UP,
    false,
    false,
    false,
    1,
  ],
  ['a balance that is the amount, behind none', ['04 +5 ?', '05 +3 3'], UP, false, false, false, 0],
  ['days that run back', ['04 +5 15', '03 +3 18', '06 +1 19'], UP, false, false, false, 2],
  ['exchanged columns', ['04 -5 15', '05 +3 12', '06 -1 13'], UP, true, true, false, 2],
  ['a line printed twice', ['04 +5 15', '05 -3 12', '05 -3 12', '06 +1 13'], UP, false, true, false, 2],
  ['amounts without a sign', ['04 5 15', '05 3 12', '06 1 13'], UP, false, true, false, 2],
  ['an amount that is no change', ['04 5 15', '05 4 12'], UP, false, false, false, 0],
] as const)('balances: %s', (_, rows, order, swapped, chained, contradicted, links) =>
  expect(followBalances(bookedOf(rows))).toEqual({ order, swapped, chained, contradicted, links }),
);

test.each([
  ['as the columns say', ['04 +5 ?', '05 -3 ?'], ['credit', 'debit']],
  ['as the balances say', ['04 5 15', '05 3 12', '06 1 13'], [null, 'debit', 'credit']],
  ['newest first', ['06 1 13', '05 3 12', '04 5 15'], ['credit', 'debit', null]],
  ['exchanged', ['04 -5 15', '05 +3 12', '06 -1 13'], ['credit', 'debit', 'credit']],
  ['unknown without a balance', ['04 5 15', '05 3 ?', '06 1 13'], [null, null, null]],
  ['unknown behind no balance', ['04 5 ?', '05 3 3'], [null, null]],
  ['unknown without its own', ['04 5 3', '05 3 ?'], [null, null]],
  ['unknown when the balance changes by another sum', ['04 5 15', '05 3 13'], [null, null]],
] as const)('directions: %s', (_, rows, directions) => {
  const all = bookedOf(rows);
  expect(directionsOf(all, followBalances(all))).toEqual(directions);
});

test('only a whole row with its balance is printed twice', () => {
  const [one, other, bare] = bookedOf(['04 +5 15', '04 +5 20', '04 +5 ?']) as [Booked, Booked, Booked];
  expect([isRepeated(one, one), isRepeated(one, other), isRepeated(bare, bare), isRepeated(one, undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
