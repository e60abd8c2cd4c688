import { type Actor, SHOP, SHOPPER, writeAudit } from '#server/audit/audit.ts';
import { tellPrograms } from '#server/connect/tell.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact, type Work } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { redirectMails } from '#server/mail/mail.queries.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import type { Message } from '#server/mail/mail-queue.ts';
import type { ShopEvent } from '#shop/connect/webhooks.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import {
  type Change,
  type ChangeMail,
  type ChangeStock,
  isUnproven,
  type OrderState,
  openAfter,
  type PaymentDecision,
  statusOf,
} from '#shop/orders/changes/change.ts';
import { settlingDifference } from '#shop/orders/changes/difference.ts';
import { mergeAmounts, productsOf } from '#shop/orders/stock.ts';
import type { MailShop } from '../../mail/shopper-letter.ts';
import { opensOrder } from '../access/credentials.ts';
import { mailOrder, orderMail } from '../mails/order-mails.ts';
import { replacementMail } from '../mails/replacement-mails.ts';
import type { OrderTerms } from '../order-terms.ts';
import { attentionColumns, readAttention, writeAttention } from '../rows/attention.queries.ts';
import { readClaim } from '../rows/claims.queries.ts';
import { dropUse, giveUse } from '../rows/coupons.queries.ts';
import { concernsCustomer, refreshCustomers } from '../rows/customer-figures.queries.ts';
import { hasDueInvoice, noteDueInvoice } from '../rows/invoices.queries.ts';
import { orderColumns } from '../rows/notes.ts';
import * as queries from '../rows/orders.queries.ts';
import { insertPayment, releaseCredit, withdrawPayments } from '../rows/payments.queries.ts';
import { productNames } from '../rows/product-names.queries.ts';
import { updateReplacement } from '../rows/replacements.queries.ts';
import { dropHolds, moveStock } from '../rows/stock.queries.ts';
import { isDue, issueCreditNote, issueInvoice, settleInvoice } from './issue-invoice.ts';
import { raising, withClaim } from './order-claim.ts';
import { moveTaken, replaceLines } from './replace-lines.ts';

/** Columns that the admin's search covers. */
const SEARCHED = ['name', 'phone', 'email', 'utr', 'city', 'pincode'] as const;

export interface ChangeDeps {
  mail: MailService;
  terms: OrderTerms;
}

/** Input of `decide`: the transaction, and the order that is locked in it. */
export interface Facts {
  trx: Trx;
  order: OrderState & queries.OrderRow;
  /** Epoch ms: the time of the change. */
  at: number;
}

export interface ChangeRequest {
  orderNumber: string;
  actor: Actor;
  /** The version of the order that the admin saw; any other version throws `stale`. */
  version?: number | undefined;
  /** The order's secret, for a change by the shopper. */
  accessToken?: string;
  /**
   * For a change of several orders at once: whether its mails are sent, and then only as the limits
   * of D54 allow.
   */
  notify?: boolean | undefined;
  /**
   * Reads any other input of the decision and calls a pure function of shop/orders/changes. May run
   * more than once.
   *
   * @returns null when nothing changes
   */
  decide(facts: Facts): Promise<Change | null> | Change | null;
}

/**
 * Changes an existing order; every change goes through this function. Locks the order, checks the
 * version, and writes columns, events, audit entry, stock, attention and mails in one transaction.
 * An invoice that it makes due gets its number within seconds (issue-due.ts).
 *
 * @throws ShopError order_not_found (also for a wrong secret), stale, out_of_stock, busy; any error
 *   that `decide` throws
 */
export async function changeOrder(context: ServiceContext, deps: ChangeDeps, request: ChangeRequest): Promise<void> {
  await transact(context, async (work) => {
    await applyChange(work, context, deps, request);
  });
}

