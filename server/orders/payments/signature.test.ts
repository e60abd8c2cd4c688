import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isAuthentic, verifySignature } from './signature.ts';

const KEY = 'demo-signing-key';
const rawBody = '{"event":"sms:received","payload":{"message":"₹5"}}';
const hex = (body: string, stamp: string, key = KEY) =>
  createHmac('sha256', key)
    .update(body + stamp)
    .digest('hex');
const signed = (signature: string, stamp = '1794427071') => ({ 'x-signature': signature, 'x-timestamp': stamp });
const check = (
  headers: Record<string, string>,
  body = rawBody,
  signingKeys: Record<string, string | null> = { capcom6: KEY },
) => verifySignature({ headers, rawBody: body, contentType: 'application/json', signingKeys });

test.each([
  ['right', signed(hex(rawBody, '1794427071')), rawBody, 'ok'],
  ['right in upper case', signed(hex(rawBody, '1794427071').toUpperCase()), rawBody, 'ok'],
  ['of another time', signed(hex(rawBody, '1794427071'), '1794427072'), rawBody, 'wrong'],
  ['of another text', signed(hex(rawBody, '1794427071')), rawBody.replace('₹5', '₹6'), 'wrong'],
  ['of another key', signed(hex(rawBody, '1794427071', 'other')), rawBody, 'wrong'],
  ['cut', signed(hex(rawBody, '1794427071').slice(0, 20)), rawBody, 'wrong'],
  ['missing', {}, rawBody, 'absent'],
])('a signature of SMS Gateway for Android that is %s', (_name, headers, body, result) => {
  expect(check(headers, body)).toBe(result);
});

test.each<[string, Record<string, string | null>, string]>([
  ['no key', {}, 'wrong'],
  ['a key of another app', { smsforwarder: KEY }, 'wrong'],
  ['a key that cannot be opened', { capcom6: null }, 'wrong'],
  ['a second key of the app', { 'SMS Gateway, old phone': 'other', 'SMS Gateway, new phone': KEY }, 'ok'],
  ['a key of an app that the shop does not know by name', { 'My own app': KEY }, 'ok'],
])('a signature with %s', (_name, keys, result) => {
  expect(check(signed(hex(rawBody, '1794427071')), rawBody, keys)).toBe(result);
});

test.each<[string, Record<string, string>, Record<string, string | null>, boolean]>([
  ['no signature and no key', {}, {}, true],
  ['a signature and no key', signed('ab12'), {}, true],
  ['the right signature', signed(hex(rawBody, '1794427071')), { capcom6: KEY }, true],
  ['a wrong signature', signed('ab12'), { capcom6: KEY }, false],
  ['no signature, although some app has a key', {}, { capcom6: KEY }, false],
  ['no signature, and the key cannot be opened', {}, { capcom6: null }, false],
])('a request with %s', (_name, headers, signingKeys, authentic) => {
  expect(isAuthentic({ headers, rawBody, contentType: 'application/json', signingKeys })).toBe(authentic);
});

const SIGN = createHmac('sha256', KEY).update(`1794169855500\n${KEY}`).digest('base64');

test.each([
  ['right', encodeURIComponent(SIGN), 'ok'],
  ['right and encoded twice', encodeURIComponent(encodeURIComponent(SIGN)), 'ok'],
  ['wrong', encodeURIComponent(SIGN.replace(/^./, '!')), 'wrong'],
])("SmsForwarder's signature that is %s", (_name, sign, result) => {
  const form = `from=VM-HDFCBK&content=T&timestamp=1794169855500&sign=${sign}`;
  const request = { headers: {}, rawBody: form, contentType: 'application/x-www-form-urlencoded' };
  expect(verifySignature({ ...request, signingKeys: { SmsForwarder: KEY } })).toBe(result);
});
