import type { Amount, Direction, Moment } from './statement-cells.ts';
import type { Role } from './statement-table.ts';

/**
 * Decides which column is the running balance, and from it the amount and direction of each entry. Words such as `DR` are
 * wrong in some exports; the balance is not.
 */

/** One transaction row, its narration joined. Arrays follow the number and sign columns of the table. */
export interface Entry {
  line: number;
  moment: Moment | null;
  values: readonly (Amount | null)[];
  signs: readonly (Direction | null)[];
  /** A cell that must hold an amount holds something else. */
  unreadable: boolean;
  /** What the narration says of the direction, as a last resort. */
  worded: () => Direction | null;
  /** Whether the bank's own code in the narration says it. */
  coded: () => boolean;
  /** The whole row as text, to notice a row that is printed twice. */
  key: string;
}

export interface Columns {
  roles: readonly (Role | null)[];
  /** For each sign column, the index of the number column in front of it, or -1. */
  signOf: readonly number[];
}

export interface Settled<E> {
  entry: E;
  moment: Moment;
  direction: Direction;
  amountPaise: number;
  balancePaise: number | null;
  /** The same row as the one before it, printed twice. */
  repeated: boolean;
}

export interface Settlement<E> {
  /** Oldest first. */
  settled: Settled<E>[];
  refused: { line: number; reason: string }[];
  /** The file tells directions: by balances, signs or named columns. */
  directed: boolean;
}

type Order = 1 | -1;

/** @param openings opening balances in paise that the file states; the one that fits is used */
export function settle<E extends Entry>(
  all: readonly E[],
  columns: Columns,
  openings: readonly number[],
): Settlement<E> {
  const numbers = columns.roles.map((_, index) => index);
  const readable = all.filter((entry) => !entry.unreadable);
  const days = readable.filter((entry) => entry.moment);
  // Some banks print the date once for all entries of a day.
  const isGrouped = days.length <= readable.length * 0.8 && readable.length - days.length > 1;
  const dated = isGrouped ? readable : days;
  const { balance, order, explained } = findBalance(dated, columns, numbers);
  const balanceOf = (entry: E) => (balance < 0 ? null : signedValue(entry, balance, columns));
  const amounts = amountColumns(dated, columns, numbers, balance, explained);
  const isSide = (number: number) => columns.roles[number] === 'debit' || columns.roles[number] === 'credit';
  const left = numbers.filter((number) => number !== balance && !amounts.includes(number) && isSide(number));

  // Rows without a date are entries of the same day only when their balance joins.
  const kept: { entry: E; moment: Moment; repeated: boolean }[] = [];
  const refused: Settlement<E>['refused'] = [];
  for (const entry of all) {
    const last = kept.at(-1);
    if (entry.unreadable) refused.push({ line: entry.line, reason: 'The amount cannot be read.' });
    else if (entry.moment)
      kept.push({ entry, moment: entry.moment, repeated: last?.entry.key === entry.key && balanceOf(entry) !== null });
    else if (last) {
      const change = difference(balanceOf(entry), balanceOf(last.entry));
      const [moved] = nonZero(order === 1 ? entry : last.entry, amounts);
      const own = nonZero(entry, amounts);
      // Without any balance, only the amount's own heading or sign tells that the row is no sum.
      const isLine = change === null ? isGrouped && balance < 0 : Math.abs(change) === moved?.paise;
      if (isLine && own.length === 1) {
        kept.push({ entry, moment: { date: last.moment.date, time: null }, repeated: false });
      } else if (isGrouped && own.length > 0) {
        refused.push({
          line: entry.line,
          reason: 'The line has no date, and its balance does not follow from the line above.',
        });
      }
    }
  }
  if (order === -1) kept.reverse();
  // The days may run the other way than the entries of a day.
  if ((kept[0]?.moment.date ?? '') > (kept.at(-1)?.moment.date ?? '')) {
    kept.sort((a, b) => a.moment.date.localeCompare(b.moment.date));
  }

  const words = learnWords(kept, amounts, columns, balanceOf, openings);
  const settled: Settled<E>[] = [];
  let before: number | null = null;
  let coded = 0;
  for (const [index, { entry, moment, repeated }] of kept.entries()) {
    const now = balanceOf(entry);
    const found = nonZero(entry, amounts);
    if (found.length === 0) {
      // An opening balance, or a remark of the bank.
      if (now !== null) before = now;
      if (nonZero(entry, left).length > 0) {
        refused.push({ line: entry.line, reason: 'The line does not tell which of its numbers is the amount.' });
      }
      continue;
    }
    const twin = repeated ? settled.at(-1) : undefined;
    const starts = index === 0 ? openings : before === null ? [] : [before];
    const joined = twin
      ? undefined
      : found.find(({ paise }) => starts.some((start) => Math.abs(difference(now, start) ?? 0) === paise));
    const equal = new Set(found.map(({ paise }) => paise)).size === 1;
    const chosen = joined ?? (equal || twin ? found[0] : undefined);
    const start = joined && starts.find((value) => Math.abs(difference(now, value) ?? 0) === joined.paise);
    const change = start === undefined ? null : difference(now, start);
    if (now !== null) before = now;
    if (!chosen) {
      refused.push({ line: entry.line, reason: 'The line has two different amounts.' });
      continue;
    }
    const told = twin?.direction ?? (change ? (change > 0 ? 'credit' : 'debit') : words.directionOf(entry, chosen));
    const direction = told ?? entry.worded();
    if (!told && direction && entry.coded()) coded += 1;
    if (!direction) {
      refused.push({ line: entry.line, reason: 'The line does not tell whether money came in or went out.' });
      continue;
    }
    settled.push({
      entry,
      moment,
      direction,
      amountPaise: chosen.paise,
      balancePaise: now,
      repeated: twin !== undefined,
    });
  }
  // Without balances and signs, most narrations must hold the bank's code: the shop's own books hold words.
  const told = amounts.length === 1 && coded >= 2 && coded * 2 > settled.length + refused.length;
  return { settled, refused, directed: balance >= 0 || words.known || told };
}

