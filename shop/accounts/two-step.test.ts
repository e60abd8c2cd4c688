import { expect, test } from 'vitest';
import { checkCode, readCode, recoveryCode } from './two-step.ts';

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['१२३४५६', { kind: 'app', code: '123456' }],
  ['k7mp2-x9rt4', { kind: 'recovery', code: 'k7mp2-x9rt4' }],
  ['K7MP2 X9RT4', { kind: 'recovery', code: 'k7mp2-x9rt4' }],
  ['k7mp2x9rt4', { kind: 'recovery', code: 'k7mp2-x9rt4' }],
  ['2345678923', { kind: 'recovery', code: '23456-78923' }],
  ['12345', null],
  ['1234567', null],
  ['k7mp2-x9rt', null],
  ['k7mp2-x9rt44', null],
  // Letters that recovery codes leave out.
  ['k7mp2-x9rto', null],
  ['', null],
])('%j is read as %j', (text, expected) => {
  expect(readCode(text)).toEqual(expected);
});

test.each([
  ['', 'Please enter the code from your authenticator app, or a recovery code.'],
  ['12', 'A code has 6 digits; a recovery code looks like k7mp2-x9rt4.'],
  ['123456', null],
])('the message for the code %j is %j', (text, message) => {
  expect(checkCode(text)).toBe(message);
});

test('a recovery code of any bytes can be read again', () => {
  for (let byte = 0; byte < 256; byte++) {
    const code = recoveryCode(new Uint8Array(10).fill(byte));
    expect(readCode(code)).toEqual({ kind: 'recovery', code });
  }
});
