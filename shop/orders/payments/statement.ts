import {
  channelOf,
  codedDirection,
  isReference,
  learnPlaces,
  nameOf,
  type Parts,
  partsOf,
  referenceOf,
  referencePlace,
  saysCharged,
  saysReversal,
  timeOf,
  transferReference,
  vpaCut,
  vpaOf,
  wordedDirection,
} from './narration.ts';
import type { Reading } from './reading.ts';
import { type Entry, type Settled, settle } from './statement-balance.ts';
import { accountTailOf, bankOf, isNoLine, openingsOf, tailOf } from './statement-bank.ts';
import {
  amountOf,
  type Cell,
  type Direction,
  dateOf,
  directionOf,
  isBlank,
  joinPieces,
  textOf,
} from './statement-cells.ts';
import { findTable, headerScore, type Row, sectionsOf, type Table } from './statement-table.ts';

export type { Cell } from './statement-cells.ts';

/** One transaction of a statement, as its bank printed it. */
export interface StatementLine extends Reading {
  /** Row of the sheet, from 1. */
  line: number;
  direction: Direction;
  amountPaise: number;
  date: string;
  /** A payment that came back: it proves no order. */
  reversal: boolean;
  /** The words of the bank say so. */
  worded: boolean;
  /** The same row as the one before it, printed twice (overlapping pages). */
  repeated: boolean;
  /** At most 300 characters. */
  narration: string;
}

export interface Statement {
  bank: string | null;
  /** Up to four last digits of the account, when the file shows them. */
  accountTail: string | null;
  /** Days of the first and the last line, `YYYY-MM-DD`. */
  from: string;
  to: string;
  openingPaise: number | null;
  closingPaise: number | null;
  /** Oldest first. */
  lines: StatementLine[];
  refused: { line: number; reason: string }[];
  /** Each balance follows from the one before it, so that no line is missing. */
  unbroken: boolean;
}

/** A file that is no statement, with one sentence for the owner. */
export interface Refusal {
  refusal: string;
}

const MOST_NARRATION = 300;
const TIME_ONLY = /^\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i;
/** Lists of goods and parcels, reports of payment apps, and books that the shop keeps itself have dates and sums too. */
const FOREIGN =
  /^(?:item|product|sku|qty|quantity|hsn|stock|awb|merchant id|mid|vch type|voucher type|email|customer(?! id)|buyer|order status|financial status)\b|^order #|\b(?:settled|settlement|payout|commission)\b/i;
/** Exports of apps show payments too that did not happen. */
const STATUS = /^(?:txn|tran|transaction|payment)?[ _.]*status$/i;
const NOT_DONE = /^(?:fail|declin|pending|in[ -]?pro|process|revers|refund|cancel|reject|time|expire|initiat)/i;
/** Rows that may continue the narration of one entry. */
const MOST_PIECES = 8;

interface Draft extends Entry {
  pieces: string[];
  references: Cell[][];
  /** Last digits of the account, where a file holds several accounts. */
  account: string | null;
}

/**
 * Reads the transactions from the sheets of a bank's export.
 *
 * @param sheets rows of cells by sheet; CSV and HTML files are one or more sheets too
 */