/** Paise with a sign: overdrawn balances are negative. */
function signedValue(entry: Entry, number: number, { signOf }: Columns): number | null {
  const value = entry.values[number];
  if (!value) return null;
  const sign = value.sign ?? entry.signs[signOf.indexOf(number)] ?? null;
  return sign === 'debit' || sign === 'minus' ? -value.paise : value.paise;
}

function difference(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : now - before;
}

interface Found extends Amount {
  number: number;
}

function nonZero(entry: Entry, numbers: readonly number[]): Found[] {
  return numbers.flatMap((number) => {
    const value = entry.values[number];
    return value && value.paise > 0 ? [{ ...value, number }] : [];
  });
}

/** The column in which each value differs from its neighbour by another value of the row, and the order of the rows. */
function findBalance(entries: readonly Entry[], columns: Columns, numbers: readonly number[]) {
  const sample = entries.slice(0, 2000).filter((entry, index) => index === 0 || entry.key !== entries[index - 1]?.key);
  const days = sample.flatMap((entry) => entry.moment?.date ?? []);
  const isOneDay = days[0] === days.at(-1);
  const falls = (days[0] ?? '') > (days.at(-1) ?? '');
  let best = { balance: -1, order: (falls ? -1 : 1) as Order, score: 0, explained: new Map<number, number>() };
  for (const number of numbers) {
    const role = columns.roles[number];
    const values = sample.map((entry) => signedValue(entry, number, columns));
    const full = values.filter((value) => value !== null).length;
    if (role === 'debit' || role === 'credit' || (full < sample.length * 0.6 && role !== 'balance')) continue;
    for (const order of falls ? ([-1, 1] as const) : ([1, -1] as const)) {
      const explained = new Map<number, number>();
      let count = 0;
      sample.forEach((entry, index) => {
        const change = difference(values[index] ?? null, values[index - order] ?? null);
        if (!change) return;
        const matches = nonZero(entry, numbers).filter(
          (found) => found.number !== number && found.paise === Math.abs(change),
        );
        if (matches.length > 0) count += 1;
        for (const match of matches) explained.set(match.number, (explained.get(match.number) ?? 0) + 1);
      });
      const score =
        count +
        (role === 'balance' ? 0.5 + sample.length * 0.3 : 0) +
        (isOneDay && agrees(sample, values, order, columns) ? 0.2 : 0);
      if (
        score > best.score &&
        (role === 'balance' || count >= Math.max(Math.min(2, sample.length - 1), 1, (sample.length - 1) * 0.4))
      ) {
        best = { balance: number, order, score, explained };
      }
    }
  }
  return best;
}

/** Whether balances rise with what headings and signs call credit: decides the order when all amounts of a day are alike. */
function agrees(
  entries: readonly Entry[],
  values: readonly (number | null)[],
  order: Order,
  { roles, signOf }: Columns,
): boolean {
  let sum = 0;
  entries.forEach((entry, index) => {
    const change = difference(values[index] ?? null, values[index - order] ?? null);
    const side = nonZero(entry, [...roles.keys()]).find(({ number }) => roles[number] !== 'balance');
    if (!change || !side) return;
    const role = roles[side.number];
    const word = role === 'credit' || role === 'debit' ? role : (side.sign ?? entry.signs[signOf.indexOf(side.number)]);
    if (word) sum += Math.sign(change) * (word === 'credit' || word === 'plus' ? 1 : -1);
  });
  return sum > 0;
}

