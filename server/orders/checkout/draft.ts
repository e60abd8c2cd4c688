import { randomInt } from 'node:crypto';
import type { ServiceContext } from '#server/context.ts';
import { commitWith, together } from '#server/database/prepared.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newToken, sha256 } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { chooseCoupons, cleanCode, isHistoryOffer } from '#shop/money/coupons.ts';
import {
  type CouponResult,
  type DraftInput,
  makeOrderNumber,
  type OrderChange,
  priceOrder,
} from '#shop/orders/orders.ts';
import { mergeAmounts, productsOf, stockKey } from '#shop/orders/stock.ts';
import { type Claimant, dropClaim, isCrowded, writeClaim } from '../claims.queries.ts';
import { couponsFor } from '../coupons.queries.ts';
import { CLIENT_TOKEN, type Credentials, ownsOrder } from '../credentials.ts';
import { duplicateOrder } from '../duplicate-order.ts';
import { keepable, keepsUse, usageOf } from '../keep.ts';
import * as queries from '../queries.ts';
import { insertHolds, takeHolds } from '../stock.queries.ts';
import type { OrderTerms } from '../terms.ts';
import { couponColumns, couponLines, couponResult, settleCoupon } from './coupon.ts';
import { phoneToJudge } from './coupon-history.ts';
import {
  changesOf,
  demandOf,
  type ResolvedLine,
  refuseLines,
  refuseUnpayable,
  resolveItems,
  shortLines,
} from './lines.ts';
import { addressColumns, usableItems } from './record.ts';
import { isInStock, reserve } from './reserve.ts';

export interface Draft {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  accessToken: string;
  changes: OrderChange[];
  coupon: CouponResult | null;
}

const TRIES = 5;

/**
 * Creates a draft, or refreshes the one that `credentials` own: looks up prices and holds the stock for `reservationMinutes`, all or
 * nothing (D19), within the limits of D53. Beyond them the draft is made and stock is checked, but not everything is held, and
 * `row.reserved_until` is null. A free number with a strong secret becomes the draft's: the client finds it again if the response is lost.
 * A number without its token gets a new draft.
 *
 * @throws ShopError too_many_attempts, empty_cart, items_unavailable, out_of_stock (with `errors[]` per line); duplicate_order with
 *   `data.order` when the draft has already become an order
 */
export async function makeDraft(
  context: ServiceContext,
  terms: OrderTerms,
  input: DraftInput,
  credentials: Credentials,
  claimant: Claimant | null,
): Promise<Draft> {
  return withNumber((attempt) => draftOnce(context, terms, input, credentials, claimant, attempt));
}

