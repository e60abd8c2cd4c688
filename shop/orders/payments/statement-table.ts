import { referenceOf, transferReference } from './narration.ts';
import { accountTailOf, tailOf } from './statement-bank.ts';
import {
  amountOf,
  type Cell,
  compactDateOf,
  type DateStyle,
  dateOf,
  dateStyleOf,
  directionOf,
  isBlank,
  type Moment,
  serialDateOf,
  textOf,
} from './statement-cells.ts';

/**
 * Finds the table of transactions in a sheet: its header, and what each column holds. Values decide; header words guide.
 */

/** A row of a sheet, cleaned once. `line` counts from 1. */
export interface Row {
  line: number;
  cells: readonly Cell[];
  texts: readonly string[];
}

export interface Table {
  sheet: readonly (readonly Cell[])[];
  rows: readonly Row[];
  /** Index of the first row below the header; 0 without a header. */
  first: number;
  header: readonly string[];
  date: number;
  narration: number;
  references: readonly number[];
  /** Candidates for the amount, without the balance. */
  numbers: readonly number[];
  /** Column with the number of the own account, or -1. */
  account: number;
  /** Columns with `CR` or `DR`, by the number column they belong to (-1: none). */
  signs: readonly { column: number; of: number }[];
  roles: readonly (Role | null)[];
  dateOf: (text: string) => Moment | null;
}

export type Role =
  | 'date'
  | 'valueDate'
  | 'narration'
  | 'reference'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'sign'
  | 'balance'
  | 'other';

const MOST_COLUMNS = 60;
/** 100 days in ms: a date in another spelling is no further from the others. */
const FAR = 100 * 86_400_000;

function rowsOf(sheet: readonly (readonly Cell[])[]): Row[] {
  return sheet.map((cells, index) => ({ line: index + 1, cells, texts: cells.slice(0, MOST_COLUMNS).map(textOf) }));
}

/** What a column holds by the words of its header. */
function roleOf(heading: string): Role | null {
  const words = heading
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (words === '' || words.length > 60) return null;
  const has = (pattern: RegExp) => pattern.test(words);
  if (has(/\b(?:value|val)\b.*\b(?:date|dt)\b/)) return 'valueDate';
  if (has(/\b(?:date|dt|dated)\b|^posted( on)?$|date$/)) return 'date';
  if (has(/balance|\bbal\b/)) return 'balance';
  const out = has(/withdraw|debit|\bdr\b|paid out|money out|outflow|^payments?$/);
  const into = has(/deposit|credit|\bcr\b|paid in|money in|inflow|receipts?\b|lodgement/);
  const sum = has(/amount|\bamt\b/);
  if (out && into) return sum || has(/withdraw.*deposit/) ? 'amount' : 'sign';
  if (out) return 'debit';
  if (into) return 'credit';
  if (sum) return 'amount';
  if (has(/^(?:type|tran type|txn type|transaction type|indicator|sign)$/)) return 'sign';
  if (has(/account|mobile|phone|branch|\bsol\b|^s(?:l|r)? no$|serial|customer|ifsc|currency|code/)) return 'other';
  if (
    has(
      /\b(?:cheque|chq|instrument|instr|ref|reference|utr|rrn|voucher|journal)\b|\b(?:tran|txn|transaction)s? (?:id|no|number)\b|chqno|refno/,
    )
  ) {
    return 'reference';
  }
  return has(/narrati|particular|description|remark|details|^transaction$|^transactions$|memo|\binfo\b/)
    ? 'narration'
    : null;
}

