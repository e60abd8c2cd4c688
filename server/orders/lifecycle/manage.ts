import { type Actor, SHOPPER, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { sha256 } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import {
  canCancel,
  canMove,
  isOrderStatus,
  type OrderStatus,
  statusLabel,
  wrongMoveSentence,
} from '#shop/orders/orders.ts';
import { mergeAmounts } from '#shop/orders/stock.ts';
import { issueInvoice } from '../documents/issue.ts';
import { mailOrder } from '../mails.ts';
import { type OrderMailKind, orderMail } from '../order-mails.ts';
import * as queries from '../queries.ts';
import { moveStock, takeHolds } from '../stock.queries.ts';
import type { OrderTerms } from '../terms.ts';

export interface StatusChange {
  status: OrderStatus;
  note?: string | undefined;
  /** The admin has been asked and ships although the payment is not verified (D36). */
  confirmUnpaid?: boolean | undefined;
  courier?: string | undefined;
  courierTracking?: string | undefined;
  /** The version that the admin was looking at; another one is refused as stale. */
  version?: number | undefined;
}

interface Deps {
  mail: MailService;
  terms: OrderTerms;
}

/** Statuses that mean that goods leave the house. */
const SHIPPING: readonly OrderStatus[] = ['shipped', 'out_for_delivery', 'delivered'];

/**
 * Moves an order on (D36); event, audit entry and mail in the same transaction.
 *
 * @throws ShopError order_not_found, stale, wrong_move (with the sentence), unpaid
 */
export async function changeStatus(
  context: ServiceContext,
  deps: Deps,
  orderNumber: string,
  change: StatusChange,
  actor: Actor,
): Promise<void> {
  if (change.status === 'cancelled') {
    await cancelOrder(context, deps, orderNumber, { reason: change.note ?? '', version: change.version }, { actor });
    return;
  }
  await transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, change.version);
    const from = statusOf(order);
    // A draft becomes an order only by the shopper's own submit.
    if (from === 'draft' || !canMove(from, change.status)) {
      throw new ShopError('wrong_move', { message: wrongMoveSentence(from, change.status) });
    }
    const unpaid = order.payment_status !== 'completed' && SHIPPING.includes(change.status);
    // Asked when it leaves the house; the steps after that follow from it.
    if (unpaid && change.status === 'shipped' && change.confirmUnpaid !== true) {
      throw new ShopError('unpaid');
    }
    const columns = {
      status: change.status,
      updated_at: at,
      ...(change.courier === undefined ? {} : { courier: change.courier }),
      ...(change.courierTracking === undefined ? {} : { courier_tracking: change.courierTracking }),
      ...(change.status === 'delivered' ? { delivered_at: at } : {}),
    };
    await queries.updateOrder(trx, order, columns);
    const event = { orderNumber, at, author: actor.name };
    await queries.insertEvents(trx, [
      { ...event, kind: 'status', status: change.status, note: change.note ?? '' },
      ...(unpaid && change.status === 'shipped'
        ? [{ ...event, kind: 'unpaid' as const, status: null, note: 'Shipped before the payment was verified.' }]
        : []),
    ]);
    await writeAudit(trx, {
      at,
      actor,
      action: 'order.status',
      entity: 'order',
      entityId: orderNumber,
      before: { status: from },
      after: {
        status: change.status,
        ...(change.courier ? { courier: change.courier } : {}),
        ...(change.courierTracking ? { courierTracking: change.courierTracking } : {}),
        ...(unpaid ? { unpaid: true } : {}),
      },
    });
    // Goods that leave unpaid leave with an invoice all the same; a paid order has its own already.
    const invoice = await issueInvoice(trx, { ...order, ...columns }, deps.terms.issuer, at);
    const kind = mailOf(change.status);
    if (kind) {
      await enqueueOrderMail(trx, deps, kind, { ...order, ...columns }, '', invoice);
    }
    afterCommit(() => deps.mail.wake());
  });
}

