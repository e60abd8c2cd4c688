/**
 * CSV cells that are safe to open in a spreadsheet: text that would run as a formula gets a leading
 * apostrophe, which is removed when the file is imported. This file does not import Zod.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;

export function safeCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Reverses `safeCell`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** A name of digits: spreadsheets would drop its zeros and show a long one as 6.3E+11. */
interface Code {
  code: string;
}

export type Cell = string | number | Code;

/** More than eleven digits, a zero or a plus sign in front, or `12E3`. */
const LOST_AS_NUMBER = /^(?:\d{12,}|0\d+|\+\d[\d ]*|\d+E\d+)$/i;

export function csvCell(cell: Cell): string | number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'string' ? safeCell(cell) : codeCell(cell.code);
}

/** Excel reads `="0123"` as the text 0123. */
export function codeCell(code: string): string {
  return LOST_AS_NUMBER.test(code) ? `="${code}"` : safeCell(code);
}

const BAR = ' | ';

/** Joins a list into one cell: `a | b`; bars inside entries are escaped as `\|`. */
export function listCell(entries: readonly string[]): string {
  return entries.map((entry) => entry.replace(/[\\|]/g, '\\$&')).join(BAR);
}

/** Splits a list cell into its entries, trimmed and without blank ones. */
export function cellList(cell: string): string[] {
  // Matches runs of escaped characters and characters other than bars.
  const entries = cell.match(/(?:\\[\s\S]|[^|\\])+|\\$/g) ?? [];
  return entries.map((entry) => entry.replace(/\\([\s\S])/g, '$1').trim()).filter(Boolean);
}