async function draftOnce(
  context: ServiceContext,
  terms: OrderTerms,
  input: DraftInput,
  credentials: Credentials,
  claimant: Claimant | null,
  attempt: number,
): Promise<Draft> {
  const { database, now } = context;
  const items = usableItems(input.items);
  if (items.length === 0) {
    throw new ShopError('empty_cart');
  }
  const code = cleanCode(input.couponCode ?? '');

  return transact(context, async ({ trx, afterCommit }) => {
    const at = now();
    const reservedUntil = at + terms.reservationMs;
    const address = addressColumns(input);
    const known = credentials.orderNumber && credentials.accessToken ? credentials.orderNumber : undefined;
    const usageFor = (own: string) => usageOf(trx, database.kind, at, claimant, own);

    const [catalogue, coupons, drafted, crowded, counted] = await together([
      queries.readForOrder(trx, [...new Set(items.map((item) => item.product))]),
      couponsFor(trx, { at, code, id: '' }),
      known === undefined ? undefined : queries.readOrder(trx, known, database.kind),
      claimant ? isCrowded(trx, claimant.network, at) : false,
      // An order is locked before claims.
      known === undefined ? usageFor('') : undefined,
    ]);
    let row = drafted;
    const lines = resolveItems(items, catalogue);
    refuseLines(lines.filter((line) => line.problem !== null));
    refuseUnpayable(priceOrder(lines, terms.offer).total);
    // A cancelled order stays cancelled: the shopper gets a new draft.
    if (row && (!ownsOrder(row, credentials.accessToken) || row.status === 'cancelled')) {
      row = undefined;
    }
    if (row && row.status !== 'draft') {
      throw await duplicateOrder(trx, row, terms.estimatedDeliveryDays);
    }
    const isOwn = drafted === undefined && known !== undefined && CLIENT_TOKEN.test(credentials.accessToken ?? '');
    // Another order may have got the first number in the same millisecond.
    const order_number = row?.order_number ?? (isOwn ? known : freshNumber(at + attempt));
    const [held = [], former = 0] = row
      ? await together([takeHolds(trx, order_number), queries.deleteLines(trx, order_number)])
      : [];

    const demand = demandOf(lines);
    const usage = counted === undefined ? await usageFor(order_number) : counted;
    const most = await keepable(trx, database.kind, demand, usage, held);
    const judged = await phoneToJudge(context, trx, claimant?.network, address.phone, coupons);
    const phone = judged ?? '';
    const open = judged === null ? coupons.filter((one) => !isHistoryOffer(one)) : coupons;
    const choice = chooseCoupons(open, couponLines(lines), { code, at });
    const user = { orderNumber: order_number, phone, expiresAt: reservedUntil };
    const hold = keepsUse(most, usage);
    const settled = await settleCoupon(trx, database.kind, choice, user, { at, hold, had: Boolean(row?.coupon_id) });
    const { offer } = settled;
    const { couponDiscount, ...pricing } = priceOrder(lines, terms.offer, offer?.lines);
    const columns = {
      ...address,
      ...pricing,
      ...couponColumns(offer),
      reserved_until: reservedUntil,
      updated_at: at,
    };
    let accessToken = credentials.accessToken ?? '';
    let fresh: queries.NewOrder | undefined;
    const before = row;
    if (row) {
      row = { ...row, ...columns, version: row.version + 1 };
    } else {
      if (!isOwn) accessToken = newToken();
      fresh = {
        ...columns,
        order_number,
        access_token_hash: sha256(accessToken),
        status: 'draft',
        created_at: at,
      };
      row = queries.wholeOrder(fresh);
    }

    const holds = mergeAmounts(demand).map((one) => ({ ...one, quantity: most.get(stockKey(one)) ?? 0 }));
    const pieces = holds.reduce((sum, { quantity }) => sum + quantity, 0);
    const kept = holds.filter(({ quantity }) => quantity > 0);
    // What it adds to what is stored. The limits of D53 are enough for drafts that hold something, until they become orders again and again.
    const more = bulkOf(lines.length) - bulkOf(former);
    if (claimant && more > 0 && (pieces === 0 || crowded))
      await limitAttempts(context, 'unheld-drafts', claimant.network, LIMITS.unheldDrafts, trx, more);
    const claim = {
      ...{
        order_number,
        kind: 'draft' as const,
        pieces,
        expires_at: reservedUntil,
        remind_at: null,
      },
      ...{ network: claimant?.network ?? '', phone: row.phone, created_at: at, quiet: 0 },
    };
    const lineRows = lines.map((line, position) => lineRow(order_number, line, position, 0, offer?.lines[position]));
    // The writes do not depend on what is in stock: without it they are rolled back. Stock is last, because it makes others wait.
    const writes = [
      fresh && queries.insertOrder(trx, fresh),
      before && queries.updateOrder(trx, before, columns),
      insertHolds(trx, order_number, kept, reservedUntil),
      pieces > 0 ? writeClaim(trx, claim) : held.length > 0 && dropClaim(trx, order_number),
      queries.insertLines(trx, lineRows),
    ];
    // Only the first attempt commits with them: it fails if the number or the stock is taken meanwhile.
    const last = attempt === 0 && isInStock(demand, held, catalogue);
    const want = { wanted: demand, held, into: 'held', partial: false, most, last } as const;
    const reserving = reserve(trx, database.kind, at, want);
    await together([...writes, reserving, last ? commitWith(trx, database.kind) : undefined]);
    refuseLines(shortLines(lines, (await reserving).short));
    // Nothing has changed for others if it holds nothing, and held nothing, and no expired hold was looked for.
    if (pieces > 0 || held.length > 0 || !last)
      afterCommit(() => context.versions.touch('catalogue', productsOf([...demand, ...held])));
    // The row keeps the time: until then the prices of the draft hold, held or not.
    const whole = pieces === demand.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      row: whole ? row : { ...row, reserved_until: null },
      lines: lineRows,
      accessToken,
      changes: changesOf(lines, input.total, { total: pricing.total, couponDiscount }),
      coupon: couponResult({ code, phone }, settled, pricing.subtotal, coupons),
    };
  });
}

/**
 * A line as it is stored; `taken` is the quantity taken from stock, `couponDiscount` its part of the coupon in paise. HSN code and GST rate
 * are frozen with it (D34).
 */
export function lineRow(
  orderNumber: string,
  line: ResolvedLine,
  position: number,
  taken: number,
  couponDiscount = 0,
): queries.LineRow {
  return {
    order_number: orderNumber,
    position,
    product_id: line.productId,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    price: line.price,
    original_price: line.originalPrice,
    image: line.image,
    hsn_code: line.hsnCode,
    gst_rate_bp: line.gstRateBp,
    stock_size: line.stockSize,
    taken,
    coupon_discount: couponDiscount,
  };
}

/** For how many small orders so many lines count, when what one network stores is limited. */
export const bulkOf = (lines: number): number => Math.ceil(lines / 10);

/** A new order number: 'ORD', the time, three random digits. */
export function freshNumber(at: number): string {
  return makeOrderNumber(at, randomInt(1_000));
}

/** Repeats a transaction that lost its number, or what it counted on, to another one. @param run gets the number of failures so far */
export async function withNumber<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (!(error instanceof queries.TakenMeanwhile)) throw error;
    }
  }
  throw new ShopError('busy');
}
