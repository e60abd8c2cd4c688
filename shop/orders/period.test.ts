import { expect, test } from 'vitest';
import { hasIff, periodOf, type Span } from './period.ts';

test.each<[string, Span, string, string, string]>([
  ['2026-11', 'month', '2026-11-01', '2026-12-01', '2026-11'],
  ['2026-12', 'month', '2026-12-01', '2027-01-01', '2026-12'],
  ['2026-10', 'quarter', '2026-10-01', '2027-01-01', '2026-10-to-12'],
  ['2026-12', 'quarter', '2026-10-01', '2027-01-01', '2026-10-to-12'],
  ['2027-02', 'quarter', '2027-01-01', '2027-04-01', '2027-01-to-03'],
  ['2026-04', 'quarter', '2026-04-01', '2026-07-01', '2026-04-to-06'],
  ['2026-04', 'year', '2026-04-01', '2027-04-01', '2026-27'],
  ['2027-03', 'year', '2026-04-01', '2027-04-01', '2026-27'],
  ['2099-05', 'year', '2099-04-01', '2100-04-01', '2099-00'],
])('%s by %s: from %s to %s', (month, span, from, to, name) => {
  const midnight = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
  expect(periodOf(month, span)).toEqual({ from: midnight(from), to: midnight(to), name });
});

test('the third month of a quarter has no IFF', () => {
  const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
  expect(months.filter((month) => !hasIff(month))).toEqual(['2026-03', '2026-06', '2026-09', '2026-12']);
});
