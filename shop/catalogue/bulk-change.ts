import { toPaise, toRupees } from '../money/money.ts';
import type { Product } from './catalogue.ts';
import { atRegularPrice } from './sale.ts';

/**
 * A change of prices and stock for many products at once (R3.9), computed before it is sent. Does
 * not import Zod, since the browser loads it.
 */

export interface BulkChange {
  /** `percent` may be negative; `add` and `set` are rupees. */
  price: { kind: 'keep' } | { kind: 'percent' | 'add' | 'set'; value: number };
  /** Rounds a changed price to whole rupees. */
  wholeRupees: boolean;
  /** Changes the MRP in the same way. */
  alsoMrp: boolean;
  /** Pieces; `add` may be negative. */
  stock: { kind: 'keep' } | { kind: 'add' | 'set'; value: number };
}

/** Rupees and pieces of one size. */
interface SizeFigures {
  price: number;
  originalPrice: number;
  stock: number;
}

export interface BulkRow {
  id: string;
  name: string;
  /** Empty for a product without sizes. */
  size: string;
  before: SizeFigures;
  after: SizeFigures;
  /** Why the change is not possible. */
  problem: string | null;
}

type Changeable = Pick<Product, 'id' | 'name' | 'sizes' | 'price' | 'regularPrice' | 'originalPrice' | 'stockCount'>;

/** The effect of `change` on every size; unchanged sizes are left out. */
export function bulkRows(products: readonly Changeable[], change: BulkChange): BulkRow[] {
  return products.flatMap((product) =>
    sizesOf(product).flatMap(({ size, ...before }) => {
      const price = changedPrice(before.price, change);
      const after = {
        price,
        originalPrice: mrpAfter(before, price, change),
        stock: changedStock(before.stock, change.stock),
      };
      return isSame(before, after)
        ? []
        : [{ id: product.id, name: product.name, size, before, after, problem: problemOf(before, after) }];
    }),
  );
}

/**
 * The rows as they were applied, without those that changed nothing.
 *
 * @param moved the pieces that each row has moved: less than planned where fewer were left.
 *   Undefined from an older server during an update: as planned
 */
export function movedRows(rows: readonly BulkRow[], moved: readonly number[] | undefined): BulkRow[] {
  if (!moved) return [...rows];
  return rows
    .map((row, index) => ({ ...row, after: { ...row.after, stock: row.before.stock + (moved[index] ?? 0) } }))
    .filter(({ before, after }) => !isSame(before, after));
}

/** The rows that undo `rows`. */
export function undoRows(rows: readonly BulkRow[]): BulkRow[] {
  return rows.map((row) => ({ ...row, before: row.after, after: row.before, problem: null }));
}

function isSame(before: SizeFigures, after: SizeFigures): boolean {
  return after.price === before.price && after.originalPrice === before.originalPrice && after.stock === before.stock;
}

function sizesOf(product: Changeable): ({ size: string } & SizeFigures)[] {
  if (product.sizes.length === 0) {
    const { originalPrice, stockCount: stock } = product;
    const { price } = atRegularPrice(product);
    return [{ size: '', price, originalPrice, stock }];
  }
  return product.sizes
    .map(atRegularPrice)
    .map(({ size, price, originalPrice, stock }) => ({ size, price, originalPrice, stock }));
}

function changedPrice(rupees: number, { price, wholeRupees }: BulkChange): number {
  if (price.kind === 'keep' || !Number.isFinite(price.value)) return rupees;
  const paise = toPaise(rupees);
  const next =
    price.kind === 'percent'
      ? Math.round((paise * (100 + price.value)) / 100)
      : price.kind === 'add'
        ? paise + toPaise(price.value)
        : toPaise(price.value);
  return toRupees(wholeRupees ? Math.round(next / 100) * 100 : next);
}

/** Changes the MRP when requested. An MRP that was not above the price is raised with it. */
function mrpAfter(before: SizeFigures, price: number, change: BulkChange): number {
  const mrp = change.alsoMrp ? changedPrice(before.originalPrice, change) : before.originalPrice;
  return before.originalPrice <= before.price && price !== before.price ? Math.max(mrp, price) : mrp;
}

function changedStock(pieces: number, stock: BulkChange['stock']): number {
  if (stock.kind === 'keep' || !Number.isFinite(stock.value)) return pieces;
  const next = stock.kind === 'add' ? pieces + stock.value : stock.value;
  return Math.max(0, Math.round(next));
}

function problemOf(before: SizeFigures, after: SizeFigures): string | null {
  if (!(after.price > 0)) return 'Price must be more than 0';
  if (after.price > 10_000_000 || after.originalPrice > 10_000_000) return 'Price is too large';
  if (after.stock > 1_000_000) return 'Stock is too large';
  // A pack must not be sold above its MRP.
  return after.price !== before.price && after.price > after.originalPrice
    ? 'The price would be higher than the MRP'
    : null;
}