/**
 * Cancels an order: staff from any status that D36 allows, the shopper (with the order's token) while it is pending. What
 * the lines had really taken goes back to stock, once.
 *
 * @throws ShopError order_not_found (also for a wrong token), stale, wrong_move
 */
export async function cancelOrder(
  context: ServiceContext,
  deps: Deps,
  orderNumber: string,
  input: { reason: string; version?: number | undefined },
  by: { actor: Actor } | { accessToken: string },
): Promise<void> {
  const staff = 'actor' in by;
  const actor = staff ? by.actor : SHOPPER;
  await transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, input.version);
    if (!staff && order.access_token_hash !== sha256(by.accessToken)) {
      throw new ShopError('order_not_found');
    }
    const from = statusOf(order);
    if (!canCancel(from, staff ? 'admin' : 'shopper')) {
      const message =
        staff || from === 'cancelled'
          ? wrongMoveSentence(from, 'cancelled')
          : `An order that is ${statusLabel(from).toLowerCase()} can no longer be cancelled here. Please contact us.`;
      throw new ShopError('wrong_move', { message });
    }
    await giveBack(trx, orderNumber);
    const columns = { status: 'cancelled', cancel_reason: input.reason, reserved_until: null, updated_at: at };
    await queries.updateOrder(trx, order, columns);
    await queries.insertEvents(trx, [
      { orderNumber, kind: 'cancelled', status: 'cancelled', at, author: actor.name, note: input.reason },
    ]);
    if (staff) {
      await writeAudit(trx, {
        at,
        actor,
        action: 'order.cancel',
        entity: 'order',
        entityId: orderNumber,
        before: { status: from },
        after: { status: 'cancelled', reason: input.reason },
      });
    }
    if (from !== 'draft') {
      await enqueueOrderMail(trx, deps, 'cancelled', { ...order, ...columns }, input.reason);
    }
    afterCommit(() => {
      context.versions.touch('catalogue');
      deps.mail.wake();
    });
  });
}

/** Reads an order for a change and keeps others off it. @throws ShopError order_not_found, stale */
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

/** Writes one of the order's mails to the outbox, in the transaction of the change; with `invoice` (its number) attached. */
export async function enqueueOrderMail(
  trx: Trx,
  deps: Deps,
  kind: OrderMailKind,
  order: queries.OrderRow,
  note: string,
  invoice: string | null = null,
): Promise<void> {
  const lines = await queries.readLines(trx, [order.order_number]);
  await deps.mail.enqueue(trx, [orderMail(kind, { ...mailOrder(order, lines), note, invoice }, deps.terms.shop)]);
}

/** Stock of a cancelled order: what its lines took and what its draft held. */
async function giveBack(trx: Trx, orderNumber: string): Promise<void> {
  const lines = await queries.readLines(trx, [orderNumber]);
  const taken = mergeAmounts(
    lines.flatMap((line) =>
      line.taken > 0 && line.stock_size !== null
        ? [{ productId: line.product_id, size: line.stock_size, quantity: line.taken }]
        : [],
    ),
  );
  for (const amount of mergeAmounts(await takeHolds(trx, orderNumber))) {
    await moveStock(trx, amount, { stock: amount.quantity, held: -amount.quantity, sold: 0 });
  }
  for (const amount of taken) {
    await moveStock(trx, amount, { stock: amount.quantity, held: 0, sold: -amount.quantity });
  }
  if (taken.length > 0) {
    await queries.clearTaken(trx, orderNumber);
  }
}

export function statusOf(order: queries.OrderRow): OrderStatus {
  if (!isOrderStatus(order.status)) {
    throw new Error(`order with an unknown status: ${order.status}`);
  }
  return order.status;
}

function mailOf(status: OrderStatus): OrderMailKind | null {
  return status === 'shipped' || status === 'delivered' ? status : null;
}
