import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictureHost } from '#tests/picture-host.ts';
import { pictureFetch } from './fetch-picture.ts';

const host = await pictureHost();
const fetchPicture = pictureFetch(host.send, 15_000);
const outcome = (address: string, fetch = fetchPicture) =>
  fetch(address).then(
    (bytes) => `${bytes.length} bytes`,
    (error: Error) => error.message,
  );

beforeAll(() => {
  host.serve('/a.jpg', { body: Buffer.alloc(5) });
  host.serve('/moved.jpg', { status: 302, location: '/a.jpg' });
  host.serve('/other.jpg', { status: 301, location: 'https://other.example/a.jpg' });
  host.serve('/round.jpg', { status: 302, location: '/round.jpg' });
  host.serve('/nowhere.jpg', { status: 302, location: 'https://' });
  host.serve('/metadata.jpg', { status: 302, location: 'http://169.254.169.254/latest/meta-data/' });
  host.serve('/inside.jpg', { status: 307, location: 'https://10.0.0.1/' });
  host.serve('/plain.jpg', { status: 308, location: 'http://pictures.example/a.jpg' });
  host.serve('/heavy.jpg', { body: Buffer.alloc(5_000_001) });
  host.serve('/largest.jpg', { body: Buffer.alloc(5_000_000) });
});
afterAll(() => host.close());

const PRIVATE = 'Pictures are fetched from public https:// addresses only';

test.each([
  ['/a.jpg', '5 bytes'],
  ['/a.jpg?width=1200', '5 bytes'],
  ['/moved.jpg', '5 bytes'],
  ['/other.jpg', '5 bytes'],
  ['/largest.jpg', '5000000 bytes'],
  ['/heavy.jpg', 'Image size should be less than 5MB'],
  ['/endless.jpg', 'Image size should be less than 5MB'],
  ['/round.jpg', 'The address leads from one page to the next'],
  ['/nowhere.jpg', 'There is no such address'],
  ['/missing.jpg', 'The other site answers 404'],
  ['/switch.jpg', 'The other site cannot be reached'],
  ['/cut.jpg', 'The other site cannot be reached'],
  ['/metadata.jpg', PRIVATE],
  ['/inside.jpg', PRIVATE],
  ['/plain.jpg', PRIVATE],
])('https://pictures.example%s: %s', async (path, result) => {
  expect(await outcome(`https://pictures.example${path}`)).toBe(result);
});

test.each([
  'http://pictures.example/a.jpg',
  'http://127.0.0.1/a.jpg',
  'https://127.0.0.1/a.jpg',
  'https://2130706433/a.jpg',
  'https://0x7f.1/a.jpg',
  'https://169.254.169.254/a.jpg',
  'https://[::1]/a.jpg',
  'https://[::ffff:127.0.0.1]/a.jpg',
  'https://8.8.8.8/a.jpg',
  'https://pictures.example:8443/a.jpg',
  'https://me:secret@pictures.example/a.jpg',
  'ftp://pictures.example/a.jpg',
  'file:///etc/passwd',
])('nothing is sent to %s', async (address) => {
  const before = host.asked.length;
  expect(await outcome(address)).toBe(PRIVATE);
  expect(host.asked.length).toBe(before);
});

test('a site that never answers does not keep the shop waiting', async () => {
  expect(await outcome('https://pictures.example/silent.jpg', pictureFetch(host.send, 100))).toBe(
    'The other site takes too long',
  );
});

test('a name that leads to this machine is not connected to', async () => {
  expect(await outcome('https://localhost/a.jpg', pictureFetch(httpsRequest, 5_000))).toBe(PRIVATE);
});