/** `changeOrder` inside a transaction of the caller. @returns the order after the change */
export async function applyChange(
  { trx, afterCommit }: Pick<Work, 'trx' | 'afterCommit'>,
  context: ServiceContext,
  deps: ChangeDeps,
  { orderNumber, actor, version, accessToken, notify, decide }: ChangeRequest,
): Promise<queries.OrderRow> {
  const at = context.now();
  const before = await lockOrder(trx, orderNumber, version);
  if (accessToken !== undefined && !(await opensOrder(trx, before, accessToken, at))) {
    throw new ShopError('order_not_found');
  }
  const attention = await readAttention(trx, orderNumber);
  const state = { ...before, status: statusOf(before), attention };
  const asked = await decide({ trx, order: state, at });
  if (!asked) {
    return before;
  }
  const whole = settlingDifference(state, asked);
  const decided = notify === false ? { ...whole, mails: [] } : whole;
  // A mailbox is locked before coupons, and coupons before stock, as by a new order (fault 8).
  const { payment_status, email } = { ...before, ...decided.columns };
  const asksMailbox = decided.mails.length > 0 && payment_status !== 'completed';
  // Staff write to whom they want, but not to many at once.
  const byStaff = actor !== SHOPPER && actor !== SHOP && notify === undefined;
  const full = asksMailbox
    ? (await deps.mail.isFull(trx, email)) || (!byStaff && (await readClaim(trx, orderNumber))?.quiet === 1)
    : undefined;
  const couponed = await withCoupon(trx, before, decided, at);
  const { change, tookRest } = await withClaim({ trx, context, deps, at }, before, attention, couponed);
  if (change.payment) await writePayment(trx, orderNumber, change.payment, actor, at);
  const { issuer } = deps.terms;
  // An invoice gets its number before it is taken back or changed.
  const touchesInvoice = change.creditNote !== undefined || change.settlesInvoice !== undefined;
  if (touchesInvoice && (await hasDueInvoice(trx, orderNumber))) await issueInvoice(trx, before, issuer, at);
  const replaced = change.lines ? await replaceLines(trx, orderNumber, change.lines) : [];
  if (change.stock) await writeStock(trx, orderNumber, change.stock);
  const order = await writeColumns(trx, before, attention.open, change, at);
  if (change.attention) {
    await writeAttention(trx, order, attention.open, change.attention, at);
  }
  if (!('none' in change.events)) {
    const written = { orderNumber, at, author: actor.name };
    await queries.insertEvents(
      trx,
      change.events.map((event) => ({ ...written, ...event })),
    );
  }
  if (!('none' in change.audit)) {
    const { action, entity, before: was, after } = change.audit;
    const about = { entity: entity?.kind ?? 'order', entityId: entity?.id ?? orderNumber };
    await writeAudit(trx, { at, actor, action, ...about, before: was, after });
  }
  if (change.replacement) {
    await updateReplacement(trx, change.replacement.id, { ...change.replacement.columns, updated_at: at });
  }
  if (change.invoice && isDue(order)) await noteDueInvoice(trx, orderNumber, at);
  if (change.creditNote) await issueCreditNote(trx, order, change.creditNote, at);
  const { settlesInvoice: reason } = change;
  if (reason) await settleInvoice(trx, order, { reason, issuer, at });
  const movesStock = change.stock !== undefined || change.lines !== undefined || tookRest;
  const lines = movesStock || change.mails.length > 0 ? await queries.readLines(trx, [orderNumber]) : [];
  if (change.mails.length > 0) {
    const nameOf = await productNames(trx, order.language, lines);
    const shop = deps.terms.shops[order.language];
    const comesDue = change.invoice === true && !isDue(before) && isDue(order);
    const facts = { order, lines, nameOf, shop, comesDue, at };
    await deps.mail.enqueue(
      trx,
      change.mails.map((mail) => messageOf(mail, facts)),
      full,
    );
  }
  if (change.redirectMails) await redirectMails(trx, orderNumber, change.redirectMails);
  const { returned = [], sent = [] } = change.stock ?? {};
  const products = movesStock
    ? [...new Set([...lines.map((line) => line.product_id), ...replaced, ...productsOf([...returned, ...sent])])]
    : [];
  await tellPrograms(trx, at, eventsOf(before, order, products));
  if (concernsCustomer(before, order)) await refreshCustomers(trx, [before.phone, order.phone], at);
  afterCommit(() => {
    if (movesStock) context.versions.touch('catalogue', products);
    if (change.mails.length > 0) deps.mail.wake();
  });
  return order;
}

/** What other programs are told of a change. */
function eventsOf(before: queries.OrderRow, after: queries.OrderRow, products: string[]): ShopEvent[] {
  const orderNumber = after.order_number;
  const events: ShopEvent[] = [];
  if (after.status !== before.status) {
    events.push({ type: 'order.status', data: { orderNumber, status: after.status, before: before.status } });
  }
  if (after.payment_status === 'completed' && before.payment_status !== 'completed') {
    events.push({ type: 'payment.verified', data: { orderNumber, total: toRupees(after.total) } });
  }
  if (products.length > 0) events.push({ type: 'stock.changed', data: { products } });
  return events;
}

/**
 * Reads an order for a change and locks it until the end of the transaction.
 *
 * @throws ShopError order_not_found, stale
 */
export async function lockOrder(trx: Trx, orderNumber: string, version?: number): Promise<queries.OrderRow> {
  const order = await queries.readOrder(trx, orderNumber, 'for update');
  if (!order) {
    throw new ShopError('order_not_found');
  }
  if (version !== undefined && version !== order.version) {
    throw new ShopError('stale');
  }
  return order;
}

