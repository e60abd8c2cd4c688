import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { type NotesInput, saveNotes } from '#shop/orders/changes/notes.ts';
import { type ChangeDeps, changeOrder } from './change-order.ts';

export interface NotesChange extends NotesInput {
  /** The version of the order that the admin saw. */
  version?: number | undefined;
}

/**
 * Replaces the internal notes. With `before`, only the notes are checked for a conflict, not the
 * order's version: other changes of the order do not matter, and a save over other notes is
 * rejected even with the latest version.
 *
 * @throws ShopError order_not_found, stale
 */
export function changeNotes(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  change: NotesChange,
  actor: Actor,
): Promise<void> {
  return changeOrder(context, deps, {
    orderNumber,
    actor,
    version: change.before === undefined ? change.version : undefined,
    decide: ({ order }) => saveNotes(order, change),
  });
}
