import { parse } from 'csv-parse/sync';
import type { Cell } from '#shop/bank/statement/cells.ts';

/**
 * Reads a statement that is plain text: CSV with any separator. A text without one, as a printer, a
 * message or the page of a PDF shows it, has rows of one cell: its columns cannot be told apart for
 * sure, so nothing is cut.
 */
export function readText(whole: string): Cell[][] {
  const hint = /^sep=(.)\r?\n/i.exec(whole);
  const text = (hint ? whole.slice(hint[0].length) : whole)
    // `="…"` protects a value from the spreadsheet; its commas belong to it.
    .replace(/(^|[,;\t|])="([^"\n]*)"(?=[,;\t|\r\n]|$)/gm, '$1"$2"');
  const { separator, columns } = separatorOf(text, hint?.[1] ? [hint[1]] : [',', ';', '\t', '|']);
  if (columns < 3) return text.split(/\r\n?|\n|\f/).map((line) => [line.trim()]);
  try {
    // The parser is slow with rows that are longer or shorter than the first one, so the first one
    // has the usual length.
    const rows = parse(`${separator.repeat(columns - 1)}\n${text}`, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: 1_000_000,
      record_delimiter: ['\n', '\r\n', '\r'],
    }) as string[][];
    return rows.slice(1);
  } catch {
    // A quotation mark without its partner.
    const lines = text.split(/\r\n?|\n/);
    return lines.map((line) => line.split(separator).map((cell) => cell.replace(/^\s*"|"\s*$/g, '')));
  }
}

/** The separator with which most lines have equally many cells, and that number. */
function separatorOf(text: string, separators: readonly string[]): { separator: string; columns: number } {
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 300)
    // Commas stand inside of amounts too.
    .map((line) => line.replace(/"[^"]*"/g, '').replace(/(?<![\d,])\d{1,3}(?:,\d{2,3})+\.\d\d(?!\d)/g, '0'));
  let best = { separator: separators[0] ?? ',', columns: 1, lines: 0 };
  for (const separator of separators) {
    const counts = Map.groupBy(lines, (line) => line.split(separator).length);
    for (const [columns, { length }] of counts) {
      if (columns >= 3 && length > best.lines) best = { separator, columns, lines: length };
    }
  }
  // Of a printed statement, only its address has commas.
  const printed = lines.filter(
    (line) => PRINTED.test(line) && !line.includes(QUOTE) && line.split(best.separator).length < 3,
  );
  return printed.length > best.lines ? { ...best, columns: 1 } : best;
}

const QUOTE = '"';
/** A line that begins with a date and has an amount. */
const PRINTED = /^ *(?:\d{1,5}[.)]? +)?\d{1,4}[-/. ](?:\d\d?|[a-z]{3,9})[-/. ]\d{2,4}\b.*\b\d+(?:\.\d\d)?\b/i;
