import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { secretBox } from './secret-box.ts';

const key = randomBytes(32);
const box = secretBox(key);

test('what is sealed can be opened, and only for its purpose and with its key', () => {
  const sealed = box.seal('mailbox', 'päss wörd');
  expect(sealed).toMatch(/^v1\.[\w-]+$/);
  expect(box.open('mailbox', sealed)).toBe('päss wörd');
  expect(box.open('sms', sealed)).toBeNull();
  expect(secretBox(randomBytes(32)).open('mailbox', sealed)).toBeNull();
  expect(secretBox(null).open('mailbox', sealed)).toBeNull();
});

test('a sealed text is told from a clear one, also without the key', () => {
  const none = secretBox(null);
  expect([box.ready, none.ready]).toEqual([true, false]);
  for (const secret of ['', 'a', 'päss wörd']) expect(none.isSealed(box.seal('mailbox', secret))).toBe(true);
  for (const clear of ['', 'v1', 'v1.short', 'demo-signing-key', `${box.seal('mailbox', 'a')} `]) {
    expect(box.isSealed(clear)).toBe(false);
  }
});

test('the same secret is never sealed the same way twice', () => {
  expect(box.seal('mailbox', 'a')).not.toBe(box.seal('mailbox', 'a'));
});

test('a changed, cut or unknown text cannot be opened', () => {
  const sealed = box.seal('mailbox', 'secret');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(box.open('mailbox', `v1.${changed.toString('base64url')}`)).toBeNull();
  }
  for (const text of ['', 'v1', 'v1.', 'v1.AAAA', sealed.slice(0, -4), sealed.replace('v1', 'v2'), `${sealed}.x`]) {
    expect(box.open('mailbox', text)).toBeNull();
  }
});

test('without a key nothing is sealed, and the reason is a sentence for the owner', () => {
  expect(() => secretBox(null).seal('mailbox', 'secret')).toThrow(
    expect.objectContaining({
      code: 'validation',
      message: 'Passwords and keys can only be saved once SECRETS_KEY is set in the environment of the shop.',
    }),
  );
});
