import { lossOf } from '../../text/sheet-cell.ts';
import { tracesOf } from '../finder.ts';
import { isNoLine } from './account.ts';
import { type Booked, directionsOf, followBalances, isRepeated } from './balances.ts';
import {
  type Amount,
  amountOf,
  balanceOf,
  type Direction,
  dateOf,
  directionOf,
  isBlank,
  type Moment,
  serialDateOf,
  signDirection,
} from './cells.ts';
import { type Part, type Row, rawOf, refusedRow } from './known.ts';
import type { RefusedLine, StatementLine } from './statement.ts';

/**
 * Reads any other table, line by line: date, amount, and the direction if a column, a sign or the
 * balance tells it. Nothing else is understood, and nothing of it confirms an order.
 */

type Heading = 'date' | 'debit' | 'credit' | 'amount' | 'sign' | 'balance' | 'status';

/** The first that fits wins. */
const HEADINGS: readonly [Heading, RegExp][] = [
  ['date', /\bdate\b|\bdt\b|^posted/],
  ['balance', /balance|\bbal\b/],
  ['status', /\bstatus$/],
  ['sign', /^(?:dr ?cr|cr ?dr|type|(?:tran|txn|transaction) type)$|debit credit|credit debit/],
  ['amount', /withdraw.*deposit|amount.*(?:dr|cr)\b.*(?:dr|cr)\b/],
  ['debit', /withdraw|debit|\bdr\b|(?:paid|money) out|\bwdl\b/],
  ['credit', /deposit|credit|\bcr\b|(?:paid|money) in|\bdep\b/],
  ['amount', /amount|\bamt\b/],
];

const NOT_DONE = /^(?:fail|declin|pending|in[ -]?pro|process|revers|refund|cancel|reject|time|expire|initiat)/i;

interface Draft extends Booked {
  row: Row;
  moment: Moment;
  /** Its text, and that of the rows that continue it. */
  raw: string[];
  /** Its longest cell, which banks cut at a width, in the middle of a number. */
  long: string;
  /** The second amount may be a balance: only the other lines can tell. */
  guessed: boolean;
}

/** What each column holds by its heading; null when the row is no row of headings. */
export function headingsOf(texts: readonly string[]): (Heading | null)[] | null {
  const found = texts.map((text) => {
    const words = text
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim();
    if (words === '' || words.length > 60 || amountOf(text) !== null) return null;
    return HEADINGS.find(([, shape]) => shape.test(words))?.[0] ?? null;
  });
  const has = (...roles: Heading[]) => found.some((role) => role !== null && roles.includes(role));
  return has('date') && has('debit', 'credit', 'amount', 'balance') ? found : null;
}

export function readPlain(rows: readonly Row[]): Part {
  const refused: RefusedLine[] = [];
  const all: Draft[] = [];
  let headings: (Heading | null)[] | null = null;
  let isHeaded = false;
  /** A printed line whose amount stands in a later row. */
  let waiting: Row | null = null;
  for (const row of rows) {
    if (row.texts.every(isBlank)) continue;
    const found =
      headingsOf(row.texts) ?? headingsOf(row.texts.length === 1 ? (row.texts[0] ?? '').split(/ {2,}/) : []);
    if (found) {
      headings = row.texts.length > 1 ? found : null;
      isHeaded = true;
      continue;
    }
    const isText = row.texts.filter((text) => !isBlank(text)).length === 1;
    const begins = !isText || leadingDate(rawOf(row.texts)) !== null;
    const draft: Draft | string | null = isText ? printed(row, waiting) : tabular(row, headings);
    const open: Row | null = isText && draft === null ? continued(row, waiting) : null;
    if (waiting && (begins || (draft === null && open === null))) refused.push(refusedRow(waiting, NO_AMOUNT));
    waiting = open;
    if (waiting) continue;
    if (draft === null) {
      const last = all.at(-1);
      if (last && !isNoLine(row.texts)) {
        last.raw.push(rawOf(row.texts));
        last.long += rawOf(row.texts);
      }
    } else if (typeof draft === 'string') {
      refused.push(refusedRow(row, draft));
    } else {
      all.push(draft);
    }
  }
  if (waiting) refused.push(refusedRow(waiting, NO_AMOUNT));
  const { lines, unclear } = linesOf(all);
  return {
    lines,
    refused: [...refused, ...unclear],
    shortened: all.filter(({ row }) => row.texts.some((text) => lossOf(text) === 'shortened')).length,
    isTable: isHeaded || lines.some(({ direction }) => direction !== null),
  };
}