/** Returns the table of a sheet, or null when no row has a date next to an amount. */
export function findTable(sheet: readonly (readonly Cell[])[], guide: Table | null): Table | null {
  const plain = rowsOf(sheet);
  const own = findHeader(plain);
  const header = own?.header ?? guide?.header ?? [];
  const first = own?.first ?? 0;
  const roles = header.map(roleOf);
  const rows = plain.map((row, index) => (index < first ? row : aligned(row, header, roles)));
  const zone = rows.slice(first);
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...zone.slice(0, 2000).map((row) => row.texts.length)));
  const dates = dateColumn(zone, roles, width);
  if (!dates) return null;
  const dated = zone.filter((row) => dates.read(row.texts[dates.column] ?? '') !== null);
  const sample = dated.slice(0, 2000);
  const others = Array.from({ length: width }, (_, column) => column).filter((column) => !dates.all.includes(column));
  const numbersIn = (some: readonly Row[]) =>
    others.filter((column) => holdsAmounts(some, column, roles[column] ?? null));
  let numbers = numbersIn(sample);
  // Amounts may stand one row below the date.
  if (!sample.some((row) => numbers.some((column) => amountOf(row.cells[column]) !== null)))
    numbers = numbersIn(zone.slice(0, 2000));
  if (numbers.length === 0) return null;
  const signColumns = others.filter((column) => !numbers.includes(column) && holdsSigns(sample, column));
  const texts = others.filter((column) => !numbers.includes(column) && !signColumns.includes(column));
  const narration = narrationColumn(sample, texts, roles);
  return {
    sheet,
    rows,
    first,
    header,
    date: dates.column,
    narration,
    references: others.filter(
      (column) => column !== narration && holdsReferences(sample, column, roles[column] ?? null),
    ),
    numbers,
    account: accountColumn(sample, header),
    signs: signColumns.map((column) => ({ column, of: numbers.findLast((number) => number < column) ?? -1 })),
    roles,
    dateOf: dates.read,
  };
}

/** Accounts in one file: each with a heading of its own, in rows one below the other. */
const MOST_SECTIONS = 20;

/**
 * The parts of a sheet that have headings of their own: other columns, or another account above the same ones. Each part keeps the numbers
 * of its rows.
 */
export function sectionsOf(sheet: readonly (readonly Cell[])[]): (readonly (readonly Cell[])[])[] {
  const starts: number[] = [];
  let columns = '';
  let account: string | null = null;
  // The first row below the last one with a date.
  let free = 0;
  for (const [index, cells] of sheet.entries()) {
    const first = cells[0];
    if (typeof first === 'number' || cells.length < 3) continue;
    const texts = cells.slice(0, MOST_COLUMNS).map(textOf);
    if (texts.some((text) => dateOf(text) !== null)) {
      if (starts.length > 0) free = index + 1;
      continue;
    }
    if (headerScore(texts) < 3) continue;
    const tail: string | null = accountTailOf(sheet.slice(free, index)) ?? account;
    const words = texts.join('|').toLowerCase();
    if (starts.length === 0 || words !== columns || tail !== account) starts.push(starts.length === 0 ? 0 : free);
    columns = words;
    account = tail;
  }
  if (starts.length < 2 || starts.length > MOST_SECTIONS) return [sheet];
  return starts.map((start, index) => sheet.slice(0, starts[index + 1]).map((row, at) => (at < start ? [] : row)));
}

/** A column that names the own account in each row: few numbers, many times. */
function accountColumn(rows: readonly Row[], header: readonly string[]): number {
  return header.findIndex((heading, column) => {
    if (!/^(?:a\/?c|account|acct)\.?(?: ?(?:no|number|num)\.?)?$/i.test(heading)) return false;
    const tails = rows.map((row) => tailOf(row.texts[column] ?? ''));
    return tails.length > 0 && !tails.includes(null) && new Set(tails).size <= MOST_SECTIONS;
  });
}

/**
 * A row with more cells than the heading may have a narration with separators in it: its pieces become one cell again, when the
 * amounts then stand below their headings.
 */
function aligned(row: Row, header: readonly string[], roles: readonly (Role | null)[]): Row {
  const extra = row.texts.length - header.length;
  const narration = roles.indexOf('narration');
  if (extra <= 0 || narration < 0) return row;
  const misfits = (texts: readonly string[]) =>
    roles.filter((role, at) => isMoney(role) && !isBlank(texts[at] ?? '') && amountOf(texts[at]) === null).length;
  const piece = row.texts.slice(narration, narration + extra + 1).join(',');
  const texts = row.texts.toSpliced(narration, extra + 1, piece);
  if (misfits(row.texts) <= misfits(texts)) return row;
  return { line: row.line, texts, cells: row.cells.toSpliced(narration, extra + 1, piece) };
}

