import type { ServiceContext } from '#server/context.ts';
import { networksOf } from '#server/http/limits.ts';
import { ShopError } from '#shop/errors.ts';
import {
  asksHistory,
  type Coupon,
  type CouponOffer,
  chooseCoupons,
  cleanCode,
  isHistoryOffer,
} from '#shop/money/coupons.ts';
import {
  couponColumns,
  couponLines,
  couponResult,
  refusalOf,
  type SettledCoupon,
  settledCoupon,
} from '#shop/orders/checkout/coupon.ts';
import { type OrderLine, resolveItems, usableItems } from '#shop/orders/checkout/lines.ts';
import {
  type CouponResult,
  type OrderPrice,
  type OrderPricing,
  type PriceInput,
  priceOrder,
} from '#shop/orders/orders.ts';
import { couponsFor, couponsLeft, phoneHistory } from '../rows/coupons.queries.ts';
import { readForOrder } from '../rows/orders.queries.ts';
import { toPricing } from '../rows/wire.ts';
import { withoutGuess } from './coupon-guesses.ts';
import { phoneToJudge } from './coupon-history.ts';

/**
 * What a cart costs now with the coupon that it would get, in rupees. Holds nothing. Without the
 * online payment offer, which belongs to the payment (D30). Items that are not for sale are left
 * out, as in the cart.
 *
 * @param address network address of the client, which limits guesses at codes, and for how many
 *   phones earlier orders decide about coupons
 * @throws ShopError empty_cart
 */
export async function priceCart(context: ServiceContext, cart: PriceInput, address: string) {
  const {
    database: { db },
    now,
  } = context;
  const { allowed: input, refused } = await withoutGuess(context, address, cart);
  const items = usableItems(input.items);
  if (items.length === 0) throw new ShopError('empty_cart');
  const catalogue = await readForOrder(db, [...new Set(items.map((item) => item.product))], now());
  const lines = resolveItems(items, catalogue).filter(({ problem }) => problem === null);
  const code = cleanCode(input.couponCode ?? '');
  const coupons = await couponsFor(db, { at: now(), code, id: '' });
  const judged = await phoneToJudge(context, db, networksOf(address), input.phone, coupons);
  const phone = judged ?? '';
  const open = judged === null ? coupons.filter((one) => !isHistoryOffer(one)) : coupons;
  const settled = await settleCart(context, open, { lines, code, phone });
  const price = priceOrder(lines, null, settled.offer?.lines);
  const result: CouponResult | null = couponResult({ code, phone }, settled, price.subtotal, coupons);
  return { pricing: pricingOf(price, settled.offer), coupon: refused ?? result };
}

/**
 * The coupon that these lines would get now.
 *
 * @param coupons those that could apply
 * @param phone '' when its earlier orders must not decide
 */
export async function settleCart(
  { database: { db }, now }: ServiceContext,
  coupons: readonly Coupon[],
  { lines, code, phone }: { lines: readonly OrderLine[]; code: string; phone: string },
): Promise<SettledCoupon> {
  const choice = chooseCoupons(coupons, couponLines(lines), { code, at: now() });
  const left = await couponsLeft(
    db,
    choice.offers.map(({ coupon }) => coupon.id),
  );
  const history = await phoneHistory(db, choice.offers.some(({ coupon }) => asksHistory(coupon)) ? phone : '', '');
  const tried = choice.offers.map((offer) => ({
    ...offer,
    refused: refusalOf(offer.coupon, left.has(offer.coupon.id), history),
  }));
  return settledCoupon({ tried, fault: choice.fault });
}

/** A price that is not stored yet, in rupees. */
export function pricingOf(price: OrderPrice, offer: CouponOffer | null): OrderPricing {
  return toPricing({ ...price, staff_discount: price.staffDiscount, tax: 0, payment_code: 0, ...couponColumns(offer) });
}
