import { SHOPPER } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { transact } from '#server/database/transact.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import type { Language } from '#shop/language.ts';
import { canonicalUtr, typedUtr } from '#shop/money/upi.ts';
import { receiveUtr, type UtrInput, type UtrResult } from '#shop/orders/changes/utr.ts';
import { hasLapsed } from '../rows/claims.queries.ts';
import { duplicateOrder } from '../rows/duplicate-order.ts';
import * as queries from '../rows/orders.queries.ts';
import { applyChange, type ChangeDeps, type Facts } from './change-order.ts';

/**
 * Adds a payment reference to an existing order (R3.7.7) that has none, or whose payment staff have
 * not found. Idempotent.
 *
 * @returns `again` when staff did not find this reference and must check it again (D24), else
 *   `taken`
 * @throws ShopError order_not_found (also for a wrong secret); payment_settled; duplicate_order
 *   while staff still check another reference of this order; the new one is then kept for them
 */
export async function sendUtr(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  accessToken: string | undefined,
  input: { utr: string; app: string; language: Language },
): Promise<'taken' | 'again'> {
  if (accessToken === undefined) throw new ShopError('order_not_found');
  const outcome = await transact<'taken' | 'again' | ShopError>(context, async (work) => {
    const utr = canonicalUtr(input.utr);
    await lockKey(work.trx, utr);
    let outcome: UtrResult['outcome'] = 'taken';
    const order = await applyChange(work, context, deps, {
      orderNumber,
      actor: SHOPPER,
      accessToken,
      decide: async (facts) => {
        if (facts.order.status === 'draft') {
          throw new ShopError('order_not_found');
        }
        const result = await decideUtr(facts, { utr, typed: typedUtr(input.utr), app: input.app });
        outcome = result.outcome;
        return result.change;
      },
    });
    if (outcome === 'taken' || outcome === 'again') return outcome;
    return order.payment_status === 'completed'
      ? new ShopError('payment_settled')
      : duplicateOrder(work.trx, order, { language: input.language });
  });
  // Thrown after the commit, so that the reference kept for staff is not rolled back.
  if (isShopError(outcome)) {
    throw outcome;
  }
  return outcome;
}

/** Reads the input of `receiveUtr`. The caller holds `lockKey` of the UTR. */
export async function decideUtr(
  { trx, order }: Pick<Facts, 'trx' | 'order'>,
  { utr, typed, app }: Pick<UtrInput, 'utr' | 'typed' | 'app'>,
): Promise<UtrResult> {
  const events = await queries.readEvents(trx, [order.order_number]);
  const kept = events.filter((event) => event.kind === 'note' && event.author === SHOPPER.name).map(({ note }) => note);
  const others = (await queries.ordersWithUtr(trx, utr)).filter((one) => one.order_number !== order.order_number);
  const lapsed = await hasLapsed(trx, order);
  return receiveUtr(order, { utr, typed: typed ?? null, app, usedElsewhere: others.length > 0, lapsed, kept });
}