export function readStatement(sheets: readonly (readonly (readonly Cell[])[])[]): Statement | Refusal {
  if (!sheets.some((sheet) => sheet.some((row) => row.some((cell) => textOf(cell) !== '')))) {
    return { refusal: 'This file is empty. Please choose the statement that you downloaded from your bank.' };
  }
  if (sheets.some(isOrderExport)) {
    return { refusal: 'This is the list of orders from your own shop, not a bank statement.' };
  }
  let guide: Table | null = null;
  const sections = sheets.flatMap(sectionsOf);
  const parts = sections.flatMap((section) => {
    const table = findTable(section, guide);
    if (!table) return [];
    if (headerScore(table.header) > 0) guide = table;
    const part = readTable(table, sections.length > 1 ? accountTailOf(tablelessRows(section, table)) : null);
    return part.settled.length > 0 || part.refused.length > 0 ? [part] : [];
  });
  const tables = parts.filter((part) => part.directed && part.settled.length > 0 && !isForeignList(part.table));
  // Sheets in the order of their days.
  tables.sort((a, b) => (a.settled[0]?.moment.date ?? '').localeCompare(b.settled[0]?.moment.date ?? ''));
  if (tables.length === 0) return { refusal: refusalOf(sheets) };

  const lines = linesOf(tables.flatMap((part) => part.settled));
  const around = sections.flatMap((section) =>
    tablelessRows(section, tables.find(({ table }) => table.sheet === section)?.table ?? null),
  );
  const bank = bankOf(
    around.map((row) => row.map(textOf)),
    tables[0]?.table.header ?? [],
  );
  const accountTail = accountTailOf(around);
  // A summary on a sheet without headings of its own has no lines to refuse.
  const refused = parts
    .filter((part) => part.table.first > 0 || tables.includes(part))
    .flatMap((part) => part.refused)
    .sort((a, b) => a.line - b.line);
  const first = lines[0];
  const days = lines.map((line) => line.date).sort();
  return {
    bank,
    accountTail,
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    openingPaise: first && first.balancePaise !== null ? first.balancePaise - signed(first) : null,
    closingPaise: lines.at(-1)?.balancePaise ?? null,
    lines: lines.map((line) => ({ ...line, bank, accountTail: line.accountTail ?? accountTail })),
    refused,
    unbroken: refused.length === 0 && joins(lines),
  };
}

function signed({ direction, amountPaise }: Pick<StatementLine, 'direction' | 'amountPaise'>): number {
  return direction === 'credit' ? amountPaise : -amountPaise;
}

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

function readTable(table: Table, account: string | null) {
  const drafts: Draft[] = [];
  const refused: { line: number; reason: string }[] = [];
  let open: Draft | null = null;
  const status = table.header.findIndex((heading) => STATUS.test(heading));
  const zone = table.rows.slice(table.first);
  for (const row of zone) {
    if (row.texts.every(isBlank)) {
      if (row.texts.every((text) => text === '')) open = null;
      continue;
    }
    const draft = draftOf(row, table, account);
    if (!draft.moment && headerScore(row.texts) > 2) continue;
    if (isNoLine(row.texts)) {
      open = null;
      continue;
    }
    const text = row.texts[table.narration] ?? '';
    const dateText = row.texts[table.date] ?? '';
    const hasAmount = draft.values.some((value) => value !== null && value.paise > 0);
    if (draft.moment && hasAmount && NOT_DONE.test(row.texts[status] ?? '')) {
      refused.push({ line: row.line, reason: 'The line says that the payment has failed or is pending.' });
      open = null;
    } else if (draft.moment) {
      drafts.push(draft);
      open = draft;
    } else if (open && continues(row, table, hasAmount, open)) {
      for (const [index, column] of table.references.entries()) {
        if (!isBlank(row.texts[column] ?? '')) open.references[index]?.push(row.cells[column] ?? null);
      }
      const rest = text || dateText;
      if (rest !== '' && !TIME_ONLY.test(rest)) open.pieces.push(rest);
      if (hasAmount) {
        // The amounts of this entry stand beside the last part of its narration.
        open.values = draft.values;
        open.signs = draft.signs;
        open.unreadable = draft.unreadable;
      }
    } else if (hasAmount && /[a-z]/i.test(text) && isBlank(dateText)) {
      drafts.push(draft);
      open = draft;
    } else if (hasAmount && /\p{L}/u.test(text) && /\d[-/. ]\w|#{3}/.test(dateText) && amountOf(dateText) === null) {
      refused.push({ line: row.line, reason: 'The date cannot be read.' });
      open = null;
    }
  }
  const numberAt = (column: number) => table.numbers.indexOf(column);
  const settlement = settle(
    drafts,
    {
      roles: table.numbers.map((column) => table.roles[column] ?? null),
      signOf: table.signs.map(({ of }) => numberAt(of)),
    },
    openingsOf(table.rows.map((row) => row.texts)),
  );
  return { ...settlement, table, refused: [...refused, ...settlement.refused] };
}

