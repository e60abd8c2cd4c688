import { lockKey } from '#server/database/engine.ts';
import type { Trx } from '#server/database/transact.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { isPinKnown } from '#shop/india/pin-codes.ts';
import type { Language } from '#shop/language.ts';
import { asksHistory, type CouponChoice, cleanCode } from '#shop/money/coupons.ts';
import type { ReceivedAs } from '#shop/orders/by-staff.ts';
import { type CouponFacts, couponsOfOrder, refusalOf, type TriedOffer } from '#shop/orders/checkout/coupon.ts';
import { repeatedOrder } from '#shop/orders/checkout/existing.ts';
import { demandOf, linesOfOrder, type WantedItem } from '#shop/orders/checkout/lines.ts';
import type { OrderFacts } from '#shop/orders/checkout/order.ts';
import { NO_LIMITS } from '#shop/orders/checkout/shopper-limits.ts';
import { planHolds } from '#shop/orders/checkout/stock.ts';
import { isOrderNumber, type OrderInput, utrOf } from '#shop/orders/orders.ts';
import { mergeAmounts, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import { type Credentials, tokenHashOf } from '../access/credentials.ts';
import { limitsOf, type OrderTerms } from '../order-terms.ts';
import { type Claimant, hasLapsed, isCrowded, lockUsage } from '../rows/claims.queries.ts';
import { couponsFor, freeExpiredUses, lockCoupons, phoneHistory, readUse } from '../rows/coupons.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { freeExpiredHolds, lockStock, readHolds } from '../rows/stock.queries.ts';
import { freshNumber } from './number.ts';

/**
 * Reads what an order needs. Rows are locked before they are read, so what is planned can be
 * written. All transactions lock in one order (fault 8): the key of the request, orders, holds, the
 * mailbox, the claims of the network, coupons, sizes.
 */

/** Most expired holds, and uses of a coupon, that one order frees; the timer frees the rest. */
const FREE_PER_ORDER = 500;

/** An order as it was submitted. */
export interface Submission {
  input: OrderInput;
  credentials: Credentials;
  /** null for the shop itself, which has no limits. */
  claimant: Claimant | null;
  /** null for the shop itself: that of the draft. */
  language: Language | null;
  /**
   * The bank's report proves the payment of the draft: its prices hold, also when its time is over
   * (D61).
   */
  proved?: boolean;
  /** The member of staff who has taken the order (D67). */
  takenBy?: string;
  /** How staff have received the money of an order that is not paid by UPI. */
  receivedAs?: ReceivedAs;
}

export interface Found {
  /** The existing order that this submission repeats. */
  same: queries.OrderRow | undefined;
  /** The draft that becomes the order, with its lines. */
  draft: queries.OrderRow | null;
  lines: queries.LineRow[];
  /** The number to use for a new order; null when the server chooses one. */
  number: string | null;
  /** How many other orders have the same UTR. */
  sameUtr: number;
}

/** Finds the existing order or draft that this submission belongs to (D21), and locks it. */
export async function findSubmission(
  trx: Trx,
  { input, credentials }: Submission,
  items: WantedItem[],
): Promise<Found> {
  const utr = utrOf(input);
  const { phone } = input.shippingAddress;
  const secret = tokenHashOf(credentials);
  // Submissions with the same number, or else secret, and with the same UTR find each other (I3):
  // otherwise the second of two equal ones would find the last piece sold, not its own order. A UTR
  // that two phones use at once is marked.
  const key = credentials.orderNumber ?? secret;
  if (key !== null) await lockKey(trx, key);
  if (utr !== null) await lockKey(trx, utr);
  const number = isOrderNumber(credentials.orderNumber) ? credentials.orderNumber : null;
  const numbered = number === null ? undefined : await queries.readOrder(trx, number, 'for update');
  const proven = numbered !== undefined && numbered.access_token_hash === secret;
  const withUtr = utr === null ? [] : await queries.ordersWithUtr(trx, utr);
  const ofPhone = withUtr.filter((order) => order.phone === phone).map((order) => order.order_number);
  const facts = {
    numbered,
    proven,
    lapsed: proven && (await hasLapsed(trx, numbered)),
    withUtr,
    lines: ofPhone.length > 0 ? await queries.readLines(trx, ofPhone) : [],
    ofSecret: proven || secret === null ? undefined : await queries.orderOfToken(trx, phone, secret),
  };
  const draft = proven && numbered.status === 'draft' ? numbered : null;
  return {
    same: repeatedOrder(facts, { utr, phone, items }),
    draft,
    lines: draft ? await queries.readLines(trx, [draft.order_number]) : [],
    number: numbered ? null : number,
    sameUtr: withUtr.length,
  };
}

/** `OrderFacts`, and what only `writeOrder` needs. */
export interface ReadOrder extends OrderFacts {
  orderNumber: string;
  draftRow: queries.OrderRow | null;
  /** Whether the address gets no more mails now (D54). */
  mailboxFull: boolean;
}

export async function readOrderFacts(
  trx: Trx,
  { mail, terms }: { mail: Pick<MailService, 'isFull'>; terms: OrderTerms },
  { input, claimant, proved = false }: Submission,
  { items, found, at }: { items: WantedItem[]; found: Found; at: number },
): Promise<ReadOrder> {
  const { phone, email, pincode } = input.shippingAddress;
  const draftRow = found.draft;
  const live = proved || (draftRow?.reserved_until ?? 0) > at;
  const draft = draftRow && { ...draftRow, lines: found.lines, live };
  const catalogue = await queries.readForOrder(trx, [...new Set(items.map((item) => item.product))], at);
  const lines = linesOfOrder(items, catalogue, draft, utrOf(input) !== null);
  const orderNumber = draftRow?.order_number ?? found.number ?? freshNumber(at);

  const held = draft ? await readHolds(trx, orderNumber) : [];
  const mailboxFull = await mail.isFull(trx, email);
  const crowded = await isCrowded(trx, claimant, at);
  const code = cleanCode(input.couponCode ?? '');
  const coupons = await couponsFor(trx, { at, code, id: draft?.coupon_id ?? '' });
  const choice = couponsOfOrder(coupons, { code, at, lines, draft });
  const usage = claimant && (await lockUsage(trx, claimant, orderNumber, at));
  // Orders of one phone are the first one after the other, also with different coupons.
  if (phone !== '' && choice.offers.some(({ coupon }) => coupon.firstOrder)) {
    await lockKey(trx, `first order of phone ${phone}`);
  }
  const used = draft?.coupon_id ? await readUse(trx, orderNumber) : null;
  const coupon = await readCoupons(trx, choice, { orderNumber, phone, used, at });
  const { sizes } = await lockSizes(trx, { wanted: demandOf(lines), held, orderNumber, at });
  const limits = claimant ? limitsOf(terms, at) : NO_LIMITS;
  const { sameUtr } = found;
  const pinKnown = isPinKnown(pincode);
  const facts = { lines, draft, held, sizes, usage, coupon, sameUtr, pinKnown, crowded, ...limits, terms };
  return { ...facts, orderNumber, draftRow, mailboxFull };
}

/**
 * Locks the coupons of these offers, and says which of them this order can have. Expired uses of
 * drafts are freed first when none is left.
 *
 * @param used the coupon of whose uses the draft has one
 */
export async function readCoupons(
  trx: Trx,
  { offers, fault }: CouponChoice,
  { orderNumber, phone, used, at }: { orderNumber: string; phone: string; used: string | null; at: number },
): Promise<CouponFacts> {
  const ids = offers.map(({ coupon }) => coupon.id);
  const left = await lockCoupons(trx, new Set(used === null ? ids : [...ids, used]));
  const history = await phoneHistory(trx, offers.some((offer) => asksHistory(offer.coupon)) ? phone : '', orderNumber);
  const tried: TriedOffer[] = [];
  for (const offer of offers) {
    const { id } = offer.coupon;
    let isLeft = id === used || left.has(id);
    if (!isLeft && (await freeExpiredUses(trx, at, FREE_PER_ORDER, id)) > 0) {
      isLeft = (await lockCoupons(trx, new Set([id]))).has(id);
    }
    const refused = refusalOf(offer.coupon, isLeft, history);
    tried.push({ ...offer, refused });
    if (refused === null) break;
  }
  return { tried, fault, used };
}

/**
 * Locks and reads the sizes that are wanted or held. Where too little is in stock, expired holds of
 * others are freed first.
 *
 * @returns the sizes by `stockKey`, and whether any hold was freed
 */
export async function lockSizes(
  trx: Trx,
  { wanted, held, orderNumber, at }: { wanted: StockAmount[]; held: StockAmount[]; orderNumber: string; at: number },
) {
  const all = mergeAmounts([...wanted, ...held]);
  const sizes = await lockStock(trx, all);
  const { short } = planHolds(wanted, { sizes, held, usage: null });
  if (short.size === 0) return { sizes, freed: false };
  const lacking = all.filter((amount) => short.has(stockKey(amount)));
  const expired = await freeExpiredHolds(trx, at, FREE_PER_ORDER, { sizes: lacking, except: orderNumber });
  if (expired.length === 0) return { sizes, freed: false };
  return { sizes: await lockStock(trx, all), freed: true };
}