function findHeader(rows: readonly Row[]): { header: string[]; first: number } | null {
  let best: { header: string[]; first: number; score: number } | null = null;
  // A statement may begin with a long summary, but not with a thousand rows of it.
  for (const [index, row] of rows.slice(0, 1000).entries()) {
    const next = rows[index + 1];
    const score = headerScore(row.texts);
    if (score > (best?.score ?? 2)) best = { header: [...row.texts], first: index + 1, score };
    if (next && isWords(row) && isWords(next) && (headerScore(next.texts) === 0 || filledCells(row) > 2)) {
      // Words of a heading may stand in two rows.
      const width = Math.max(row.texts.length, next.texts.length);
      const joined = Array.from({ length: width }, (_, at) => `${row.texts[at] ?? ''} ${next.texts[at] ?? ''}`.trim());
      const both = headerScore(joined);
      if (both > Math.max(best?.score ?? 2, headerScore(next.texts)))
        best = { header: joined, first: index + 2, score: both };
    }
    if (best && index > best.first + 50) break;
  }
  return best;
}

function filledCells({ texts }: Row): number {
  return texts.filter((text) => !isBlank(text)).length;
}

function isWords(row: Row): boolean {
  return row.texts.every((text) => text.length < 40 && amountOf(text) === null && dateOf(text) === null);
}

/** Number of different roles, when there is a date and something that tells of money; else 0. */
export function headerScore(texts: readonly string[]): number {
  const roles = new Set(texts.map((text) => (text.length <= 60 && dateOf(text) === null ? roleOf(text) : null)));
  roles.delete(null);
  roles.delete('other');
  const money = (['debit', 'credit', 'amount', 'balance'] as const).some((role) => roles.has(role));
  return money && (roles.has('date') || roles.has('valueDate')) ? roles.size : 0;
}

function dateColumn(zone: readonly Row[], roles: readonly (Role | null)[], width: number) {
  const sample = zone.slice(0, 2000);
  const styles = Array.from({ length: width }, (_, column) =>
    dateStyleOf(sample.map((row) => row.texts[column] ?? '')),
  );
  const readers: ((text: string, style?: DateStyle) => Moment | null)[] = [dateOf, serialDateOf, compactDateOf];
  for (const reader of readers) {
    const counts = Array.from({ length: width }, (_, column) => {
      // Numbers that only look like dates: trust them below a heading, or when they go one way.
      const named = roles[column] === 'date' || roles[column] === 'valueDate';
      if (reader !== dateOf && !named && !goesOneWay(sample, column, reader)) return 0;
      return sample.filter((row) => reader(row.texts[column] ?? '', styles[column]) !== null).length;
    });
    const most = Math.max(0, ...counts);
    if (most === 0) continue;
    const all = counts.flatMap((count, column) => (count > 0 && count >= most / 2 ? [column] : []));
    const named = (role: Role) => all.find((column) => roles[column] === role);
    const column = named('date') ?? all.find((at) => roles[at] !== 'valueDate') ?? all[0];
    if (column === undefined) continue;
    // Single cells may hold another spelling of a date than the rest; sums below the table may look like one.
    const style = styles[column];
    const days = sample.flatMap((row) => reader(row.texts[column] ?? '', style)?.date ?? []).sort();
    const isNear = ({ date }: Moment) =>
      Math.abs(Date.parse(date) - Date.parse(days[0] ?? '')) < FAR ||
      Math.abs(Date.parse(date) - Date.parse(days.at(-1) ?? '')) < FAR;
    const read = (text: string) => {
      const plain = dateOf(text, style);
      if (plain || !(roles[column] === 'date' || reader !== dateOf)) return plain;
      const found = serialDateOf(text) ?? compactDateOf(text);
      return found && isNear(found) ? found : null;
    };
    return { column, all, read };
  }
  return null;
}

