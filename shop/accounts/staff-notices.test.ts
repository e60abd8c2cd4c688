import { expect, test } from 'vitest';
import { isPushEndpoint, PushDeviceInput } from './staff-notices.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://sg2p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://127.0.0.1/push', false],
  ['https://2130706433/push', false],
  ['https://0x7f.1/push', false],
  ['https://[::1]/push', false],
  ['https://localhost/push', false],
  ['https://shop.localhost/push', false],
  ['https://router.local/push', false],
  ['https://metadata.google.internal/push', false],
  ['https://push.example:8443/push', false],
  ['https://user:word@push.example/push', false],
  ['https://database/push', false],
  [`https://push.example/${'x'.repeat(1_000)}`, false],
  ['https://push.example/a\u0000', false],
  ['https://push.example/a\nb', false],
  [' https://push.example/a', false],
  ['push.example', false],
])('the address %s of a push service: %j', (endpoint, good) => expect(isPushEndpoint(endpoint)).toBe(good));

test.each([
  [{ p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }, true],
  [{ p256dh: `${'B'.repeat(87)}=`, auth: `${'a'.repeat(22)}==` }, true],
  [{ p256dh: 'B'.repeat(86), auth: 'a'.repeat(22) }, false],
  [{ p256dh: 'B'.repeat(87), auth: 'a+'.repeat(11) }, false],
])('the keys %j of a subscription: %j', (keys, good) =>
  expect(PushDeviceInput.safeParse({ endpoint: 'https://push.example/a', keys }).success).toBe(good),
);
