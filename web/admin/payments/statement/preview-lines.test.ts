import { expect, test } from 'vitest';
import { countOutcomes, countWithoutOrder, findingOf, outcomeOf, type StatementLine } from './preview-lines.ts';

function line(change: Partial<StatementLine>): StatementLine {
  return {
    date: '2026-11-20',
    amount: 599,
    direction: 'credit',
    rrn: null,
    refs: [],
    payer: null,
    narration: '',
    reversal: false,
    read: true,
    duplicate: false,
    ...change,
  };
}
const match = (
  decision: 'confirm' | 'review' | 'suggest' | 'none',
  reason: 'exact' | 'policy' | 'unproven' | 'amount_differs' | 'no_order' | 'matched',
) => ({
  match: { orderNumber: decision === 'none' ? null : 'ORD1', decision, reason },
});

test('a line whose direction nothing tells counts only when it leads to an order', () => {
  expect([outcomeOf(line({ direction: null })), findingOf(line({ direction: null }))]).toEqual([
    'left-out',
    'Not clear whether money came in',
  ]);
  expect(outcomeOf(line({ direction: null, ...match('suggest', 'policy') }))).toBe('suggest');
});

test.each([
  [match('confirm', 'exact'), 'confirm', 'UTR, amount and day agree'],
  [match('suggest', 'policy'), 'suggest', 'UTR, amount and day agree'],
  [match('suggest', 'unproven'), 'suggest', 'UTR and amount agree, but this file alone is not enough'],
  [match('review', 'amount_differs'), 'look', 'The amount differs from the order'],
  [match('none', 'no_order'), 'without', 'No order fits this credit yet'],
  [{}, 'without', ''],
  [{ direction: 'debit' }, 'left-out', 'Money sent or charged'],
  [{ direction: 'debit', reversal: true }, 'look', 'Takes an earlier payment back'],
  [{ reversal: true }, 'look', 'An own payment that came back'],
  [{ ...match('confirm', 'exact'), duplicate: true }, 'before', 'Imported before'],
  [{ ...match('none', 'matched'), duplicate: true }, 'before', 'Imported before'],
] as const)('a line with %o goes to %s: %s', (change, outcome, finding) => {
  const one = line(change);
  expect([outcomeOf(one), findingOf(one)]).toEqual([outcome, finding]);
});

test('a credit that already proves an order is not one without an order', () => {
  const proven = { match: { orderNumber: null, decision: 'none', reason: 'matched' } } as const;
  expect(countWithoutOrder([line(proven), line(match('none', 'no_order'))])).toBe(1);
});

test('the outcomes are counted', () => {
  const lines = [line({}), line({}), line(match('confirm', 'exact')), line({ direction: 'debit' })];
  expect(countOutcomes(lines)).toEqual({ look: 0, confirm: 1, suggest: 0, without: 2, before: 0, 'left-out': 1 });
});
