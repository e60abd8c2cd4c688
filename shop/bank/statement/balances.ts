import type { Direction } from './cells.ts';

/** A line as far as its balance is concerned. `direction` is what its columns or signs say. */
export interface Booked {
  date: string;
  amountPaise: number;
  direction: Direction | null;
  /** After the line. */
  balancePaise: number | null;
  /** The whole row as text, to notice one that is printed twice. */
  key: string;
}

/** What the running balances of a table say. */
export interface Balances {
  /** 1: the oldest line is the first. */
  order: 1 | -1;
  /**
   * Columns for money in and out are exchanged: some exports of Axis do so. The balance is never
   * wrong.
   */
  swapped: boolean;
  /** Each balance follows from the one before it, so that no line is missing. */
  chained: boolean;
  /** Most balances do not follow: what the columns say cannot be trusted. */
  contradicted: boolean;
  /** How many lines follow from their neighbour. */
  links: number;
}

const OTHER: Record<Direction, Direction> = { credit: 'debit', debit: 'credit' };

/** Whether the line is the same row as the one before it, printed twice (overlapping pages). */
export const isRepeated = <T extends Booked>(line: T, before: T | undefined): boolean =>
  before !== undefined && line.balancePaise !== null && before.key === line.key;

/**
 * Compares the balances with the amounts, in both orders.
 *
 * @param all lines of one table, in the order of the file
 */
export function followBalances(all: readonly Booked[]): Balances {
  const lines = all.filter((line, at) => !isRepeated(line, all[at - 1]));
  const isFalling = (lines[0]?.date ?? '') > (lines.at(-1)?.date ?? '');
  let best: Pick<Balances, 'order' | 'swapped'> & { held: number } = { order: 1, swapped: false, held: -1 };
  for (const swapped of [false, true]) {
    for (const order of isFalling ? ([-1, 1] as const) : ([1, -1] as const)) {
      const held = lines.filter((line, at) => follows(line, lines[at - order], swapped)).length;
      if (held > best.held) best = { order, swapped, held };
    }
  }
  const told = lines.filter((line, at) => at > 0 && line.balancePaise !== null && lines[at - 1]?.balancePaise !== null);
  // One that does not follow is a gap.
  const contradicted = told.length > 1 && best.held * 2 < told.length;
  const isWhole = lines.every(({ balancePaise }) => balancePaise !== null) && inOrder(lines, best.order);
  return {
    order: best.order,
    swapped: best.swapped && !contradicted,
    chained: isWhole && best.held === lines.length - 1,
    contradicted,
    links: best.held,
  };
}

function follows({ amountPaise, direction, balancePaise }: Booked, before: Booked | undefined, swapped: boolean) {
  const from = before?.balancePaise ?? null;
  if (balancePaise === null || from === null) return false;
  const change = balancePaise - from;
  if (direction === null) return Math.abs(change) === amountPaise;
  return change === ((direction === 'credit') !== swapped ? amountPaise : -amountPaise);
}

/**
 * A spreadsheet with foreign settings exchanges day and month: then the days run back and forth.
 */
function inOrder(lines: readonly Booked[], order: 1 | -1): boolean {
  return lines.every(({ date }, at) => {
    const before = lines[at - order]?.date;
    return before === undefined || before <= date;
  });
}

/**
 * The direction of each line: as its columns say, exchanged where the balances show it; of one
 * without a sign as its balance says; null when nothing tells it.
 */
export function directionsOf(all: readonly Booked[], { order, swapped }: Balances): (Direction | null)[] {
  return all.map((line, at) => {
    if (line.direction) return swapped ? OTHER[line.direction] : line.direction;
    const before = all[at - order]?.balancePaise ?? null;
    if (before === null || line.balancePaise === null) return null;
    const change = line.balancePaise - before;
    return Math.abs(change) === line.amountPaise ? (change > 0 ? 'credit' : 'debit') : null;
  });
}
