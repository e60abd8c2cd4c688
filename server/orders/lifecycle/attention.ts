import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { type AttentionReason, attentionLabel } from '#shop/orders/orders.ts';
import * as queries from '../queries.ts';
import { attentionOf } from '../wire.ts';
import { lockOrder } from './manage.ts';

/**
 * Takes one reason off an order that staff have looked into (D22), so that it leaves the list of those. The timeline of staff
 * keeps who did it; shoppers see nothing of it. A reason that the order does not have any more changes nothing.
 *
 * @throws ShopError order_not_found, stale
 */
export async function settleAttention(
  context: ServiceContext,
  orderNumber: string,
  reason: AttentionReason,
  version: number | undefined,
  actor: Actor,
): Promise<void> {
  await transact(context, async ({ trx }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, version);
    const before = attentionOf(order);
    if (!before.includes(reason)) return;
    const after = before.filter((other) => other !== reason);
    await queries.updateOrder(trx, order, { ...attentionColumns(after), updated_at: at });
    await queries.insertEvents(trx, [
      { orderNumber, kind: 'settled', status: null, at, author: actor.name, note: settledNote(reason, order.utr) },
    ]);
    await writeAudit(trx, {
      at,
      actor,
      action: 'order.attention',
      entity: 'order',
      entityId: orderNumber,
      before: { needsAttention: before },
      after: { needsAttention: after },
    });
  });
}

/** The columns that say why an order needs a look. */
export function attentionColumns(reasons: AttentionReason[]): { needs_attention: string; attention_count: number } {
  return { needs_attention: JSON.stringify(reasons), attention_count: reasons.length };
}

/** Whether staff have settled this reason for this UTR already, `since` (epoch ms): the same cause does not call them again. */
export async function isSettled(
  trx: Trx,
  orderNumber: string,
  reason: 'duplicate_utr' | 'utr_again',
  utr: string | null,
  since = 0,
): Promise<boolean> {
  const note = settledNote(reason, utr);
  const events = await queries.readEvents(trx, [orderNumber]);
  return events.some((event) => event.kind === 'settled' && event.note === note && event.at >= since);
}

/** What the timeline says was settled; of a UTR also which, for the next one is another matter. */
function settledNote(reason: AttentionReason, utr: string | null): string {
  const about = reason === 'duplicate_utr' || reason === 'utr_again';
  return about && utr ? `${attentionLabel(reason)}: ${utr}` : attentionLabel(reason);
}
