import type { CouponFault } from '../../money/coupons.ts';

/** Why an order that staff have changed loses its coupon; for staff. */
export const COUPON_FAULT_WORDS: Record<CouponFault, string> = {
  unknown: 'it no longer exists',
  paused: 'it is paused',
  planned: 'it had not begun',
  ended: 'it had ended',
  minimum: 'the order no longer reaches its minimum',
  other_products: 'it is for other products',
  used_up: 'it is used up',
  used_by_phone: 'this number has used it before',
  not_first: 'it is for a first order',
};
