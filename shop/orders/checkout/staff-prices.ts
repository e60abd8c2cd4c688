import { fieldError, type ShopError } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { MIN_ORDER_PAISE } from '../../money/pricing.ts';
import { prorate } from '../../money/prorate.ts';
import type { OrderLine } from './lines.ts';

/** What staff have agreed with a customer (D67). */
export interface StaffPrices {
  /** The price of a piece and why, by the index of the item in the body. */
  prices: ReadonlyMap<number, { price: Paise; reason: string }>;
  /** What is taken off the whole order, and why. */
  discount: Paise;
  reason: string;
  /** Percent of the shop's price below which this person may not sell; null for an admin. */
  lowestPercent: number | null;
}

/**
 * The lines with the prices that staff have agreed. A lower price is a discount on the line, so that
 * the invoice shows the shop's price and what was taken off it; a higher one replaces the price.
 *
 * @returns the lines, or the error validation (less than ₹1 is left) or forbidden (below what this
 *   person may give)
 */
export function agreedLines(lines: readonly OrderLine[], agreed: StaffPrices): OrderLine[] | ShopError {
  const { prices, discount, lowestPercent } = agreed;
  // Such an order is refused for that.
  if (lines.some(({ problem }) => problem !== null)) return [...lines];
  const priced = lines.map((line) => {
    const asked = prices.get(line.index);
    if (!asked || asked.price === line.price) return line;
    const { price, reason: priceReason } = asked;
    if (price > line.price) return { ...line, price, originalPrice: Math.max(price, line.originalPrice), priceReason };
    return { ...line, staffDiscount: (line.price - price) * line.quantity, priceReason };
  });
  const values = priced.map(worthOf);
  if (values.reduce((sum, value) => sum + value, 0) - discount < MIN_ORDER_PAISE) {
    return fieldError('validation', 'discount', 'At least ₹1 must be left to pay.');
  }
  if (lowestPercent === null) return priced;
  const shares = prorate(discount, values);
  for (const [index, line] of lines.entries()) {
    const least = line.price * line.quantity * lowestPercent;
    const value = values[index] ?? 0;
    if ((value - (shares[index] ?? 0)) * 100 >= least) continue;
    // The price of the line, or what its part of the discount makes of it.
    const path = value * 100 < least ? `items.${line.index}.price` : 'discount';
    const lowest = formatPaise(Math.ceil((line.price * lowestPercent) / 100));
    return fieldError(
      'forbidden',
      path,
      `You may sell ${line.name}, ${line.size} for ${lowest} or more. Only an admin may go below ${lowestPercent}% of the price.`,
    );
  }
  return priced;
}

/** What a line comes to, before the discount on the whole order. */
function worthOf({ price, quantity, staffDiscount }: OrderLine): Paise {
  return price * quantity - staffDiscount;
}

/** All that staff take off. */
export function staffDiscountOf(lines: readonly OrderLine[], { discount }: Pick<StaffPrices, 'discount'>): Paise {
  return lines.reduce((sum, { staffDiscount }) => sum + staffDiscount, discount);
}
