import type { Database } from '#server/database/connect.ts';
import { lockKey } from '#server/database/prepared.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import {
  asksHistory,
  type Coupon,
  type CouponChoice,
  type CouponFault,
  type CouponOffer,
  chooseCoupons,
  couponLabel,
  isHistoryOffer,
} from '#shop/money/coupons.ts';
import type { Paise } from '#shop/money/money.ts';
import { betterSentence, faultSentence, uncheckedSentence } from '#shop/orders/coupons/words.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import {
  type CouponUser,
  couponsFor,
  giveBack,
  hasUse,
  lockCoupons,
  phoneFault,
  takeOutUse,
  takeUse,
} from '../coupons.queries.ts';
import type { LineRow, OrderRow } from '../queries.ts';
import type { ResolvedLine } from './lines.ts';

/** The coupon that an order gets, and why the shopper's code does not apply. */
export interface SettledCoupon {
  offer: CouponOffer | null;
  fault: CouponFault | null;
}

/**
 * Takes a use of the best coupon that still has one, for a draft or an order, and gives back the use that it had of another coupon. Coupons
 * are locked before stock everywhere (fault 8).
 *
 * @param hold false for a draft or an order that may keep no use from others (D53): it gets the price, and takes a use when its payment is
 *   verified, if one is left
 * @param keep whether it may nevertheless keep one that it has
 */
export async function settleCoupon(
  trx: Trx,
  kind: Database['kind'],
  choice: CouponChoice,
  user: CouponUser,
  { at, hold: mayHold, keep = false, had }: { at: number; hold: boolean; keep?: boolean; had: boolean },
): Promise<SettledCoupon> {
  // Orders of one phone are the first one after the other, also with different coupons.
  if (user.expiresAt === null && user.phone !== '' && choice.offers.some(({ coupon }) => coupon.firstOrder)) {
    await lockKey(trx, kind, `first order of phone ${user.phone}`);
  }
  const before = had ? await takeOutUse(trx, user.orderNumber) : null;
  const hold = mayHold || (keep && before !== null);
  if (before !== null && !hold) await giveBack(trx, before);
  const own = hold ? before : null;
  const ids = choice.offers.map(({ coupon }) => coupon.id);
  if (hold) await lockCoupons(trx, kind, new Set(own === null ? ids : [...ids, own]));
  const settled = await firstUsable(choice, (coupon) =>
    hold ? takeUse(trx, kind, coupon, user, { at, own }) : refusalOf(trx, coupon, user),
  );
  if (own !== null && own !== settled.offer?.coupon.id) await giveBack(trx, own);
  return settled;
}

/** The first offer for whose coupon `faultOf` returns null. What it returns for the shopper's code is the fault. */
export async function firstUsable(
  { offers, fault }: CouponChoice,
  faultOf: (coupon: Coupon) => Promise<CouponFault | null>,
): Promise<SettledCoupon> {
  let reason = fault;
  for (const offer of offers) {
    const found = await faultOf(offer.coupon);
    if (found === null) return { offer, fault: reason };
    if (offer.coupon.code !== null) reason = found;
  }
  return { offer: null, fault: reason };
}

/** Why this phone cannot use the coupon now, or null. Holds nothing. */
export async function refusalOf(
  db: Reader,
  coupon: Coupon,
  user: Pick<CouponUser, 'phone' | 'orderNumber'>,
): Promise<CouponFault | null> {
  return (await hasUse(db, coupon.id)) ? phoneFault(db, coupon, user) : 'used_up';
}

/** The draft that becomes an order. `live`: its prices still hold. */
interface Drafted {
  row: OrderRow;
  lines: LineRow[];
  live: boolean;
}

/**
 * The coupons to try for an order. A live draft with the same goods is what the shopper pays for: the order gets its coupon with the same
 * amounts, or none. Otherwise the coupons that apply now, without offers that ask for earlier orders and that the draft did not give: the
 * shopper has paid the higher price.
 */
export async function couponOfOrder(
  trx: Trx,
  { code, at, lines, draft }: { code: string; at: number; lines: ResolvedLine[]; draft: Drafted | undefined },
): Promise<CouponChoice> {
  const id = draft?.row.coupon_id ?? '';
  if (draft?.live && goodsOf(lines) === goodsOf(draft.lines.map((line) => ({ ...line, productId: line.product_id })))) {
    const [coupon] = id === '' ? [] : (await couponsFor(trx, { at, code: '', id })).filter((one) => one.id === id);
    const frozen = { lines: draft.lines.map((line) => line.coupon_discount), amount: draft.row.coupon_discount };
    return { offers: coupon ? [{ coupon, ...frozen }] : [], fault: null };
  }
  // An order of unknown items alone carries the amount that was paid: every discount is in it already (D26).
  if (!draft && lines.every((line) => line.stockSize === null)) return { offers: [], fault: null };
  const all = await couponsFor(trx, { at, code, id });
  const coupons = draft ? all.filter((one) => one.id === id || !isHistoryOffer(one)) : all;
  const drafted = coupons.find((coupon) => coupon.id === id)?.code ?? '';
  return chooseCoupons(coupons, couponLines(lines), { code: code || drafted, at });
}

function goodsOf(lines: readonly { productId: string; size: string; quantity: number }[]): string {
  return JSON.stringify(lines.map(({ productId, size, quantity }) => [productId, size, quantity]));
}

/** Whether the order gets less than the shopper was told: than the draft took off, or nothing for a code that applied then (D22). */
export function isLost({ fault }: SettledCoupon, amount: Paise, draft: OrderRow | undefined): boolean {
  return draft ? amount < draft.coupon_discount : fault !== null;
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

/** What the shopper is told about the code; null without one. @param code clean; `phone`: '' if it was not checked */
export function couponResult(
  { code, phone }: { code: string; phone: string },
  { offer, fault }: SettledCoupon,
  subtotal: Paise,
  coupons: readonly CouponOffer['coupon'][],
): CouponResult | null {
  if (code === '') return null;
  if (offer?.coupon.code === code) {
    const unchecked = phone === '' && asksHistory(offer.coupon);
    const message = unchecked ? uncheckedSentence(code) : '';
    return { code, applied: true, reason: unchecked ? 'at_order' : null, message };
  }
  if (fault === null) {
    const message = betterSentence(code, offer?.coupon.name ?? 'Another offer');
    return { code, applied: false, reason: 'better_offer', message };
  }
  const coupon = coupons.find((one) => one.code === code);
  return { code, applied: false, reason: fault, message: faultSentence(fault, code, subtotal, coupon) };
}

/** The lines as coupons see them. */
export function couponLines(lines: readonly ResolvedLine[]) {
  return lines.map(({ productId, categoryId, price, quantity }) => ({ productId, categoryId, price, quantity }));
}
