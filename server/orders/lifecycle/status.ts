import { type Actor, SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { cancelOrder } from '#shop/orders/changes/cancel.ts';
import { moveOrder, type StatusInput } from '#shop/orders/changes/status.ts';
import { readLines } from '../rows/orders.queries.ts';
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
