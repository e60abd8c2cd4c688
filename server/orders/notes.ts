import { type Actor, writeAudit } from '../accounts/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { lockOrder } from './manage.ts';
import * as queries from './orders.queries.ts';

/**
 * Replaces the staff's own notes on an order; no shopper reads them. The audit entry tells of their length, not their words:
 * notes may hold what a person has said on the telephone (D47).
 *
 * @throws ShopError order_not_found, stale
 */
export async function saveNotes(
  context: ServiceContext,
  orderNumber: string,
  notes: string,
  version: number | undefined,
  actor: Actor,
): Promise<void> {
  await transact(context, async ({ trx }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, version);
    if (order.internal_notes === notes) return;
    await queries.updateOrder(trx, order, { internal_notes: notes, updated_at: at });
    await writeAudit(trx, {
      at,
      actor,
      action: 'order.notes',
      entity: 'order',
      entityId: orderNumber,
      before: { characters: order.internal_notes.length },
      after: { characters: notes.length },
    });
  });
}
