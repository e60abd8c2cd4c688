import { expect, test } from 'vitest';
import { partsIn, partsOf } from './wording-parts.ts';

const WORDING = {
  text: 'Dear Customer, {amount} is credited to A/c {account} by UPI from {payer}, Ref {rrn}. Note: {note}',
};

test('the pieces of a wording', () => {
  expect(partsOf({ text: '{amount} credited[ to A/c {account}].' })).toEqual([
    { slot: 'amount', text: '' },
    { slot: null, text: ' credited to A/c ' },
    { slot: 'account', text: '' },
    { slot: null, text: '.' },
  ]);
});

test('a message in the pieces of its wording', () => {
  const message =
    'Dear Customer,\nRs.366.00 is credited to A/c XX4821 by UPI from ANANYA IYER, Ref 633216630285. Note: ORD1';
  const parts = partsIn(WORDING, message);
  expect(parts.filter(({ slot }) => slot !== null)).toEqual([
    { slot: 'amount', text: 'Rs.366.00' },
    { slot: 'account', text: 'XX4821' },
    { slot: 'payer', text: 'ANANYA IYER' },
    { slot: 'rrn', text: '633216630285' },
    { slot: 'note', text: 'ORD1' },
  ]);
  expect(parts.map(({ text }) => text).join('')).toBe(message);
});

test('a message that cannot be divided is one piece', () => {
  expect(partsIn(WORDING, 'Something else')).toEqual([{ slot: null, text: 'Something else' }]);
});

test('a long text takes no long time', () => {
  const before = performance.now();
  partsIn(WORDING, 'Dear Customer, '.repeat(10_000));
  partsIn(WORDING, ' '.repeat(50_000));
  expect(performance.now() - before).toBeLessThan(1_000);
});
