import { z } from 'zod';
import { type Contract, ok, SMALL_BODY } from '../contract.ts';
import { cleanLine } from '../text/text.ts';
import { KnownCustomer, LinkedPayment, PayLink, StaffOrderInput, StaffPayment, StaffPriceInput } from './by-staff.ts';
import { UtrBody } from './order-calls.ts';
import { AdminOrder, CouponResult, Order, OrderPricing } from './orders.ts';

const staff = { tag: 'orders (staff)', access: 'staff' } as const;
const params = z.object({ id: z.string().max(100).overwrite(cleanLine) });
const linkParams = z.object({ code: z.string().max(100).overwrite(cleanLine) });
const Taken = { order: AdminOrder, link: PayLink.nullable().describe('null once it is paid') };

/** Orders that staff take, and the link that opens the payment of one (D67). */
export const byStaffApi = {
  'GET /orders/by-staff/customer': {
    ...staff,
    summary: 'Who has ordered with a mobile number before: name, address, language, what they bought last',
    query: z.object({ phone: z.string().max(40) }),
    responses: { 200: ok({ customer: KnownCustomer.nullable() }) },
  },
  'POST /orders/by-staff/price': {
    ...staff,
    summary: 'What an order that staff take would cost; holds nothing',
    body: StaffPriceInput,
    responses: { 200: ok({ pricing: OrderPricing, coupon: CouponResult.nullable() }) },
    fails: [403, 409],
  },
  'POST /orders/by-staff': {
    ...staff,
    summary:
      'Take an order for a customer: a link to its payment, a UTR, or money that staff have received. The same number and token again are the same order',
    body: StaffOrderInput,
    responses: { 201: ok(Taken) },
    fails: [403, 404, 409],
  },
  'POST /orders/:id/pay-link': {
    ...staff,
    params,
    summary: 'A new link to the payment of an order that staff have taken; the one before is void',
    responses: { 200: ok(Taken) },
    fails: [404, 409],
  },
  'POST /orders/:id/paid': {
    ...staff,
    params,
    summary: 'The customer of an order that waits for its link has paid: with a UTR, or to staff',
    body: z.object({ payment: StaffPayment }),
    responses: { 200: ok({ message: z.string(), order: AdminOrder }) },
    fails: [403, 404, 409],
  },
} as const satisfies Contract;

const shopper = { tag: 'orders', access: 'public', params: linkParams } as const;

export const payLinkApi = {
  'GET /pay/:code': {
    ...shopper,
    summary: 'The payment that a link of the shop opens; 404 once its hold is over',
    responses: { 200: ok({ payment: LinkedPayment }) },
    fails: [404],
  },
  'POST /pay/:code/utr': {
    ...shopper,
    summary: 'The customer has paid and enters the UTR; taken for a day after the link is over',
    body: UtrBody,
    bodyLimit: SMALL_BODY,
    responses: { 200: ok({ payment: LinkedPayment }) },
    fails: [404, 409],
  },
  'POST /pay/:code/order': {
    ...shopper,
    summary: 'Open the order on this device, once it is paid: the order and an access token for it',
    responses: { 200: ok({ order: Order, accessToken: z.string() }) },
    fails: [404],
  },
} as const satisfies Contract;
