import type { DiscountLine } from '#shop/orders/orders.ts';

/** The parts of a discount as the device stores and shows them. Rupees. */

export const onlineOffer = (amount: number): DiscountLine[] =>
  amount > 0 ? [{ kind: 'online_offer', label: 'Online payment offer', amount }] : [];

/**
 * What is taken off so that the amount is this order's alone (D61), in rupees; 0 without a code.
 */
export function codeIn(discounts: readonly DiscountLine[]): number {
  return discounts.find(({ kind }) => kind === 'payment_code')?.amount ?? 0;
}

/**
 * The stored parts of a discount in rupees. Older copies have none: then all of it is the online
 * payment offer.
 */
export function acceptDiscounts(value: unknown, discount: number): DiscountLine[] {
  if (!Array.isArray(value)) return onlineOffer(discount);
  return value.flatMap((line): DiscountLine[] => {
    if (!isRecord(line) || !isText(line.label) || !isAmount(line.amount)) return [];
    const { kind, code, label, amount } = line;
    const known = kind === 'staff' || kind === 'coupon' || kind === 'payment_code' ? kind : 'online_offer';
    return [{ kind: known, ...(isText(code) ? { code } : {}), label, amount }];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
