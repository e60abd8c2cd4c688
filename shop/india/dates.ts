const ZONE_MS = 5.5 * 3_600_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** India has one time zone without daylight saving time, so a fixed offset is enough and the output does not depend on ICU data. */
function inIndia(ms: number): Date {
  return new Date(ms + ZONE_MS);
}

/** '20 Nov 2026' for epoch milliseconds, in Asia/Kolkata (D3). */
export function formatDate(ms: number): string {
  const day = inIndia(ms);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** 'Wednesday, 25 Nov' for epoch milliseconds, in Asia/Kolkata; for days of the coming weeks. */
export function formatWeekday(ms: number): string {
  const day = inIndia(ms);
  return `${WEEKDAYS[day.getUTCDay()]}, ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** '4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatTime(ms: number): string {
  const day = inIndia(ms);
  const hours = day.getUTCHours();
  return `${hours % 12 || 12}:${String(day.getUTCMinutes()).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`;
}

/** '20 Nov 2026, 4:33 pm' for epoch milliseconds, in Asia/Kolkata. */
export function formatDateTime(ms: number): string {
  return `${formatDate(ms)}, ${formatTime(ms)}`;
}

/** '2026-11-20' for epoch milliseconds, in Asia/Kolkata; for date fields and file names. */
export function isoDay(ms: number): string {
  return inIndia(ms).toISOString().slice(0, 10);
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
