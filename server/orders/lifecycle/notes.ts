import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from '../queries.ts';
import { lockOrder } from './manage.ts';

const NOTES_CHANGED = 'Someone else has changed these notes in the meantime. Nothing was overwritten.';

export interface NotesChange {
  internalNotes: string;
  /** The notes that were on the screen when the writing began. */
  before?: string | undefined;
  /** The version of the order that was on the screen. */
  version?: number | undefined;
}

/**
 * Replaces the staff's own notes on an order; no shopper reads them. The audit entry tells of their length, not their words:
 * notes may hold what a person has said on the telephone (D47).
 *
 * With `before` it is the notes alone that decide whether somebody was faster, and not what else has happened to the order: a save
 * made of an old state of the notes is refused even when it names the order's latest version.
 *
 * @throws ShopError order_not_found, stale
 */
export async function saveNotes(
  context: ServiceContext,
  orderNumber: string,
  { internalNotes: notes, before, version }: NotesChange,
  actor: Actor,
): Promise<void> {
  await transact(context, async ({ trx }) => {
    const at = context.now();
    const order = await lockOrder(trx, context, orderNumber, before === undefined ? version : undefined);
    if (order.internal_notes === notes) return;
    if (before !== undefined && before !== order.internal_notes) {
      throw new ShopError('stale', { message: NOTES_CHANGED });
    }
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
