import { lossOf } from '../../text/sheet-cell.ts';
import { tracesOf } from '../finder.ts';
import { takesBack } from '../slots.ts';
import { isNoLine } from './account.ts';
import { type Booked, directionsOf, followBalances, isRepeated } from './balances.ts';
import {
  amountOf,
  balanceOf,
  type Cell,
  type Direction,
  dateOf,
  directionOf,
  isBlank,
  type Moment,
  serialDateOf,
  signDirection,
  textOf,
} from './cells.ts';
import { CHANNELS, type Place, type Role } from './layouts.ts';
import { readNarration, saysBack } from './narration.ts';
import type { RefusedLine, StatementLine } from './statement.ts';

/** A row of a sheet, cleaned once. `line` counts from 1. */
export interface Row {
  line: number;
  cells: readonly Cell[];
  texts: readonly string[];
}

/** What both ways to read a table return. Lines are in the order of time. */
export interface Part {
  lines: StatementLine[];
  refused: RefusedLine[];
  /** References that a spreadsheet has shortened. */
  shortened: number;
  /** Headings, signs or balances tell that it is a list of payments. */
  isTable: boolean;
}

interface Draft extends Booked {
  row: Row;
  moment: Moment;
  /** The narration, which a bank may print in several rows. */
  pieces: string[];
  reference: Cell;
  otherReference: Cell;
}

export const refusedRow = ({ line, texts }: Row, reason: string): RefusedLine => ({
  line,
  reason,
  text: rawOf(texts).slice(0, 200),
});

export const rawOf = (texts: readonly string[]): string =>
  texts
    .filter((text) => !isBlank(text))
    .map((text) => text.replace(/\s+/g, ' '))
    .join(' · ');

/**
 * Reads the rows below the headings of a known layout: a row with a date and an amount is read or
 * refused, never dropped.
 */
export function readKnown(
  rows: readonly Row[],
  place: Place,
  accountTail: string | null,
): Part & { shortened: number } {
  const { drafts, refused } = draftsOf(rows, place);
  const balances = followBalances(drafts);
  const directions = directionsOf(drafts, balances);
  const told = drafts.flatMap((draft, at) => {
    const direction = directions[at];
    if (direction) return [{ draft, direction, repeated: isRepeated(draft, drafts[at - 1]) }];
    refused.push(refusedRow(draft.row, 'The line does not tell whether money came in or went out.'));
    return [];
  });
  if (balances.order === -1) told.reverse();
  const { chained, contradicted } = balances;
  const lines = told.map(({ draft, direction, repeated }) => ({
    ...lineOf(draft, direction, place),
    accountTail,
    repeated,
    chained,
    contradicted,
  }));
  const shortened = drafts.filter(({ reference, otherReference }) =>
    [reference, otherReference].some((cell) => lossOf(textOf(cell)) === 'shortened'),
  );
  return { lines, refused, shortened: shortened.length, isTable: true };
}

function draftsOf(rows: readonly Row[], place: Place): { drafts: Draft[]; refused: RefusedLine[] } {
  const drafts: Draft[] = [];
  const refused: RefusedLine[] = [];
  let open: Draft | null = null;
  for (const row of rows) {
    if (row.texts.every(isBlank)) {
      if (row.texts.every((text) => text === '')) open = null;
      continue;
    }
    const dateText = textAt(row, place, 'date');
    const moment = dateOf(dateText) ?? serialDateOf(dateText);
    const sum = sumOf(row, place);
    if (sum === 'unreadable' || sum === 'both') {
      // Sums below the lines stand on both sides.
      const isLine: boolean = moment !== null || (sum === 'unreadable' && !isNoLine(row.texts));
      if (isLine) refused.push(refusedRow(row, sum === 'both' ? BOTH_SIDES : 'The amount cannot be read.'));
      open = null;
    } else if (moment && (sum || !isNoLine(row.texts))) {
      open = draftOf(row, place, moment, sum);
      drafts.push(open);
    } else if (isNoLine(row.texts)) {
      open = null;
    } else if (open && continues(row, place, sum !== null && open.amountPaise > 0)) {
      addTo(open, row, place, sum);
    } else if (sum) {
      refused.push(refusedRow(row, 'The date cannot be read.'));
      open = null;
    }
  }
  const bare = drafts.filter(({ amountPaise }) => amountPaise === 0);
  for (const { row } of bare) refused.push(refusedRow(row, 'The line has no amount.'));
  return { drafts: drafts.filter(({ amountPaise }) => amountPaise > 0), refused };
}

const BOTH_SIDES = 'The line has an amount for money in and one for money out.';

const cellAt = (row: Row, { columns }: Place, role: Role): Cell => row.cells[columns[role] ?? -1] ?? null;
const textAt = (row: Row, { columns }: Place, role: Role): string => row.texts[columns[role] ?? -1] ?? '';

interface Sum {
  paise: number;
  direction: Direction | null;
}

/** The amount of a row and its direction by columns and signs; null when the row has none. */
function sumOf(row: Row, place: Place): Sum | 'unreadable' | 'both' | null {
  const found: Sum[] = [];
  for (const role of ['debit', 'credit', 'amount'] as const) {
    const text = textAt(row, place, role);
    if (isBlank(text)) continue;
    const amount = amountOf(cellAt(row, place, role));
    if (!amount) return 'unreadable';
    if (amount.paise === 0) continue;
    const sign = directionOf(textAt(row, place, 'sign'));
    const own = role === 'amount' ? (sign ?? signDirection(amount, place.layout.unsigned)) : role;
    found.push({ paise: amount.paise, direction: role === 'credit' && amount.sign === 'minus' ? 'debit' : own });
  }
  return found.length > 1 ? 'both' : (found[0] ?? null);
}

