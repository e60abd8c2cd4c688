import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { CouponInput, NewCoupon } from '#shop/orders/coupons/input.ts';
import { hasAutomatic } from './coupon-figures.queries.ts';
import { listCoupons } from './list.ts';
import { couponReport } from './report.ts';
import { createCoupon, deleteCoupon, updateCoupon } from './write-coupon.ts';

export type CouponsService = ReturnType<typeof createCouponsService>;

/**
 * Coupons and automatic offers for staff. What orders get of them is decided in
 * shop/orders/checkout/coupon.ts.
 */
export function createCouponsService(context: ServiceContext) {
  return {
    /** Whether carts must ask for their price because of an automatic offer. */
    hasAutomatic: () => hasAutomatic(context.database.db, context.now()),
    list: () => listCoupons(context),
    report: () => couponReport(context),
    create: (input: NewCoupon, actor: Actor) => createCoupon(context, input, actor),
    update: (id: string, input: CouponInput, actor: Actor) => updateCoupon(context, id, input, actor),
    remove: (id: string, actor: Actor) => deleteCoupon(context, id, actor),
  };
}
