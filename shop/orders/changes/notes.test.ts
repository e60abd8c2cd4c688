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

test('saving the stored notes again changes nothing, even with a stale before', () => {
  expect(saveNotes(order, { internalNotes: 'Call first' })).toBeNull();
  expect(saveNotes(order, { internalNotes: 'Call first', before: '' })).toBeNull();
});

test('throws stale when the notes have changed since', () => {
  const error = errorOf(() => saveNotes(order, { internalNotes: 'New', before: '' }));
  expect([error.code, error.message]).toEqual([
    'stale',
    'Someone else has changed these notes in the meantime. Nothing was overwritten.',
  ]);
});