function draftOf(row: Row, place: Place, moment: Moment, sum: Sum | null): Draft {
  return {
    row,
    moment,
    date: moment.date,
    amountPaise: sum?.paise ?? 0,
    direction: sum?.direction ?? null,
    balancePaise: balanceAt(row, place),
    key: row.texts.join('\u0000'),
    pieces: [textAt(row, place, 'narration')],
    reference: cellAt(row, place, 'reference'),
    otherReference: cellAt(row, place, 'other reference'),
  };
}

const balanceAt = (row: Row, place: Place) =>
  balanceOf(cellAt(row, place, 'balance'), directionOf(textAt(row, place, 'balance sign')));

/** Whether the row holds only more of the narration, or of the reference, of the entry above it. */
function continues(row: Row, { columns }: Place, isFull: boolean): boolean {
  const filled = row.texts.flatMap((text, at) => (isBlank(text) ? [] : [at]));
  // A PDF turned into a table puts the rest of the narration into the first column.
  if (filled.length === 1) return true;
  const money = isFull ? [] : [columns.debit, columns.credit, columns.amount, columns.sign, columns.balance];
  const own = [columns.narration, columns.reference, columns['other reference'], columns['balance sign'], ...money];
  return filled.every((at) => own.includes(at));
}

function addTo(open: Draft, row: Row, place: Place, sum: Sum | null): void {
  const rest = textAt(row, place, 'narration') || row.texts.find((text) => !isBlank(text)) || '';
  open.pieces.push(rest);
  const reference = textAt(row, place, 'reference');
  if (reference !== '' && reference !== rest) open.reference = `${textOf(open.reference)}${reference}`;
  if (sum && open.amountPaise === 0) {
    open.amountPaise = sum.paise;
    open.direction = sum.direction;
    open.balancePaise = balanceAt(row, place);
  }
}

/**
 * The reference in a cell of the bank's own column: 12 digits, or those of a bank transfer. Only
 * number cells lose a leading zero.
 */
function referenceOf(cell: Cell): string | null {
  const text = textOf(cell);
  const digits = typeof cell === 'number' && /^\d{11}$/.test(text) ? `0${text}` : text;
  const rrn = /^(?:UPI[- ]?)?(?:0{4})?((?!0000)\d{12})(?:\.0+)?$/i.exec(digits)?.[1];
  return rrn ?? (/^(?=.*[A-Z])(?=(?:.*\d){6})[A-Z0-9]{10,24}$/i.test(text) ? text.toUpperCase() : null);
}

const isRrn = (reference: string | null): reference is string => reference !== null && /^\d{12}$/.test(reference);

/**
 * The narration as one line: cut at a width, in the middle of a word or number; or between words.
 */
function joined(pieces: readonly string[]): { tight: string; loose: string } {
  const split = pieces
    .flatMap((piece) => piece.split('\n'))
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  return { tight: split.join(''), loose: split.join(' ') };
}

/** The channel with which a narration of an unknown wording begins. */
function firstChannel(text: string): StatementLine['channel'] {
  const word = /^[a-z]+/i.exec(text)?.[0].toLowerCase();
  return CHANNELS.find((channel) => channel === word) ?? null;
}

/** What the table as a whole says of a line. */
type OfTable = 'accountTail' | 'repeated' | 'chained' | 'contradicted';

function lineOf(draft: Draft, direction: Direction, place: Place): Omit<StatementLine, OfTable> {
  const { row, moment, amountPaise, balancePaise } = draft;
  const { tight, loose } = joined(draft.pieces);
  const own = referenceOf(draft.reference);
  const other = referenceOf(draft.otherReference);
  const said = readNarration([tight, loose], place.layout, direction, own);
  const isTransfer = said !== null && said.channel !== 'upi' && said.channel !== 'imps';
  const numbers = tracesOf([tight, loose, own ?? '', other ?? ''].join(' ')).numbers;
  const back = direction === 'debit' ? takesBack(loose) || saysBack(loose) : said === null && saysBack(loose);
  const [lone, ...more] = numbers.filter(isRrn);
  // What the bank does by itself names the payment only once; a person may write any number.
  const named = direction === 'debit' || back ? (more.length === 0 ? (lone ?? null) : own) : null;
  const rrn = said ? (isTransfer ? null : isRrn(own) ? own : said.rrn) : named;
  const refs = said ? [said.ref, isTransfer ? own : null, isTransfer ? null : other] : [];
  return {
    kind: direction,
    reason: back ? (direction === 'debit' ? 'credit_reversed' : 'reversal') : null,
    amountPaise,
    channel: said?.channel ?? firstChannel(loose),
    rrn: isRrn(rrn) ? rrn : null,
    refs: [...new Set(refs.filter((ref) => ref !== null && ref !== rrn))] as string[],
    date: moment.date,
    time: moment.time ?? said?.time ?? null,
    payerVpa: said?.payerVpa ?? null,
    payerName: said?.payerName ?? null,
    note: said?.note ?? null,
    balancePaise,
    bank: place.layout.bank,
    reversesRrn: back && direction === 'debit' && isRrn(rrn) ? rrn : null,
    returnedRefs: null,
    line: row.line,
    direction,
    read: said !== null,
    numbers,
    reversal: back,
    worded: back,
    narration: loose.slice(0, 300),
  };
}
