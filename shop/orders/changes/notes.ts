import { ShopError } from '../../errors.ts';
import type { Change, OrderState } from './change.ts';

const NOTES_CHANGED = 'Someone else has changed these notes in the meantime. Nothing was overwritten.';

export interface NotesInput {
  internalNotes: string;
  /** The notes that were on the screen when the editing began. */
  before?: string | undefined;
}

/**
 * Replaces the staff's own notes on an order; shoppers never see them. The audit entry records their length, not their text:
 * notes may hold what a person said on the telephone (D47).
 *
 * @returns null when nothing changes
 * @throws ShopError stale, when `before` is not what is stored
 */
export function saveNotes(order: OrderState, { internalNotes: notes, before }: NotesInput): Change | null {
  const stored = order.internal_notes;
  if (stored === notes) {
    return null;
  }
  if (before !== undefined && before !== stored) {
    throw new ShopError('stale', { message: NOTES_CHANGED });
  }
  return {
    columns: { internal_notes: notes },
    events: { none: 'notes are no step of the order' },
    audit: { action: 'order.notes', before: { characters: stored.length }, after: { characters: notes.length } },
    mails: [],
  };
}
