import { isPlaceholderAddress } from '#shop/address.ts';
import { ShopError } from '#shop/errors.ts';
import { formatPaise, toPaise } from '#shop/money.ts';
import { type AttentionReason, isOrderNumber, type OrderInput, priceOrder, utrOf } from '#shop/orders.ts';
import type { ServiceContext } from '../context.ts';
import { type Trx, transact } from '../database/transact.ts';
import { newToken, sha256 } from '../ids.ts';
import type { MailService } from '../mail/mail.service.ts';
import { orderMail } from '../mail/order-mails.ts';
import { freshNumber, lineRow } from './draft.ts';
import { demandOf, keepDraftPrices, lineFailure, priceDiffers, resolveItems } from './lines.ts';
import { mailOrder } from './mails.ts';
import * as queries from './orders.queries.ts';
import { addressColumns, duplicateOrder, type Shown, searchText, usableItems } from './record.ts';
import { reserve, takenPerLine } from './reserve.ts';
import { stockKey, takeHolds } from './stock.queries.ts';
import type { OrderTerms } from './terms.ts';
import { attentionOf } from './wire.ts';

export interface Placed {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  events: queries.EventRow[];
  accessToken: string;
  /** False when an order was there already and only took the UTR on. */
  created: boolean;
}

/** The number that was free when this transaction looked is taken now: everything is done again, and finds the order. */
class NumberTaken extends Error {}

const TRIES = 5;
/** Secrets that a client made itself while the shop was out of reach (D19): as strong as the shop's own. */
const CLIENT_TOKEN = /^[A-Za-z0-9_-]{22,64}$/;

/**
 * Turns a draft into an order, or makes one at once (D21). Idempotent: who shows the token of an existing order, or its
 * phone and UTR, gets that order back and never a second one. One transaction: hold or stock, order, lines, event, mail.
 *
 * With a UTR money may have moved: the order is recorded whatever is missing, and marked for the admin (D22).
 *
 * @throws ShopError empty_cart; items_unavailable and out_of_stock (without a UTR only); duplicate_order with `data.order`
 */
export async function placeOrder(
  context: ServiceContext,
  deps: { mail: MailService; terms: OrderTerms },
  input: OrderInput,
  shown: Shown,
): Promise<Placed> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await placeOnce(context, deps, input, shown);
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error;
      if (attempt >= TRIES) throw new ShopError('busy');
    }
  }
}

