import { midnightOf, startOfDay } from '#shop/india/dates.ts';
import type { DemoMoment } from './files.ts';

const DAY_MS = 86_400_000;

/** Converts a demo moment to epoch ms, relative to `now` and never later than `now`. */
export function momentAt(moment: DemoMoment, now: number): number {
  const at = startOfDay(now) - moment.daysAgo * DAY_MS + moment.hour * 3_600_000 + (moment.minute ?? 0) * 60_000;
  return Math.min(at, now);
}

/** The offset in ms that moves the reference date of the demo to today. */
export function shiftToToday(referenceDate: string, now: number): number {
  return startOfDay(now) - midnightOf(referenceDate);
}
