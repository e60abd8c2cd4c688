import { type HoldFacts, mayHoldOf, NO_STOCK, unprovenPieces } from '../holds.ts';
import { mergeAmounts, quantitiesByKey, type StockAmount, stockKey } from '../stock.ts';

/** What becomes of one size. */
interface SizePlan {
  productId: string;
  size: string;
  /** Pieces that the draft holds until now. */
  held: number;
  /** Pieces that the draft holds, or the order is sold, from now on. */
  pieces: number;
}

export interface StockPlan {
  sizes: SizePlan[];
  /** `stockKey`s of the sizes with less in stock than is wanted. */
  short: Set<string>;
}

/** The pieces that a draft holds: what D53 allows of all that it wants, which must be in stock. */
export function planHolds(wanted: readonly StockAmount[], facts: HoldFacts): StockPlan {
  const allowed = mayHoldOf(wanted, facts);
  return planSizes(wanted, facts, (key) => allowed.get(key) ?? 0);
}

/**
 * The pieces that are sold to a new order, whose payment nobody has proved: what D53 and D65 allow,
 * as far as stock goes.
 *
 * @param hasUtr a UTR proves nothing yet. The order keeps what its draft held; what is missing is
 *   sold when the payment is verified
 */
export function planSale(wanted: readonly StockAmount[], facts: HoldFacts, hasUtr: boolean): StockPlan {
  const allowed = mayHoldOf(wanted, facts, hasUtr);
  const held = quantitiesByKey(hasUtr ? facts.held : []);
  return planSizes(wanted, facts, (key, quantity) => {
    const most = Math.min(quantity, Math.max(allowed.get(key) ?? 0, held.get(key) ?? 0));
    return unprovenPieces(most, facts.sizes.get(key) ?? NO_STOCK);
  });
}

function planSizes(
  wanted: readonly StockAmount[],
  { sizes, held }: HoldFacts,
  most: (key: string, quantity: number) => number,
): StockPlan {
  const [quantities, holds] = [quantitiesByKey(wanted), quantitiesByKey(held)];
  const short = new Set<string>();
  const plans = mergeAmounts([...wanted, ...held]).map(({ productId, size }) => {
    const key = stockKey({ productId, size });
    const row = sizes.get(key) ?? NO_STOCK;
    const quantity = quantities.get(key) ?? 0;
    // A row that was edited by hand may count less than its holds.
    const own = Math.min(holds.get(key) ?? 0, row.held);
    if (quantity > row.stock + own) short.add(key);
    return { productId, size, held: own, pieces: Math.min(most(key, quantity), row.stock + own) };
  });
  return { sizes: plans, short };
}

/** The pieces of each size, by `stockKey`. */
export function piecesByKey({ sizes }: StockPlan): Map<string, number> {
  return new Map(sizes.map((size) => [stockKey(size), size.pieces]));
}

/** All pieces together. */
export function allPieces({ sizes }: StockPlan): number {
  return sizes.reduce((sum, { pieces }) => sum + pieces, 0);
}
