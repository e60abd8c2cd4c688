import { parse } from 'csv-parse/sync';
import type { Cell } from '#shop/orders/payments/statement.ts';

/** Reads a statement that is plain text: CSV with any separator, or lines as a printer or a message shows them. */

/** Rows of a text: columns between separators, or else columns at fixed places of the line. */
export function readText(text: string): Cell[][] {
  return readPrinted(text) ?? readSeparated(text);
}

function readSeparated(whole: string): Cell[][] {
  const hint = /^sep=(.)\r?\n/i.exec(whole);
  const text = (hint ? whole.slice(hint[0].length) : whole)
    // `="…"` protects a value from the spreadsheet; its commas belong to it.
    .replace(/(^|[,;\t|])="([^"\n]*)"(?=[,;\t|\r\n]|$)/gm, '$1"$2"');
  const { separator, columns } = separatorOf(text, hint?.[1] ? [hint[1]] : [',', ';', '\t', '|']);
  try {
    // The parser is slow with rows that are longer or shorter than the first one, so the first one has the usual length.
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
  return best;
}

/** A heading such as `Date       Particulars          Debit    Credit   Balance`, without a separator. */
const HEADING =
  /^(?=.*\b(?:date|dt)\b)(?=.*(?:\b(?:bal|dr|cr|amt)\b|balance|debit|credit|withdraw|deposit|amount|paid in|money in))/i;
const LABEL = /\S+(?: \S+)*/g;
const DATE = String.raw`\d{1,4}[-/. ]?(?:\d{1,2}|[a-z]{3})[-/. ]?\d{2,4}`;
const MONEY = String.raw`(?:Rs\.?|INR|₹)? ?[\d,]+\.\d\d`;
const DATED_AMOUNT = new RegExp(`^ *(?:\\d+ +)?${DATE}\\b.*\\d\\.\\d\\d`, 'i');
/** `09/11/2026 UPI/631354802636/NAME Rs.599.00 CR 1,599.00`, as a mini statement shows it. */
const ONE_LINE = new RegExp(
  String.raw`^ *(${DATE}(?:,? \d\d?:\d\d(?::\d\d)?)?) +(.*?[^ ]) +([-+]?${MONEY} ?\(?(?:CR|DR|C|D|Credit|Debit)?\)?\.?)(?: +(?:Bal\S* *)?(${MONEY} ?(?:CR|DR)?))?[. ]*$`,
  'i',
);

/** Lines without separators; null when the text has some. */
function readPrinted(text: string): Cell[][] | null {
  const lines = text.split(/\r\n?|\n/).map((line) => line.replaceAll('\f', ' '));
  const at = lines
    .slice(0, 200)
    .findIndex((line) => HEADING.test(line.replaceAll('_', ' ')) && isPrinted(line) && labelsOf(line).length > 2);
  if (at >= 0) return readColumns(lines, at);
  const found = lines.map((line) => (isPrinted(line) ? ONE_LINE.exec(line) : null));
  const told = found.filter((one) => one && (/[cd]/i.test(one[3] ?? '') || /^[-+]/.test(one[3] ?? '') || one[4]));
  if (told.length < 2 || told.length * 2 < lines.filter((line) => line.trim() !== '').length) return null;
  return lines.map((line, index) => found[index]?.slice(1, 5).map((cell) => cell ?? '') ?? [line.trim()]);
}

function isPrinted(line: string): boolean {
  return line.length < 400 && !/\t|[;|].*[;|]|,["a-z]/i.test(line);
}

function labelsOf(line: string): { start: number; end: number }[] {
  return [...line.matchAll(LABEL)].map(({ 0: label, index }) => ({ start: index, end: index + label.length }));
}

/** Cuts each line between the columns of the heading, where the lines with amounts leave a gap. */
function readColumns(lines: readonly string[], heading: number): Cell[][] {
  const labels = labelsOf(lines[heading] ?? '');
  const dated = lines.filter((line) => DATED_AMOUNT.test(line));
  const width = Math.max(0, ...dated.map((line) => line.length));
  const used = Array.from({ length: width }, () => 0);
  for (const line of dated) {
    for (let place = 0; place < line.length; place += 1) if (line[place] !== ' ') used[place] = (used[place] ?? 0) + 1;
  }
  const cuts = labels.slice(1).map(({ start, end }, index) => {
    let best = start - 1;
    for (let place = end - 1; place > (labels[index]?.start ?? 0); place -= 1) {
      const distance = Math.abs(place - start) - Math.abs(best - start);
      const more = (used[place] ?? 0) - (used[best] ?? 0);
      if (more < 0 || (more === 0 && distance < 0)) best = place;
    }
    return best;
  });
  const isCutAt = (line: string, cut: number) => /\S/.test(line[cut] ?? '') && /\S/.test(line[cut - 1] ?? '');
  return lines.map((line, index) => {
    const broken = cuts.map((cut) => isCutAt(line, cut));
    if (broken.includes(true) && !DATED_AMOUNT.test(line)) return index < heading ? [line.trim()] : [];
    // A text that is too long for its column makes the next one unreadable.
    return [0, ...cuts].map((from, column) => {
      const cell = line.slice(from, cuts[column]).trim();
      return column > 0 && broken[column - 1] ? `…${cell}` : cell;
    });
  });
}
