import { accountTailOf } from './account.ts';
import { amountOf, type Cell, dateOf, type Sheet, textOf } from './cells.ts';
import { type Part, type Row, readKnown } from './known.ts';
import { type Place, placeOf, textsOf } from './layouts.ts';
import { headingsOf, readPlain } from './plain.ts';
import type { Refusal, Statement, StatementLine } from './statement.ts';

const READABLE = 'Please download the statement from your bank as an Excel or CSV file.';

/**
 * Reads the transactions from the sheets of a bank's export: by a known layout, or else line by
 * line without understanding them.
 *
 * @param sheets rows of cells by sheet; CSV and HTML files are one or more sheets too
 */
export function readStatement(sheets: readonly Sheet[]): Statement | Refusal {
  const filled = sheets.filter((sheet) => sheet.some((row) => row.some((cell) => textOf(cell) !== '')));
  if (filled.length === 0) {
    return { refusal: 'This file is empty. Please choose the statement that you downloaded from your bank.' };
  }
  const known = filled.map(tablesOf);
  const isKnown = known.some((tables) => tables.length > 0);
  const refusal = isKnown ? null : foreignOf(filled);
  if (refusal) return { refusal };
  const parts = filled.flatMap((sheet, at) => {
    const tables = known[at] ?? [];
    return tables.length > 0 ? tables.map(({ rows, place, tail }) => readKnown(rows, place, tail)) : [plainPart(sheet)];
  });
  const read = parts.filter(({ lines, refused }) => lines.length + refused.length > 0);
  if (!isKnown && !read.some(({ isTable, lines }) => isTable && lines.length > 0)) {
    return { refusal: noTable(filled) };
  }
  if (!read.some(({ lines }) => lines.length > 0)) {
    return { refusal: 'This statement holds no transactions that can be read.' };
  }
  const place = known.flat()[0]?.place ?? null;
  return statementOf(
    read,
    place,
    accountTailOf(known.flat().length > 0 ? known.flat().flatMap(({ around }) => around) : outside(filled)),
  );
}

interface Table {
  rows: Row[];
  place: Place;
  /** The account that the text above this table names. */
  tail: string | null;
  /** Rows above the table. */
  around: (readonly Cell[])[];
}

/**
 * The tables of known layouts in a sheet. Headings may be repeated on each page, and a file may
 * hold several accounts.
 */
function tablesOf(sheet: Sheet): Table[] {
  const tables: Table[] = [];
  let around: (readonly Cell[])[] = [];
  let words = '';
  let skip = false;
  for (const [index, cells] of sheet.entries()) {
    if (skip) {
      skip = false;
      continue;
    }
    const texts = textsOf(cells);
    const below = textsOf(sheet[index + 1] ?? []);
    const place = placeOf(texts, words) ?? placeOf(merged(texts, below), words);
    if (place) {
      skip = placeOf(texts, words) === null;
      const tail = accountTailOf(around);
      const last = tables.at(-1);
      if (!last || (tail !== null && last.tail !== null && tail !== last.tail)) {
        tables.push({ rows: [], place, tail, around });
      }
      around = [];
      continue;
    }
    tables.at(-1)?.rows.push({ line: index + 1, cells, texts });
    around.push(cells);
    if (words.length < 5000) words += ` ${texts.join(' ')}`;
  }
  return tables;
}

/** Headings over two rows: `Amount` above `Debit` and `Credit`. */
const merged = (texts: readonly string[], below: readonly string[]) => texts.map((text, at) => below[at] || text);

const plainPart = (sheet: Sheet) =>
  readPlain(sheet.map((cells, index) => ({ line: index + 1, cells, texts: textsOf(cells) })));

/** Rows of unknown files in which the account may be named: those without a date. */
const outside = (sheets: readonly Sheet[]) =>
  sheets.flatMap((sheet) => sheet.slice(0, 200).filter((row) => !row.some((cell) => dateOf(textOf(cell)) !== null)));

function statementOf(parts: readonly Part[], place: Place | null, tail: string | null): Statement {
  // Sheets in the order of their days.
  const sorted = parts.toSorted((a, b) => (a.lines[0]?.date ?? '').localeCompare(b.lines[0]?.date ?? ''));
  const lines = withReturns(sorted.flatMap((part) => part.lines)).map((line) => ({
    ...line,
    accountTail: line.accountTail ?? (place ? tail : null),
  }));
  const days = lines.map(({ date }) => date).sort();
  const first = lines[0];
  const refused = parts.flatMap((part) => part.refused).sort((a, b) => a.line - b.line);
  return {
    bank: place?.layout.bank ?? null,
    accountTail: tail,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    openingPaise: first && first.balancePaise !== null ? first.balancePaise - signed(first) : null,
    closingPaise: lines.at(-1)?.balancePaise ?? null,
    lines,
    refused,
    unbroken: place !== null && refused.length === 0 && joins(lines),
    shortened: parts.reduce((sum, part) => sum + part.shortened, 0),
  };
}