/**
 * Writes the order's own row. A change without columns or attention reasons leaves the row and its
 * version unchanged.
 */
async function writeColumns(
  trx: Trx,
  before: queries.OrderRow,
  open: OrderState['attention']['open'],
  { columns, attention = {} }: Change,
  at: number,
): Promise<queries.OrderRow> {
  const reasons = openAfter(open, attention);
  if (Object.keys(columns).length === 0 && reasons.join() === open.join()) {
    return before;
  }
  const written = {
    ...orderColumns(columns),
    ...attentionColumns(reasons),
    ...(SEARCHED.some((column) => column in columns)
      ? { search_text: queries.searchText({ ...before, ...columns }) }
      : {}),
    updated_at: at,
  };
  await queries.updateOrder(trx, before, written);
  return { ...before, ...written, version: before.version + 1 };
}

/**
 * A cancelled order or draft gives its coupon back. An order whose payment is verified gets a use,
 * unless it has one (D53): if none is left, the price stays.
 */
async function withCoupon(trx: Trx, before: queries.OrderRow, change: Change, at: number): Promise<Change> {
  const { order_number: orderNumber, coupon_id: id } = before;
  const after = { ...before, ...change.columns };
  if (change.dropsCoupon) {
    await dropUse(trx, orderNumber);
    return change;
  }
  // Undoing a change brings the coupon back.
  if (change.lines && id === null && after.coupon_id !== null) {
    return (await giveUse(trx, after.coupon_id, orderNumber, at)) ? change : raising(change, 'coupon_lost');
  }
  if (id === null || (before.status === 'cancelled' && after.status === 'cancelled')) return change;
  if (after.status === 'cancelled') {
    await dropUse(trx, orderNumber);
    return change;
  }
  if (isUnproven(after) || (before.status !== 'cancelled' && !isUnproven(before))) return change;
  return (await giveUse(trx, id, orderNumber, at)) ? change : raising(change, 'coupon_lost');
}

async function writePayment(
  trx: Trx,
  orderNumber: string,
  { status, utr, amount, note, source = 'staff', replacedUtr, provedBy }: PaymentDecision,
  actor: Actor,
  at: number,
): Promise<void> {
  if (status === 'withdrawn') {
    await withdrawPayments(trx, orderNumber, actor.name, at, note);
    await releaseCredit(trx, orderNumber);
    return;
  }
  await insertPayment(trx, {
    id: newId('pay'),
    order_number: orderNumber,
    utr,
    amount,
    status,
    source,
    decided_by: actor.name,
    decided_at: at,
    note,
    proved_by: provedBy ?? null,
    ...(replacedUtr === undefined ? {} : { replaced_utr: replacedUtr ?? '' }),
  });
}

async function writeStock(
  trx: Trx,
  orderNumber: string,
  { releaseHold, returned = [], sent = [], restocked = [], takenAgain = [] }: ChangeStock,
): Promise<void> {
  if (releaseHold) {
    // The deleted rows contain the quantities, so a hold that expires at the same moment is
    // returned only once.
    for (const amount of mergeAmounts(await dropHolds(trx, orderNumber))) {
      await moveStock(trx, amount, { stock: amount.quantity, held: -amount.quantity, sold: 0 });
    }
  }
  for (const amount of mergeAmounts(returned)) {
    await moveStock(trx, amount, { stock: amount.quantity, held: 0, sold: -amount.quantity });
  }
  if (returned.length > 0) {
    await queries.clearTaken(trx, orderNumber);
  }
  await moveTaken(trx, orderNumber, restocked, 1);
  await moveTaken(trx, orderNumber, takenAgain, -1);
  for (const amount of mergeAmounts(sent)) {
    if (!(await moveStock(trx, amount, { stock: -amount.quantity, held: 0, sold: amount.quantity }))) {
      throw new ShopError('out_of_stock');
    }
  }
}

/** What the mails of a change are written from. */
interface MailFacts {
  order: queries.OrderRow;
  lines: queries.LineRow[];
  nameOf: (name: string) => string;
  shop: MailShop;
  /** Whether the change makes the invoice due. */
  comesDue: boolean;
  at: number;
}

function messageOf(mail: ChangeMail, { order, lines, nameOf, shop, comesDue, at }: MailFacts): Message {
  if ('items' in mail) {
    const { kind, courierTracking, ...rest } = mail;
    const items = rest.items.map((item) => ({ ...item, name: nameOf(item.name) }));
    return replacementMail(kind, { ...order, ...rest, items, courier_tracking: courierTracking }, shop);
  }
  const { kind, note, invoice = comesDue, waitMs } = mail;
  const message = orderMail(kind, { ...mailOrder(order, lines, nameOf), note, invoice }, shop);
  return waitMs === undefined ? message : { ...message, dueAt: at + waitMs };
}
