import { formatDate, isoDay } from '#shop/india/dates.ts';
import { COUPON_KINDS, type Coupon, type CouponKind, couponDiscount } from '#shop/money/coupons.ts';
import { formatPaise } from '#shop/money/money.ts';
import { priceOrder } from '#shop/money/pricing.ts';
import { type AdminCoupon, CouponInput, paiseOf, wordsOf } from '#shop/orders/coupons/input.ts';
import { firstErrors } from '#web/admin/ui/first-errors.ts';

/** What staff call the kinds of coupons and their values. */
export const KIND_NAMES: Record<CouponKind, { name: string; value: string }> = {
  percent: { name: 'Percentage', value: 'Discount, %' },
  amount: { name: 'Rupees', value: 'Discount, ₹' },
};

/**
 * A coupon as it is typed: a number that is not set is NaN, a day is 'YYYY-MM-DD' or ''. Amounts in
 * rupees.
 */
export interface CouponForm {
  automatic: boolean;
  code: string;
  name: string;
  kind: CouponKind;
  value: number;
  maxDiscount: number;
  minOrder: number;
  from: string;
  till: string;
  maxUses: number;
  perPhone: number;
  firstOrder: boolean;
  scope: 'all' | 'products' | 'categories';
  ids: string[];
}

export const EMPTY: CouponForm = {
  automatic: false,
  code: '',
  name: '',
  kind: 'percent',
  value: Number.NaN,
  maxDiscount: Number.NaN,
  minOrder: Number.NaN,
  from: '',
  till: '',
  maxUses: Number.NaN,
  perPhone: Number.NaN,
  firstOrder: false,
  scope: 'all',
  ids: [],
};

export function formOf(coupon: AdminCoupon): CouponForm {
  const { code, name, kind, value, maxDiscount, minOrder, maxUses, perPhone, firstOrder, scope } = coupon;
  return {
    automatic: code === null,
    code: code ?? '',
    name,
    kind,
    value,
    firstOrder,
    scope: scope.kind,
    maxDiscount: maxDiscount ?? Number.NaN,
    minOrder: minOrder || Number.NaN,
    maxUses: maxUses ?? Number.NaN,
    perPhone: perPhone ?? Number.NaN,
    from: coupon.startsAt === null ? '' : isoDay(coupon.startsAt),
    till: lastDay(coupon.endsAt),
    ids: scope.kind === 'all' ? [] : scope.ids,
  };
}

const lastDay = (endsAt: number | null) => (endsAt === null ? '' : isoDay(endsAt - 1));
const DAY = 86_400_000;
/** Start of the day in India, in epoch ms. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);
const orNull = (value: number) => (Number.isNaN(value) ? null : value);

/**
 * The body of a coupon. `stored`: the one that is edited; it keeps its moments while their days are
 * the same.
 */
export function inputOf(form: CouponForm, stored: AdminCoupon | null) {
  const { automatic, code, name, kind, value, maxDiscount, minOrder, from, till, firstOrder, scope, ids } = form;
  const was = stored ? formOf(stored) : null;
  return {
    code: automatic ? null : code,
    name: automatic ? name : '',
    kind,
    value,
    firstOrder,
    maxDiscount: COUPON_KINDS[kind].hasLimit ? orNull(maxDiscount) : null,
    minOrder: Number.isNaN(minOrder) ? 0 : minOrder,
    startsAt: from === '' ? null : from === was?.from && stored ? stored.startsAt : startOf(from),
    endsAt: till === '' ? null : till === was?.till && stored ? stored.endsAt : startOf(till) + DAY,
    maxUses: orNull(form.maxUses),
    perPhone: orNull(form.perPhone),
    paused: stored?.paused ?? false,
    scope: scope === 'all' ? { kind: scope } : { kind: scope, ids },
    ...(stored ? { version: stored.version } : {}),
  };
}

/** Field → message. The server checks with the same schema. */
export function errorsOf(form: CouponForm, stored: AdminCoupon | null): Record<string, string> {
  return firstErrors(CouponInput, inputOf(form, stored));
}

/** What the coupon does, in sentences, while it is typed; null as long as it is not complete. */
export function sentencesOf(
  form: CouponForm,
  stored: AdminCoupon | null,
): { gives: string; limits: string; example: string } | null {
  const parsed = CouponInput.safeParse(inputOf(form, stored));
  if (!parsed.success) return null;
  const { maxUses, perPhone } = parsed.data;
  const limits = [
    perPhone === null ? '' : `${times(perPhone)} per mobile number`,
    maxUses === null ? 'no overall limit' : `${times(maxUses)} in all`,
    form.from ? `from ${formatDate(startOf(form.from))}` : '',
    form.till ? `till ${formatDate(startOf(form.till))}` : 'no end date',
  ].filter(Boolean);
  const text = limits.join(', ');
  return {
    gives: `${wordsOf(parsed.data)}.`,
    limits: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
    example: exampleOf(parsed.data),
  };
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** 'On a cart of ₹1,000 the shopper pays ₹900.' All of it is of the right products. */
function exampleOf(input: CouponInput): string {
  const { kind, value, maxDiscount, minOrder } = paiseOf(input);
  const cart = [{ productId: '', categoryId: '', price: Math.max(minOrder, 100_000), quantity: 1 }];
  const coupon: Coupon = {
    id: '',
    code: null,
    name: '',
    kind,
    value,
    maxDiscount,
    minOrder,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perPhone: null,
    firstOrder: false,
    scope: { kind: 'all' },
    paused: false,
  };
  const { subtotal, total } = priceOrder(cart, null, couponDiscount(coupon, cart));
  return `On a cart of ${formatPaise(subtotal)} the shopper pays ${formatPaise(total)}.`;
}

/**
 * Under the words of a coupon in the list: 'till 30 Nov 2026', 'from 28 Dec 2026', 'ended 14 Sep
 * 2026', 'no end date'.
 */
export function datesOf({ status, startsAt, endsAt }: Pick<AdminCoupon, 'status' | 'startsAt' | 'endsAt'>): string {
  if (status === 'planned' && startsAt !== null) return `from ${formatDate(startsAt)}`;
  if (endsAt === null) return 'no end date';
  return `${status === 'ended' ? 'ended' : 'till'} ${formatDate(endsAt - 1)}`;
}
