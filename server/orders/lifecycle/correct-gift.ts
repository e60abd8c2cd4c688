import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { correctGift } from '#shop/orders/changes/gift.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

/** Corrects the message of a gift. @throws ShopError order_not_found, stale; see `correctGift` */
export function changeGift(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { giftMessage, version }: { giftMessage: string; version?: number | undefined },
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: ({ order }) => correctGift(order, giftMessage),
  });
}
