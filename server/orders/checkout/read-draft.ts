import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import type { Trx } from '#server/database/transact.ts';
import { isShopError } from '#shop/errors.ts';
import type { Language } from '#shop/language.ts';
import { chooseCoupons, cleanCode, isHistoryOffer } from '#shop/money/coupons.ts';
import type { Paise } from '#shop/money/money.ts';
import { couponLines } from '#shop/orders/checkout/coupon.ts';
import { type DraftFacts, priceOfDraft } from '#shop/orders/checkout/draft.ts';
import { demandOf, type OrderLine, resolveItems, unavailable, type WantedItem } from '#shop/orders/checkout/lines.ts';
import { NO_LIMITS } from '#shop/orders/checkout/shopper-limits.ts';
import { agreedLines, type StaffPrices, staffDiscountOf } from '#shop/orders/checkout/staff-prices.ts';
import type { DraftInput } from '#shop/orders/orders.ts';
import { CODE_KEPT_MS, type CodeFacts, hasCodeFor, MOST_CODE } from '#shop/orders/payments/payment-code.ts';
import { CLIENT_TOKEN, type Credentials, ownsOrder } from '../access/credentials.ts';
import { limitsOf, type OrderTerms } from '../order-terms.ts';
import { type Claimant, isCrowded, lockUsage } from '../rows/claims.queries.ts';
import { couponsFor, readUse } from '../rows/coupons.queries.ts';
import { duplicateOrder } from '../rows/duplicate-order.ts';
import * as queries from '../rows/orders.queries.ts';
import { readHolds } from '../rows/stock.queries.ts';
import { phoneToJudge } from './coupon-history.ts';
import { freshNumber } from './number.ts';
import { lockSizes, readCoupons } from './read.ts';

/** A draft as it was submitted. */
export interface DraftSubmission {
  input: DraftInput;
  credentials: Credentials;
  /** null for the shop itself, which has no limits. */
  claimant: Claimant | null;
  language: Language;
  /** Who of the staff takes this order, and what they have agreed (D67). */
  staff?: { name: string; prices: StaffPrices };
}

/** `DraftFacts`, and what only `writeDraft` needs. */
export interface ReadDraft extends DraftFacts {
  orderNumber: string;
  /** The draft that is refreshed. */
  row: queries.OrderRow | null;
  /** The secret of the client, if it becomes that of the draft. */
  secret: string | null;
  /** Whether expired holds of others were freed. */
  freed: boolean;
}

/**
 * Reads what a draft needs; see read.ts.
 *
 * @throws ShopError items_unavailable, out_of_stock, duplicate_order
 */
export async function readDraftFacts(
  trx: Trx,
  context: ServiceContext,
  terms: OrderTerms,
  { input, credentials, claimant, language, staff }: DraftSubmission,
  { items, at, attempt }: { items: WantedItem[]; at: number; attempt: number },
): Promise<ReadDraft> {
  const phone = input.shippingAddress?.phone ?? '';
  const code = cleanCode(input.couponCode ?? '');
  const catalogue = await queries.readForOrder(trx, [...new Set(items.map((item) => item.product))], at);
  const lines = linesOfDraft(resolveItems(items, catalogue), staff?.prices);
  const staffDiscount = staff ? staffDiscountOf(lines, staff.prices) : 0;
  const { row, orderNumber, secret } = await findDraft(trx, credentials, at + attempt);
  if (row && row.status !== 'draft') {
    throw unavailable(lines.filter((line) => line.problem !== null)) ?? (await duplicateOrder(trx, row, { language }));
  }

  const held = row ? await readHolds(trx, orderNumber) : [];
  const formerLines = row ? (await queries.readLines(trx, [orderNumber])).length : 0;
  const usage = claimant && (await lockUsage(trx, claimant, orderNumber, at));
  const crowded = await isCrowded(trx, claimant, at);
  const draft = { lines, code, phone, claimant, row, orderNumber, at, reduced: (staff?.prices.discount ?? 0) > 0 };
  const coupon = await couponsOfDraft(trx, context, draft);
  const { total } = priceOfDraft({ lines, coupon, terms, staffDiscount });
  const codes = await codesFor(trx, terms.paymentCodes, { total, orderNumber, row, at });
  const { sizes, freed } = await lockSizes(trx, { wanted: demandOf(lines), held, orderNumber, at });
  const limits = claimant ? limitsOf(terms, at) : NO_LIMITS;
  const facts = { lines, formerLines, held, sizes, usage, crowded, ...limits, coupon, codes, staffDiscount, terms };
  return { ...facts, orderNumber, row, secret, freed };
}

