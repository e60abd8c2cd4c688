import { z } from 'zod';
import { type Contract, ok } from '../../contract.ts';
import { AdminCoupon, CouponInput, CouponMonth, NewCoupon } from './input.ts';

const admin = { tag: 'coupons', access: 'admin' } as const;
const Saved = ok({ message: z.string(), coupon: AdminCoupon });

/** Coupons with a code and automatic offers. Shoppers send a code with the draft (`couponCode`). */
export const couponsApi = {
  'GET /coupons': {
    ...admin,
    summary: 'Coupons and automatic offers with what each has brought, newest first, and the figures of this month',
    responses: { 200: ok({ coupons: z.array(AdminCoupon), month: CouponMonth }) },
  },
  'GET /coupons/export': {
    ...admin,
    summary: 'Coupons and automatic offers with what each has brought, as a CSV file',
    responses: { 200: { contentType: 'text/csv' } },
  },
  'POST /coupons': {
    ...admin,
    summary: 'Make a coupon, or an automatic offer (without a code)',
    body: NewCoupon,
    responses: { 201: Saved },
    fails: [404, 409],
  },
  'PUT /coupons/:id': {
    ...admin,
    summary: 'Change, pause or end a coupon; orders that have it keep their discount',
    body: CouponInput,
    responses: { 200: Saved },
    fails: [404, 409],
  },
  'DELETE /coupons/:id': {
    ...admin,
    summary: 'Delete a coupon that no order has used; 409 for the others, which can be ended',
    responses: { 200: ok({ message: z.string() }) },
    fails: [404, 409],
  },
} as const satisfies Contract;
