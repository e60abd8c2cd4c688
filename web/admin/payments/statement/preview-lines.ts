import type { StatementImport } from '#shop/orders/payments/api.ts';
import { REASONS } from '../payment-words.ts';

export type StatementLine = NonNullable<StatementImport['lines']>[number];

/** What an import does with a line. The order is that of the filter. */
export const OUTCOMES = ['look', 'confirm', 'suggest', 'without', 'before', 'left-out'] as const;
export type LineOutcome = (typeof OUTCOMES)[number];

export const OUTCOME_WORDS: Record<LineOutcome, { tab: string; what: string }> = {
  look: { tab: 'Need a look', what: 'Goes to review' },
  confirm: { tab: 'Will confirm', what: 'Confirms the order' },
  suggest: { tab: 'Suggested', what: 'Waits for your confirmation' },
  without: { tab: 'Without order', what: 'Kept without order' },
  before: { tab: 'Imported before', what: 'Changes nothing' },
  'left-out': { tab: 'Left out', what: 'Left out, changes nothing' },
};

export function outcomeOf({ direction, reversal, duplicate, match }: StatementLine): LineOutcome {
  if (duplicate) return 'before';
  if (reversal) return 'look';
  // A line of which nothing tells the direction counts only if it leads to an order.
  if (direction === 'debit' || (direction === null && !match)) return 'left-out';
  if (match?.decision === 'review') return 'look';
  if (match?.decision === 'confirm') return 'confirm';
  return match?.decision === 'suggest' ? 'suggest' : 'without';
}

/** What was found about a line, as a plain fact. */
export function findingOf({ direction, reversal, match, duplicate }: StatementLine): string {
  if (duplicate) return 'Imported before';
  if (reversal) return direction === 'debit' ? 'Takes an earlier payment back' : 'An own payment that came back';
  if (direction === 'debit') return 'Money sent or charged';
  if (direction === null && !match) return 'Not clear whether money came in';
  if (!match) return '';
  if (match.reason === 'unproven') return 'UTR and amount agree, but this file alone is not enough';
  return match.reason === 'exact' ? 'UTR, amount and day agree' : REASONS[match.reason].title;
}

/**
 * Credits of an import that fit no order. One that already proves an order is `without` one too,
 * but not kept for later.
 */
export function countWithoutOrder(lines: readonly StatementLine[] = []): number {
  return lines.filter((line) => outcomeOf(line) === 'without' && line.match?.reason === 'no_order').length;
}

/** How many lines have each outcome. */
export function countOutcomes(lines: readonly StatementLine[]): Record<LineOutcome, number> {
  const counts = { look: 0, confirm: 0, suggest: 0, without: 0, before: 0, 'left-out': 0 };
  for (const line of lines) counts[outcomeOf(line)] += 1;
  return counts;
}
