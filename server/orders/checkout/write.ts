import { SHOP, SHOPPER } from '#server/audit/audit.ts';
import { tellPrograms } from '#server/connect/tell.ts';
import { noticeVersion } from '#server/content/content.queries.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Trx, Work } from '#server/database/transact.ts';
import { newToken, sha256 } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { type Paise, toRupees } from '#shop/money/money.ts';
import { typedUtr } from '#shop/money/upi.ts';
import { couponColumns } from '#shop/orders/checkout/coupon.ts';
import { demandOf, type OrderLine } from '#shop/orders/checkout/lines.ts';
import type { OrderPlan } from '#shop/orders/checkout/order.ts';
import type { StockPlan } from '#shop/orders/checkout/stock.ts';
import { type DraftInput, type OrderInput, utrOf } from '#shop/orders/orders.ts';
import { productsOf } from '#shop/orders/stock.ts';
import { CLIENT_TOKEN } from '../access/credentials.ts';
import { mailOrder, orderMail } from '../mails/order-mails.ts';
import type { OrderTerms } from '../order-terms.ts';
import { attentionColumns, writeAttention } from '../rows/attention.queries.ts';
import { type Claimant, writeClaim } from '../rows/claims.queries.ts';
import { setUse } from '../rows/coupons.queries.ts';
import { countNewOrder } from '../rows/customer-figures.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { productNames } from '../rows/product-names.queries.ts';
import { dropHolds, moveStock } from '../rows/stock.queries.ts';
import type { ReadOrder, Submission } from './read.ts';
import type { Placed } from './submit-again.ts';

/** Writes the alerts that tell staff of a new order. */
export interface OrderAlerts {
  newOrder(
    trx: Trx,
    order: { orderNumber: string; total: Paise; items: number; utr: boolean },
    shop: OrderTerms['shops']['en'],
  ): Promise<void>;
}

export interface PlaceDeps {
  mail: MailService;
  alerts: OrderAlerts;
  terms: OrderTerms;
}

/**
 * Writes a planned order: its row and lines, coupon, claim, events, mails, stock, and the customer.
 *
 * @throws TakenMeanwhile
 */
export async function writeOrder(
  { trx, afterCommit }: Work,
  context: ServiceContext,
  { mail, alerts, terms }: PlaceDeps,
  { input, credentials, claimant, language, takenBy, receivedAs }: Submission,
  { facts, plan, at }: { facts: ReadOrder; plan: OrderPlan; at: number },
): Promise<Placed> {
  const { orderNumber, draftRow, held } = facts;
  const ordered = orderColumns(input, plan, at);
  const values = {
    ...ordered,
    payment_method: receivedAs ?? ordered.payment_method,
    language: language ?? draftRow?.language ?? 'en',
    // Whoever orders by phone reads none.
    notice_version: takenBy || draftRow?.taken_by ? null : await noticeVersion(trx),
  };
  const { row, accessToken } = await writeRow(trx, draftRow, {
    orderNumber,
    secret: credentials.accessToken ?? null,
    columns: { ...values, search_text: queries.searchText({ ...values, order_number: orderNumber }) },
    added: { status: 'pending', created_at: at },
  });
  const lines = plan.lines.map((line, position) =>
    lineRow(orderNumber, line, position, line.sold, line.couponDiscount),
  );
  if (draftRow) await queries.deleteLines(trx, orderNumber);
  await queries.insertLines(trx, lines);
  await setUse(trx, orderNumber, { before: facts.coupon.used, after: plan.use, expiresAt: null });
  const quiet = facts.crowded ? 1 : 0;
  await writeClaim(trx, {
    ...plan.claim,
    ...ownerOf(claimant),
    order_number: orderNumber,
    phone: row.phone,
    created_at: at,
    quiet,
  });
  const events = await queries.insertEvents(
    trx,
    plan.events.map((event) => {
      const author = event.kind === 'placed' ? (takenBy ?? SHOPPER.name) : SHOP.name;
      return { ...event, orderNumber, at, author };
    }),
  );
  await writeAttention(trx, row, [], { raised: plan.reasons }, at);
  const nameOf = await productNames(trx, row.language, lines);
  const message = orderMail('order_received', mailOrder(row, lines, nameOf), terms.shops[row.language]);
  // It asks for a payment that staff have received already.
  const messages = receivedAs ? [] : [message];
  await mail.enqueue(trx, messages, facts.mailboxFull || facts.crowded);
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  await alerts.newOrder(trx, { orderNumber, total: row.total, items, utr: row.utr !== null }, terms.shops.en);
  if (held.length > 0) await dropHolds(trx, orderNumber);
  await writeStock(trx, plan.stock, 'sold');
  await countNewOrder(trx, row, at);
  const products = [...new Set(productsOf([...demandOf(facts.lines), ...held]))];
  await tellPrograms(trx, at, [
    { type: 'order.placed', data: { orderNumber, total: toRupees(row.total) } },
    { type: 'stock.changed', data: { products } },
  ]);
  afterCommit(() => {
    context.versions.touch('catalogue', products);
    mail.wake();
  });
  return { row, lines, events, accessToken, created: true };
}

