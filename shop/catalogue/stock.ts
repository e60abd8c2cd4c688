import m from '#messages/stock';
import type { Product } from './catalogue.ts';

/**
 * Stock bands, and whether a product can be bought (R1.4, R1.5, R1.9). Does not import Zod, since
 * the browser loads this file.
 */

/** Default stock of a product without sizes (R1.9). */
export const DEFAULT_STOCK = 999;
/** 'Only N left' up to this number. */
const LIMITED_MAX = 5;
/** Low stock up to this number. */
const LOW_MAX = 20;

export type StockBand = 'out' | 'limited' | 'low' | 'in';

/** The fields that the stock rules read; products and cards have them. */
export type Sellable = Pick<Product, 'status'> & {
  sizes: readonly { size: string; stock: number }[];
  stockCount?: number | null | undefined;
};

/** 0 or less 'out', 1–5 'limited', 6–20 'low', above 'in'. */
export function stockBand(stock: number): StockBand {
  if (!(stock > 0)) return 'out';
  if (stock <= LIMITED_MAX) return 'limited';
  return stock <= LOW_MAX ? 'low' : 'in';
}

/** 'Out of Stock', 'Only 3 left', 'Low stock' or 'In stock'. */
export function stockMessage(stock: number): string {
  switch (stockBand(stock)) {
    case 'out':
      return m.out();
    case 'limited':
      return m.onlyLeft({ stock });
    case 'low':
      return m.low();
    case 'in':
      return m.in();
  }
}

/** Style of the buy button: disabled when out of stock, orange at 5 or fewer, blue otherwise. */
export function buyTone(stock: number): 'disabled' | 'orange' | 'blue' {
  const band = stockBand(stock);
  if (band === 'out') return 'disabled';
  return band === 'limited' ? 'orange' : 'blue';
}

/**
 * What a size is called: its row keeps the first label as its key, so that a new one takes no
 * pieces from orders.
 */
export function labelOf<Size extends string | null>(row: { size: Size; label: string | null }): string | Size {
  return row.label ?? row.size;
}

/**
 * Pieces of a size, or `stockCount` (default 999) of a product without sizes; 0 for a size that it
 * does not have.
 */
export function stockOf(product: Sellable, sizeLabel?: string | null): number {
  if (product.sizes.length === 0) {
    return product.stockCount ?? DEFAULT_STOCK;
  }
  const size = sizeLabel ? product.sizes.find(({ size }) => size === sizeLabel) : product.sizes[0];
  return size?.stock ?? 0;
}

/** Sold out: not Active, or the first size (without sizes: stockCount) at 0 or less. */
export function isSoldOut(product: Sellable): boolean {
  return product.status !== 'Active' || stockBand(stockOf(product)) === 'out';
}

/** The card's rule: sold out, or without any size (R1.2); its button reads 'Out of Stock'. */
export function isCardSoldOut(product: Sellable): boolean {
  return product.sizes.length === 0 || isSoldOut(product);
}

export type BuyCheck = { ok: true } | { ok: false; message: string };

const no = (message: string): BuyCheck => ({ ok: false, message });

/**
 * Checks whether Buy Now may continue; otherwise the result has the message to show (R1.5).
 *
 * @param sizeLabel the chosen size; null when none is chosen or the product has no sizes
 */
export function checkBuyNow(product: Sellable | null | undefined, sizeLabel: string | null | undefined): BuyCheck {
  if (!product || product.status === 'Inactive') {
    return no(m.notAvailable());
  }
  if (product.sizes.length > 0) {
    if (!sizeLabel) return no(m.selectSize());
    if (!product.sizes.some(({ size }) => size === sizeLabel)) return no(m.sizeNotAvailable());
    if (stockBand(stockOf(product, sizeLabel)) === 'out') return no(m.sizeOut());
  }
  if (product.status === 'Out of Stock' || stockBand(stockOf(product, sizeLabel)) === 'out') {
    return no(m.productOut());
  }
  return { ok: true };
}