const TWO_AMOUNTS = 'The line does not tell which of its numbers is the amount.';
const NO_AMOUNT = 'The line has no amount that can be read.';

/**
 * A row of cells; null when it is no line of its own, a sentence when it is one without a clear
 * amount.
 */
function tabular(row: Row, headings: readonly (Heading | null)[] | null): Draft | string | null {
  const { texts, cells } = row;
  const dateAt = headings ? headings.indexOf('date') : -1;
  const dates = texts.map((text, at) => dateOf(text) ?? (at === dateAt ? serialDateOf(text) : null));
  const moment = dates[dateAt] ?? dates.find((one) => one !== null) ?? null;
  const at = (role: Heading) => headings?.flatMap((one, column) => (one === role ? [column] : [])) ?? [];
  const sums = [...at('debit'), ...at('credit'), ...at('amount')];
  const balances = at('balance');
  const guessed = texts.flatMap((_, column) => (isMoney(row, column) && !balances.includes(column) ? [column] : []));
  const columns = sums.length > 0 ? sums : guessed;
  const broken = sums.some((column) => !isBlank(texts[column] ?? '') && amountOf(cells[column]) === null);
  if (moment && broken) return 'The amount cannot be read.';
  const found = columns.flatMap((column) => {
    const amount = dates[column] ? null : amountOf(cells[column]);
    return amount && amount.paise > 0 ? [{ amount, column }] : [];
  });
  const [sum, last, ...others] = found;
  if (!sum) return moment && headings && !isNoLine(texts) ? NO_AMOUNT : null;
  if (!moment) return isUndated(row, dateAt) ? 'The date cannot be read.' : null;
  const status = at('status').some((column) => NOT_DONE.test(texts[column] ?? ''));
  if (status) return 'The line says that the payment has failed or is pending.';
  if (sums.length > 0) {
    if (last) return TWO_AMOUNTS;
    const role = headings?.[sum.column];
    const word = at('sign').map((column) => directionOf(texts[column] ?? ''))[0] ?? signDirection(sum.amount);
    const balance = balances.map((column) => balanceOf(cells[column]))[0] ?? null;
    return draftOf(row, moment, sum.amount, role === 'debit' || role === 'credit' ? role : word, balance);
  }
  if (others.length > 0) return TWO_AMOUNTS;
  const sign = texts.map((text) => directionOf(text)).find((one) => one !== null) ?? signDirection(sum.amount);
  const balance = last ? balanceOf(cells[last.column]) : null;
  return { ...draftOf(row, moment, sum.amount, sign, balance), guessed: last !== undefined };
}

const isUndated = (row: Row, dateAt: number) =>
  !isNoLine(row.texts) && dateAt >= 0 && /\d[-/. ]\w/.test(row.texts[dateAt] ?? '') && /\p{L}/u.test(rawOf(row.texts));

/** Without headings, money has paise, a currency or a sign; or it is a number of a spreadsheet. */
const isMoney = ({ cells, texts }: Row, column: number): boolean =>
  (typeof cells[column] === 'number' && amountOf(cells[column]) !== null && !/^\d{10,}$/.test(texts[column] ?? '')) ||
  (/\.\d\d\b|₹|\brs\b|\binr\b/i.test(texts[column] ?? '') && amountOf(cells[column]) !== null);

function draftOf(
  row: Row,
  moment: Moment,
  amount: Amount,
  direction: Direction | null,
  balancePaise: number | null,
): Draft {
  const raw = [rawOf(row.texts)];
  const long = row.texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
  const booked = {
    date: moment.date,
    amountPaise: amount.paise,
    direction,
    balancePaise,
    key: row.texts.join('\u0000'),
  };
  return { row, moment, raw, long: long.replaceAll('\n', ''), guessed: false, ...booked };
}

