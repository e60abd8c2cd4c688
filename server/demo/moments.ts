import type { DemoMoment } from './files.ts';

const DAY_MS = 86_400_000;
/** Asia/Kolkata has no daylight saving time, so a fixed offset is exact (D3). */
const INDIA_OFFSET_MS = 19_800_000;

/** The start of the day in India that contains `ms`. Both in epoch ms. */
export function startOfIndianDay(ms: number): number {
  return Math.floor((ms + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
}

/** Converts a demo moment to epoch ms, relative to `now` and never later than `now`. */
export function momentAt(moment: DemoMoment, now: number): number {
  const at = startOfIndianDay(now) - moment.daysAgo * DAY_MS + moment.hour * 3_600_000 + (moment.minute ?? 0) * 60_000;
  return Math.min(at, now);
}

/** The offset in ms that moves the reference date of the demo to today. */
export function shiftToToday(referenceDate: string, now: number): number {
  return startOfIndianDay(now) - startOfIndianDay(Date.parse(`${referenceDate}T00:00:00+05:30`));
}