function orderColumns(input: OrderInput, { price, offer, reasons }: OrderPlan, at: number) {
  return {
    ...addressColumns(input),
    status: 'pending',
    utr: utrOf(input),
    utr_typed: typedUtr(input.paymentDetails?.utrNumber ?? ''),
    ...priceColumns(price),
    ...couponColumns(offer),
    ...attentionColumns(reasons),
    reserved_until: null,
    // The time of the order, not of the draft: lists are sorted by it, and the delivery estimate
    // starts from it.
    created_at: at,
    placed_at: at,
    updated_at: at,
  };
}

interface RowValues {
  orderNumber: string;
  /** Of the client: a new row takes it if it is a strong one. */
  secret: string | null;
  columns: Partial<queries.OrderRow> & { updated_at: number };
  /** What only a new row gets. */
  added: { status: string; created_at: number };
}

/** Changes the row of the draft, or adds a row. @throws TakenMeanwhile */
export async function writeRow(
  trx: Trx,
  before: queries.OrderRow | null,
  { orderNumber, secret, columns, added }: RowValues,
): Promise<{ row: queries.OrderRow; accessToken: string }> {
  if (before) {
    await queries.updateOrder(trx, before, columns);
    return { row: { ...before, ...columns, version: before.version + 1 }, accessToken: secret ?? '' };
  }
  const accessToken = secret !== null && CLIENT_TOKEN.test(secret) ? secret : newToken();
  const access_token_hash = sha256(accessToken);
  const given = { ...columns, ...added, order_number: orderNumber, access_token_hash };
  await queries.insertOrder(trx, given);
  return { row: queries.wholeOrder(given), accessToken };
}

/**
 * Moves the planned pieces. The sizes were locked before they were read, so nothing can be missing.
 */
export async function writeStock(trx: Trx, { sizes }: StockPlan, into: 'held' | 'sold'): Promise<void> {
  for (const { productId, size, held, pieces } of sizes) {
    const change =
      into === 'held'
        ? { stock: held - pieces, held: pieces - held, sold: 0 }
        : { stock: held - pieces, held: -held, sold: pieces, unproven: pieces };
    if (change.stock === 0 && change.held === 0 && change.sold === 0) continue;
    if (!(await moveStock(trx, { productId, size }, change))) throw new Error(`${productId} ${size}: not as planned`);
  }
}

/** The columns with the shopper's input; no other part of the body is stored. */
export function addressColumns(input: OrderInput | DraftInput) {
  const address = input.shippingAddress;
  return {
    name: address?.name ?? '',
    phone: address?.phone ?? '',
    email: address?.email ?? '',
    address: address?.address ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    pincode: address?.pincode ?? '',
    country: address?.country ?? 'India',
    address_type: address?.addressType ?? 'home',
    gstin: address?.gstin ?? '',
    order_note: input.orderNote,
    gift_message: input.giftMessage,
    payment_method: input.paymentMethod === 'pending' ? 'upi' : input.paymentMethod,
    payment_app: input.paymentDetails?.app ?? '',
  };
}

/** The coupon's part of the discount is stored with the coupon. */
export function priceColumns({ couponDiscount: _, staffDiscount, paymentCode, ...price }: OrderPlan['price']) {
  return { ...price, staff_discount: staffDiscount, payment_code: paymentCode };
}

/** Whose claim it is. */
export function ownerOf(claimant: Claimant | null) {
  return { network: claimant?.network ?? '', network_48: claimant?.network48 ?? '' };
}

/**
 * A line as it is stored; `sold` is the quantity taken from stock. HSN code and GST rate are frozen
 * with it (D34).
 */
export function lineRow(
  orderNumber: string,
  line: OrderLine,
  position: number,
  sold: number,
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
    taken: sold,
    coupon_discount: couponDiscount,
    cost: line.cost,
    staff_discount: line.staffDiscount,
    price_reason: line.priceReason,
  };
}
