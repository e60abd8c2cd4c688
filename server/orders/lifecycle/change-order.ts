import { type Actor, SHOP, SHOPPER, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact, type Work } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { redirectMails } from '#server/mail/mail.queries.ts';
import type { MailService, Message } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import {
  type Attention,
  type Change,
  type ChangeMail,
  type ChangeStock,
  isUnpaid,
  isUnproven,
  type OrderState,
  openAfter,
  type PaymentDecision,
  statusOf,
} from '#shop/orders/changes/change.ts';
import type { AttentionReason } from '#shop/orders/order-status.ts';
import { mergeAmounts, productsOf } from '#shop/orders/stock.ts';
import { attentionColumns, readAttention, writeAttention } from '../attention.queries.ts';
import { dropClaim, endClaim, REMIND_AFTER_MS, readClaim, utrCame, writeClaim } from '../claims.queries.ts';
import { dropUse, takeOutUse, takeUse } from '../coupons.queries.ts';
import { opensOrder } from '../credentials.ts';
import { concernsCustomer, refreshCustomers } from '../customer-figures.queries.ts';
import { keepable, usageOf } from '../keep.ts';
import { mailOrder, orderMail } from '../order-mails.ts';
import { insertPayment, releaseCredit, withdrawPayments } from '../payments.queries.ts';
import * as queries from '../queries.ts';
import { replacementMail } from '../replacement-mails.ts';
import { updateReplacement } from '../replacements.queries.ts';
import { moveStock, takeHolds } from '../stock.queries.ts';
import type { OrderTerms } from '../terms.ts';
import { issueCreditNote, issueInvoice } from './issue-invoice.ts';
import { readLacking, takeRest } from './take-rest.ts';

/** Columns that the admin's search covers. */
const SEARCHED = ['name', 'phone', 'email', 'utr', 'city', 'pincode'] as const;

export interface ChangeDeps {
  mail: MailService;
  terms: OrderTerms;
}

/** Input of `decide`: the transaction, and the order that is locked in it. */
export interface Facts {
  trx: Trx;
  order: OrderState;
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
   * Reads any other input of the decision and calls a pure function of shop/orders/changes. May run more than once.
   *
   * @returns null when nothing changes
   */
  decide(facts: Facts): Promise<Change | null> | Change | null;
}

/**
 * Changes an existing order; every change goes through this function. Locks the order, checks the version, and writes columns, events,
 * audit entry, stock, attention, invoice and mails in one transaction.
 *
 * @throws ShopError order_not_found (also for a wrong secret), stale, out_of_stock, busy; any error that `decide` throws
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
  { orderNumber, actor, version, accessToken, decide }: ChangeRequest,
): Promise<queries.OrderRow> {
  const at = context.now();
  const before = await lockOrder(trx, context, orderNumber, version);
  if (accessToken !== undefined && !(await opensOrder(trx, before, accessToken, at))) {
    throw new ShopError('order_not_found');
  }
  const attention = await readAttention(trx, orderNumber);
  const decided = await decide({ trx, order: { ...before, status: statusOf(before), attention }, at });
  if (!decided) {
    return before;
  }
  // A mailbox is locked before coupons, and coupons before stock, as by a new order (fault 8).
  const { payment_status, email } = { ...before, ...decided.columns };
  const asksMailbox = decided.mails.length > 0 && payment_status !== 'completed';
  // Staff write to whom they want.
  const byStaff = actor !== SHOPPER && actor !== SHOP;
  const full = asksMailbox
    ? (await deps.mail.isFull(trx, email)) || (!byStaff && (await readClaim(trx, orderNumber))?.quiet === 1)
    : undefined;
  const couponed = await withCoupon(trx, context, before, decided, at);
  const { change, tookRest } = await withClaim(trx, context, deps, before, attention, couponed, at);
  if (change.payment) await writePayment(trx, orderNumber, change.payment, actor, at);
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
  const invoice = change.invoice ? await issueInvoice(trx, order, deps.terms.issuer, at) : null;
  if (change.creditNote) await issueCreditNote(trx, orderNumber, change.creditNote, at);
  const movesStock = change.stock !== undefined || tookRest;
  const lines = movesStock || change.mails.length > 0 ? await queries.readLines(trx, [orderNumber]) : [];
  if (change.mails.length > 0) {
    await deps.mail.enqueue(
      trx,
      change.mails.map((mail) => messageOf(mail, order, lines, deps.terms, invoice)),
      full,
    );
  }
  if (change.redirectMails) await redirectMails(trx, orderNumber, change.redirectMails);
  if (concernsCustomer(before, order)) await refreshCustomers(trx, [before.phone, order.phone], at);
  afterCommit(() => {
    if (movesStock) {
      const { returned = [], sent = [] } = change.stock ?? {};
      const ids = lines.map((line) => line.product_id);
      context.versions.touch('catalogue', [...ids, ...productsOf([...returned, ...sent])]);
    }
    if (change.mails.length > 0) deps.mail.wake();
  });
  return order;
}

/** Reads an order for a change and locks it until the end of the transaction. @throws ShopError order_not_found, stale */
export async function lockOrder(
  trx: Trx,
  context: ServiceContext,
  orderNumber: string,
  version?: number,
): Promise<queries.OrderRow> {
  const order = await queries.readOrder(trx, orderNumber, context.database.kind);
  if (!order) {
    throw new ShopError('order_not_found');
  }
  if (version !== undefined && version !== order.version) {
    throw new ShopError('stale');
  }
  return order;
}

