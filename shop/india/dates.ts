import m from '#messages/dates';

/** How far India is ahead of UTC, all year. */
export const ZONE_MS = 5.5 * 3_600_000;

/**
 * India has one time zone without daylight saving time, so a fixed offset is enough and the output
 * does not depend on ICU data.
 */
function inIndia(ms: number): Date {
  return new Date(ms + ZONE_MS);
}

/** '20 Nov 2026' for epoch milliseconds, in Asia/Kolkata (D3). */
export function formatDate(ms: number): string {
  const day = inIndia(ms);
  return `${day.getUTCDate()} ${monthOf(day)} ${day.getUTCFullYear()}`;
}

/** 'Wednesday, 25 Nov' for epoch milliseconds, in Asia/Kolkata; for days of the coming weeks. */
export function formatWeekday(ms: number): string {
  const day = inIndia(ms);
  return `${m.weekdays().split(' ')[day.getUTCDay()]}, ${day.getUTCDate()} ${monthOf(day)}`;
}

/** '20 Nov' for epoch milliseconds, in Asia/Kolkata; for days of the last weeks. */
export function formatDay(ms: number): string {
  const day = inIndia(ms);
  return `${day.getUTCDate()} ${monthOf(day)}`;
}

/** '4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatTime(ms: number): string {
  const day = inIndia(ms);
  const hours = day.getUTCHours();
  const time = `${hours % 12 || 12}:${String(day.getUTCMinutes()).padStart(2, '0')}`;
  return m.time({ time, part: m[`part_${partOfDay(hours)}`]() });
}

function partOfDay(hours: number): 'night' | 'dawn' | 'morning' | 'noon' | 'evening' | 'late' {
  if (hours < 4) return 'night';
  if (hours < 6) return 'dawn';
  if (hours < 12) return 'morning';
  if (hours < 16) return 'noon';
  return hours < 20 ? 'evening' : 'late';
}

/** 'Nov'. */
function monthOf(day: Date): string {
  return m.months().split(' ')[day.getUTCMonth()] ?? '';
}

/** '20 Nov 2026, 4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatDateTime(ms: number): string {
  return `${formatDate(ms)}, ${formatTime(ms)}`;
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

/** '2026-11-20T16:30' for epoch milliseconds, in Asia/Kolkata; for fields of date and time. */
export function isoMinute(ms: number): string {
  return inIndia(ms).toISOString().slice(0, 16);
}

/** The moment of '2026-11-20T16:30' in Asia/Kolkata, in epoch milliseconds; NaN for another text. */
export function minuteOf(text: string): number {
  return Date.parse(`${text}:00+05:30`);
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
