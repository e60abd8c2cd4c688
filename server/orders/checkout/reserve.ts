import type { Database } from '#server/database/connect.ts';
import { together } from '#server/database/prepared.ts';
import type { Trx } from '#server/database/transact.ts';
import { mergeAmounts, quantitiesByKey, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import type { CatalogueRow } from '../queries.ts';
import { freeExpiredHolds, lockStock, moveStock, type StockMove } from '../stock.queries.ts';
import type { ResolvedLine } from './lines.ts';

/** Maximum number of expired holds that one order frees; the timer frees the rest. */
const FREE_PER_ORDER = 500;

export interface Reservation {
  /** The quantity taken of each size, by `stockKey`. */
  got: Map<string, number>;
  /** Keys of the sizes with too little stock. */
  short: Set<string>;
}

/**
 * Moves stock so that `wanted` is held (`into: 'held'`, a draft) or sold (`'sold'`, an order). It uses `held`, the former holds of the
 * same draft, whose rows the caller has just deleted.
 *
 * When stock is missing, expired holds of other drafts are freed first. What is still missing is in `short`. With `partial` the
 * available rest was taken (a paid order, D22); otherwise the caller must roll back.
 *
 * With `most`, at most that quantity of each size is taken (D53); what is wanted beyond it must be in stock nevertheless.
 *
 * With `last`, `commitWith` follows in the same turn. On PostgreSQL the transaction then fails when stock is missing.
 *
 * @throws TakenMeanwhile with `last`
 */
export async function reserve(
  trx: Trx,
  kind: Database['kind'],
  now: number,
  want: {
    wanted: StockAmount[];
    held: StockAmount[];
    into: 'held' | 'sold';
    partial: boolean;
    most?: ReadonlyMap<string, number> | undefined;
    last?: boolean;
  },
): Promise<Reservation> {
  const wanted = quantitiesByKey(want.wanted);
  const former = quantitiesByKey(want.held);
  const rows = mergeAmounts([...want.wanted, ...want.held]).map((row) => {
    const key = stockKey(row);
    const need = wanted.get(key) ?? 0;
    const take = Math.min(need, want.most?.get(key) ?? need);
    return { productId: row.productId, size: row.size, need, take, held: former.get(key) ?? 0 };
  });

  const got = new Map<string, number>();
  let missing: typeof rows = [];
  // A move locks its row only if there is enough. Another attempt would lock that row after those of larger keys (fault 8).
  const locking = kind === 'postgres' && rows.length > 1 ? lockStock(trx, kind, rows) : undefined;
  const orFail = kind === 'postgres' && want.last === true;
  const [, ...moved] = await together([locking, ...rows.map((row) => moveWhole(trx, row, want.into, orFail))]);
  for (const [index, row] of rows.entries()) {
    if (moved[index]) got.set(stockKey(row), row.take);
    else missing.push(row);
  }
  if (missing.length > 0) {
    if ((await freeExpiredHolds(trx, kind, now, FREE_PER_ORDER, missing)).length > 0) {
      const still: typeof rows = [];
      for (const row of missing) {
        if (await moveWhole(trx, row, want.into, false)) got.set(stockKey(row), row.take);
        else still.push(row);
      }
      missing = still;
    }
  }
  if (want.partial) {
    const stock = await lockStock(trx, kind, missing);
    for (const row of missing) {
      const extra = Math.min(stock.get(stockKey(row)) ?? 0, Math.max(0, row.take - row.held));
      const amount = row.held + extra;
      // False when there is no such row: nothing was taken, and nothing can be returned later.
      const moved = await moveStock(trx, row, { stock: -extra, held: -row.held, sold: amount });
      got.set(stockKey(row), moved ? amount : 0);
    }
  }
  return { got, short: new Set(missing.map(stockKey)) };
}

/** What `reserve` returns for a draft that holds all that it wants; undefined for one that does not. */
export function heldWhole(wanted: StockAmount[], held: StockAmount[]): Reservation | undefined {
  const [got, own] = [quantitiesByKey(wanted), quantitiesByKey(held)];
  const same = got.size === own.size && [...got].every(([key, quantity]) => own.get(key) === quantity);
  return same ? { got, short: new Set() } : undefined;
}

/** Whether all that a draft wants was in stock, or held by it, when the catalogue was read. */
export function isInStock(wanted: StockAmount[], held: StockAmount[], catalogue: readonly CatalogueRow[]): boolean {
  const own = quantitiesByKey(held);
  const stock = new Map(
    catalogue.map((row) => [stockKey({ productId: row.id, size: row.size ?? '' }), row.stock ?? 0]),
  );
  return [...quantitiesByKey(wanted)].every(
    ([key, quantity]) => quantity <= (stock.get(key) ?? 0) + (own.get(key) ?? 0),
  );
}

/** Distributes the reserved quantities among the lines, in order. @returns what each line has taken from stock */
export function takenPerLine(lines: ResolvedLine[], got: Map<string, number>): number[] {
  const left = new Map(got);
  return lines.map((line) => {
    if (line.stockSize === null) {
      return 0;
    }
    const key = stockKey({ productId: line.productId, size: line.stockSize });
    const taken = Math.min(line.quantity, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - taken);
    return taken;
  });
}

async function moveWhole(
  trx: Trx,
  row: { productId: string; size: string; need: number; take: number; held: number },
  into: 'held' | 'sold',
  orFail: boolean,
): Promise<boolean> {
  const move: StockMove =
    into === 'held'
      ? { stock: row.held - row.take, held: row.take - row.held, sold: 0 }
      : { stock: row.held - row.take, held: -row.held, sold: row.take };
  if (row.take === row.need && move.stock === 0 && move.held === 0 && move.sold === 0) {
    return true;
  }
  const moved = await moveStock(trx, row, move, row.need - row.held, orFail);
  // A hold without a row to return to is not a shortage.
  return moved || row.need === 0;
}
