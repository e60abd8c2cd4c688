import { expect, expectTypeOf, test } from 'vitest';
import { ATTENTION_REASONS } from '../order-status.ts';
import { type Change, isAboutUtr, isSettled, openAfter, statusOf } from './change.ts';

test('a change without events, audit entry or mails does not compile', () => {
  expectTypeOf<Omit<Change, 'events'>>().not.toExtend<Change>();
  expectTypeOf<Omit<Change, 'audit'>>().not.toExtend<Change>();
  expectTypeOf<Omit<Change, 'mails'>>().not.toExtend<Change>();
  expectTypeOf<Omit<Change, 'events'> & { events: [] }>().not.toExtend<Change>();
  expectTypeOf<Omit<Change, 'audit'> & { audit: undefined }>().not.toExtend<Change>();
});

test('openAfter returns the remaining and the new reasons, in one order and without duplicates', () => {
  expect(openAfter(['duplicate_utr', 'amount_mismatch'], {})).toEqual(['amount_mismatch', 'duplicate_utr']);
  expect(openAfter(['amount_mismatch'], { raised: ['out_of_stock', 'amount_mismatch'] })).toEqual([
    'out_of_stock',
    'amount_mismatch',
  ]);
  expect(openAfter(['amount_mismatch', 'utr_again'], { settled: ['amount_mismatch'] })).toEqual(['utr_again']);
  expect(openAfter(['amount_mismatch', 'utr_again'], { resolved: ['utr_again'] })).toEqual(['amount_mismatch']);
  expect(openAfter(['utr_again'], { resolved: ['utr_again'], raised: ['utr_again'] })).toEqual(['utr_again']);
  expect(openAfter([], { settled: ['utr_again'], resolved: ['duplicate_utr'] })).toEqual([]);
});

test('isSettled matches the reason and the UTR, and nothing older than since', () => {
  const attention = { open: [], settled: [{ reason: 'utr_again' as const, utr: '1', at: 10 }] };
  expect(isSettled(attention, 'utr_again', '1')).toBe(true);
  expect(isSettled(attention, 'utr_again', '1', 10)).toBe(true);
  expect(isSettled(attention, 'utr_again', '1', 11)).toBe(false);
  expect(isSettled(attention, 'utr_again', '2')).toBe(false);
  expect(isSettled(attention, 'duplicate_utr', '1')).toBe(false);
});

test('isAboutUtr is true for two reasons', () => {
  expect(ATTENTION_REASONS.filter(isAboutUtr)).toEqual(['duplicate_utr', 'utr_again']);
});

test('statusOf throws for an unknown status', () => {
  expect(statusOf({ status: 'shipped' })).toBe('shipped');
  expect(() => statusOf({ status: 'lost' })).toThrow('order with an unknown status: lost');
});
