/** Dates and times as Indian banks write them. Day comes before month. */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}';
const YEAR = '(?:20)?\\d\\d';

/** In order of preference: the first shape that matches at a place wins. `17 NOV 00:24` holds a time, no year. */
const DATE_SHAPES: readonly { shape: RegExp; parts: readonly ('day' | 'month' | 'year')[] }[] = [
  { shape: /(?<![\d-])(20\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g, parts: ['year', 'month', 'day'] },
  {
    shape: new RegExp(`(?<![\\d-])(\\d{1,2})\\s?([-/.])\\s?(\\d{1,2})\\s?\\2\\s?(${YEAR})(?![\\d%]|[-/.]\\d)`, 'g'),
    parts: ['day', 'month', 'year'],
  },
  {
    shape: new RegExp(
      `(?<![\\d,.])(\\d{1,2})(?:st|nd|rd|th)?([-/., ']*)(?:of )?(${MONTH})[-/., ']*(${YEAR})(?![\\d,]\\d)(?!\\d|:\\d\\d(?!:?\\d))`,
      'gi',
    ),
    parts: ['day', 'month', 'year'],
  },
  {
    shape: new RegExp(`(?<![a-z])(${MONTH})([-/., ']*)(\\d{1,2})(?:st|nd|rd|th)?[-/., ']+(20\\d\\d)(?!\\d)`, 'gi'),
    parts: ['month', 'day', 'year'],
  },
  {
    shape: /(?<=\b(?:on|dt|date|dated)[\s.:]{0,3})(\d\d)()(\d\d)((?:20)?\d\d)(?!\d|[.,]\d)/gi,
    parts: ['day', 'month', 'year'],
  },
  {
    shape: new RegExp(
      `(?<=\\b(?:on|dt|date|dated)[\\s.:]{0,3})(\\d{1,2})(?:st|nd|rd|th)?([- ]?)(${MONTH})(?![\\w])`,
      'gi',
    ),
    parts: ['day', 'month'],
  },
  {
    shape: /(?<=\b(?:on|dt|date|dated)[\s.:]{0,3})(\d{1,2})([-/])(\d{1,2})(?![\d%]|[-/.,]\d)/gi,
    parts: ['day', 'month'],
  },
  // Last, because a time may follow a year: `12Nov2026:07:17:28`.
  { shape: /(?<![\w:-])(20\d\d)(:)(\d\d):(\d\d)(?= \d)/g, parts: ['year', 'month', 'day'] },
];

/** 11 for 'Nov', 'november' or '11'. */
export function monthNumber(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3).toLowerCase());
  return named < 0 ? Number(text) : named + 1;
}

/** `YYYY-MM-DD`, or null if no such day exists. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.toISOString().slice(0, 10) : null;
}

/**
 * Replaces every date in `text` by what `keep` returns for it. `receivedDay` (`YYYY-MM-DD`) supplies the year of a date
 * without one: the latest such day that is not after it.
 */
export function replaceDates(text: string, receivedDay: string, keep: (day: string) => string): string {
  let result = text;
  for (const { shape, parts } of DATE_SHAPES) {
    result = result.replace(shape, (whole, first: string, _separator: string, second: string, third?: string) => {
      const values: Partial<Record<'day' | 'month' | 'year', string>> = {};
      parts.forEach((part, index) => {
        values[part] = [first, second, third][index] ?? '';
      });
      const month = monthNumber(values.month ?? '');
      const day = Number(values.day);
      const found = values.year
        ? dayOf(Number(values.year.slice(-2)) + 2000, month, day)
        : latestDay(receivedDay, month, day);
      return found ? keep(found) : whole;
    });
  }
  return result;
}

function latestDay(receivedDay: string, month: number, day: number): string | null {
  const year = Number(receivedDay.slice(0, 4));
  const thisYear = dayOf(year, month, day);
  return thisYear && thisYear <= receivedDay ? thisYear : dayOf(year - 1, month, day);
}

const TIME =
  /(?<!\d|\d[.:])([01]?\d|2[0-3])([:.])([0-5]\d)(?:\2([0-5]\d))?(?:\.\d{1,6})?(\s?[ap](?:\.m\b\.?|m\b))?(?!\d|[:.]\d)/gi;

/** Replaces every time of day by what `keep` returns for it: `HH:MM` or `HH:MM:SS`, 24 hours. */
export function replaceTimes(text: string, keep: (time: string) => string): string {
  return text.replace(
    TIME,
    (whole, hours: string, separator: string, minutes: string, seconds?: string, half?: string) => {
      // `10.46` alone is a number; with seconds or am/pm it is a time.
      if (separator === '.' && !seconds && !half) return whole;
      if (separator === '.' && !half && hours.length < 2) return whole;
      let hour = Number(hours);
      if (half) {
        if (/p/i.test(half) && hour < 12) hour += 12;
        if (/a/i.test(half) && hour === 12) hour = 0;
      }
      return keep([String(hour).padStart(2, '0'), minutes, ...(seconds ? [seconds] : [])].join(':'));
    },
  );
}
