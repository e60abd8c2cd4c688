import { ShopError } from '../../errors.ts';
import type { Change, OrderState } from './change.ts';

const NOTES_CHANGED = 'Someone else has changed these notes in the meantime. Nothing was overwritten.';

export interface NotesInput {
  internalNotes: string;
  /** The notes as loaded before editing. */
  before?: string | undefined;
}

/**
 * Replaces the internal notes of an order, which shoppers never see. The audit entry contains their
 * length, not their text, because notes may contain personal data (D47).
 *
 * @returns null if nothing changes
 * @throws ShopError stale, if `before` differs from the stored notes
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
    events: { none: 'notes are not on the timeline' },
    audit: { action: 'order.notes', before: { characters: stored.length }, after: { characters: notes.length } },
    mails: [],
  };
}
