/** Reads single cells of a bank statement: dates, amounts and the words for credit and debit. */

import { monthNumber } from './message-dates.ts';

/** A cell of a sheet. Cells that a spreadsheet formats as dates come as text, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export type Cell = string | number | null;

export type Direction = 'credit' | 'debit';

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060\u00ad\ufeff]/g;
const FORMULA_TEXT = /^="([\s\S]*)"$/;

/** Longer cells are cut: the longest narrations have a few hundred characters. */
const MOST_TEXT = 2000;

/** The text of a cell without invisible characters, `="…"` and a leading apostrophe. Line breaks inside are kept. */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  let text = cell
    .slice(0, MOST_TEXT)
    .replace(/_x000D_/g, '')
    .replace(/\r\n?/g, '\n');
  if (/[^\n\x20-\x7e]/.test(text))
    text = text.replace(INVISIBLE, '').replace(/[\u00a0\u2000-\u200a\u202f\u3000\t]/g, ' ');
  text = text.trim();
  if (text.startsWith('=')) text = (FORMULA_TEXT.exec(text)?.[1] ?? text).trim();
  return text.startsWith("'") ? text.slice(1).trim() : text;
}

/** Whether the cell holds nothing, or only a sign for nothing such as `-`. */
export function isBlank(text: string): boolean {
  return text === '' || /^(?:[-–—*._=#~]+|na|nil|n\/a|null|none)$/i.test(text);
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** A time may touch the date in front of it. */
const TIME = String.raw`(?:[T ,\n-]*(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?\s*(?:(Z|UTC|GMT|[+-]\d{2}:?\d{2})|IST|hrs)?)?$`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(\d{4}|\d{2})`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}`, 'i');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?${YEAR}${TIME}`, 'i');
const DAY_MONTH = new RegExp(`^${DAY}[-/., ]*${MONTH}[-/.,' ]*${YEAR}${TIME}`, 'i');
const MONTH_DAY = new RegExp(`^${MONTH}[-/. ]*${DAY}[-/., ]+${YEAR}${TIME}`, 'i');
const COMPACT = /^(\d{2})(\d{2})(\d{2})(\d{2})$/;
const WEEKDAY = /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+/i;

/** A day in India, `YYYY-MM-DD`, and the time as written (`HH:MM` or `HH:MM:SS`, null when absent). */
export interface Moment {
  date: string;
  time: string | null;
}

/**
 * How a column writes its dates. A spreadsheet with American settings puts the month first, or, when it opens a file with Indian dates,
 * takes days up to 12 for months (`swapped`) and leaves the others as text.
 */
export type DateStyle = 'dayFirst' | 'monthFirst' | 'swapped';

/** The style of a column: the day is before the month, unless every date of the column that tells says otherwise. */
export function dateStyleOf(texts: readonly string[]): DateStyle {
  let [first, second] = [0, 0];
  const years: string[] = [];
  const days: string[] = [];
  for (const text of texts) {
    const [, a = '', b = ''] = DAY_FIRST.exec(text) ?? [];
    if (Number(a) > 12) days.push(dateOf(text)?.date ?? '');
    if (Number(a) > 12) first += 1;
    else if (Number(b) > 12 && dateOf(text, 'monthFirst')) second += 1;
    else if (a !== '') days.push('');
    else if (YEAR_FIRST.test(text)) years.push(text);
  }
  if (first === 0) return second > 1 ? 'monthFirst' : 'dayFirst';
  if (second > 0 || years.length < 2 || days.includes('')) return 'dayFirst';
  // Each day of the text is after the 12th; each of the others must be a month, and stand beside them once it is swapped.
  const swapped = years.map((text) => dateOf(text, 'swapped')?.date ?? '');
  const months = new Set(days.map((day) => day.slice(0, 7)));
  const isSwapped = swapped.every((day) => months.has(day.slice(0, 7)));
  return isSwapped && years.some((text) => !months.has(text.slice(0, 7))) ? 'swapped' : 'dayFirst';
}

/** Reads a date, with or without a time. */
export function dateOf(text: string, style: DateStyle = 'dayFirst'): Moment | null {
  if (text.length < 6 || text.length > 40 || !/\d/.test(text)) return null;
  // Some banks print the value date below in brackets.
  const plain = text.replace(WEEKDAY, '').replace(/\s*\([^()]*\)$/, '');
  let found = YEAR_FIRST.exec(plain);
  if (found) {
    return style === 'swapped'
      ? moment(found[1], found[3], found[2], found)
      : moment(found[1], found[2], found[3], found);
  }
  found = DAY_FIRST.exec(plain);
  if (found) {
    return style === 'monthFirst'
      ? moment(found[3], found[1], found[2], found)
      : moment(found[3], found[2], found[1], found);
  }
  found = DAY_MONTH.exec(plain);
  if (found) return moment(found[3], found[2], found[1], found);
  found = MONTH_DAY.exec(plain);
  return found ? moment(found[3], found[1], found[2], found) : null;
}

/** Reads eight digits as `YYYYMMDD` or `DDMMYYYY`; only for columns that are known to hold dates. */
export function compactDateOf(text: string): Moment | null {
  const found = COMPACT.exec(text);
  if (!found) return null;
  const [, a = '', b = '', c = '', d = ''] = found;
  return moment(a + b, c, d) ?? moment(c + d, b, a);
}

/** Reads a spreadsheet's serial number (days since 1899-12-30) between the years 2000 and 2099. */
export function serialDateOf(text: string): Moment | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
  const serial = Number(text);
  if (serial < 36_526 || serial >= 73_051) return null;
  const at = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  const time = at.slice(11, 19);
  return { date: at.slice(0, 10), time: time === '00:00:00' ? null : time };
}

function moment(yearText = '', monthText = '', dayText = '', found?: RegExpExecArray): Moment | null {
  const year = Number(yearText) + (yearText.length === 2 ? 2000 : 0);
  const [month, day] = [monthNumber(monthText), Number(dayText)];
  if (year < 2000 || year > 2099 || month < 1 || month > 12) return null;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (day < 1 || day > (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)) return null;
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const [hourText, minute, second, half, zone] = found?.slice(4) ?? [];
  if (hourText === undefined || minute === undefined) return { date, time: null };
  let hour = Number(hourText);
  if (half) hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  if (hour > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return null;
  const time = `${String(hour).padStart(2, '0')}:${minute}${second ? `:${second}` : ''}`;
  if (/^00:00(?::00)?$/.test(time)) return { date, time: null };
  return zone ? inIndia(`${date}T${time}`, zone) : { date, time };
}

/** The day and time in India of a time elsewhere: `Z`, `UTC`, or a distance such as `+05:30`. */
function inIndia(local: string, zone: string): Moment {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):?(\d{2})/.exec(zone) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const at = new Date(Date.parse(`${local}Z`) + (330 - ahead) * 60_000).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, local.length) };
}

