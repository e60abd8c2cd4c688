/** Dates and times as Indian banks write them. Day comes before month. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const GAP = "[-/., ']{0,3}";
const YEAR = '(?:20)?\\d\\d';

type Part = 'day' | 'month' | 'year';
const DAY_FIRST: readonly Part[] = ['day', 'month', 'year'];

/**
 * In order of preference: the first shape that fits a place wins. `17 NOV 00:24` holds a time, no
 * year.
 */
const SHAPES: readonly { shape: RegExp; parts: readonly Part[] }[] = [
  { shape: /(20\d\d)([-/.: ])(\d{1,2})\2(\d{1,2})(?!\d)/y, parts: ['year', 'month', 'day'] },
  {
    shape: new RegExp(`(\\d{1,2}) ?([-/.]) ?(\\d{1,2}) ?\\2 ?(${YEAR})(?![\\d%]|[-/.]\\d)`, 'y'),
    parts: DAY_FIRST,
  },
  {
    shape: new RegExp(
      `(\\d{1,2})(?:st|nd|rd|th)?(${GAP})(?:of )?(${MONTH})${GAP}(${YEAR})(?!\\d|,\\d|:\\d\\d(?!:?\\d))`,
      'iy',
    ),
    parts: DAY_FIRST,
  },
  {
    shape: new RegExp(`(${MONTH})(${GAP})(\\d{1,2})(?:st|nd|rd|th)?${GAP}(20\\d\\d)(?!\\d)`, 'iy'),
    parts: ['month', 'day', 'year'],
  },
  { shape: /(\d\d)()(\d\d)((?:20)?\d\d)(?!\d|[.,]\d)/y, parts: DAY_FIRST },
  { shape: new RegExp(`(\\d{1,2})(?:st|nd|rd|th)?([- ]?)(${MONTH})(?!\\w)`, 'iy'), parts: ['day', 'month'] },
  { shape: /(\d{1,2})([-/])(\d{1,2})(?![\d%]|[-/.,]\d)/y, parts: ['day', 'month'] },
];

/** 11 for 'Nov', 'november' or '11'. */
function monthNumber(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return named < 0 ? Number(text) : named + 1;
}

/** `YYYY-MM-DD`, or null if no such day exists. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

const DAY_MS = 86_400_000;

/**
 * The latest such day that is not after the day behind `receivedDay`: at midnight, a phone's clock
 * may be late. Null without a received day.
 */
function latestDay(receivedDay: string, month: number, day: number): string | null {
  const received = Date.parse(receivedDay);
  if (Number.isNaN(received)) return null;
  const latest = new Date(received + DAY_MS).toISOString().slice(0, 10);
  const year = Number(latest.slice(0, 4));
  const thisYear = dayOf(year, month, day);
  return thisYear && thisYear <= latest ? thisYear : dayOf(year - 1, month, day);
}

/**
 * The date at `start` and where it ends; null if there is none. `receivedDay` (`YYYY-MM-DD`) gives
 * the year of a date without one.
 */
export function dateAt(text: string, start: number, receivedDay: string): { end: number; value: string } | null {
  if (/\d/.test(text.charAt(start - 1))) return null;
  for (const { shape, parts } of SHAPES) {
    shape.lastIndex = start;
    const match = shape.exec(text);
    if (!match) continue;
    const found: Partial<Record<Part, string>> = {};
    parts.forEach((part, index) => {
      found[part] = [match[1], match[3], match[4]][index];
    });
    const [month, day] = [monthNumber(found.month ?? ''), Number(found.day)];
    const value = found.year
      ? dayOf(Number(found.year.slice(-2)) + 2000, month, day)
      : latestDay(receivedDay, month, day);
    if (value) return { end: shape.lastIndex, value };
  }
  return null;
}

const TIME =
  /([01]?\d|2[0-3])([:.])([0-5]\d)(?:\2([0-5]\d))?(?:\.\d{1,6})?( ?[ap](?:\.m\b\.?|m\b))?(?: ?(?:ist|hrs)\b)?(?!\d|[:.]\d)/iy;

/**
 * The time of day at `start`, `HH:MM` or `HH:MM:SS` of 24 hours, and where it ends; null if there
 * is none.
 */
export function timeAt(text: string, start: number): { end: number; value: string } | null {
  if (/\d/.test(text.charAt(start - 1))) return null;
  TIME.lastIndex = start;
  const match = TIME.exec(text);
  if (!match) return null;
  const [, hours = '', separator, minutes = '', seconds, half = ''] = match;
  // `9.46` alone is a number.
  if (separator === '.' && !seconds && !half && hours.length < 2) return null;
  let hour = Number(hours);
  if (/p/i.test(half) && hour < 12) hour += 12;
  if (/a/i.test(half) && hour === 12) hour = 0;
  const value = [String(hour).padStart(2, '0'), minutes, seconds].filter((part) => part !== undefined).join(':');
  return { end: TIME.lastIndex, value };
}
