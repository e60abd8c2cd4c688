import type { Paise } from '../money/money.ts';

/** Sale prices of sizes: which price is charged at a moment. */

/** The prices of a size as they are stored; moments in epoch ms, null: open. */
export interface SizePrices {
  price: Paise;
  sale_price: Paise | null;
  sale_from: number | null;
  sale_until: number | null;
}

/** A sale begins and ends at a full or half hour, when all cached pages are made anew (`TURN_MS`). */
export const SALE_STEP_MS = 1_800_000;

/** The price that is charged at `at`. A sale price that is not below the usual one does not count. */
export function priceAt({ price, sale_price, sale_from, sale_until }: SizePrices, at: number): Paise {
  if (sale_price === null || sale_price >= price) return price;
  return at >= (sale_from ?? at) && at < (sale_until ?? Number.POSITIVE_INFINITY) ? sale_price : price;
}

interface Priced {
  price: number;
  /** While a sale price is charged: the price before and after it. */
  regularPrice?: number | undefined;
}

/** Without a sale: what staff change is the usual price. */
export function atRegularPrice<Item extends Priced>({ regularPrice, ...item }: Item): Omit<Item, 'regularPrice'> {
  return { ...item, price: regularPrice ?? item.price };
}
