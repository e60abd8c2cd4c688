import { formatPaise, type Paise } from './money.ts';
import { MIN_ORDER_PAISE } from './pricing.ts';
import { prorate } from './prorate.ts';

/**
 * Coupons with a code and automatic offers: what they take off which lines, whether they apply, and
 * in which words. An order gets at most one of them; the online payment offer (D30) comes on top.
 * Does not import Zod.
 */

/** What a coupon is for. `ids`: ids of products or categories. */
type CouponScope = { kind: 'all' } | { kind: 'products' | 'categories'; ids: readonly string[] };

interface CouponKindRow {
  /**
   * Whether `value` is an amount: paise in the shop, rupees in the API. Else it is a whole percent.
   */
  isAmount: boolean;
  /** Whether the owner may set the most that it takes off. */
  hasLimit: boolean;
  /** What it takes off goods of this value. */
  off(goods: Paise, value: number): Paise;
  /** '10%', '₹50' */
  words(value: number): string;
}

/**
 * All that depends on the kind of a coupon. Its names in the admin:
 * web/admin/orders/coupons/coupon-form.ts. The database refuses any other kind (migration 037).
 */
export const COUPON_KINDS = {
  percent: {
    isAmount: false,
    hasLimit: true,
    off: (goods, value) => Math.round((goods * value) / 100),
    words: (value) => `${value}%`,
  },
  amount: { isAmount: true, hasLimit: false, off: (goods, value) => Math.min(value, goods), words: formatPaise },
} satisfies Record<string, CouponKindRow>;
export type CouponKind = keyof typeof COUPON_KINDS;

/** Times in epoch ms. */
export interface Coupon {
  id: string;
  /** Upper case; null for an automatic offer. */
  code: string | null;
  /** Shown to shoppers in the place of a code: the name of an automatic offer. */
  name: string;
  kind: CouponKind;
  /** Whole percent, or paise. */
  value: number;
  /** Most that a percentage takes off; null without a limit. */
  maxDiscount: Paise | null;
  /** Of the goods at the shop's prices. */
  minOrder: Paise;
  startsAt: number | null;
  /** The first moment at which it no longer applies. */
  endsAt: number | null;
  maxUses: number | null;
  perPhone: number | null;
  firstOrder: boolean;
  scope: CouponScope;
  paused: boolean;
}

/** A line of an order; price per piece. */
export interface CouponLine {
  productId: string;
  categoryId: string;
  price: Paise;
  quantity: number;
}

/** Why a coupon does not apply. The last three depend on other orders. */
export const COUPON_FAULTS = [
  'unknown',
  'paused',
  'planned',
  'ended',
  'minimum',
  'other_products',
  'used_up',
  'used_by_phone',
  'not_first',
] as const;
export type CouponFault = (typeof COUPON_FAULTS)[number];

/** A coupon that applies, with what it takes off each line. */
export interface CouponOffer {
  coupon: Coupon;
  lines: Paise[];
  amount: Paise;
}

/** The state that the admin shows, at a time. `uses`: of orders and of drafts that hold one. */
export function couponStatus(
  { paused, startsAt, endsAt, maxUses }: Pick<Coupon, 'paused' | 'startsAt' | 'endsAt' | 'maxUses'>,
  at: number,
  uses: number,
): 'planned' | 'running' | 'paused' | 'used_up' | 'ended' {
  if (endsAt !== null && at >= endsAt) return 'ended';
  if (paused) return 'paused';
  if (maxUses !== null && uses >= maxUses) return 'used_up';
  return startsAt !== null && at < startsAt ? 'planned' : 'running';
}

/** Codes are compared in upper case, without spaces and invisible characters: ' diwali 10 ' is DIWALI10. */
export function cleanCode(text: string): string {
  return text.replace(/[\s\p{Cf}]+/gu, '').toUpperCase();
}

/** Why this coupon does not apply to these lines now, or null. Its uses are counted elsewhere. */
export function couponFault(coupon: Coupon, lines: readonly CouponLine[], at: number): CouponFault | null {
  if (coupon.endsAt !== null && at >= coupon.endsAt) return 'ended';
  if (coupon.paused) return 'paused';
  if (coupon.startsAt !== null && at < coupon.startsAt) return 'planned';
  if (eligible(coupon, lines).every((amount) => amount === 0)) return 'other_products';
  return subtotalOf(lines) < coupon.minOrder ? 'minimum' : null;
}

/** Whether the earlier orders of a phone decide about this coupon. */
export function asksHistory({ perPhone, firstOrder }: Pick<Coupon, 'perPhone' | 'firstOrder'>): boolean {
  return perPhone !== null || firstOrder;
}

/**
 * An automatic offer that the earlier orders of a phone decide about. No shopper has asked for it,
 * so none is told that it may be lost.
 */
export function isHistoryOffer(coupon: Pick<Coupon, 'code' | 'perPhone' | 'firstOrder'>): boolean {
  return coupon.code === null && asksHistory(coupon);
}

/**
 * What a coupon takes off each line, in paise. The discount is rounded to the paisa, never brings
 * the order below ₹1, and is spread over the eligible lines by their value, so that GST is computed
 * on what is paid for each.
 */
