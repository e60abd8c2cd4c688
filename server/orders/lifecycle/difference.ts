import type { z } from 'zod';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { unlessTaken } from '#server/database/errors.ts';
import { transact } from '#server/database/transact.ts';
import { toPaise } from '#shop/money/money.ts';
import { receiveDifference, waiveDifference } from '#shop/orders/changes/difference.ts';
import { utrUsed } from '#shop/orders/changes/payment.ts';
import type { DifferenceBody } from '#shop/orders/line-input.ts';
import { acceptedPayment } from '../rows/payments.queries.ts';
import { applyChange, type ChangeDeps } from './change-order.ts';

/**
 * Decides about the rest of an order that costs more since it was changed: it was paid, or the shop
 * does not ask for it.
 *
 * @throws ShopError order_not_found, stale, wrong_move (nothing is due), utr_used (I4)
 */
export async function settleDifference(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { amount, utrNumber, waive, version }: z.output<typeof DifferenceBody>,
  actor: Actor,
): Promise<void> {
  const utr = utrNumber || null;
  await unlessTaken(
    () =>
      transact(context, async (work) => {
        // Before the order, as in `sendUtr`.
        if (utr !== null) await lockKey(work.trx, utr);
        await applyChange(work, context, deps, {
          orderNumber,
          actor,
          version,
          decide: async ({ trx, order }) => {
            if (waive !== undefined) return waiveDifference(order, waive);
            const accepted = utr === null ? undefined : await acceptedPayment(trx, utr);
            const acceptedFor = accepted?.order_number ?? null;
            return receiveDifference(order, { amount: toPaise(amount ?? 0), utr, acceptedFor });
          },
        });
      }),
    () => utrUsed(null),
  );
}
