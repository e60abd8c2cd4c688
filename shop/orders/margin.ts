import type { Paise } from '../money/money.ts';
import type { OrderedLine } from './changes/change.ts';
import type { GoodsReturn } from './changes/returns.ts';
import { discountsPerLine } from './invoice.ts';

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
 * What goods that came back take away again: what was credited for them, and what those in stock
 * again had cost. The offer on the whole order goes with the pieces, so that sales less `offers`
 * are what the documents of the order bill.
 */
export function cameBack(
  { total, lines }: { total: Paise; lines: readonly OrderedLine[] },
  returns: readonly Pick<GoodsReturn, 'lines'>[],
): { goods: SoldGoods[]; offers: Paise } {
  const own = lines.map((line) => line.staff_discount + line.coupon_discount);
  const off = discountsPerLine({
    total,
    lines: lines.map((line, index) => ({ ...line, ownDiscount: own[index] ?? 0 })),
  });
  let offers = 0;
  const goods = returns.flatMap((one) =>
    one.lines.flatMap(({ line: index, quantity, amount, restocked }) => {
      const line = lines[index];
      if (!line) return [];
      const offer = Math.round((((off[index] ?? 0) - (own[index] ?? 0)) * quantity) / line.quantity);
      offers += offer;
      return {
        product: line.product_id,
        name: line.name,
        size: line.size,
        pieces: -quantity,
        paid: -amount - offer,
        gstRateBp: line.gst_rate_bp,
        cost: line.cost === null ? null : -line.cost * restocked,
      };
    }),
  );
  return { goods, offers };
}

/** One entry for each product, size, rate, and whether the cost is known. */
function summed(sold: readonly SoldGoods[]): SoldGoods[] {
  const sums = new Map<string, SoldGoods>();
  for (const one of sold) {
    const key = JSON.stringify([one.product, one.size, one.gstRateBp, one.cost === null]);
    const sum = sums.get(key);
    sums.set(key, {
      ...one,
      pieces: one.pieces + (sum?.pieces ?? 0),
      paid: one.paid + (sum?.paid ?? 0),
      cost: one.cost === null ? null : one.cost + (sum?.cost ?? 0),
    });
  }
  return [...sums.values()];
}

/**
 * The margin of what was sold, without what came back.
 *
 * @param taxed whether the shop has a GSTIN: without one there is no GST in its prices
 */
export function marginOf(sold: readonly SoldGoods[], taxed: boolean): Margin {
  const rows = new Map<string, MarginRow>();
  const known = { pieces: 0, sales: 0, cost: 0, margin: 0 };
  const unknown = { pieces: 0, sales: 0 };
  for (const { product, name, size, pieces, paid, gstRateBp, cost } of summed(sold)) {
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
