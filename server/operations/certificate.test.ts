import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer as createSilentServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { examineCertificate, judgeCertificate } from './certificate.ts';

const DAY = 24 * 3_600_000;

test.each([
  [90, 60, 'ok', 'ends in 60 days.'],
  [90, 15, 'ok', 'ends in 15 days.'],
  [90, 13, 'warn', 'ends in 13 days.'],
  [90, 6, 'fault', 'ends in 6 days.'],
  [90, -3, 'fault', 'ended 3 days ago.'],
  [90, 0, 'fault', 'ended 0 minutes ago.'],
  // Short-lived certificates are renewed when two days are left.
  [6, 1.1, 'ok', 'ends in 26 hours.'],
  [6, 0.9, 'warn', 'ends in 22 hours.'],
  [6, 0.4, 'fault', 'ends in 10 hours.'],
])('a certificate for %i days of which %f are left', (life, left, state, text) => {
  const now = 1_000 * DAY;
  const found = judgeCertificate('shop.example', { from: now + (left - life) * DAY, to: now + left * DAY }, now);
  expect(found).toMatchObject({ state, text: `The certificate of shop.example ${text}` });
  expect(found.action).toEqual(state === 'ok' ? null : expect.stringContaining('certbot renew'));
});

/** A server on this machine. @returns its address as PUBLIC_URL */
async function listen(server: ReturnType<typeof createSilentServer>): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

test('the certificate of a server is read, whoever has signed it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => path.join(folder, name);
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=localhost'.split(' ');
  spawnSync('openssl', [...words, '-keyout', file('key.pem'), '-out', file('cert.pem')]);
  const url = await listen(createServer({ key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) }));
  const days = (count: number) => examineCertificate(url, Date.now() + count * DAY);
  expect(await days(0)).toMatchObject({ state: 'ok', text: 'The certificate of localhost ends in 90 days.' });
  expect(await days(80)).toMatchObject({ state: 'warn' });
  expect(await days(91)).toMatchObject({ state: 'fault', text: expect.stringContaining('ended') });
});

test('a server that stays silent is waited for five seconds, and is no fault', async () => {
  const url = await listen(createSilentServer((socket) => socket.unref()));
  expect(await examineCertificate(url, Date.now())).toEqual({
    state: 'ok',
    text: 'It cannot be looked at from this machine: The operation was aborted due to timeout.',
    action: null,
  });
}, 15_000);
