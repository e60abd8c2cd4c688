import type { Paise } from '../money/money.ts';

/** What is left of sales after the cost of goods. Money in paise, without GST. */

/** Lines of one product, size and tax rate, all with a known cost or all without one. */
export interface SoldGoods {
  product: string;
  name: string;
  size: string;
  pieces: number;
  /** What was paid for them, with GST and after coupons. */
  paid: Paise;
  gstRateBp: number;
  /** What they cost; null: not known. */
  cost: Paise | null;
}

export interface MarginRow {
  product: string;
  name: string;
  size: string;
  pieces: number;
  sales: Paise;
  cost: Paise;
  margin: Paise;
}

export interface Margin {
  /** Most margin first. */
  rows: MarginRow[];
  known: Omit<MarginRow, 'product' | 'name' | 'size'>;
  /** Sales whose cost nobody has entered: they have no margin. */
  unknown: { pieces: number; sales: Paise };
}

/**
 * The margin of what was sold.
 *
 * @param taxed whether the shop has a GSTIN: without one there is no GST in its prices
 */
export function marginOf(sold: readonly SoldGoods[], taxed: boolean): Margin {
  const rows = new Map<string, MarginRow>();
  const known = { pieces: 0, sales: 0, cost: 0, margin: 0 };
  const unknown = { pieces: 0, sales: 0 };
  for (const { product, name, size, pieces, paid, gstRateBp, cost } of sold) {
    const sales = taxed ? Math.round((paid * 10_000) / (10_000 + gstRateBp)) : paid;
    if (cost === null) {
      unknown.pieces += pieces;
      unknown.sales += sales;
      continue;
    }
    const key = `${product} ${size}`;
    const row = rows.get(key) ?? { product, name, size, pieces: 0, sales: 0, cost: 0, margin: 0 };
    for (const sum of [row, known]) {
      sum.pieces += pieces;
      sum.sales += sales;
      sum.cost += cost;
      sum.margin += sales - cost;
    }
    rows.set(key, row);
  }
  return { rows: [...rows.values()].sort((a, b) => b.margin - a.margin || (a.name < b.name ? -1 : 1)), known, unknown };
}
