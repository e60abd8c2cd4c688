/**
 * A quantity of one size. `size` is the label of the stock row: empty for a product without sizes
 * (D23).
 */
export interface StockAmount {
  productId: string;
  size: string;
  quantity: number;
}

/** Key of one stock row. */
export function stockKey(item: { productId: string; size: string }): string {
  return `${item.productId}\n${item.size}`;
}

/** The quantity of each size, by `stockKey`. */
export function quantitiesByKey(amounts: Iterable<StockAmount>): Map<string, number> {
  return new Map(mergeAmounts(amounts).map((amount) => [stockKey(amount), amount.quantity]));
}

/** The products of amounts. */
export const productsOf = (amounts: readonly StockAmount[]): string[] => amounts.map(({ productId }) => productId);

/**
 * Sums amounts of the same size and sorts them by key, so that every transaction locks stock rows
 * in the same order (fault 8).
 */
export function mergeAmounts(amounts: Iterable<StockAmount>): StockAmount[] {
  const merged = new Map<string, StockAmount>();
  for (const amount of amounts) {
    const key = stockKey(amount);
    const known = merged.get(key);
    if (known) known.quantity += amount.quantity;
    else merged.set(key, { productId: amount.productId, size: amount.size, quantity: amount.quantity });
  }
  return [...merged.values()].sort((a, b) => (stockKey(a) < stockKey(b) ? -1 : 1));
}
