import couponWords from '#messages/coupon-rules';
import {
  asksHistory,
  type Coupon,
  type CouponChoice,
  type CouponFault,
  type CouponOffer,
  chooseCoupons,
  couponLabel,
  isHistoryOffer,
} from '../../money/coupons.ts';
import type { Paise } from '../../money/money.ts';
import { betterSentence, faultSentence, uncheckedSentence } from '../coupons/words.ts';
import type { CouponResult } from '../orders.ts';
import type { DraftLine, OrderLine } from './lines.ts';

/**
 * The other orders of a phone: how many, and how many of them have used each coupon. Drafts and
 * cancelled orders do not count.
 */
export interface PhoneHistory {
  orders: number;
  uses: ReadonlyMap<string, number>;
}

/** An offer, and why the order cannot have it: other orders have used it up, or the phone has. */
export interface TriedOffer extends CouponOffer {
  refused: CouponFault | null;
}

export interface CouponFacts {
  /** The offers of a `CouponChoice` up to the first that is not refused. */
  tried: readonly TriedOffer[];
  /** Why the shopper's code is not among the offers. */
  fault: CouponFault | null;
  /** The coupon of whose uses the draft has one. */
  used: string | null;
}

/** The coupon that an order gets, and why the shopper's code does not apply. */
export interface SettledCoupon {
  offer: CouponOffer | null;
  fault: CouponFault | null;
}

/**
 * Why other orders rule the coupon out, or null.
 *
 * @param left whether a use is left for this order
 */
export function refusalOf(coupon: Coupon, left: boolean, history: PhoneHistory): CouponFault | null {
  if (!left) return 'used_up';
  if (coupon.perPhone !== null && (history.uses.get(coupon.id) ?? 0) >= coupon.perPhone) return 'used_by_phone';
  return coupon.firstOrder && history.orders > 0 ? 'not_first' : null;
}

/** The first offer that is not refused. Why the shopper's code was refused is the fault. */
export function settledCoupon({ tried, fault }: Pick<CouponFacts, 'tried' | 'fault'>): SettledCoupon {
  const coded = tried.findLast(({ coupon, refused }) => coupon.code !== null && refused !== null);
  return { offer: tried.find(({ refused }) => refused === null) ?? null, fault: coded?.refused ?? fault };
}

/** The draft that becomes an order, as its coupon needs it. `live`: its prices still hold. */
export interface CouponDraft {
  coupon_id: string | null;
  coupon_discount: Paise;
  lines: readonly DraftLine[];
  live: boolean;
}

/**
 * The coupons to try for an order. A live draft with the same goods is what the shopper pays for:
 * the order gets its coupon with the same amounts, or none. Otherwise the coupons that apply now,
 * without offers that ask for earlier orders and that the draft did not give: the shopper has paid
 * the higher price.
 *
 * @param coupons that could apply, with the one of the draft
 */
export function couponsOfOrder(
  coupons: readonly Coupon[],
  { code, at, lines, draft }: { code: string; at: number; lines: readonly OrderLine[]; draft: CouponDraft | null },
): CouponChoice {
  const former = coupons.find(({ id }) => id === draft?.coupon_id);
  if (draft?.live && goodsOf(lines) === goodsOf(draft.lines.map((line) => ({ ...line, productId: line.product_id })))) {
    const frozen = { lines: draft.lines.map((line) => line.coupon_discount), amount: draft.coupon_discount };
    return { offers: former ? [{ coupon: former, ...frozen }] : [], fault: null };
  }
  // An order of unknown items alone carries the amount that was paid: every discount is in it
  // already (D26).
  if (!draft && lines.every((line) => line.stockSize === null)) return { offers: [], fault: null };
  const open = draft ? coupons.filter((one) => one === former || !isHistoryOffer(one)) : coupons;
  return chooseCoupons(open, couponLines(lines), { code: code || (former?.code ?? ''), at });
}

function goodsOf(lines: readonly { productId: string; size: string; quantity: number }[]): string {
  return JSON.stringify(lines.map(({ productId, size, quantity }) => [productId, size, quantity]));
}

/** The columns of an order that freeze its coupon. */
export function couponColumns(offer: CouponOffer | null) {
  return {
    coupon_id: offer?.coupon.id ?? null,
    coupon_code: offer?.coupon.code ?? '',
    coupon_label: offer ? couponLabel(offer.coupon) : '',
    coupon_discount: offer?.amount ?? 0,
  };
}

/**
 * What the shopper is told about the code; null without one.
 *
 * @param code clean; `phone`: '' if it was not checked
 */
export function couponResult(
  { code, phone }: { code: string; phone: string },
  { offer, fault }: SettledCoupon,
  subtotal: Paise,
  coupons: readonly Coupon[],
): CouponResult | null {
  if (code === '') return null;
  if (offer?.coupon.code === code) {
    const unchecked = phone === '' && asksHistory(offer.coupon);
    const message = unchecked ? uncheckedSentence(code) : '';
    return { code, applied: true, reason: unchecked ? 'at_order' : null, message };
  }
  if (fault === null) {
    const message = betterSentence(code, offer?.coupon.name ?? couponWords.another_offer());
    return { code, applied: false, reason: 'better_offer', message };
  }
  const coupon = coupons.find((one) => one.code === code);
  return { code, applied: false, reason: fault, message: faultSentence(fault, code, subtotal, coupon) };
}

/** The lines as coupons see them: at the price that staff have agreed, which is the same for each piece. */
export function couponLines(lines: readonly OrderLine[]) {
  return lines.map(({ productId, categoryId, price, quantity, staffDiscount }) => ({
    productId,
    categoryId,
    price: price - staffDiscount / quantity,
    quantity,
  }));
}
