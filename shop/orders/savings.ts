import { type Paise, toPaise } from '../money/money.ts';
import type { CartLine } from './cart.ts';

/**
 * What a shopper saves in all: the MRP of the lines less what they pay, discounts included. Never
 * below 0.
 *
 * @param lines prices in rupees; a line without a higher MRP counts with its price
 * @param total what is paid, in rupees
 */
export function savedInAll(
  lines: readonly Pick<CartLine, 'price' | 'originalPrice' | 'quantity'>[],
  total: number,
): Paise {
  const mrps = lines.map(
    ({ price, originalPrice = 0, quantity }) => toPaise(Math.max(price, originalPrice)) * quantity,
  );
  return Math.max(0, mrps.reduce((sum, mrp) => sum + mrp, 0) - toPaise(total));
}