async function placeOnce(
  context: ServiceContext,
  { mail, terms }: { mail: MailService; terms: OrderTerms },
  input: OrderInput,
  shown: Shown,
): Promise<Placed> {
  const { database, now } = context;
  const utr = utrOf(input);
  const items = usableItems(input.items, utr !== null);
  if (items.length === 0) {
    throw new ShopError('empty_cart');
  }
  const address = addressColumns(input);
  const catalogue = await queries.readForOrder(database.db, [...new Set(items.map((item) => item.product))]);
  const resolved = resolveItems(items, catalogue);

  return transact(context, async ({ trx, afterCommit }) => {
    const at = now();
    const found = await findExisting(trx, context, { utr, phone: address.phone, shown });
    if (found.same) {
      return takeUtrOn(trx, found.same, terms, { utr, app: address.payment_app, at, shown });
    }
    const { draft, number, others } = found;

    const draftLines = draft ? await queries.readLines(trx, [draft.order_number]) : [];
    const live = draft !== undefined && (draft.reserved_until ?? 0) > at;
    const lines = live ? keepDraftPrices(resolved, draftLines) : resolved;
    const refused = lines.filter((line) => line.problem !== null);
    if (refused.length > 0 && utr === null) {
      const { code, ...failure } = lineFailure(refused);
      throw new ShopError(code, failure);
    }
    const pricing = priceOrder(lines, live ? { amount: draft.discount } : terms.offer);

    const held = draft ? await takeHolds(trx, draft.order_number) : [];
    const reservation = await reserve(trx, database.kind, at, {
      wanted: demandOf(lines),
      held,
      into: 'sold',
      partial: utr !== null,
    });
    if (reservation.short.size > 0 && utr === null) {
      const short = lines.filter((line) =>
        reservation.short.has(stockKey({ productId: line.productId, size: line.stockSize ?? '' })),
      );
      const { code, ...failure } = lineFailure(short);
      throw new ShopError(code, failure);
    }

    const reasons: AttentionReason[] = [];
    if (reservation.short.size > 0 || lines.some((line) => line.problem === 'sold_out')) reasons.push('out_of_stock');
    if (priceDiffers(lines, draftLines)) reasons.push('price_changed');
    if (lines.some((line) => line.problem === 'gone')) reasons.push('unknown_item');
    if (input.total !== undefined && toPaise(input.total) !== pricing.total) reasons.push('amount_mismatch');
    if (others.length > 0) reasons.push('duplicate_utr');
    if (isPlaceholderAddress(input.shippingAddress)) reasons.push('placeholder_address');

    const columns = {
      ...address,
      status: 'pending',
      utr,
      subtotal: pricing.subtotal,
      shipping: pricing.shipping,
      discount: pricing.discount,
      total: pricing.total,
      needs_attention: JSON.stringify(reasons),
      attention_count: reasons.length,
      reserved_until: null,
      // The moment of the order, not of the draft: lists are sorted by it and the delivery estimate counts from it.
      created_at: at,
      placed_at: at,
      updated_at: at,
    };
    let row: queries.OrderRow;
    let accessToken = shown.accessToken ?? '';
    if (draft) {
      const change = { ...columns, search_text: searchText({ ...columns, order_number: draft.order_number }) };
      await queries.updateOrder(trx, draft, change);
      row = { ...draft, ...change, version: draft.version + 1 };
    } else {
      accessToken = CLIENT_TOKEN.test(accessToken) ? accessToken : newToken();
      const order_number = number ?? freshNumber(at);
      row = queries.wholeOrder({
        ...columns,
        order_number,
        access_token_hash: sha256(accessToken),
        search_text: searchText({ ...columns, order_number }),
      });
      if (!(await queries.insertOrder(trx, row))) {
        throw new NumberTaken();
      }
    }

    const taken = takenPerLine(lines, reservation.got);
    const lineRows = lines.map((line, position) => lineRow(row.order_number, line, position, taken[position] ?? 0));
    await writeLines(trx, draftLines, lineRows);
    const events = await queries.insertEvents(trx, [
      { orderNumber: row.order_number, kind: 'placed', status: 'pending', at, author: 'shopper', note: '' },
      ...(reasons.length > 0
        ? [
            {
              orderNumber: row.order_number,
              kind: 'attention' as const,
              status: null,
              at,
              author: 'shop',
              note: attentionNote(reasons, input.total, pricing.total),
            },
          ]
        : []),
    ]);
    await mail.enqueue(trx, [orderMail('order_received', mailOrder(row, lineRows), terms.shop)]);
    afterCommit(() => {
      context.versions.touch('catalogue');
      mail.wake();
    });
    return { row, lines: lineRows, events, accessToken, created: true };
  });
}

interface Found {
  /** The very order that is being sent again. */
  same?: queries.OrderRow;
  /** The draft that becomes the order. */
  draft?: queries.OrderRow;
  /** The number to use for a new order; undefined for one of the shop's own. */
  number?: string;
  /** Other people's orders with the same UTR. */
  others: queries.OrderRow[];
}