export function couponDiscount(coupon: Coupon, lines: readonly CouponLine[]): Paise[] {
  const values = eligible(coupon, lines);
  const base = values.reduce((sum, value) => sum + value, 0);
  const off = COUPON_KINDS[coupon.kind].off(base, coupon.value);
  const wanted = Math.min(off, coupon.maxDiscount ?? Number.POSITIVE_INFINITY);
  const room = Math.max(0, subtotalOf(lines) - MIN_ORDER_PAISE);
  const discount = Math.min(wanted, room);
  return discount > 0 ? prorate(discount, values) : lines.map(() => 0);
}

/** The value of each line that the coupon is for; 0 for the others. */
function eligible({ scope }: Coupon, lines: readonly CouponLine[]): Paise[] {
  return lines.map((line) => {
    const id = scope.kind === 'products' ? line.productId : line.categoryId;
    return scope.kind === 'all' || scope.ids.includes(id) ? line.price * line.quantity : 0;
  });
}

function subtotalOf(lines: readonly CouponLine[]): Paise {
  return lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
}

/**
 * The coupons that apply to these lines now, the largest discount first. With equal discounts the
 * code comes first, then the older.
 */
export function rankCoupons(coupons: readonly Coupon[], lines: readonly CouponLine[], at: number): CouponOffer[] {
  return coupons
    .filter((coupon) => couponFault(coupon, lines, at) === null)
    .map((coupon) => {
      const off = couponDiscount(coupon, lines);
      return { coupon, lines: off, amount: off.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ amount }) => amount > 0)
    .sort(
      (a, b) =>
        b.amount - a.amount ||
        Number(a.coupon.code === null) - Number(b.coupon.code === null) ||
        (a.coupon.id < b.coupon.id ? -1 : 1),
    );
}

/** The words for the line of the price summary: 'Coupon DIWALI10', or the name of the offer. */
export function couponLabel({ code, name }: Pick<Coupon, 'code' | 'name'>): string {
  return code === null ? name : `Coupon ${code}`;
}

/**
 * What a coupon gives, for staff: '10% off orders of ₹999 or more, up to ₹200', '₹50 off the first
 * order of ₹499 or more'.
 */
export function couponWords(
  coupon: Pick<Coupon, 'kind' | 'value' | 'maxDiscount' | 'minOrder' | 'firstOrder' | 'scope'>,
): string {
  const { kind, value, maxDiscount, minOrder, firstOrder, scope } = coupon;
  const off = `${COUPON_KINDS[kind].words(value)} off`;
  const what = scope.kind === 'all' ? '' : scope.kind === 'products' ? ' selected products' : ' selected categories';
  const least = minOrder > 0 ? ` of ${formatPaise(minOrder)} or more` : '';
  const order =
    what === ''
      ? firstOrder
        ? ` the first order${least}`
        : least && ` orders${least}`
      : `${firstOrder ? ', first order only' : ''}${least && `, on orders${least}`}`;
  const most = maxDiscount !== null ? `, up to ${formatPaise(maxDiscount)}` : '';
  return `${off}${what}${order}${most}`;
}

const AMOUNTS = /(?:(₹)\s*([\d,]*\d(?:\.\d+)?))|(?:(\d+(?:\.\d+)?)\s*(?:%|per\s?cent))/gi;

/**
 * Why this name of an automatic offer is not true of it (D30), or null: shoppers read it beside the
 * amount. A percentage must be the coupon's own, an amount its discount, limit or minimum.
 */
export function nameFault(
  name: string,
  { kind, value, maxDiscount, minOrder }: Pick<Coupon, 'kind' | 'value' | 'maxDiscount' | 'minOrder'>,
): string | null {
  const { isAmount } = COUPON_KINDS[kind];
  const amounts = [isAmount ? value : null, maxDiscount, minOrder > 0 ? minOrder : null];
  for (const [text, , rupees, percent] of name.matchAll(AMOUNTS)) {
    const agrees =
      rupees === undefined
        ? !isAmount && Number(percent) === value
        : amounts.includes(Math.round(Number(rupees.replaceAll(',', '')) * 100));
    if (!agrees) return `The name says ${text.trim()}, but the offer gives something else`;
  }
  return null;
}

/** The coupons to try for an order, best first, and why the shopper's code is not among them. */
export interface CouponChoice {
  offers: CouponOffer[];
  fault: CouponFault | null;
}

/**
 * Chooses among the automatic offers and the coupon with `code` (clean; '' without one). An order
 * gets one of them: the one that takes off the most.
 */
export function chooseCoupons(
  coupons: readonly Coupon[],
  lines: readonly CouponLine[],
  { code, at }: { code: string; at: number },
): CouponChoice {
  const coded = coupons.find((coupon) => code !== '' && coupon.code === code);
  const candidates = coupons.filter((coupon) => coupon.code === null || coupon === coded);
  const fault = coded ? couponFault(coded, lines, at) : code === '' ? null : 'unknown';
  return { offers: rankCoupons(candidates, lines, at), fault };
}
