import type { ShopError } from '../../errors.ts';
import type { Coupon, CouponOffer } from '../../money/coupons.ts';
import type { Paise } from '../../money/money.ts';
import { type HoldFacts, mayHoldUse } from '../holds.ts';
import {
  type CouponResult,
  type DraftInput,
  type OrderChange,
  type OrderPrice,
  priceOrder,
  withPaymentCode,
} from '../orders.ts';
import { type CodeFacts, paymentCodeOf } from '../payments/payment-code.ts';
import { type CouponFacts, couponResult, settledCoupon } from './coupon.ts';
import { bulkOf, changesOf, demandOf, type OrderLine, shortLines, unavailable, unpayable } from './lines.ts';
import type { CheckoutTerms } from './order.ts';
import { limitRefusal, type ShopperLimits } from './shopper-limits.ts';
import { allPieces, planHolds, type StockPlan } from './stock.ts';

/** What `planDraft` needs to know. The rows were locked before they were read. */
export interface DraftFacts extends HoldFacts, ShopperLimits {
  lines: readonly OrderLine[];
  /** How many lines the draft had. */
  formerLines: number;
  /**
   * `code`: of the shopper, clean; `phone`: '' when its earlier orders must not decide; `known`:
   * all coupons that could apply.
   */
  coupon: CouponFacts & { code: string; phone: string; known: readonly Coupon[] };
  /** The totals that shoppers are asked for; null when the draft gets no payment code. */
  codes: CodeFacts | null;
  /** What staff take off: from lines, and from the whole. */
  staffDiscount: Paise;
  /** Whether the network has placed so many unverified orders that all its drafts are counted. */
  crowded: boolean;
  terms: CheckoutTerms;
}

/** What is written for a draft. */
export interface DraftPlan {
  lines: readonly OrderLine[];
  price: OrderPrice & { paymentCode: number };
  offer: CouponOffer | null;
  /** The coupon of whose uses the draft has one. */
  use: string | null;
  stock: StockPlan;
  pieces: number;
  /** Whether it holds all that it wants. */
  whole: boolean;
  /** Epoch ms: until then its prices hold, and what it holds. */
  reservedUntil: number;
  /** How many drafts it counts as among those of its network that are limited (S7.6). */
  counted: number;
  /** What the shopper is told. */
  changes: OrderChange[];
  coupon: CouponResult | null;
}

/** The price of a draft before its payment code. */
export function priceOfDraft(facts: Pick<DraftFacts, 'lines' | 'coupon' | 'terms' | 'staffDiscount'>): OrderPrice {
  const { lines, coupon, terms, staffDiscount } = facts;
  return priceOrder(lines, terms.offer, settledCoupon(coupon).offer?.lines, staffDiscount);
}

/**
 * Decides what a draft holds and costs (D19). All that it wants must be in stock; beyond the limits
 * of D53 it is made all the same, but does not hold everything.
 *
 * @returns the plan, or the error shop_closed, other_state, items_unavailable, out_of_stock or
 *   validation (a country without delivery, a total that cannot be paid)
 */
export function planDraft(facts: DraftFacts, input: DraftInput, at: number): DraftPlan | ShopError {
  const { lines, coupon, usage, terms } = facts;
  const wanted = demandOf(lines);
  const stock = planHolds(wanted, facts);
  const refusal =
    limitRefusal(input.shippingAddress, facts) ??
    unavailable(lines.filter((line) => line.problem !== null)) ??
    unpayable(priceOrder(lines, terms.offer).total) ??
    unavailable(shortLines(lines, stock.short));
  if (refusal) return refusal;

  const settled = settledCoupon(coupon);
  const price = priceOfDraft(facts);
  const asked = withPaymentCode(price, facts.codes ? paymentCodeOf(price.total, facts.codes, terms.paymentCodes) : 0);
  const pieces = allPieces(stock);
  const mayUse = pieces > 0 && (usage === null || mayHoldUse(usage));
  // The limits of D53 are enough for drafts that hold something, until they become orders again and
  // again.
  const limited = usage !== null && (pieces === 0 || facts.crowded);
  return {
    lines,
    price: asked,
    offer: settled.offer,
    use: mayUse ? (settled.offer?.coupon.id ?? null) : null,
    stock,
    pieces,
    whole: pieces === wanted.reduce((sum, { quantity }) => sum + quantity, 0),
    reservedUntil: at + terms.holdMs,
    counted: limited ? Math.max(0, bulkOf(lines.length) - bulkOf(facts.formerLines)) : 0,
    changes: changesOf(lines, input.total, asked),
    coupon: couponResult(coupon, settled, price.subtotal, coupon.known),
  };
}