function draftOf(row: Row, table: Table, account: string | null): Draft {
  const values = table.numbers.map((column) => amountOf(row.cells[column]));
  const pieces = [row.texts[table.narration] ?? ''];
  return {
    line: row.line,
    moment: table.dateOf(row.texts[table.date] ?? ''),
    values,
    signs: table.signs.map(({ column }) => directionOf(row.texts[column] ?? '')),
    unreadable: table.numbers.some(
      (column, index) =>
        values[index] === null && !isBlank(row.texts[column] ?? '') && table.roles[column] !== 'balance',
    ),
    worded: () => wordedDirection(partsOf(joinPieces(pieces).tight)),
    coded: () => codedDirection(partsOf(joinPieces(pieces).tight)) !== null,
    key: row.texts.join('\u0000'),
    pieces,
    references: table.references.map((column) => [row.cells[column] ?? null]),
    account: table.account < 0 ? account : tailOf(row.texts[table.account] ?? ''),
  };
}

/** Whether the row holds only more of the narration, or of the reference, of the entry above it. */
function continues(row: Row, table: Table, hasAmount: boolean, open: Draft): boolean {
  if (open.pieces.length >= MOST_PIECES) return false;
  const bare = !open.values.some((value) => value !== null && value.paise > 0);
  if (hasAmount && !bare) return false;
  const own = [
    table.narration,
    ...table.references,
    ...(hasAmount ? [...table.numbers, ...table.signs.map(({ column }) => column)] : []),
  ];
  // A PDF turned into a table puts the rest of the narration into the first column.
  const alone = row.texts.filter((text) => !isBlank(text)).length === 1;
  return row.texts.every(
    (text, column) =>
      isBlank(text) || own.includes(column) || (column === table.date && (alone || TIME_ONLY.test(text))),
  );
}

interface Told extends Settled<Draft> {
  parts: Parts;
  column: string[];
  words: string[];
}

function linesOf(settled: readonly Settled<Draft>[]): StatementLine[] {
  const told: Told[] = settled.map((line) => {
    const { tight, loose } = joinPieces(line.entry.pieces);
    const whole = partsOf(tight);
    const spaced = tight === loose || whole.candidates.some((digits) => digits !== null) ? null : partsOf(loose);
    // A remark of the bank may stand below the last line.
    const alone = spaced && line.entry.pieces.length > 1 ? partsOf(line.entry.pieces[0] ?? '') : null;
    const parts = [spaced, alone].find((one) => one?.candidates.some((digits) => digits !== null)) ?? whole;
    const transfer = ['upi', 'imps', 'other'].includes(channelOf(parts.text));
    const cells = line.entry.references.flatMap((pieces) =>
      pieces.length > 1 ? [joinPieces(pieces.map(textOf)).tight] : pieces,
    );
    const column = transfer ? cells.flatMap((cell) => columnReference(cell, channelOf(parts.text)) ?? []) : [];
    return { ...line, parts, column: [...new Set(column)], words: cells.map(textOf) };
  });
  const places = learnPlaces(
    told
      .filter(({ parts }) => ['upi', 'imps'].includes(channelOf(parts.text)))
      .map(({ parts, moment, column }) => ({ parts, date: moment.date, column })),
  );
  const cut = vpaCut(told.map(({ parts }) => parts));
  // References seen so far, to notice money that goes back.
  const credits = new Set<string>();
  const debits = new Set<string>();
  return told.map((line) => {
    const read = lineOf(line, places, cut);
    const references = [read.rrn, ...read.refs].filter((reference) => reference !== null);
    const returned = references.find((reference) => (read.direction === 'debit' ? credits : debits).has(reference));
    // A line that returns money cannot be returned itself.
    if (!read.repeated && !returned)
      for (const reference of references) (read.direction === 'debit' ? debits : credits).add(reference);
    if (!returned && !read.reversal) return read;
    const reversesRrn = read.direction === 'debit' ? (returned ?? read.rrn) : null;
    return {
      ...read,
      reversal: true,
      reason: read.direction === 'debit' ? 'credit_reversed' : 'reversal',
      reversesRrn,
    };
  });
}

