import { isShopError, ShopError } from '#shop/errors.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { sha256 } from '../ids.ts';
import { answerExisting, type Placed } from './existing.ts';
import * as queries from './orders.queries.ts';
import type { OrderTerms } from './terms.ts';

/**
 * Takes a reference for an order that is there: one that had none, or whose payment staff have not found (docs/decisions
 * 18). The payment waits for staff again, the former reference stays readable for them, and nothing else changes. The same
 * reference twice is answered as once.
 *
 * @throws ShopError order_not_found for a wrong secret too; payment_settled; duplicate_order while another reference of this
 * order is still being looked for: the new one is then kept for staff
 */
export async function sendUtr(
  context: ServiceContext,
  terms: OrderTerms,
  orderNumber: string,
  accessToken: string,
  { utr, app }: { utr: string; app: string },
): Promise<Placed> {
  const { database, now } = context;
  const outcome = await transact<Placed | ShopError>(context, async ({ trx }) => {
    await queries.lockSubmit(trx, database.kind, utr);
    const order = await queries.readOrder(trx, orderNumber, database.kind);
    if (!order || order.status === 'draft' || order.access_token_hash !== sha256(accessToken)) {
      throw new ShopError('order_not_found');
    }
    if (order.utr === utr && order.payment_status === 'pending') {
      return {
        row: order,
        lines: await queries.readLines(trx, [orderNumber]),
        events: await queries.readEvents(trx, [orderNumber]),
        accessToken,
        created: false,
      };
    }
    const answer = await answerExisting(trx, order, terms, {
      utr,
      app,
      at: now(),
      shown: { orderNumber, accessToken },
    });
    return isShopError(answer) && order.payment_status === 'completed' ? new ShopError('payment_settled') : answer;
  });
  // Thrown only now, so that what was kept for staff is not rolled back.
  if (isShopError(outcome)) {
    throw outcome;
  }
  return outcome;
}
