import type { ShopError } from '../../errors.ts';
import type { IndianState } from '../../india/india.ts';
import { pinDoubt } from '../../india/pin-doubt.ts';
import { isStateUnknown } from '../../india/supply-state.ts';
import type { CouponOffer } from '../../money/coupons.ts';
import { formatPaise, type Paise, toPaise } from '../../money/money.ts';
import { offerOf } from '../../money/pricing.ts';
import { countryMessage, isPlaceholderAddress } from '../address.ts';
import type { ChangeEvent } from '../changes/change.ts';
import { type HoldFacts, mayHoldUse } from '../holds.ts';
import {
  type AttentionReason,
  type OrderInput,
  type OrderPrice,
  priceOrder,
  utrOf,
  withPaymentCode,
} from '../orders.ts';
import { isOtherState } from '../other-state.ts';
import { type CouponDraft, type CouponFacts, type SettledCoupon, settledCoupon } from './coupon.ts';
import {
  bulkOf,
  demandOf,
  type OrderLine,
  priceDiffers,
  shortLines,
  soldPerLine,
  unavailable,
  unpayable,
} from './lines.ts';
import { limitRefusal, type ShopperLimits } from './shopper-limits.ts';
import { allPieces, piecesByKey, planSale, type StockPlan } from './stock.ts';

/** How long after an order without a UTR the reminder is sent (D53). */
export const REMIND_AFTER_MS = 2 * 3_600_000;

/** The settings that decide about drafts and new orders. Money in paise, times in ms. */
export interface CheckoutTerms {
  /** The discount of the online payment offer (D30); null when there is none. */
  offer: { amount: Paise } | null;
  /** Whether a draft's total gets a payment code (D61). */
  paymentCodes: boolean;
  /** Where the shop delivers (D68). */
  countries: readonly string[];
  /** How long a draft holds its stock (D19). */
  holdMs: number;
  /** How long an order without a UTR keeps its stock (D53). */
  unpaidMs: number;
  /** How long an order with a UTR keeps its stock, until its payment is proved (D65). */
  unprovenMs: number;
  /** The only state to which the shop may sell, see `homeState`; null: to all. */
  home: IndianState | null;
  /** Whether orders of shoppers to other states are refused, or only marked (D64). */
  refuseOtherStates: boolean;
}

/** The draft that becomes an order. */
export interface OrderDraft extends CouponDraft {
  discount: Paise;
  staff_discount: Paise;
  payment_code: Paise;
}

/** What `planOrder` needs to know. The rows were locked before they were read. */
export interface OrderFacts extends HoldFacts, ShopperLimits {
  /** As `linesOfOrder` returns them. */
  lines: readonly OrderLine[];
  draft: OrderDraft | null;
  coupon: CouponFacts;
  /** How many other orders have this UTR. */
  sameUtr: number;
  /** Whether `isPinKnown` of the address. */
  pinKnown: boolean;
  /**
   * Whether the network has placed so many unverified orders that their mails wait for staff (D54).
   */
  crowded: boolean;
  terms: CheckoutTerms;
}

/** What is written for a new order. */
export interface OrderPlan {
  /** `sold`: pieces of the line; `couponDiscount`: its part of the coupon. */
  lines: (OrderLine & { sold: number; couponDiscount: Paise })[];
  price: OrderPrice & { paymentCode: Paise };
  offer: CouponOffer | null;
  /** The coupon of whose uses the order has one. */
  use: string | null;
  stock: StockPlan;
  reasons: AttentionReason[];
  events: ChangeEvent[];
  /** How long others cannot have its stock, and when to remind (D53, D65); epoch ms. */
  claim: { kind: 'order' | 'unproven'; pieces: number; expires_at: number; remind_at: number | null };
  /** How many orders it counts as among the unverified ones of its network (S7.6). */
  counted: number;
}

/**
 * Decides what an order becomes. Who has paid is never refused (D22): with a UTR money may have
 * moved, so whatever is wrong is a reason for attention instead.
 *
 * @returns the plan; without a UTR also the error shop_closed, other_state, items_unavailable,
 *   out_of_stock or validation (a country without delivery, a total that cannot be paid)
 */