function lineOf(
  { entry, moment, direction, amountPaise, balancePaise, repeated, parts, column, words }: Told,
  places: Parameters<typeof referencePlace>[1],
  cut: number,
): StatementLine {
  const named = channelOf(parts.text);
  // A chargeback may name the reference without the channel.
  const transfer = named === 'upi' || named === 'imps' || (direction === 'debit' && saysCharged(parts));
  // A reference column that repeats a number of the narration shows which of its numbers is the reference.
  const repeats = parts.candidates.findIndex((digits) => digits !== null && column.includes(digits));
  const place = transfer ? (repeats >= 0 ? repeats : referencePlace(parts, places)) : -1;
  const rrn = (place >= 0 ? parts.candidates[place] : null) ?? column[0] ?? null;
  const channel = named === 'other' && rrn ? null : named;
  const worded = saysReversal(parts, place, direction, named);
  const utr = named === 'neft' || named === 'rtgs' ? transferReference([parts.text, ...words]) : null;
  return {
    kind: direction,
    reason: null,
    amountPaise,
    channel,
    rrn,
    refs: [...column.filter((reference) => reference !== rrn), ...(utr ? [utr] : [])],
    date: moment.date,
    time: moment.time ?? (transfer ? timeOf(parts) : null),
    payerVpa: transfer ? vpaOf(parts, cut) : null,
    payerName: nameOf(parts, place, named),
    accountTail: entry.account,
    balancePaise,
    bank: null,
    reversesRrn: null,
    returnedRefs: null,
    line: entry.line,
    direction,
    reversal: worded,
    worded,
    repeated,
    narration: parts.text.slice(0, MOST_NARRATION),
  };
}

/** The reference in a cell of the bank's reference column. Only number cells lose a leading zero. */
function columnReference(cell: Cell, channel: string): string | null {
  if (typeof cell === 'number') {
    const digits = Number.isSafeInteger(cell) ? String(cell) : '';
    const whole = digits.length === 11 && channel !== 'other' ? `0${digits}` : digits;
    return isReference(whole) ? whole : null;
  }
  const text = textOf(cell)
    .replace(/(\d{12})\.0+$/, '$1')
    .replace(/\s+/g, ' ');
  return channel === 'other' && !/^(?:0{4})?\d{12}$/.test(text) ? null : referenceOf(text);
}

/** Rows outside of the transactions: above the header, below the last line, and sheets without a table. */
function tablelessRows(sheet: readonly (readonly Cell[])[], table: Table | null): (readonly Cell[])[] {
  if (!table) return sheet.slice(0, 200);
  const below = sheet.slice(Math.max(table.first, sheet.length - 60));
  const isDated = (cell: Cell) => typeof cell === 'string' && dateOf(textOf(cell)) !== null;
  return [...sheet.slice(0, table.first), ...below.filter((row) => !row.some(isDated))];
}

function isOrderExport(sheet: readonly (readonly Cell[])[]): boolean {
  return sheet.slice(0, 20).some((row) => {
    // Exports of payment apps have an order's number too, but not in front.
    const headings = row.map((cell) => textOf(cell).toLowerCase()).filter((text) => text !== '');
    return /^order (?:number|no\.?|id)$/.test(headings[0] ?? '') && !headings.some((text) => text.includes('balance'));
  });
}

function isForeignList({ rows }: Table): boolean {
  return rows
    .slice(0, 50)
    .some(({ texts }) => isHeading(texts) && texts.filter(isForeignHeading).length >= (headerScore(texts) > 0 ? 1 : 2));
}

function isHeading(row: readonly Cell[]): boolean {
  return row.filter((cell) => textOf(cell) !== '').length > 3 && row.every((cell) => amountOf(cell) === null);
}

/** Exports of apps write `settlement_utr`. */
function isForeignHeading(text: string): boolean {
  return text.length <= 60 && FOREIGN.test(text.replaceAll('_', ' '));
}

function refusalOf(sheets: readonly (readonly (readonly Cell[])[])[]): string {
  const text = sheets.flatMap((sheet) => sheet.slice(0, 200).map((row) => row.map(textOf).join(' '))).join('\n');
  if (/%PDF-/.test(text)) return 'This is a PDF. Please download the statement from your bank as an Excel or CSV file.';
  if (/\b(?:log ?in|sign ?in|password|captcha|session (?:has )?expired)\b/i.test(text)) {
    return "This is a page of your bank's website, not a statement. Please log in there again and download the statement.";
  }
  if (
    sheets.some((sheet) => sheet.slice(0, 50).some((row) => isHeading(row) && row.map(textOf).some(isForeignHeading)))
  ) {
    return 'This file is no bank statement: it lists other things, such as goods, parcels or the payouts of an app.';
  }
  if (sheets.some((sheet) => sheet.slice(0, 200).some((row) => headerScore(row.map(textOf)) > 2))) {
    return 'This statement holds no transactions that can be read.';
  }
  return 'This file is no bank statement: it has no table with dates, amounts and balances.';
}
