import { withoutMarks } from '../../text/sheet-cell.ts';
import { dateAt, timeAt } from '../dates.ts';

/** Reads single cells of a bank statement: dates, amounts and the words for credit and debit. */

/**
 * A cell of a sheet. Cells that a spreadsheet formats as dates come as text, `YYYY-MM-DD` or
 * `YYYY-MM-DD HH:MM:SS`.
 */
export type Cell = string | number | null;
export type Sheet = readonly (readonly Cell[])[];
export type Direction = 'credit' | 'debit';

const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u00ad\ufeff]/g;
/** Longer cells are cut: the longest narrations have a few hundred characters. */
const MOST_TEXT = 2000;

/**
 * The text of a cell without invisible characters, `="…"` and a leading apostrophe. Line breaks
 * inside are kept.
 */
export function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell
    .slice(0, MOST_TEXT)
    .replace(/_x000D_/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000\t]/g, ' ')
    .trim();
  return withoutMarks(text);
}

/** Whether the cell holds nothing, or only a sign for nothing such as `-`. */
export function isBlank(text: string): boolean {
  return text === '' || /^(?:[-–—*._=#~]+|na|nil|n\/a|null|none)$/i.test(text);
}

/**
 * A day in India, `YYYY-MM-DD`, and the time as written (`HH:MM` or `HH:MM:SS`, null when absent).
 */
export interface Moment {
  date: string;
  time: string | null;
}

const WEEKDAY = /^(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+/i;

/**
 * Reads a cell that holds a date, with or without a time, and nothing else. The day comes before
 * the month.
 */
export function dateOf(text: string): Moment | null {
  if (text.length < 6 || text.length > 40 || !/\d/.test(text)) return null;
  const plain = text
    .replace(WEEKDAY, '')
    // Some banks print the value date below in brackets, or the time without a space.
    .replace(/\s*\([^()]*\)$/, '')
    .replace(/(\d{4})(\d\d:\d\d)/, '$1 $2')
    .replace(/[T\s]+/g, ' ');
  const found = dateAt(plain, 0, '');
  if (!found?.value.startsWith('20')) return null;
  const rest = plain.slice(found.end).replace(/^[ ,-]+/, '');
  const time = timeAt(rest, 0);
  if (rest !== '' && time?.end !== rest.length) return null;
  return { date: found.value, time: time === null || /^00:00(?::00)?$/.test(time.value) ? null : time.value };
}

/**
 * Reads a spreadsheet's serial number (days since 1899-12-30) between the years 2000 and 2099; two
 * decimals are an amount.
 */
export function serialDateOf(text: string): Moment | null {
  const serial = /^\d{5}(?:\.\d{3,})?$/.test(text) ? Number(text) : 0;
  if (serial < 36_526 || serial >= 73_051) return null;
  const at = new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString();
  const time = at.slice(11, 19);
  return { date: at.slice(0, 10), time: time === '00:00:00' ? null : time };
}

/** Paise are never negative here; `sign` says what the cell itself tells about its direction. */
export interface Amount {
  paise: number;
  sign: Direction | 'minus' | 'plus' | null;
}

const WORD = '(CREDIT|DEBIT|CR|DR|C|D)';
/** A point without a word before it is a decimal point: `.50` is fifty paise. */
const AMOUNT = new RegExp(
  String.raw`^(?:${WORD}[.:)]*|:)?([+-])?(\()?([+-])?(\d[\d,]*(?:\.\d*)?|\.\d+)(\))?([+-])?[(:]?${WORD}?[.)]*$`,
);
const GROUPED = /^\d{1,3}(?:,\d{2,3})*,\d{3}$/;

/**
 * Reads an amount in rupees, with Indian or western grouping, currency and `Cr`/`Dr` in any place.
 */
export function amountOf(cell: Cell | undefined): Amount | null {
  if (typeof cell !== 'number') return amountOfText(textOf(cell));
  const paise = Math.round(Math.abs(cell) * 100);
  if (!Number.isFinite(cell) || paise >= 1e12 || Math.abs(Math.abs(cell) * 100 - paise) > 1e-3) return null;
  return { paise, sign: cell < 0 ? 'minus' : null };
}

function amountOfText(text: string): Amount | null {
  // A cell cut at its width has a line break within the number; with a space they are two.
  if (text.length > 40 || /\d +\d/.test(text)) return null;
  const plain = text
    .toUpperCase()
    .replace(/[\s"]+/g, '')
    .replace(/(?:₹|INR|RS)[.:]?(?=[\d(+.-])|₹|INR|RS\.?(?=$|[(CD])|\/-/g, '')
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

/**
 * A balance in paise; overdrawn balances are negative.
 *
 * @param sign the word of its own column, if there is one
 */
export function balanceOf(cell: Cell | undefined, sign: Direction | null = null): number | null {
  const amount = amountOf(cell);
  if (!amount) return null;
  return amount.sign === 'minus' || amount.sign === 'debit' || sign === 'debit' ? -amount.paise : amount.paise;
}

const IN = /^(?:CR|C|CREDIT|CREDITED|DEPOSIT|DEP|IN|RECEIVED|INWARD|\+)$/;
const OUT = /^(?:DR|D|DB|DEBIT|DEBITED|WITHDRAWAL|WDL|W|OUT|PAID|OUTWARD|-)$/;

/** Direction that a cell with nothing but `CR`, `Debit`, `Deposit` … names. */
export function directionOf(text: string): Direction | null {
  const word = text.replace(/[().:\s]/g, '').toUpperCase();
  if (IN.test(word)) return 'credit';
  return OUT.test(word) ? 'debit' : null;
}

/**
 * Direction that the amount's own sign tells.
 *
 * @param unsigned what an amount without a sign is in this column
 */
export function signDirection({ sign }: Amount, unsigned: Direction | null = null): Direction | null {
  if (sign === 'credit' || sign === 'plus') return 'credit';
  return sign === 'debit' || sign === 'minus' ? 'debit' : unsigned;
}