/** Paise are never negative here; `sign` says what the cell itself tells about its direction. */
export interface Amount {
  paise: number;
  sign: Direction | 'minus' | 'plus' | null;
}

const AMOUNT =
  /^(CREDIT|DEBIT|CR|DR|C|D)?[.:)]*([+-])?(\()?([+-])?(\d[\d,]*(?:\.\d*)?|\.\d+)(\))?([+-])?[(:]?(CREDIT|DEBIT|CR|DR|C|D)?[.)]*$/;
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

/** Reads an amount in rupees, with Indian or western grouping, currency and `Cr`/`Dr` in any place. */
export function amountOf(cell: Cell | undefined): Amount | null {
  if (typeof cell === 'number') {
    const paise = Math.round(Math.abs(cell) * 100);
    if (!Number.isFinite(cell) || paise >= 1e12 || Math.abs(Math.abs(cell) * 100 - paise) > 1e-3) return null;
    return { paise, sign: cell < 0 ? 'minus' : null };
  }
  return amountOfText(textOf(cell));
}

/** As `amountOf`, for text that `textOf` has returned. */
export function amountOfText(text: string): Amount | null {
  if (text === '' || text.length > 40 || !/\d/.test(text)) return null;
  const plain = text
    .toUpperCase()
    .replace(/[\s"]+/g, '')
    .replace(/₹|INR|RS[.:]?(?=[\d(+.-])|RS\.?(?=$|[(CD])|\/-/g, '')
    .replace(/[−–]/g, '-');
  const found = AMOUNT.exec(plain);
  if (!found) return null;
  const [, lead, before, open, inside, digits = '', close, after, tail] = found;
  const [whole = '', fraction = ''] = digits.split('.');
  if (whole.includes(',') ? !GROUPED.test(whole) : whole.length > 9) return null;
  if (fraction.length > 2 && !/^\d\d0+$/.test(fraction)) return null;
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  const word = tail ?? lead;
  const mark = before ?? inside ?? after;
  if (word) return { paise, sign: word.startsWith('C') ? 'credit' : 'debit' };
  if (mark === '-' || (open && close && !mark)) return { paise, sign: 'minus' };
  return { paise, sign: mark === '+' ? 'plus' : null };
}

/** Direction that a cell with nothing but `CR`, `Debit`, `Deposit` … names. */
export function directionOf(text: string): Direction | null {
  const word = text.replace(/[().:\s]/g, '').toUpperCase();
  if (/^(?:CR|C|CREDIT|CREDITED|DEPOSIT|DEP|IN|RECEIVED|INWARD|\+)$/.test(word)) return 'credit';
  return /^(?:DR|D|DB|DEBIT|DEBITED|WITHDRAWAL|WDL|W|OUT|PAID|OUTWARD|-)$/.test(word) ? 'debit' : null;
}

/** Pieces of a cut text: mostly cut at a width, in the middle of a word or number; sometimes between words. */
export function joinPieces(pieces: readonly string[]): { tight: string; loose: string } {
  const split = pieces
    .flatMap((piece) => piece.split('\n'))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  // Where a narration begins anew, nothing was cut.
  const anew = (text: string, piece: string) =>
    /^(?:UPI|IMPS|NEFT):/i.test(piece) || (/ TFR$/i.test(text) && /^[A-Z]{3,4}[*/]/i.test(piece));
  const tight = split.reduce((text, piece) => `${text}${anew(text, piece) ? ' ' : ''}${piece}`, '');
  return { tight: tight.trim().slice(0, MOST_TEXT), loose: split.join(' ').slice(0, MOST_TEXT) };
}
