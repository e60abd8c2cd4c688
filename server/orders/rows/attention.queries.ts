import type { Reader, Trx } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { type Attention, type AttentionChange, isAboutUtr, openAfter } from '#shop/orders/changes/change.ts';
import { ATTENTION_REASONS, type AttentionReason } from '#shop/orders/order-status.ts';
import type { OrderRow } from './orders.queries.ts';

/** The open and the settled reasons of an order. */
export async function readAttention(db: Reader, orderNumber: string): Promise<Attention> {
  const rows = await db.selectFrom('order_attention').selectAll().where('order_number', '=', orderNumber).execute();
  const known = rows.flatMap((row) => {
    const reason = ATTENTION_REASONS.find((one) => one === row.reason);
    return reason ? [{ reason, utr: row.utr, settledAt: row.settled_at }] : [];
  });
  const open = new Set(known.filter(({ settledAt }) => settledAt === null).map(({ reason }) => reason));
  return {
    open: ATTENTION_REASONS.filter((reason) => open.has(reason)),
    settled: known.flatMap(({ reason, utr, settledAt }) =>
      settledAt === null ? [] : [{ reason, utr, at: settledAt }],
    ),
  };
}

/**
 * Writes a change of attention reasons. An open reason is not raised again; the row of a resolved
 * one is deleted.
 */
export async function writeAttention(
  trx: Trx,
  order: Pick<OrderRow, 'order_number' | 'utr'>,
  open: readonly AttentionReason[],
  change: AttentionChange,
  at: number,
): Promise<void> {
  const utrOf = (reason: AttentionReason) => (isAboutUtr(reason) ? order.utr : null);
  for (const reason of open.filter((one) => change.settled?.includes(one))) {
    await trx
      .updateTable('order_attention')
      .set({ utr: utrOf(reason), settled_at: at })
      .where('order_number', '=', order.order_number)
      .where('reason', '=', reason)
      .where('settled_at', 'is', null)
      .execute();
  }
  const resolved = open.filter((reason) => change.resolved?.includes(reason));
  if (resolved.length > 0) {
    await trx
      .deleteFrom('order_attention')
      .where('order_number', '=', order.order_number)
      .where('reason', 'in', resolved)
      .where('settled_at', 'is', null)
      .execute();
  }
  const { raised: _, ...gone } = change;
  const left = openAfter(open, gone);
  const raised = openAfter(open, change).filter((reason) => !left.includes(reason));
  if (raised.length > 0) {
    await trx
      .insertInto('order_attention')
      .values(
        raised.map((reason) => ({
          id: newId('att'),
          order_number: order.order_number,
          reason,
          utr: utrOf(reason),
        })),
      )
      .execute();
  }
}

/** The copy of the open reasons in the order's own row, for the filters of lists and statistics. */
export function attentionColumns(
  open: readonly AttentionReason[],
): Pick<OrderRow, 'needs_attention' | 'attention_count'> {
  return { needs_attention: JSON.stringify(open), attention_count: open.length };
}
