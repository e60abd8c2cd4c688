import { SHOP, SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { commitWith, together } from '#server/database/prepared.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newToken, sha256 } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { isStateUnknown } from '#shop/india/supply-state.ts';
import { cleanCode } from '#shop/money/coupons.ts';
import { formatPaise, type Paise, toPaise } from '#shop/money/money.ts';
import { typedUtr } from '#shop/money/upi.ts';
import { isPlaceholderAddress } from '#shop/orders/address.ts';
import { type AttentionReason, type OrderInput, priceOrder, utrOf } from '#shop/orders/orders.ts';
import { productsOf } from '#shop/orders/stock.ts';
import { attentionColumns, writeAttention } from '../attention.queries.ts';
import { type Claimant, isCrowded, REMIND_AFTER_MS, writeClaim } from '../claims.queries.ts';
import { dropUse } from '../coupons.queries.ts';
import { CLIENT_TOKEN, type Credentials } from '../credentials.ts';
import { countNewOrder } from '../customer-figures.queries.ts';
import { atLeast, keepable, keepsUse, usageOf } from '../keep.ts';
import { mailOrder, orderMail } from '../order-mails.ts';
import * as queries from '../queries.ts';
import { takeHoldsOfDraft } from '../stock.queries.ts';
import type { OrderTerms } from '../terms.ts';
import { couponColumns, couponOfOrder, isLost, settleCoupon } from './coupon.ts';
import { bulkOf, freshNumber, lineRow, withNumber } from './draft.ts';
import { findExisting, type Placed, submitAgain } from './existing.ts';
import {
  demandOf,
  keepDraftLines,
  priceDiffers,
  refuseLines,
  refuseUnpayable,
  resolveItems,
  shortLines,
} from './lines.ts';
import { addressColumns, usableItems } from './record.ts';
import { heldWhole, reserve, takenPerLine } from './reserve.ts';

/** Tells staff of a new order: reads whom to tell, and returns the function that writes the alerts. */
export interface OrderAlerts {
  newOrder(
    trx: Trx,
  ): Promise<
    (
      order: { orderNumber: string; total: Paise; items: number; utr: boolean },
      shop: OrderTerms['shop'],
    ) => Promise<void>
  >;
}

interface PlaceDeps {
  mail: MailService;
  alerts: OrderAlerts;
  terms: OrderTerms;
}

/**
 * Turns a draft into an order, or creates an order directly (D21). Idempotent: a caller with the token of an existing order, or its
 * phone and UTR, gets that order and never a second one. One transaction: hold or stock, order, lines, event, mail.
 *
 * With a UTR, money may have moved: the order is recorded even if something is missing, and marked for the admin (D22). Within the limits
 * of D53 it keeps stock: without a UTR until the shop cancels it; with one, it takes the rest when its payment is verified.
 *
 * @throws ShopError empty_cart, too_many_attempts; items_unavailable, out_of_stock (without a UTR only); duplicate_order with `data.order`
 */
export async function placeOrder(
  context: ServiceContext,
  deps: PlaceDeps,
  input: OrderInput,
  credentials: Credentials,
  claimant: Claimant | null,
): Promise<Placed> {
  // The number of the client can be taken by its other submission after this one has checked it: the retry finds that order.
  return withNumber((attempt) => placeOnce(context, deps, input, credentials, claimant, attempt === 0));
}

/** @param trusting what a draft holds is taken to be in stock */
async function placeOnce(
  context: ServiceContext,
  { mail, alerts, terms }: PlaceDeps,
  input: OrderInput,
  credentials: Credentials,
  claimant: Claimant | null,
  trusting: boolean,
): Promise<Placed> {
  const { database, now } = context;
  const utr = utrOf(input);
  const utr_typed = typedUtr(input.paymentDetails?.utrNumber ?? '');
  const items = usableItems(input.items, utr !== null);
  if (items.length === 0) {
    throw new ShopError('empty_cart');
  }
  const address = addressColumns(input);

  const outcome = await transact<Placed | ShopError>(context, async (work) => {
    const { trx, afterCommit } = work;
    const at = now();
    const network = claimant?.network ?? '';
    const { orderNumber, accessToken: token } = credentials;
    const [catalogue, found, held, tellStaff, looksFull, crowded] = await together([
      queries.readForOrder(trx, [...new Set(items.map((item) => item.product))]),
      findExisting(trx, context, { utr, phone: address.phone, items, credentials }),
      // That of `found.draft`, which is locked before.
      orderNumber && token ? takeHoldsOfDraft(trx, orderNumber, sha256(token)) : [],
      alerts.newOrder(trx),
      mail.looksFull(trx, address.email),
      isCrowded(trx, network, at),
    ]);
    if (found.same) {
      // The draft has come since `findExisting` looked for its number: the retry finds it.
      if (held.length > 0) throw new queries.TakenMeanwhile();
      const again = { utr, typed: utr_typed, app: address.payment_app, accessToken: token };
      return submitAgain(work, context, { mail, terms }, found.same, again);
    }
    const { draft, number, others } = found;

    const draftLines = draft ? found.lines : [];
    const live = draft !== undefined && (draft.reserved_until ?? 0) > at;
    const former = draft || utr !== null ? draftLines : null;
    const lines = keepDraftLines(resolveItems(items, catalogue, former), draftLines, live);
    if (utr === null) refuseLines(lines.filter((line) => line.problem !== null));
    // An order of unknown items alone carries the amount that was paid: the offer is in it already (D26).
    const offer = draft || lines.some((line) => line.stockSize !== null) ? terms.offer : null;
    const order_number = draft?.order_number ?? number ?? freshNumber(at);
    // A mailbox is locked before claims, and claims before coupons, as by a draft (fault 8).
    const full = await mail.isFull(trx, address.email, looksFull);
    const demand = demandOf(lines);
    // What the draft holds is there. It is sold last, because from then on other orders of the product wait for this one.
    const certain = trusting && utr !== null ? heldWhole(demand, held) : undefined;
    const code = cleanCode(input.couponCode ?? '');
    const choice = await couponOfOrder(trx, {
      code,
      at,
      lines,
      draft: draft && { row: draft, lines: draftLines, live },
    });
    const had = Boolean(draft?.coupon_id);
    let most = certain?.got;
    let hold = false;
    // Others of the network wait from here on: not for a draft that brings all it needs. The use of an expired one may have been freed.
    if (!most || (choice.offers.length > 0 && !(had && live))) {
      const usage = await usageOf(trx, database.kind, at, claimant, draft?.order_number ?? '');
      most ??= await keepable(trx, database.kind, demand, usage, held, utr !== null);
      // Anybody can type a UTR: the rest is taken when the payment is verified. What the draft holds stays.
      if (utr !== null) most = atLeast(most, held);
      hold = keepsUse(most, usage);
    }
    const user = { orderNumber: order_number, phone: address.phone, expiresAt: null };
    const coupon = await settleCoupon(trx, database.kind, choice, user, {
      ...{ at, hold, had },
      keep: utr !== null && held.length > 0,
    });
    // Each is stored for ever. The browser sends it again later (D25). What a draft brings was limited with the draft, so that nobody who
    // has paid waits because of others of a crowded network.
    const fresh = bulkOf(lines.length) - bulkOf(draftLines.length);
    if (crowded && fresh > 0) await limitAttempts(context, 'orders', network, LIMITS.unverifiedOrders, trx, fresh);
    const kept = live ? { amount: draft.discount - draft.coupon_discount } : offer;
    const { couponDiscount, ...pricing } = priceOrder(lines, kept, coupon.offer?.lines);
    // With a UTR money may have moved (D22).
    if (utr === null) refuseUnpayable(pricing.total);

    const want = { wanted: demand, held, into: 'sold', partial: utr !== null, most } as const;
    const reservation = certain ?? (await reserve(trx, database.kind, at, want));
    if (utr === null) refuseLines(shortLines(lines, reservation.short));

    // Nothing to sell keeps no use from others either.
    if ([...reservation.got.values()].every((quantity) => quantity === 0)) await dropUse(trx, order_number);

    const reasons: AttentionReason[] = [];
    if (reservation.short.size > 0 || lines.some((line) => line.problem === 'sold_out')) reasons.push('out_of_stock');
    if (priceDiffers(lines, draftLines)) reasons.push('price_changed');
    if (isLost(coupon, couponDiscount, draft)) reasons.push('coupon_lost');
    if (lines.some((line) => line.problem === 'gone')) reasons.push('unknown_item');
    if (input.total !== undefined && toPaise(input.total) !== pricing.total) reasons.push('amount_mismatch');
    if (others.length > 0) reasons.push('duplicate_utr');
    if (isPlaceholderAddress(input.shippingAddress)) reasons.push('placeholder_address');
    else if (isStateUnknown(input.shippingAddress)) reasons.push('state_unknown');

    const columns = {
      status: 'pending',
      utr,
      utr_typed,
      ...pricing,
      ...couponColumns(coupon.offer),
      ...attentionColumns(reasons),
      reserved_until: null,
      // The time of the order, not of the draft: lists are sorted by it, and the delivery estimate starts from it.
      created_at: at,
      placed_at: at,
      updated_at: at,
    };
    const search_text = queries.searchText({ ...address, utr, order_number });
    let row: queries.OrderRow;
    let accessToken = token ?? '';
    const writes: Promise<unknown>[] = [];
    if (draft) {
      // The address is usually that of the draft: indexes on it are left alone.
      const change = { ...(isPart(address, draft) ? {} : address), ...columns, search_text };
      writes.push(queries.updateOrder(trx, draft, change));
      row = { ...draft, ...change, version: draft.version + 1 };
    } else {
      accessToken = CLIENT_TOKEN.test(accessToken) ? accessToken : newToken();
      const access_token_hash = sha256(accessToken);
      const whole = { ...address, ...columns, search_text, order_number, access_token_hash };
      writes.push(queries.insertOrder(trx, whole));
      row = queries.wholeOrder(whole);
    }

    const taken = takenPerLine(lines, reservation.got);
    const lineRows = lines.map((line, position) =>
      lineRow(order_number, line, position, taken[position] ?? 0, coupon.offer?.lines[position]),
    );
    writes.push(...writeLines(trx, draftLines, lineRows));
    const unpaid = { kind: 'order', remind_at: at + REMIND_AFTER_MS } as const;
    const claim = {
      ...(utr === null ? unpaid : ({ kind: 'unproven', remind_at: null } as const)),
      ...{ order_number, pieces: taken.reduce((sum, one) => sum + one, 0), expires_at: at + terms.unpaidMs },
      ...{ network, phone: row.phone, created_at: at, quiet: crowded ? 1 : 0 },
    };
    writes.push(writeClaim(trx, claim));
    const writingEvents = queries.insertEvents(trx, [
      { orderNumber: row.order_number, kind: 'placed', status: 'pending', at, author: SHOPPER.name, note: '' },
      ...(reasons.length > 0
        ? [
            {
              orderNumber: row.order_number,
              kind: 'attention' as const,
              status: null,
              at,
              author: SHOP.name,
              note: attentionNote(reasons, input.total, pricing.total),
            },
          ]
        : []),
    ]);
    const message = orderMail('order_received', mailOrder(row, lineRows), terms.shop);
    const news = {
      orderNumber: row.order_number,
      total: row.total,
      items: lineRows.reduce((sum, { quantity }) => sum + quantity, 0),
      utr: utr !== null,
    };
    await together([
      ...writes,
      writingEvents,
      mail.enqueue(trx, [message], full || crowded),
      tellStaff(news, terms.shop),
    ]);
    const events = await writingEvents;
    await writeAttention(trx, row, [], { raised: reasons }, at);
    const [sold] = await together([
      certain ? reserve(trx, database.kind, at, { ...want, last: true }) : reservation,
      countNewOrder(trx, row, at),
      commitWith(trx, database.kind),
    ]);
    if (certain && sold.short.size > 0) throw new queries.TakenMeanwhile();
    afterCommit(() => {
      context.versions.touch('catalogue', productsOf([...demand, ...held]));
      mail.wake();
    });
    return { row, lines: lineRows, events, accessToken, created: true };
  });
  if (isShopError(outcome)) {
    throw outcome;
  }
  return outcome;
}

/** True when `row` has the values of `part`. */
function isPart(part: Partial<queries.OrderRow>, row: queries.OrderRow): boolean {
  return Object.entries(part).every(([key, value]) => row[key as keyof queries.OrderRow] === value);
}

/** Writes the lines of the order. The lines of an unchanged draft are kept and only marked as taken. */
function writeLines(trx: Trx, before: queries.LineRow[], after: queries.LineRow[]): Promise<unknown>[] {
  const orderNumber = after[0]?.order_number ?? '';
  const unchanged =
    before.length === after.length &&
    after.every((line, index) => {
      const old = before[index];
      return (
        old !== undefined &&
        line.taken === line.quantity &&
        JSON.stringify({ ...old, taken: line.taken }) === JSON.stringify(line)
      );
    });
  if (unchanged) {
    return [queries.takeLinesWhole(trx, orderNumber)];
  }
  const deleted = before.length > 0 ? [queries.deleteLines(trx, orderNumber)] : [];
  return [...deleted, queries.insertLines(trx, after)];
}

function attentionNote(reasons: AttentionReason[], claimed: number | undefined, total: number): string {
  const texts: Record<AttentionReason, string> = {
    out_of_stock: 'not everything was in stock',
    price_changed: 'the shopper saw another price',
    coupon_lost: 'the coupon no longer applied',
    unknown_item: 'an item is not in the catalogue',
    amount_mismatch: `the shopper was shown ${claimed === undefined ? 'no total' : formatPaise(toPaise(claimed))}, the order comes to ${formatPaise(total)}`,
    duplicate_utr: 'another order carries the same UTR',
    placeholder_address: 'the delivery address is a placeholder',
    utr_again: 'the shopper sent the same UTR again',
    state_unknown: 'neither state nor PIN code is one of India',
    payment_reversed: 'the bank took the payment back',
    payment_reopened: 'the payment is open again',
    other_utr: 'the shopper sent a second UTR',
    order_reopened: 'the UTR came after the shop had cancelled the order',
    not_in_statement: 'the bank statement does not show the payment',
    refund_returned: 'the bank sent a refund back',
  };
  return `Needs attention: ${reasons.map((reason) => texts[reason]).join('; ')}.`;
}
