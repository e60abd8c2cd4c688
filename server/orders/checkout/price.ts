import type { ServiceContext } from '#server/context.ts';
import { networkHash } from '#server/http/limits.ts';
import { ShopError } from '#shop/errors.ts';
import { asksHistory, chooseCoupons, cleanCode, isHistoryOffer } from '#shop/money/coupons.ts';
import { couponColumns, couponLines, couponResult, refusalOf, settledCoupon } from '#shop/orders/checkout/coupon.ts';
import { resolveItems, usableItems } from '#shop/orders/checkout/lines.ts';
import { type CouponResult, type PriceInput, priceOrder } from '#shop/orders/orders.ts';
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
  const judged = await phoneToJudge(context, db, networkHash(address), input.phone, coupons);
  const phone = judged ?? '';
  const open = judged === null ? coupons.filter((one) => !isHistoryOffer(one)) : coupons;
  const choice = chooseCoupons(open, couponLines(lines), { code, at: now() });
  const left = await couponsLeft(
    db,
    choice.offers.map(({ coupon }) => coupon.id),
  );
  const history = await phoneHistory(db, choice.offers.some(({ coupon }) => asksHistory(coupon)) ? phone : '', '');
  const tried = choice.offers.map((offer) => ({
    ...offer,
    refused: refusalOf(offer.coupon, left.has(offer.coupon.id), history),
  }));
  const settled = settledCoupon({ tried, fault: choice.fault });
  const { offer } = settled;
  const pricing = priceOrder(lines, null, offer?.lines);
  const result: CouponResult | null = couponResult({ code, phone }, settled, pricing.subtotal, coupons);
  return {
    pricing: toPricing({ ...pricing, tax: 0, payment_code: 0, ...couponColumns(offer) }),
    coupon: refused ?? result,
  };
}
