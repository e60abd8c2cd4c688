import * as local from '#words/dates.ts';

/** How far India is ahead of UTC, all year. */
export const ZONE_MS = 5.5 * 3_600_000;

/**
 * The names of the months, and how a time is written: in the language of the build, unless given.
 */
export type DateWords = Pick<typeof local, 'MONTHS' | 'timeOfDay'>;

/**
 * India has one time zone without daylight saving time, so a fixed offset is enough and the output
 * does not depend on ICU data.
 */
function inIndia(ms: number): Date {
  return new Date(ms + ZONE_MS);
}

/** '20 Nov 2026' for epoch milliseconds, in Asia/Kolkata (D3). */
export function formatDate(ms: number, words: DateWords = local): string {
  const day = inIndia(ms);
  return `${day.getUTCDate()} ${words.MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** 'Wednesday, 25 Nov' for epoch milliseconds, in Asia/Kolkata; for days of the coming weeks. */
export function formatWeekday(ms: number): string {
  const day = inIndia(ms);
  return `${local.WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${local.MONTHS[day.getUTCMonth()]}`;
}

/** '20 Nov' for epoch milliseconds, in Asia/Kolkata; for days of the last weeks. */
export function formatDay(ms: number): string {
  const day = inIndia(ms);
  return `${day.getUTCDate()} ${local.MONTHS[day.getUTCMonth()]}`;
}

/** '4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatTime(ms: number, words: DateWords = local): string {
  const day = inIndia(ms);
  return words.timeOfDay(day.getUTCHours(), day.getUTCMinutes());
}

/** '20 Nov 2026, 4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatDateTime(ms: number, words: DateWords = local): string {
  return `${formatDate(ms, words)}, ${formatTime(ms, words)}`;
}

/** '2026-11-20' for epoch milliseconds, in Asia/Kolkata; for date fields and file names. */
export function isoDay(ms: number): string {
  return inIndia(ms).toISOString().slice(0, 10);
}

/**
 * Noon in Asia/Kolkata of a day such as '2026-11-20', in epoch milliseconds; NaN for another text.
 */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00+05:30`);
}

/**
 * Midnight in Asia/Kolkata at the start of a day such as '2026-11-20', in epoch milliseconds; NaN
 * for another text.
 */
export function midnightOf(day: string): number {
  return Date.parse(`${day}T00:00:00+05:30`);
}

/** Start of the day in Asia/Kolkata that contains `ms`, in epoch milliseconds. */
export function startOfDay(ms: number): number {
  return Math.floor((ms + ZONE_MS) / 86_400_000) * 86_400_000 - ZONE_MS;
}

/** The Indian financial year (April to March) that contains `ms`: '2026-27'. */
export function financialYear(ms: number): string {
  const day = inIndia(ms);
  const first = day.getUTCMonth() >= 3 ? day.getUTCFullYear() : day.getUTCFullYear() - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}
