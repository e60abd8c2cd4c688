import { describe, expect, test } from 'vitest';
import type { Reading } from '#shop/bank/reading.ts';
import { faultsOf, messageReport, proveSms, proveWebhooks } from '../scripts/prove-messages.ts';

const READING: Reading = {
  kind: 'other',
  reason: null,
  amountPaise: null,
  channel: null,
  rrn: null,
  refs: [],
  date: null,
  time: null,
  payerVpa: null,
  payerName: null,
  note: null,
  accountTail: null,
  balancePaise: null,
  bank: null,
  reversesRrn: null,
  returnedRefs: null,
};

/**
 * The samples of bank messages: what a template reads is as expected, and what it does not read of
 * a listed sender, the finder finds.
 */
describe.each([
  ['messages', proveSms('demo/credits')],
  ['invented wordings', proveSms('demo/credits/wordings')],
  ['wordings of many banks', proveSms('tests/fixtures/credits')],
  ['requests of forwarder apps', proveWebhooks('demo/credits')],
  ['requests of other apps', proveWebhooks('tests/fixtures/credits')],
])('%s', (_title, proofs) => {
  test.each(proofs ?? [])('$id', ({ expected, found, isListed, way, faults }) => {
    expect(faults).toEqual([]);
    if (expected === 'message') expect(found).toBe('message');
    if (expected === 'credit' && isListed) expect(way).not.toBe('not at all');
  });

  test('are there', () => expect(proofs?.length).toBeGreaterThan(9));
});

test('at least 80 of 100 credits are read by template', () => {
  const proofs = [...(proveSms('demo/credits') ?? []), ...(proveSms('tests/fixtures/credits') ?? [])];
  const credits = proofs.filter(({ expected, isListed }) => expected === 'credit' && isListed);
  const read = credits.filter(({ way }) => way === 'template');
  expect(read.length / credits.length).toBeGreaterThan(0.8);
});

test('a credit that is read otherwise, or where none is, is a fault', () => {
  const reading = { ...READING, kind: 'credit' as const, amountPaise: 100, rrn: '632112345678' };
  expect(faultsOf(reading, { kind: 'other' })).toEqual(['kind is "credit", not "other"']);
  expect(faultsOf(reading, { kind: 'credit', amountPaise: 200, rrn: '632112345678' })).toEqual([
    'amountPaise is 100, not 200',
  ]);
  expect(faultsOf(null, { kind: 'credit', amountPaise: 200 })).toEqual([]);
});

test('the report counts how the credits of listed senders are read', () => {
  const one = { expected: 'credit', found: 'none', isListed: true, isShown: false, faults: [] };
  const report = messageReport('sms', [
    { ...one, id: 'a', way: 'template' },
    { ...one, id: 'b', way: 'finder' },
    { ...one, id: 'c', way: 'not at all' },
    { ...one, id: 'd', way: 'nothing to find' },
    { ...one, id: 'e', expected: 'other', way: 'finder', isShown: true, faults: ['kind is wrong'] },
  ]);
  expect(report).toContain('e: kind is wrong');
  expect(report).toContain('3 credits of listed senders with a reference: template 1 (33.3%), finder 1 (33.3%)');
  expect(report).toContain('no credits that the finder would look at: 1');
  expect(report).toContain('sms: 5, 1 with faults');
});

test('a folder without such files is no proof', () => {
  expect([proveSms('docs'), proveWebhooks('docs')]).toEqual([null, null]);
});
