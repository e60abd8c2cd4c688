import { z } from 'zod';
import { COUPON_KINDS, type CouponKind, cleanCode, couponWords, nameFault } from '../../money/coupons.ts';
import { isWholePaise, toPaise } from '../../money/money.ts';
import { once } from '../../once-input.ts';
import { cleanLine } from '../../text/text.ts';

/** Schemas of coupons in the API: money in rupees, times in epoch ms. */

const MOST_RUPEES = 1_000_000;
const MOST_USES = 1_000_000;
/** The year 2100. */
const LAST_MOMENT = 4_102_444_800_000;

const rupees = (sentence: string) =>
  z.number({ error: sentence }).min(1, sentence).max(MOST_RUPEES, sentence).refine(isWholePaise, sentence);
const uses = (sentence: string) =>
  z.number({ error: sentence }).int(sentence).min(1, sentence).max(MOST_USES, sentence);
const moment = z.number({ error: 'Please enter a date' }).int('Please enter a date').min(0).max(LAST_MOMENT);
const id = z.string({ error: 'Please choose from the list' }).min(1).max(200).overwrite(cleanLine);

const CouponScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.enum(['products', 'categories']),
    ids: z.array(id, { error: 'Please choose from the list' }).min(1, 'Please choose at least one').max(500),
  }),
]);

const fields = {
  code: z
    .string({ error: 'Please enter a code' })
    .max(40, 'Use 3 to 20 letters, digits or hyphens')
    .overwrite(cleanCode)
    .regex(/^[A-Z0-9-]{3,20}$/, 'Use 3 to 20 letters, digits or hyphens')
    .nullable()
    .describe('null for an automatic offer'),
  name: z
    .string({ error: 'Please enter a name' })
    .overwrite(cleanLine)
    .max(60, 'A name has at most 60 characters')
    .default('')
    .describe('what shoppers read beside an automatic offer'),
  kind: z.enum(Object.keys(COUPON_KINDS) as CouponKind[], { error: 'Please choose per cent or rupees' }),
  value: z.number({ error: 'Please enter the discount' }),
  maxDiscount: rupees('Please enter ₹1 or more').nullable().default(null),
  minOrder: z
    .number({ error: 'Please enter ₹0 or more' })
    .min(0, 'Please enter ₹0 or more')
    .max(MOST_RUPEES, 'This amount is too large')
    .refine(isWholePaise, 'Please use at most two decimal places')
    .default(0),
  startsAt: moment.nullable().default(null),
  endsAt: moment.nullable().default(null).describe('the first moment at which it no longer applies'),
  maxUses: uses('Please enter 1 or more').nullable().default(null),
  perPhone: uses('Please enter 1 or more').nullable().default(null),
  firstOrder: z.boolean().default(false),
  scope: CouponScope.default({ kind: 'all' }),
  paused: z.boolean().default(false),
};

/**
 * Body of PUT /coupons and, with a key, of POST. `value`: whole percent from 1 to 100, or rupees.
 */
export const CouponInput = z
  .object({
    ...fields,
    version: z.number().int().optional().describe('the version that was loaded; a stale one is a 409'),
  })
  .superRefine((coupon, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { kind, value, startsAt, endsAt } = coupon;
    const { isAmount, hasLimit } = COUPON_KINDS[kind];
    if (isAmount && !rupees('').safeParse(value).success) refuse('value', 'Please enter ₹1 or more');
    if (!isAmount && !(Number.isInteger(value) && value >= 1 && value <= 100)) {
      refuse('value', 'Please enter a whole number from 1 to 100');
    }
    if (!hasLimit && coupon.maxDiscount !== null) refuse('maxDiscount', 'Only a percentage needs a limit');
    if (startsAt !== null && endsAt !== null && endsAt <= startsAt) refuse('endsAt', 'The end must be after the start');
    if (coupon.code !== null) return;
    if (coupon.name === '') return refuse('name', 'Please enter a name for shoppers');
    const fault = nameFault(coupon.name, paiseOf(coupon));
    if (fault) refuse('name', fault);
  });
export type CouponInput = z.infer<typeof CouponInput>;

export const NewCoupon = CouponInput.safeExtend({ once });
export type NewCoupon = z.infer<typeof NewCoupon>;

/** The amounts of a coupon in paise; a percentage stays as it is. */
export function paiseOf(coupon: Pick<CouponInput, 'kind' | 'value' | 'maxDiscount' | 'minOrder'>) {
  const { kind, value, maxDiscount, minOrder } = coupon;
  return {
    kind,
    value: COUPON_KINDS[kind].isAmount && Math.abs(value) <= MOST_RUPEES ? toPaise(value) : value,
    maxDiscount: maxDiscount === null ? null : toPaise(maxDiscount),
    minOrder: toPaise(minOrder),
  };
}

/** What a coupon gives, in words. Amounts in rupees. */
export function wordsOf(
  coupon: Pick<CouponInput, 'kind' | 'value' | 'maxDiscount' | 'minOrder' | 'firstOrder' | 'scope'>,
) {
  return couponWords({ ...paiseOf(coupon), firstOrder: coupon.firstOrder, scope: coupon.scope });
}

const money = z.number().describe('rupees');

/** A coupon as staff see it, with what it has brought. Cancelled orders do not count. */
export const AdminCoupon = z.object({
  ...fields,
  id: z.string(),
  status: z.enum(['planned', 'running', 'paused', 'used_up', 'ended']),
  taken: z.number().describe('uses of orders, and of drafts that hold one'),
  orders: z.number(),
  sales: money,
  discount: money,
  version: z.number(),
});
export type AdminCoupon = z.infer<typeof AdminCoupon>;

/**
 * What offers brought since the start of the month. `newCustomers`: first orders of a phone, with a
 * coupon or an automatic offer.
 */
export const CouponMonth = z.object({
  discount: money,
  sales: money,
  orders: z.number(),
  withOffer: z.object({ orders: z.number(), sales: money }),
  newCustomers: z.number(),
});
export type CouponMonth = z.infer<typeof CouponMonth>;
