import { expect, test } from 'vitest';
import { isPinKnown } from './pin-codes.ts';
import { pinDoubt } from './pin-doubt.ts';

test.each<[state: string, pincode: string, doubt: ReturnType<typeof pinDoubt>]>([
  ['Tamil Nadu', '600020', null],
  ['TN', '600020', null],
  ['Kerala', '600020', { kind: 'other_state', state: 'Tamil Nadu' }],
  ['New Delhi', '400001', { kind: 'other_state', state: 'Maharashtra' }],
  // The state is not finished, or written in another script: nobody knows better.
  ['Ker', '600020', null],
  ['केरल', '600020', null],
  ['', '600020', null],
  // Puducherry lies in pieces between Tamil Nadu, Kerala and Andhra Pradesh.
  ['Puducherry', '673310', null],
  ['Kerala', '100001', { kind: 'unused' }],
  ['Kerala', '199999', { kind: 'unused' }],
  ['', '012345', { kind: 'unused' }],
  ['Tamil Nadu', '600999', { kind: 'unused' }],
  // The Army Postal Service has no state.
  ['Rajasthan', '900056', null],
  // The field itself says what is wrong.
  ['Kerala', '60002', null],
  ['Kerala', '', null],
])('state %j, PIN %s', (state, pincode, doubt) => {
  expect(pinDoubt({ state, pincode, country: 'India' }, isPinKnown(pincode))).toEqual(doubt);
});

test('codes of other countries are not compared', () => {
  expect(pinDoubt({ state: 'Kerala', pincode: '100001', country: 'USA' }, false)).toBeNull();
});
