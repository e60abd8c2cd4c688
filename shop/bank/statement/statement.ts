import type { Reading } from '../reading.ts';
import type { Direction } from './cells.ts';

/** One transaction of a statement, as its bank printed it. */
export interface StatementLine extends Reading {
  /** Row of the sheet, from 1. */
  line: number;
  /** Null: nothing in the file tells it. */
  direction: Direction | null;
  amountPaise: number;
  date: string;
  /**
   * The layout of the file is known, and the narration has a known wording: reference and payer are
   * the bank's.
   */
  read: boolean;
  /** The balances of its table follow from each other without a gap. */
  chained: boolean;
  /** The balances of its table contradict the columns. */
  contradicted: boolean;
  /** Whole numbers that stand in the line: they mean nothing, but may lead a person to an order. */
  numbers: string[];
  /** A payment that came back: it proves no order. */
  reversal: boolean;
  /** The words of the bank say so. */
  worded: boolean;
  /** The same row as the one before it, printed twice (overlapping pages). */
  repeated: boolean;
  /** Its text as the bank prints it, at most 300 characters. */
  narration: string;
}

/** A row with a date and an amount that is no line of the statement, and why. */
export interface RefusedLine {
  line: number;
  reason: string;
  /** At most 200 characters. */
  text: string;
}

export interface Statement {
  /** The bank whose layout the file has; null when the shop knows no such layout. */
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
  refused: RefusedLine[];
  /**
   * Its layout is known, and each balance follows from the one before it, so that no line is
   * missing.
   */
  unbroken: boolean;
  /** References that a spreadsheet has shortened to `6.33286E+11`. */
  shortened: number;
}

/** A file that is no statement, with one sentence for the owner. */
export interface Refusal {
  refusal: string;
}

/**
 * Whether a line may confirm an order by itself (D62): read by a known layout, in a table whose
 * balances have no gap, or of an own account.
 *
 * @param accounts last digits of the own accounts
 */
export function mayConfirm(
  { read, chained, contradicted, accountTail }: StatementLine,
  accounts: readonly { tail: string }[],
): boolean {
  if (!read) return false;
  const isOwn = accounts.some(({ tail }) => isSameTail(tail, accountTail));
  return chained || (isOwn && !contradicted);
}

/** A bank may show three digits in one place and four in another. */
const isSameTail = (own: string, tail: string | null) =>
  tail !== null && own !== '' && tail !== '' && (own.endsWith(tail) || tail.endsWith(own));

/** Why a statement confirms nothing by itself; null when it may. */
export type Withheld = 'layout' | 'gap';

/** @param accounts last digits of the own accounts */
export function withheldOf(
  { bank, lines }: Pick<Statement, 'bank' | 'lines'>,
  accounts: readonly { tail: string }[],
): Withheld | null {
  if (bank === null) return 'layout';
  const read = lines.filter((line) => line.read);
  return read.length > 0 && !read.some((line) => mayConfirm(line, accounts)) ? 'gap' : null;
}
