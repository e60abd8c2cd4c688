import { expect, test } from 'vitest';
import { saveNotes } from './notes.ts';
import { errorOf, orderState } from './test-order.ts';

const order = orderState({ internal_notes: 'Call first' });

test('new notes: column and audit entry with lengths only, no event and no mail', () => {
  const change = saveNotes(order, { internalNotes: 'Call at nine', before: 'Call first' });
  expect(change).toEqual({
    columns: { internal_notes: 'Call at nine' },
    events: { none: expect.any(String) },
    audit: { action: 'order.notes', before: { characters: 10 }, after: { characters: 12 } },
    mails: [],
  });
  expect(saveNotes(order, { internalNotes: '' })?.columns).toEqual({ internal_notes: '' });
});

test('the stored notes saved again change nothing, whatever was on the screen', () => {
  expect(saveNotes(order, { internalNotes: 'Call first' })).toBeNull();
  expect(saveNotes(order, { internalNotes: 'Call first', before: '' })).toBeNull();
});

test('notes over others that are no longer stored are refused', () => {
  const error = errorOf(() => saveNotes(order, { internalNotes: 'New', before: '' }));
  expect([error.code, error.message]).toEqual([
    'stale',
    'Someone else has changed these notes in the meantime. Nothing was overwritten.',
  ]);
});
