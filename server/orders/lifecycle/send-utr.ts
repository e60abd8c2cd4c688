import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { sha256 } from '#server/ids.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { answerExisting } from '../checkout/existing.ts';
import * as queries from '../queries.ts';
import type { OrderTerms } from '../terms.ts';
import { attentionOf } from '../wire.ts';
import { attentionColumns, isSettled } from './attention.ts';

/**
 * Takes a reference for an order that is there: one that had none, or whose payment staff have not found (docs/decisions
 * 18). The payment waits for staff again, the former reference stays readable for them, and nothing else changes. The same
 * reference twice is answered as once. The very reference that staff have not found changes no decision of theirs (D24):
 * the order asks them to look again.
 *
 * @returns `again` for that last case, else `taken`
 * @throws ShopError order_not_found for a wrong secret too; payment_settled; duplicate_order while another reference of this
 * order is still being looked for: the new one is then kept for staff
 */
export async function sendUtr(
  context: ServiceContext,
  terms: OrderTerms,
  orderNumber: string,
  accessToken: string,
  { utr, app }: { utr: string; app: string },
): Promise<'taken' | 'again'> {
  const { database, now } = context;
  const outcome = await transact<'taken' | 'again' | ShopError>(context, async ({ trx }) => {
    await queries.lockSubmit(trx, database.kind, utr);
    const order = await queries.readOrder(trx, orderNumber, database.kind);
    if (!order || order.status === 'draft' || order.access_token_hash !== sha256(accessToken)) {
      throw new ShopError('order_not_found');
    }
    if (order.utr === utr && order.payment_status === 'pending') {
      return 'taken';
    }
    if (order.utr === utr && order.payment_status === 'failed') {
      await askToLookAgain(trx, order, now());
      return 'again';
    }
    const answer = await answerExisting(trx, order, terms, {
      utr,
      app,
      at: now(),
      credentials: { orderNumber, accessToken },
    });
    if (!isShopError(answer)) return 'taken';
    return order.payment_status === 'completed' ? new ShopError('payment_settled') : answer;
  });
  // Thrown only now, so that what was kept for staff is not rolled back.
  if (isShopError(outcome)) {
    throw outcome;
  }
  return outcome;
}

/** Marks the order for staff and tells it in the timeline: once for each of their decisions, however often it is pressed. */
async function askToLookAgain(trx: Trx, order: queries.OrderRow, at: number): Promise<void> {
  const reasons = attentionOf(order);
  if (reasons.includes('utr_again')) return;
  // Staff have looked again since they decided, and found nothing.
  if (await isSettled(trx, order.order_number, 'utr_again', order.utr, order.payment_decided_at ?? 0)) return;
  await queries.updateOrder(trx, order, { ...attentionColumns([...reasons, 'utr_again']), updated_at: at });
  await queries.insertEvents(trx, [
    { orderNumber: order.order_number, kind: 'utr', status: null, at, author: 'shopper', note: 'The same UTR again' },
  ]);
}
