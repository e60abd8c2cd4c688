import { expect, test } from 'vitest';
import { isPinKnown } from './pin-codes.ts';

test.each<[pincode: string, known: boolean]>([
  ['110001', true],
  ['600020', true],
  ['682001', true],
  ['744302', true],
  // Districts that there are, without these codes.
  ['110000', false],
  ['600999', false],
  ['682999', false],
  // No such districts.
  ['100001', false],
  ['199999', false],
  ['000000', false],
  ['012345', false],
  // The Army Postal Service.
  ['900056', true],
  ['999999', true],
])('%s: %s', (pincode, known) => {
  expect(isPinKnown(pincode)).toBe(known);
});