export function planOrder(facts: OrderFacts, input: OrderInput, at: number): OrderPlan | ShopError {
  const { lines, draft, crowded, terms } = facts;
  const hasUtr = utrOf(input) !== null;
  const stock = planSale(demandOf(lines), facts, hasUtr);
  const coupon = settledCoupon(facts.coupon);
  const price = priceOf(facts, coupon);
  const refusal =
    limitRefusal(input.shippingAddress, facts) ??
    unavailable(lines.filter((line) => line.problem !== null)) ??
    unpayable(price.total) ??
    unavailable(shortLines(lines, stock.short));
  if (refusal && !hasUtr) return refusal;

  const reasons = reasonsOf(facts, input, { stock, coupon, price });
  const sold = soldPerLine(lines, piecesByKey(stock));
  const pieces = sold.reduce((sum, one) => sum + one, 0);
  return {
    lines: lines.map((line, index) => ({
      ...line,
      sold: sold[index] ?? 0,
      couponDiscount: coupon.offer?.lines[index] ?? 0,
    })),
    price,
    offer: coupon.offer,
    use: holdsUse(facts, stock, hasUtr) ? (coupon.offer?.coupon.id ?? null) : null,
    stock,
    reasons,
    events: eventsOf(reasons, input.total, price.total),
    claim: hasUtr
      ? { kind: 'unproven', pieces, expires_at: at + terms.unprovenMs, remind_at: null }
      : { kind: 'order', pieces, expires_at: at + terms.unpaidMs, remind_at: at + REMIND_AFTER_MS },
    // What a draft brings was counted with the draft, so that nobody who has paid waits because of
    // others of a crowded network.
    counted: crowded ? Math.max(0, bulkOf(lines.length) - bulkOf(draft?.lines.length ?? 0)) : 0,
  };
}

/** What the shopper was asked to pay has the payment code of the draft taken off (D61). */
function priceOf({ lines, draft, terms }: OrderFacts, { offer }: SettledCoupon): OrderPlan['price'] {
  // An order of unknown items alone carries the amount that was paid: the offer is in it already
  // (D26).
  const current = draft || lines.some((line) => line.stockSize !== null) ? terms.offer : null;
  const drafted = draft && { amount: offerOf(draft) };
  const staff = draft?.live ? draft.staff_discount : 0;
  const price = priceOrder(lines, draft?.live ? drafted : current, offer?.lines, staff);
  return withPaymentCode(price, draft?.payment_code ?? 0);
}

/**
 * Whether the order has a use of its coupon: with stock, and within the limits of D53. With a UTR
 * it keeps the use of its draft.
 */
function holdsUse({ usage, held, coupon }: OrderFacts, stock: StockPlan, hasUtr: boolean): boolean {
  if (allPieces(stock) === 0) return false;
  return usage === null || mayHoldUse(usage) || (hasUtr && held.length > 0 && coupon.used !== null);
}

function reasonsOf(
  { lines, draft, sameUtr, pinKnown, terms }: OrderFacts,
  input: OrderInput,
  { stock, coupon, price }: { stock: StockPlan; coupon: SettledCoupon; price: OrderPrice },
): AttentionReason[] {
  // Less than the shopper was told: than the draft took off, or nothing for a code that applied
  // then.
  const couponLost = draft ? price.couponDiscount < draft.coupon_discount : coupon.fault !== null;
  const placeholder = isPlaceholderAddress(input.shippingAddress);
  const reasons: Partial<Record<AttentionReason, boolean>> = {
    out_of_stock: stock.short.size > 0 || lines.some((line) => line.problem === 'sold_out'),
    price_changed: priceDiffers(lines, draft?.lines ?? []),
    coupon_lost: couponLost,
    unknown_item: lines.some((line) => line.problem === 'gone'),
    amount_mismatch: input.total !== undefined && toPaise(input.total) !== price.total,
    duplicate_utr: sameUtr > 0,
    placeholder_address: placeholder,
    state_unknown: !placeholder && isStateUnknown(input.shippingAddress),
    pin_doubtful: !placeholder && pinDoubt(input.shippingAddress, pinKnown) !== null,
    no_delivery: !placeholder && countryMessage(input.shippingAddress.country, terms.countries) !== null,
    other_state: !placeholder && isOtherState(input.shippingAddress, terms.home),
  };
  return Object.entries(reasons).flatMap(([reason, is]) => (is ? [reason as AttentionReason] : []));
}

function eventsOf(reasons: AttentionReason[], claimed: number | undefined, total: Paise): ChangeEvent[] {
  const placed: ChangeEvent = { kind: 'placed', status: 'pending', note: '' };
  if (reasons.length === 0) return [placed];
  const shown = claimed === undefined ? 'no total' : formatPaise(toPaise(claimed));
  const texts: Partial<Record<AttentionReason, string>> = {
    out_of_stock: 'not everything was in stock',
    price_changed: 'the shopper saw another price',
    coupon_lost: 'the coupon no longer applied',
    unknown_item: 'an item is not in the catalogue',
    amount_mismatch: `the shopper was shown ${shown}, the order comes to ${formatPaise(total)}`,
    duplicate_utr: 'another order carries the same UTR',
    placeholder_address: 'the delivery address is a placeholder',
    state_unknown: 'neither state nor PIN code is one of India',
    pin_doubtful: 'the PIN code does not exist or lies in another state',
    no_delivery: 'the shop does not deliver to this country',
    other_state: 'it goes to another state, and the shop has no GSTIN',
  };
  const note = `Needs attention: ${reasons.map((reason) => texts[reason]).join('; ')}.`;
  return [placed, { kind: 'attention', status: null, note }];
}
