import { ZONE_MS } from '../india/dates.ts';

/** The times for which reports are made: a month, or the quarter or financial year that has it. */
export const SPANS = ['month', 'quarter', 'year'] as const;
export type Span = (typeof SPANS)[number];

export interface Period {
  /** Epoch ms in India; `to` is exclusive. */
  from: number;
  to: number;
  /** For names of files: '2026-11', '2026-10-to-12', '2026-27'. */
  name: string;
}

/** @param month '2026-11' */
export function periodOf(month: string, span: Span): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = number - 1;
  if (span === 'month') return period(year, at, 1, month);
  const two = (value: number) => String(value).padStart(2, '0');
  if (span === 'quarter') {
    const first = at - (at % 3);
    return period(year, first, 3, `${year}-${two(first + 1)}-to-${two(first + 3)}`);
  }
  const begin = at < APRIL ? year - 1 : year;
  return period(begin, APRIL, 12, `${begin}-${two((begin + 1) % 100)}`);
}

const APRIL = 3;

function period(year: number, first: number, months: number, name: string): Period {
  return { from: Date.UTC(year, first) - ZONE_MS, to: Date.UTC(year, first + months) - ZONE_MS, name };
}

/** Whether a month has an invoice furnishing facility (IFF): the first two of a quarter have. */
export function hasIff(month: string): boolean {
  return Number(month.slice(5)) % 3 !== 0;
}
