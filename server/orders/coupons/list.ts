import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay, midnightOf } from '#shop/india/dates.ts';
import { COUPON_KINDS, couponStatus } from '#shop/money/coupons.ts';
import { toRupees } from '#shop/money/money.ts';
import type { AdminCoupon, CouponMonth } from '#shop/orders/coupons/input.ts';
import { type CouponRow, toCoupon } from '../rows/coupons.queries.ts';
import * as queries from './coupon-figures.queries.ts';

/**
 * All coupons with what they brought, newest first, and the figures since the start of the month in
 * India.
 */
export async function listCoupons(context: ServiceContext): Promise<{ coupons: AdminCoupon[]; month: CouponMonth }> {
  const { db } = context.database;
  const from = midnightOf(`${isoDay(context.now()).slice(0, 7)}-01`);
  const { sales, discount, orders, withOffer } = await queries.sumsSince(db, from);
  return {
    coupons: await allCoupons(context),
    month: {
      orders,
      sales: toRupees(sales),
      discount: toRupees(discount),
      withOffer: { orders: withOffer.orders, sales: toRupees(withOffer.sales) },
      newCustomers: await queries.newCustomersSince(db, from),
    },
  };
}

/** All coupons with what they brought, newest first. */
export async function allCoupons({ database: { db }, now }: ServiceContext): Promise<AdminCoupon[]> {
  const brought = await queries.broughtBy(db);
  return (await queries.allCoupons(db)).map((row) => toAdmin(row, brought, now()));
}

/** @throws ShopError coupon_not_found */
export async function couponForStaff({ database: { db }, now }: ServiceContext, id: string): Promise<AdminCoupon> {
  const row = await queries.readCoupon(db, id);
  if (!row) throw new ShopError('coupon_not_found');
  return toAdmin(row, await queries.broughtBy(db), now());
}

function toAdmin(row: CouponRow, brought: Awaited<ReturnType<typeof queries.broughtBy>>, at: number): AdminCoupon {
  const { maxDiscount, minOrder, value, scope, ...coupon } = toCoupon(row);
  const { orders, sales, discount } = brought.get(row.id) ?? { orders: 0, sales: 0, discount: 0 };
  return {
    ...coupon,
    value: COUPON_KINDS[coupon.kind].isAmount ? toRupees(value) : value,
    maxDiscount: maxDiscount === null ? null : toRupees(maxDiscount),
    minOrder: toRupees(minOrder),
    scope: scope.kind === 'all' ? scope : { kind: scope.kind, ids: [...scope.ids] },
    status: couponStatus(coupon, at, row.taken),
    taken: row.taken,
    orders,
    sales: toRupees(sales),
    discount: toRupees(discount),
    version: row.version,
  };
}