/** Writes the order's own row. A change without columns or attention reasons leaves the row and its version unchanged. */
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
    ...columns,
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
 * Ends the claim of an order whose payment is verified, or that staff take over: it takes what it lacks from stock, as far as stock goes
 * (D53). One that the shop cancels can be reopened by its UTR, and then keeps what others may keep. An order whose verified payment was a
 * mistake waits for its UTR like a new one, unless staff had taken it over before.
 *
 * @returns also whether it took anything from stock
 */
async function withClaim(
  trx: Trx,
  { database: { kind } }: ServiceContext,
  { terms }: ChangeDeps,
  before: queries.OrderRow,
  { settled }: Attention,
  change: Change,
  at: number,
): Promise<{ change: Change; tookRest: boolean }> {
  const { order_number, phone } = before;
  const after = { ...before, ...change.columns };
  const unchanged = { change, tookRest: false };
  const reopened = before.status === 'cancelled' && after.status !== 'cancelled';
  if (before.status === 'draft') await dropClaim(trx, order_number);
  if (!reopened && !isUnproven(before)) {
    if (isUnpaid(after) && !(await wasTakenOver(trx, order_number))) {
      const pieces = (await queries.readLines(trx, [order_number])).reduce((sum, { taken }) => sum + taken, 0);
      const times = { created_at: at, remind_at: at + REMIND_AFTER_MS, expires_at: at + terms.unpaidMs };
      await writeClaim(trx, { order_number, kind: 'order', network: '', phone, pieces, quiet: 0, ...times });
    }
    return unchanged;
  }
  if (isUnproven(after)) {
    if (isUnpaid(before) && !isUnpaid(after)) await utrCame(trx, order_number);
    if (!reopened) return unchanged;
  } else if (change.lapses) {
    await endClaim(trx, order_number, 'lapsed');
  } else if (after.status === 'cancelled') {
    await endClaim(trx, order_number, 'ended');
  } else {
    await dropClaim(trx, order_number);
  }
  // What staff have settled with the buyer is not taken against their word.
  if (after.status === 'cancelled' || settled.some(({ reason }) => reason === 'out_of_stock')) return unchanged;
  const lacking = await readLacking(trx, order_number);
  let most: Map<string, number> | undefined;
  if (isUnproven(after)) {
    // Reopened by its UTR. Such orders share one limit, since their networks are forgotten.
    const usage = await usageOf(trx, kind, at, { network: '', phone }, order_number);
    most = await keepable(trx, kind, lacking, usage, [], true);
  }
  const { pieces, short } = await takeRest(trx, kind, order_number, lacking, most);
  if (most) await utrCame(trx, order_number, { phone, pieces, created_at: at, expires_at: at + terms.unpaidMs });
  return { change: short ? raising(change, 'out_of_stock') : change, tookRest: pieces > 0 };
}

