import { expect, test } from 'vitest';
import type { z } from 'zod';
import { AttentionBody, CancelBody, NotesBody, OrderListQuery, ReplacementListQuery, UtrBody } from './order-calls.ts';

/** The messages of a value that the schema rejects; none for a valid one. */
const faults = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('both lists show 20 per page, and at most 100', () => {
  for (const schema of [OrderListQuery, ReplacementListQuery]) {
    expect(schema.parse({})).toEqual({ page: 1, limit: 20 });
    expect(schema.parse({ page: '3', limit: '5000' })).toEqual({ page: 3, limit: 100 });
    for (const page of ['0', '-1', '1.5', 'two']) {
      expect(faults(schema, { page })).toEqual(['page must be a whole number of at least 1.']);
    }
  }
});

const MIDNIGHT = Date.UTC(2026, 10, 19, 18, 30);
test.each([
  ['the start of a day in India', { from: '2026-11-20' }, { from: MIDNIGHT }],
  ['a whole last day', { to: '2026-11-20' }, { to: MIDNIGHT + 86_400_000 }],
  ['a moment', { from: '1790000000000' }, { from: 1_790_000_000_000 }],
  ['a last moment', { to: '1790000000000' }, { to: 1_790_000_000_001 }],
])('%s', (_name, query, expected) => {
  expect(OrderListQuery.parse(query)).toMatchObject(expected);
});

test.each(['yesterday', '2026-13-01', '2026-11', '20-11-2026', '123456789', '123456789012345', ' 1790000000000'])(
  '%j is no date',
  (text) => {
    expect(faults(OrderListQuery, { from: text })).toEqual(['Dates look like 2026-11-20']);
    expect(faults(OrderListQuery, { to: text })).toEqual(['Dates look like 2026-11-20']);
  },
);

test('filters of the lists', () => {
  const query = { status: 'shipped', payment: 'failed', attention: 'true', search: '  Asha\tRao ' };
  expect(OrderListQuery.parse(query)).toMatchObject({ ...query, search: 'Asha Rao' });
  expect(faults(OrderListQuery, { status: 'Shipped' })).toEqual(['Please choose a valid order status']);
  expect(faults(OrderListQuery, { payment: 'maybe' })).toEqual(['Please choose a valid payment status']);
  expect(faults(OrderListQuery, { search: 'a'.repeat(201) })).toEqual(['The search is too long']);
  expect(faults(ReplacementListQuery, { search: 'a'.repeat(201) })).toEqual(['The search is too long']);
  expect(faults(ReplacementListQuery, { status: 'open' })).toEqual(['Please choose a valid status']);
  for (const status of ['', 'all']) {
    expect(faults(OrderListQuery, { status })).toEqual([]);
    expect(faults(ReplacementListQuery, { status })).toEqual([]);
  }
});

test('notes have at most 4000 characters, and so has the text that they replace', () => {
  const long = 'a'.repeat(4001);
  const message = 'Notes must be at most 4000 characters';
  expect(NotesBody.parse({ internalNotes: ' Call\r\nfirst ' })).toEqual({ internalNotes: 'Call\nfirst' });
  expect(faults(NotesBody, { internalNotes: long })).toEqual([message]);
  expect(faults(NotesBody, { internalNotes: '', before: long })).toEqual([message]);
  expect(faults(NotesBody, { internalNotes: 7 })).toEqual(['Notes must be a text']);
  expect(faults(NotesBody, { internalNotes: '', version: 1.5 })).not.toEqual([]);
});

test('a UTR is cleaned and checked, and required', () => {
  expect(UtrBody.parse({ utrNumber: ' 6324 0000 0001 ' })).toEqual({ utrNumber: '632400000001', app: '' });
  expect(UtrBody.parse({ utrNumber: '632400000001', app: ' gpay ' }).app).toBe('gpay');
  expect(faults(UtrBody, {})).toEqual(['Please enter UTR/Reference number']);
  expect(faults(UtrBody, { utrNumber: '' })).toEqual(['Please enter UTR/Reference number']);
  expect(faults(UtrBody, { utrNumber: '6'.repeat(21) })).toEqual([
    'UTR/Reference number must be at most 20 characters long',
  ]);
  expect(faults(UtrBody, { utrNumber: '632400000001', app: 'a'.repeat(41) })).not.toEqual([]);
});

test('only a known reason can be settled, and a cancellation needs no body', () => {
  expect(faults(AttentionBody, { settled: 'duplicate_utr' })).toEqual([]);
  expect(faults(AttentionBody, { settled: 'boredom' })).toEqual(['Please choose what is settled']);
  expect(faults(CancelBody, undefined)).toEqual([]);
  expect(faults(CancelBody, null)).toEqual([]);
});