function amountColumns(
  entries: readonly Entry[],
  { roles }: Columns,
  numbers: readonly number[],
  balance: number,
  explained: ReadonlyMap<number, number>,
): number[] {
  const others = numbers.filter((number) => number !== balance);
  const isMoney = (number: number) => ['debit', 'credit', 'amount'].includes(roles[number] ?? '');
  const named = others.filter(isMoney);
  const total = [...explained.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return named.length > 0 ? named : others.filter((number) => roles[number] !== 'balance');
  const sample = entries.slice(0, 2000);
  const sure = others.filter((number) => (explained.get(number) ?? 0) > 0);
  return others.filter((number) => {
    // The other side of the amounts: filled only where they are empty.
    const rest = sample.filter((entry) => (entry.values[number]?.paise ?? 0) > 0);
    if (!sure.includes(number) && rest.length > 0 && rest.every((entry) => nonZero(entry, sure).length === 0))
      return true;
    const count = sample.filter((entry) => (entry.values[number]?.paise ?? 0) > 0).length;
    const fits = explained.get(number) ?? 0;
    // A single value may be that of the first row, which has no neighbour.
    return fits >= Math.max(1, count / 2) || (isMoney(number) && (count <= 2 || fits >= count / 4));
  });
}

/** What signs and columns mean, by headings and words, corrected by the balances where these say otherwise. */
function learnWords<E extends Entry>(
  kept: readonly { entry: E; repeated: boolean }[],
  amounts: readonly number[],
  { roles, signOf }: Columns,
  balanceOf: (entry: E) => number | null,
  openings: readonly number[],
) {
  const headed = (number: number): Direction | null => {
    const role = roles[number];
    return role === 'credit' || role === 'debit' ? role : null;
  };
  // With one amount column, the sign column behind it belongs to it, or else a lone one wherever it stands.
  const [only = -1] = amounts.length === 1 ? amounts : [];
  const places = [signOf.indexOf(only), signOf.indexOf(-1), signOf.length === 1 ? 0 : -1];
  const signIndex = only < 0 ? -1 : (places.find((index) => index >= 0) ?? -1);
  const wordOf = (entry: Entry, found: Found): Direction | null => {
    const side = headed(found.number);
    if (side) return found.sign === 'minus' && side === 'credit' ? 'debit' : side;
    if (found.sign === 'credit' || found.sign === 'debit') return found.sign;
    const sign = entry.signs[signIndex];
    if (sign) return sign;
    if (found.sign) return found.sign === 'minus' ? 'debit' : 'credit';
    return null;
  };
  const columnVotes = new Map<number, number>();
  let same = 0;
  let unsigned = 0;
  let known = false;
  let before: number | null = openings.length === 1 ? (openings[0] ?? null) : null;
  for (const { entry, repeated } of kept) {
    const now = balanceOf(entry);
    const change = difference(now, before);
    if (now !== null) before = now;
    if (repeated) continue;
    const found =
      nonZero(entry, amounts).find(({ paise }) => change !== null && paise === Math.abs(change)) ??
      nonZero(entry, amounts)[0];
    if (!found) continue;
    const word = wordOf(entry, found);
    if (word) known = true;
    if (!found.sign && !word) unsigned += 1;
    if (!change || Math.abs(change) !== found.paise) continue;
    const real = change > 0 ? 'credit' : 'debit';
    if (word) same += word === real ? 1 : -1;
    columnVotes.set(found.number, (columnVotes.get(found.number) ?? 0) + Math.sign(change));
  }
  // With a single signed column, amounts without a sign are money in.
  const signless: Direction | null = amounts.length === 1 && known && unsigned > 0 ? 'credit' : null;
  return {
    known,
    directionOf(entry: Entry, found: Found): Direction | null {
      const word = wordOf(entry, found) ?? signless;
      if (word) return same < 0 ? (word === 'credit' ? 'debit' : 'credit') : word;
      const votes = amounts.length > 1 ? (columnVotes.get(found.number) ?? 0) : 0;
      if (votes !== 0) return votes > 0 ? 'credit' : 'debit';
      // Two columns without headings: what is not the one side is the other.
      const other = amounts.length === 2 ? [...columnVotes.values()][0] : undefined;
      return other ? (other > 0 ? 'debit' : 'credit') : null;
    },
  };
}
