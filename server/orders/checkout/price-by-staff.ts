import type { ServiceContext } from '#server/context.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { cleanCode } from '#shop/money/coupons.ts';
import { type StaffPriceInput, staffPricesOf } from '#shop/orders/by-staff.ts';
import { couponResult } from '#shop/orders/checkout/coupon.ts';
import { resolveItems, usableItems } from '#shop/orders/checkout/lines.ts';
import { agreedLines, staffDiscountOf } from '#shop/orders/checkout/staff-prices.ts';
import { type CouponResult, type OrderPricing, priceOrder } from '#shop/orders/orders.ts';
import type { OrderTerms } from '../order-terms.ts';
import { couponsFor } from '../rows/coupons.queries.ts';
import { readForOrder } from '../rows/orders.queries.ts';
import { pricingOf, settleCart } from './price.ts';

/**
 * What an order would cost that staff take (D67); holds nothing. Items that are not for sale are left
 * out.
 *
 * @throws ShopError empty_cart; forbidden, validation (see `agreedLines`)
 */
export async function priceByStaff(
  context: ServiceContext,
  terms: OrderTerms,
  input: StaffPriceInput,
  lowestPercent: number | null,
): Promise<{ pricing: OrderPricing; coupon: CouponResult | null }> {
  const { db } = context.database;
  const { phone } = input;
  const at = context.now();
  const items = usableItems(input.items.map(({ product, size, quantity }) => ({ product, size, quantity })));
  const catalogue = await readForOrder(db, [...new Set(items.map((item) => item.product))], at);
  const known = resolveItems(items, catalogue).filter(({ problem }) => problem === null);
  if (known.length === 0) throw new ShopError('empty_cart');
  const agreed = staffPricesOf(input, lowestPercent);
  const lines = agreedLines(known, agreed);
  if (isShopError(lines)) throw lines;
  const code = cleanCode(input.couponCode ?? '');
  const coupons = agreed.discount > 0 ? [] : await couponsFor(db, { at, code, id: '' });
  const settled = await settleCart(context, coupons, { lines, code, phone });
  const offer = input.online ? terms.offer : null;
  const price = priceOrder(lines, offer, settled.offer?.lines, staffDiscountOf(lines, agreed));
  const coupon = couponResult({ code, phone }, settled, price.subtotal, coupons);
  return { pricing: pricingOf(price, settled.offer), coupon };
}