/** @throws ShopError validation, forbidden (see `agreedLines`) */
function linesOfDraft(lines: OrderLine[], agreed: StaffPrices | undefined): OrderLine[] {
  if (!agreed) return lines;
  const priced = agreedLines(lines, agreed);
  if (isShopError(priced)) throw priced;
  return priced;
}

/**
 * The order or draft of these credentials, locked, or the number of a new one. A cancelled order
 * stays cancelled: its shopper gets a new draft.
 */
async function findDraft(trx: Trx, { orderNumber: known, accessToken }: Credentials, at: number) {
  // A second request with the number waits until the first one has its stock.
  if (known && accessToken) await lockKey(trx, known);
  const found = known && accessToken ? await queries.readOrder(trx, known, 'for update') : undefined;
  const row = found && ownsOrder(found, accessToken) && found.status !== 'cancelled' ? found : null;
  if (row) return { row, orderNumber: row.order_number, secret: accessToken ?? null };
  const isFree = known && accessToken && !found && CLIENT_TOKEN.test(accessToken);
  return isFree
    ? { row, orderNumber: known, secret: accessToken }
    : { row, orderNumber: freshNumber(at), secret: null };
}

async function couponsOfDraft(
  trx: Trx,
  context: ServiceContext,
  draft: {
    lines: readonly OrderLine[];
    code: string;
    phone: string;
    claimant: Claimant | null;
    row: queries.OrderRow | null;
    orderNumber: string;
    at: number;
    /** Staff have taken something off the whole order, in place of a coupon. */
    reduced: boolean;
  },
): Promise<DraftFacts['coupon']> {
  const { lines, code, claimant, row, orderNumber, at } = draft;
  const known = draft.reduced ? [] : await couponsFor(trx, { at, code, id: '' });
  const judged = await phoneToJudge(context, trx, claimant ?? undefined, draft.phone, known);
  const open = judged === null ? known.filter((one) => !isHistoryOffer(one)) : known;
  const phone = judged ?? '';
  const choice = chooseCoupons(open, couponLines(lines), { code, at });
  const used = row?.coupon_id ? await readUse(trx, orderNumber) : null;
  return { ...(await readCoupons(trx, choice, { orderNumber, phone, used, at })), code, phone, known };
}

/**
 * The totals that others are asked for; null when the draft gets no payment code. Two drafts must
 * not choose one total.
 */
async function codesFor(
  trx: Trx,
  gives: boolean,
  draft: { total: Paise; orderNumber: string; row: queries.OrderRow | null; at: number },
): Promise<CodeFacts | null> {
  const { total, orderNumber, row, at } = draft;
  if (!gives && !hasCodeFor(total, row)) return null;
  await lockKey(trx, 'payment codes');
  const asked = await trx
    .selectFrom('payment_totals')
    .select(['total', 'order_number'])
    .where('total', '>=', total - MOST_CODE)
    .where('total', '<', total)
    .where('until', '>', at)
    .execute();
  // Orders that wait for their payment, and those that were paid or cancelled not long ago: they
  // may be paid once more.
  const orders = await trx
    .selectFrom('orders')
    .select('total')
    .where('total', '>=', total - MOST_CODE)
    .where('total', '<', total)
    .where((eb) =>
      eb.or([
        eb('updated_at', '>', at - CODE_KEPT_MS),
        eb.and([eb('payment_status', '!=', 'completed'), eb('status', 'not in', ['draft', 'cancelled', 'returned'])]),
      ]),
    )
    .execute();
  return { orderNumber, before: row, asked, orders: orders.map((order) => order.total) };
}
