import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { settleAttention } from '#shop/orders/changes/attention.ts';
import type { AttentionReason } from '#shop/orders/order-status.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

/** Settles one attention reason. @throws ShopError order_not_found, stale */
export function settle(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { settled, version }: { settled: AttentionReason; version?: number | undefined },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: ({ order }) => settleAttention(order, settled),
  });
}
