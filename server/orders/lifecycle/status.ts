import { type Actor, SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { hasLeft, takeWaiting } from '#server/mail/mail.queries.ts';
import { ShopError } from '#shop/errors.ts';
import { cancelOrder } from '#shop/orders/changes/cancel.ts';
import { moveOrder, type StatusInput, toldAlready, undoDelivery } from '#shop/orders/changes/status.ts';
import { orderStatusOf } from '#shop/orders/order-status.ts';
import { readEvents, readLines } from '../rows/orders.queries.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';
import { takeAllBack } from './returns.ts';

export interface StatusChange extends StatusInput {
  /** The version of the order that the admin saw. */
  version?: number | undefined;
}

/**
 * Changes the status of an order, cancels it, or takes all of it back.
 *
 * @throws ShopError order_not_found, stale; see `moveOrder`, `cancelOrder` and `returnGoods`
 */
export function changeStatus(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  change: StatusChange,
  actor: Actor,
): Promise<void> {
  const { version } = change;
  if (change.status === 'cancelled') {
    return cancelByStaff(context, deps, orderNumber, { reason: change.note ?? '', version }, actor);
  }
  if (change.status === 'returned') {
    return takeAllBack(context, deps, orderNumber, { reason: change.note || 'All came back', version }, actor);
  }
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: ({ order, at }) => moveOrder(order, change, at),
  });
}

/**
 * Takes back that an order was delivered; its mail is never sent.
 *
 * @throws ShopError order_not_found; see `undoDelivery`
 */
export function takeDeliveryBack(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    decide: async ({ trx, order, at }) => {
      const events = await readEvents(trx, [orderNumber]);
      const story = events.flatMap(({ status }) => (status === null ? [] : [orderStatusOf(status)]));
      const change = undoDelivery(order, story, at);
      await takeWaiting(trx, orderNumber, 'delivered');
      // A process may have taken the mail from the outbox meanwhile.
      if (await hasLeft(trx, orderNumber, 'delivered', order.delivered_at ?? at)) throw toldAlready();
      return change;
    },
  });
}

/** @throws ShopError order_not_found, stale; see `cancelOrder` */
export function cancelByStaff(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { reason, version, notify }: { reason: string; version?: number | undefined; notify?: boolean | undefined },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    notify,
    decide: async ({ trx, order }) =>
      cancelOrder(order, { reason, by: 'admin', lines: await readLines(trx, [orderNumber]) }),
  });
}

/** @throws ShopError order_not_found (also for a wrong secret); see `cancelOrder` */
export async function cancelByShopper(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  accessToken: string | undefined,
  reason: string,
): Promise<void> {
  if (accessToken === undefined) throw new ShopError('order_not_found');
  return changeOrder(context, deps, {
    orderNumber,
    actor: SHOPPER,
    accessToken,
    decide: async ({ trx, order }) =>
      cancelOrder(order, { reason, by: 'shopper', lines: await readLines(trx, [orderNumber]) }),
  });
}