const MONEY =
  /(?<![\w.,/-])(?:(?:Rs\.?|INR|₹) ?)?[+-]?\(?\d[\d,]*\.\d\d\)?(?: ?\(?(?:Credit|Debit|Cr|Dr|C|D)\)?(?![a-z]))?(?![\w/-]|[.,]\d)/gi;

/**
 * A line of text, as a printer or a PDF shows it: a date first, then anything, with one amount, or
 * an amount and a balance.
 */
function printed({ line, cells, texts }: Row, waiting: Row | null): Draft | string | null {
  const isNew = waiting === null || leadingDate(rawOf(texts)) !== null;
  const row = isNew ? { line, cells, texts } : { ...waiting, texts: [...waiting.texts, ...texts] };
  const text = row.texts.map((one) => one.replace(/\s+/g, ' ')).join(' ');
  const moment = leadingDate(text);
  if (!moment) return null;
  const found = [...text.matchAll(MONEY)].flatMap(([money]) => amountOf(money) ?? []).filter(({ paise }) => paise > 0);
  const [sum, last, ...others] = found;
  if (!sum) return null;
  if (others.length > 0) return TWO_AMOUNTS;
  const balance = last ? (last.sign === 'debit' || last.sign === 'minus' ? -last.paise : last.paise) : null;
  return { ...draftOf(row, moment, sum, signDirection(sum), balance), guessed: last !== undefined };
}

/** A printed line that has begun and has no amount yet. */
function continued(row: Row, waiting: Row | null): Row | null {
  if (leadingDate(rawOf(row.texts))) return row;
  const isMore = waiting !== null && !isNoLine(row.texts) && waiting.texts.length < MOST_ROWS;
  return isMore ? { ...waiting, texts: [...waiting.texts, ...row.texts] } : null;
}

/** Rows of one printed line. */
const MOST_ROWS = 5;

/** The date with which a line begins, behind its number at most. */
function leadingDate(text: string): Moment | null {
  const words = text.slice(0, 60).split(' ');
  for (const skip of [0, 1]) {
    if (skip === 1 && !/^\d{1,5}[.)]?$/.test(words[0] ?? '')) return null;
    for (const count of [1, 2, 3, 4]) {
      const moment = dateOf(words.slice(skip, skip + count).join(' '));
      if (moment) return moment;
    }
  }
  return null;
}

function linesOf(all: readonly Draft[]): { lines: StatementLine[]; unclear: RefusedLine[] } {
  const doubted = all.filter(({ guessed }) => guessed);
  const links = followBalances(doubted);
  // A second number that follows from no other line is no balance.
  const isBalance = doubted.length > 1 && !links.contradicted && links.links > 0;
  const drafts = isBalance ? all : all.filter(({ guessed }) => !guessed);
  const unclear = isBalance ? [] : doubted.map(({ row }) => refusedRow(row, TWO_AMOUNTS));
  const balances = followBalances(drafts);
  const directions = directionsOf(drafts, balances);
  const lines = drafts.map((draft, at) => lineOf(draft, directions[at] ?? null, isRepeated(draft, drafts[at - 1])));
  return { lines: balances.order === -1 ? lines.reverse() : lines, unclear };
}

function lineOf(
  { row, moment, amountPaise, raw, long }: Draft,
  direction: Direction | null,
  repeated: boolean,
): StatementLine {
  const text = raw.join(' ');
  const numbers = tracesOf(`${text} ${long}`).numbers;
  return {
    kind: direction ?? 'other',
    reason: direction ? null : 'unclear',
    amountPaise,
    channel: null,
    rrn: null,
    refs: [],
    date: moment.date,
    time: moment.time,
    payerVpa: null,
    payerName: null,
    note: null,
    accountTail: null,
    balancePaise: null,
    bank: null,
    reversesRrn: null,
    returnedRefs: null,
    line: row.line,
    direction,
    read: false,
    chained: false,
    contradicted: false,
    numbers,
    reversal: false,
    worded: false,
    repeated,
    narration: text.slice(0, 300),
  };
}