function goesOneWay(rows: readonly Row[], column: number, reader: (text: string) => Moment | null): boolean {
  const days = rows.flatMap((row) => reader(row.texts[column] ?? '')?.date ?? []);
  if (days.length < 3 || days.length < rows.length / 3) return false;
  const steps = days.slice(1).map((day, index) => Math.sign(day.localeCompare(days[index] ?? '')));
  return !(steps.includes(1) && steps.includes(-1)) && new Set(days).size > 1;
}

function filled(rows: readonly Row[], column: number): Row[] {
  return rows.filter((row) => !isBlank(row.texts[column] ?? ''));
}

function isMoney(role: Role | null): boolean {
  return role === 'debit' || role === 'credit' || role === 'amount' || role === 'balance';
}

function holdsAmounts(rows: readonly Row[], column: number, role: Role | null): boolean {
  if (role === 'reference' || role === 'narration' || role === 'other') return false;
  const cells = filled(rows, column);
  if (cells.length === 0) return role === 'debit' || role === 'credit';
  const amounts = cells.filter((row) => amountOf(row.cells[column]) !== null).length;
  const money = isMoney(role);
  return amounts > 0 && amounts >= cells.length * (money ? 0.4 : 0.7) && (money || !isCounter(cells, column));
}

/** Serial numbers: 1, 2, 3 … */
function isCounter(rows: readonly Row[], column: number): boolean {
  if (rows.length < 2) return rows[0]?.texts[column] === '1';
  const steps = new Set(
    rows.slice(1).map((row, index) => Number(row.texts[column]) - Number(rows[index]?.texts[column])),
  );
  return (
    steps.size === 1 && Math.abs([...steps][0] ?? 0) === 1 && rows.every((row) => /^\d+$/.test(row.texts[column] ?? ''))
  );
}

function holdsSigns(rows: readonly Row[], column: number): boolean {
  const cells = rows.filter((row) => (row.texts[column] ?? '') !== '');
  const plus = cells.some((row) => row.texts[column] === '+');
  const signs = cells.filter(
    (row) => directionOf(row.texts[column] ?? '') !== null && (plus || row.texts[column] !== '-'),
  );
  return signs.length > 0 && signs.length >= cells.length * 0.8;
}

const TRANSFER_WORD = /UPI|IMPS|NEFT|RTGS|TRANSFER|CHARGE|INTEREST|CASH|ATM|POS\b|ACH|CHQ|CLG/i;

function narrationColumn(rows: readonly Row[], columns: readonly number[], roles: readonly (Role | null)[]): number {
  let best = { column: -1, score: 0 };
  for (const column of columns) {
    const cells = filled(rows, column);
    if (cells.length === 0) continue;
    const length = cells.reduce((sum, row) => sum + Math.min(60, row.texts[column]?.length ?? 0), 0) / rows.length;
    const words = cells.filter((row) => TRANSFER_WORD.test(row.texts[column] ?? '')).length / rows.length;
    const role = roles[column] ?? null;
    const score =
      length + 25 * words + (role === 'narration' ? 15 : role === 'reference' || role === 'other' ? -25 : 0);
    if (score > best.score) best = { column, score };
  }
  return best.column;
}

function holdsReferences(rows: readonly Row[], column: number, role: Role | null): boolean {
  if (role === 'reference') return true;
  if (role !== null) return false;
  const cells = filled(rows, column);
  const values = cells.map((row) => row.texts[column] ?? '').filter((text) => !/^0+$/.test(text));
  // Without a heading: numbers that begin with a year and a day, or that a bank word introduces.
  const isReferenceLike = (text: string) =>
    /^(?:0{4})?\d[0-3]\d{10}$/.test(text) ||
    (/^[A-Z]/i.test(text) && (referenceOf(text) ?? transferReference([text])) !== null);
  return (
    values.length > 0 &&
    new Set(values).size > values.length / 2 &&
    values.filter(isReferenceLike).length >= values.length * 0.8
  );
}
