/**
 * Cells of a CSV that spreadsheet programs open: a text that they would run as a formula gets an apostrophe before it, and loses it
 * when the file comes back. No Zod in here.
 */
const RUNS = /^'*[=+\-@\t\r＝＋－＠]/;

export function safeCell(text: string): string {
  return RUNS.test(text) ? `'${text}` : text;
}

/** The text that `safeCell` was given. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && RUNS.test(cell) ? cell.slice(1) : cell;
}

const BAR = ' | ';

/** A list in one cell: `a | b`; a bar inside an entry is written `\|`. */
export function listCell(entries: readonly string[]): string {
  return entries.map((entry) => entry.replace(/[\\|]/g, '\\$&')).join(BAR);
}

/** The entries of a list cell, trimmed, blank ones left out. */
export function cellList(cell: string): string[] {
  // Runs of anything but bars, an escaped sign counting as itself.
  const entries = cell.match(/(?:\\[\s\S]|[^|\\])+|\\$/g) ?? [];
  return entries.map((entry) => entry.replace(/\\([\s\S])/g, '$1').trim()).filter(Boolean);
}