/** Whether staff have moved the order on while it was pending, and not its payment. */
async function wasTakenOver(trx: Trx, orderNumber: string): Promise<boolean> {
  const moves = (await queries.readEvents(trx, [orderNumber])).filter(({ status }) => status !== null);
  return moves.some(({ kind }, index) => kind === 'status' && moves[index - 1]?.status === 'pending');
}

/**
 * A cancelled order or draft gives its coupon back. An order whose payment is verified takes a use, unless it has one (D53): if none is
 * left, the price stays.
 */
async function withCoupon(
  trx: Trx,
  { database }: ServiceContext,
  before: queries.OrderRow,
  change: Change,
  at: number,
): Promise<Change> {
  const { order_number: orderNumber, coupon_id: id, phone } = before;
  const after = { ...before, ...change.columns };
  if (id === null || (before.status === 'cancelled' && after.status === 'cancelled')) return change;
  if (after.status === 'cancelled') {
    await dropUse(trx, orderNumber);
    return change;
  }
  if (isUnproven(after) || (before.status !== 'cancelled' && !isUnproven(before))) return change;
  const own = await takeOutUse(trx, orderNumber);
  const limits = { id, perPhone: null, firstOrder: false };
  const fault = await takeUse(trx, database.kind, limits, { orderNumber, phone, expiresAt: null }, { at, own });
  return fault === null ? change : raising(change, 'coupon_lost');
}

function raising(change: Change, reason: AttentionReason): Change {
  const { attention = {} } = change;
  return { ...change, attention: { ...attention, raised: [...(attention.raised ?? []), reason] } };
}

async function writePayment(
  trx: Trx,
  orderNumber: string,
  { status, utr, amount, note, source = 'staff', replacedUtr }: PaymentDecision,
  actor: Actor,
  at: number,
): Promise<void> {
  if (status === 'withdrawn') {
    await withdrawPayments(trx, orderNumber, actor.name, at, note);
    await releaseCredit(trx, orderNumber);
    return;
  }
  await insertPayment(trx, {
    ...{ id: newId('pay'), order_number: orderNumber, utr, amount, status },
    ...{ source, decided_by: actor.name, decided_at: at, note },
    ...(replacedUtr === undefined ? {} : { replaced_utr: replacedUtr ?? '' }),
  });
}

async function writeStock(
  trx: Trx,
  orderNumber: string,
  { releaseHold, returned = [], sent = [] }: ChangeStock,
): Promise<void> {
  if (releaseHold) {
    // The deleted rows contain the quantities, so a hold that expires at the same moment is returned only once.
    for (const amount of mergeAmounts(await takeHolds(trx, orderNumber))) {
      await moveStock(trx, amount, { stock: amount.quantity, held: -amount.quantity, sold: 0 });
    }
  }
  for (const amount of mergeAmounts(returned)) {
    await moveStock(trx, amount, { stock: amount.quantity, held: 0, sold: -amount.quantity });
  }
  if (returned.length > 0) {
    await queries.clearTaken(trx, orderNumber);
  }
  for (const amount of mergeAmounts(sent)) {
    if (!(await moveStock(trx, amount, { stock: -amount.quantity, held: 0, sold: amount.quantity }))) {
      throw new ShopError('out_of_stock');
    }
  }
}

function messageOf(
  mail: ChangeMail,
  order: queries.OrderRow,
  lines: queries.LineRow[],
  { shop }: OrderTerms,
  issued: string | null,
): Message {
  if ('items' in mail) {
    const { kind, courierTracking, ...rest } = mail;
    return replacementMail(kind, { ...order, ...rest, courier_tracking: courierTracking }, shop);
  }
  const { kind, note, invoice = issued } = mail;
  return orderMail(kind, { ...mailOrder(order, lines), note, invoice }, shop);
}
