import { expect, test } from 'vitest';
import { checkParcel, correctParcel } from './parcel.ts';
import { errorOf, orderState } from './test-order.ts';

const NONE = { count: 0, invoice: false, told: 1 };
const WAITING = { count: 1, invoice: true, told: 0 };
const sent = orderState({ status: 'shipped', courier: 'Post', courier_tracking: 'RR1' });
const input = (courierTracking: string, notify = false) => ({ courier: 'Post', courierTracking, notify });

test('a corrected number: columns, event and audit entry; no mail without notify', () => {
  expect(correctParcel(sent, input('RR2'), NONE)).toEqual({
    columns: { courier: 'Post', courier_tracking: 'RR2' },
    events: [{ kind: 'parcel', status: null, note: 'Post RR2 (before: Post RR1)' }],
    audit: {
      action: 'order.parcel',
      before: { courier: 'Post', courierTracking: 'RR1' },
      after: { courier: 'Post', courierTracking: 'RR2' },
    },
    mails: [],
  });
});

test('the mail with notify states that the number was corrected', () => {
  const change = correctParcel(sent, input('RR2', true), NONE);
  expect(change.mails).toEqual([
    {
      kind: 'shipped',
      note: { say: 'parcelCorrected' },
      invoice: false,
    },
  ]);
  expect(change.audit).toMatchObject({ after: { courier: 'Post', courierTracking: 'RR2', mailed: true } });
});

test('a queued mail is replaced without notify, and keeps its invoice', () => {
  const change = correctParcel(sent, input('RR2'), WAITING);
  expect(change.mails).toEqual([{ kind: 'shipped', note: '', invoice: true }]);
});

test('the same parcel with notify: no columns and no event', () => {
  const change = correctParcel(sent, input('RR1', true), NONE);
  expect(change).toMatchObject({ columns: {}, events: { none: expect.any(String) }, mails: [{ note: '' }] });
  expect(change.audit).toMatchObject({ action: 'order.parcel' });
});

test('a first number is not marked as a correction', () => {
  const order = orderState({ status: 'out_for_delivery' });
  const change = correctParcel(order, input('RR2', true), NONE);
  expect(change.events).toEqual([{ kind: 'parcel', status: null, note: 'Post RR2' }]);
  expect(change.mails).toMatchObject([{ note: '' }]);
});

test('removing courier and number, and changing the courier alone', () => {
  const removed = correctParcel(sent, { courier: '', courierTracking: '', notify: false }, NONE);
  expect(removed.events).toEqual([{ kind: 'parcel', status: null, note: 'Removed (before: Post RR1)' }]);
  const courier = correctParcel(sent, { courier: 'Blue', courierTracking: 'RR1', notify: false }, NONE);
  expect(courier.columns).toEqual({ courier: 'Blue', courier_tracking: 'RR1' });
});

test('a shopper gets few mails a day about a parcel; without one it is corrected as often as needed', () => {
  const error = errorOf(() => correctParcel(sent, input('RR2', true), { ...NONE, told: 5 }));
  expect([error.code, error.message]).toEqual([
    'wrong_move',
    'The shopper got 5 emails about this parcel today. Save it without an email.',
  ]);
  expect(correctParcel(sent, input('RR2', true), { ...NONE, told: 4 }).mails).toHaveLength(1);
  expect(correctParcel(sent, input('RR2'), { ...NONE, told: 5 }).mails).toEqual([]);
});

test('without an email address there is no mail', () => {
  const order = orderState({ ...sent, email: '' });
  const change = correctParcel({ ...order, attention: sent.attention }, input('RR2', true), WAITING);
  expect(change.mails).toEqual([]);
  expect(change.audit).not.toHaveProperty('after.mailed');
});

test.each([
  ['shipped', input('RR1'), false],
  ['shipped', input('RR2'), true],
  ['shipped', input('RR1', true), true],
  ['out_for_delivery', input('RR1', true), true],
  ['delivered', input('RR2'), true],
] as const)('checkParcel of an order that is %s with %o: %s', (status, given, expected) => {
  expect(checkParcel({ ...sent, status }, given)).toBe(expected);
});

test.each([
  ['pending', input('RR2'), 'wrong_move', 'An order that is pending has no parcel under way.'],
  ['cancelled', input('RR2'), 'wrong_move', 'An order that is cancelled has no parcel under way.'],
  ['delivered', input('RR2', true), 'wrong_move', 'This parcel has arrived: no email is sent about it any more.'],
  ['shipped', input('', true), 'validation', 'Please enter the tracking number'],
] as const)('rejects an order that is %s with %o', (status, given, code, message) => {
  const error = errorOf(() => correctParcel({ ...sent, status }, given, NONE));
  expect([error.code, error.message]).toEqual([code, message]);
  expect(error.errors).toEqual(code === 'validation' ? [{ path: 'courierTracking', msg: message }] : undefined);
});