const signed = ({ direction, amountPaise }: StatementLine) => (direction === 'debit' ? -amountPaise : amountPaise);

function joins(lines: readonly StatementLine[]): boolean {
  let before: number | null = null;
  for (const line of lines) {
    if (line.balancePaise === null) return false;
    if (line.repeated) continue;
    if (before !== null && before + signed(line) !== line.balancePaise) return false;
    before = line.balancePaise;
  }
  return true;
}

/**
 * Marks money that goes back: a line of a known layout with the reference and amount of an earlier
 * one on the other side.
 */
function withReturns(lines: readonly StatementLine[]): StatementLine[] {
  const seen = { credit: new Set<string>(), debit: new Set<string>() };
  return lines.map((line) => {
    const { direction, repeated, rrn, refs, amountPaise } = line;
    if (direction === null || repeated) return line;
    const references = rrn === null ? refs : [rrn, ...refs];
    const back = references.find((one) =>
      seen[direction === 'debit' ? 'credit' : 'debit'].has(`${one} ${amountPaise}`),
    );
    // A line that returns money cannot be returned itself.
    if (back === undefined) for (const one of references) seen[direction].add(`${one} ${amountPaise}`);
    if (back === undefined && !line.reversal) return line;
    const reason = direction === 'debit' ? 'credit_reversed' : 'reversal';
    return { ...line, reversal: true, reason, reversesRrn: direction === 'debit' ? (back ?? rrn) : null };
  });
}

/**
 * Lists of goods and parcels, reports of payment apps and cards, and books that the shop keeps
 * itself have dates and sums too.
 */
const FOREIGN: readonly [RegExp, string][] = [
  [
    /^(?:item|product|sku|qty|quantity|hsn|stock|awb|invoice|buyer)\b|^customer(?! id)|^(?:order|financial) status\b/,
    'goods, parcels or invoices',
  ],
  [/\b(?:settled|settlement|payout|commission|merchant id|mid)\b/, 'the payouts of an app'],
  [
    /\b(?:vch|voucher) type\b|^(?:source|destination)[ _]account|^(?:category|ledger|debit account|credit account)\b|expenses:/,
    'your own books',
  ],
  [/\breward points?\b|\bpoints (?:earned|redeemed|balance)\b/, 'reward points'],
];
const CARD = /\bcredit card\b|\bcard (?:number|no|statement)\b|\bminimum (?:amount )?due\b|\btotal (?:amount )?due\b/;
const ORDERS = /^order (?:number|no\.?|id)$/;

/** Why a file without a known layout is another thing; null when it may be a statement. */
function foreignOf(sheets: readonly Sheet[]): string | null {
  const top = sheets.flatMap((sheet) =>
    sheet.slice(0, 50).map((row) => textsOf(row).map((text) => text.toLowerCase().replaceAll('_', ' '))),
  );
  const headed = top.filter(
    (row) => row.filter((text) => text !== '').length > 2 && row.every((text) => amountOf(text) === null),
  );
  for (const row of headed) {
    if (ORDERS.test(row.find((text) => text !== '') ?? '') && !row.some((text) => text.includes('balance'))) {
      return 'This is the list of orders from your own shop, not a bank statement.';
    }
    for (const [shape, what] of FOREIGN) {
      if (row.some((text) => text.length <= 60 && shape.test(text))) {
        return `This file is no bank statement: it lists other things, such as ${what}.`;
      }
    }
  }
  if (top.some((row) => row.some((text) => text.startsWith('expenses:'))))
    return 'This file is no bank statement: it lists other things, such as your own books.';
  if (top.some((row) => row.some((text) => text.length < 120 && CARD.test(text)))) {
    return 'This is the statement of a card, on which money paid off is marked as a credit. Please upload the statement of your account.';
  }
  return null;
}

function noTable(sheets: readonly Sheet[]): string {
  const text = sheets.flatMap((sheet) => sheet.slice(0, 200).map((row) => textsOf(row).join(' '))).join('\n');
  if (text.includes('%PDF-')) return `This is a PDF. ${READABLE}`;
  if (/\b(?:log ?in|sign ?in|password|captcha|session (?:has )?expired)\b/i.test(text)) {
    return "This is a page of your bank's website, not a statement. Please log in there again and download the statement.";
  }
  if (sheets.some((sheet) => sheet.slice(0, 200).some((row) => headingsOf(textsOf(row)) !== null))) {
    return 'This statement holds no transactions that can be read.';
  }
  return 'This file is no bank statement: it has no table with dates, amounts and balances.';
}