/** Finds out whether this submit belongs to an order or a draft that is there (D21). A mere clash of numbers does not. */
async function findExisting(
  trx: Trx,
  { database }: ServiceContext,
  { utr, phone, shown }: { utr: string | null; phone: string; shown: Shown },
): Promise<Found> {
  const tokenHash = shown.accessToken ? sha256(shown.accessToken) : null;
  if (utr !== null) {
    await queries.lockSubmit(trx, database.kind, `${phone}\n${utr}`);
  }
  const numbered = shown.orderNumber ? await queries.readOrder(trx, shown.orderNumber, database.kind) : undefined;
  const proven = numbered !== undefined && tokenHash !== null && numbered.access_token_hash === tokenHash;
  // Paid for after it was cancelled: money may have moved, so it is recorded as a new order (D22).
  const revived = numbered?.status === 'cancelled' && utr !== null && numbered.utr !== utr;
  if (numbered && proven && numbered.status !== 'draft' && !revived) {
    return { same: numbered, others: [] };
  }
  let others: queries.OrderRow[] = [];
  if (utr !== null) {
    others = await queries.ordersWithUtr(trx, utr);
    const same = others.find((order) => order.phone === phone);
    // Who comes with a draft of his own is paying for another order and has perhaps typed an old UTR: it is recorded and
    // marked `duplicate_utr`, for to answer with the former order would lose this one (D22).
    if (same && !(numbered?.status === 'draft' && proven)) {
      return { same, others: [] };
    }
  }
  if (!proven && tokenHash !== null) {
    const same = await queries.orderOfToken(trx, phone, tokenHash);
    if (same) {
      return { same, others: [] };
    }
  }
  if (numbered?.status === 'draft' && proven) {
    return { draft: numbered, others };
  }
  const free = !numbered && isOrderNumber(shown.orderNumber);
  return { ...(free ? { number: shown.orderNumber } : {}), others };
}

/**
 * The order is there already. It is never overwritten; only a UTR that was missing is written down while the payment is
 * still open, since that is how a shopper pays for an order placed before.
 */
async function takeUtrOn(
  trx: Trx,
  order: queries.OrderRow,
  terms: OrderTerms,
  { utr, app, at, shown }: { utr: string | null; app: string; at: number; shown: Shown },
): Promise<Placed> {
  const proven = shown.accessToken !== undefined && order.access_token_hash === sha256(shown.accessToken);
  if (
    utr === null ||
    order.utr !== null ||
    order.status !== 'pending' ||
    order.payment_status !== 'pending' ||
    !proven
  ) {
    throw await duplicateOrder(trx, order, terms.estimatedDeliveryDays);
  }
  const reasons = attentionOf(order);
  if ((await queries.ordersWithUtr(trx, utr)).length > 0 && !reasons.includes('duplicate_utr')) {
    reasons.push('duplicate_utr');
  }
  const change = {
    utr,
    payment_app: app || order.payment_app,
    needs_attention: JSON.stringify(reasons),
    attention_count: reasons.length,
    search_text: searchText({ ...order, utr }),
    updated_at: at,
  };
  await queries.updateOrder(trx, order, change);
  await queries.insertEvents(trx, [
    { orderNumber: order.order_number, kind: 'utr', status: null, at, author: 'shopper', note: 'UTR received' },
  ]);
  return {
    row: { ...order, ...change, version: order.version + 1 },
    lines: await queries.readLines(trx, [order.order_number]),
    events: await queries.readEvents(trx, [order.order_number]),
    accessToken: shown.accessToken ?? '',
    created: false,
  };
}

/** Writes the lines of the order; those of an unchanged draft stay and are only marked as taken. */
async function writeLines(trx: Trx, before: queries.LineRow[], after: queries.LineRow[]): Promise<void> {
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
    await queries.takeLinesWhole(trx, orderNumber);
    return;
  }
  if (before.length > 0) {
    await queries.deleteLines(trx, orderNumber);
  }
  await queries.insertLines(trx, after);
}

function attentionNote(reasons: AttentionReason[], claimed: number | undefined, total: number): string {
  const words: Record<AttentionReason, string> = {
    out_of_stock: 'not everything was in stock',
    price_changed: 'the shopper saw another price',
    unknown_item: 'an item is not in the catalogue',
    amount_mismatch: `the shopper's total was ${claimed === undefined ? 'missing' : formatPaise(toPaise(claimed))}, computed ${formatPaise(total)}`,
    duplicate_utr: 'another order carries the same UTR',
    placeholder_address: 'the delivery address is a placeholder',
  };
  return `Needs attention: ${reasons.map((reason) => words[reason]).join('; ')}.`;
}
