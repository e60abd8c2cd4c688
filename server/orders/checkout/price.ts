import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { chooseCoupons, cleanCode, isHistoryOffer } from '#shop/money/coupons.ts';
import { type CouponResult, type PriceInput, priceOrder } from '#shop/orders/orders.ts';
import { couponsFor } from '../coupons.queries.ts';
import { readForOrder } from '../queries.ts';
import { toPricing } from '../wire.ts';
import { couponColumns, couponLines, couponResult, firstUsable, refusalOf } from './coupon.ts';
import { resolveItems } from './lines.ts';
import { usableItems } from './record.ts';

/**
 * What a cart costs now with the coupon that it would get, in rupees. Holds nothing. Without the online payment offer, which belongs to the
 * payment (D30). Items that are not for sale are left out, as in the cart.
 *
 * @param judged the phone whose earlier orders decide about coupons; null when they must not (`phoneToJudge`)
 * @throws ShopError empty_cart
 */
export async function priceCart(
  { database: { db }, now }: ServiceContext,
  input: Omit<PriceInput, 'phone'>,
  judged: string | null,
) {
  const items = usableItems(input.items);
  if (items.length === 0) throw new ShopError('empty_cart');
  const catalogue = await readForOrder(db, [...new Set(items.map((item) => item.product))]);
  const lines = resolveItems(items, catalogue).filter(({ problem }) => problem === null);
  const code = cleanCode(input.couponCode ?? '');
  const coupons = await couponsFor(db, { at: now(), code, id: '' });
  const phone = judged ?? '';
  const open = judged === null ? coupons.filter((one) => !isHistoryOffer(one)) : coupons;
  const choice = chooseCoupons(open, couponLines(lines), { code, at: now() });
  const settled = await firstUsable(choice, (coupon) => refusalOf(db, coupon, { phone, orderNumber: '' }));
  const { offer } = settled;
  const pricing = priceOrder(lines, null, offer?.lines);
  const result: CouponResult | null = couponResult({ code, phone }, settled, pricing.subtotal, coupons);
  return { pricing: toPricing({ ...pricing, tax: 0, ...couponColumns(offer) }), coupon: result };
}
