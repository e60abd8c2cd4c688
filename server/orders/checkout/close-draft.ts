import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { mergeAmounts, productsOf } from '#shop/orders/stock.ts';
import { ownsOrder } from '../access/credentials.ts';
import { dropClaim } from '../rows/claims.queries.ts';
import { dropUse } from '../rows/coupons.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { dropHolds, moveStock } from '../rows/stock.queries.ts';

/**
 * The shopper says that they did not pay (D66): the draft gives back its stock and its coupon. It
 * stays, so that a payment that is found all the same makes an order of it. Idempotent.
 *
 * @returns false when it has become an order
 * @throws ShopError order_not_found (also for a wrong secret)
 */
export async function closeDraft(
  context: ServiceContext,
  orderNumber: string,
  accessToken: string | undefined,
): Promise<boolean> {
  return transact(context, async ({ trx, afterCommit }) => {
    const draft = await queries.readOrder(trx, orderNumber, 'for update');
    if (!draft || !ownsOrder(draft, accessToken)) throw new ShopError('order_not_found');
    if (draft.status !== 'draft') return false;
    await dropClaim(trx, orderNumber);
    await dropUse(trx, orderNumber);
    const held = mergeAmounts(await dropHolds(trx, orderNumber));
    for (const amount of held) {
      await moveStock(trx, amount, { stock: amount.quantity, held: -amount.quantity, sold: 0 });
    }
    await trx
      .updateTable('orders')
      .set({ reserved_until: context.now() })
      .where('order_number', '=', orderNumber)
      .execute();
    if (held.length > 0) afterCommit(() => context.versions.touch('catalogue', productsOf(held)));
    return true;
  });
}
