import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#tests/app.ts';
import { createLog } from './log.ts';

const SECRETS = {
  bearer: 'a-secret-session-token-0123',
  order: 'a-secret-order-token-4567',
  url: 'a-secret-in-the-url',
};

test('no secret of a request is logged, even at level trace: form data, bytes that cannot be parsed, errors (D47)', async () => {
  await using t = await testApp();
  let text = '';
  const log = createLog('trace', { write: (line) => (text += line) });
  const app = await buildApp({ ...t.services, context: { ...t.context, log } }, { maxEventLoopDelayMs: 0 });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const form = new FormData();
  form.append('image', new Blob(['no picture']), 'x.png');
  const uploaded = await fetch(`${origin}/api/upload/image?secret=${SECRETS.url}`, {
    method: 'POST',
    body: form,
    headers: { ...t.auth(await t.adminToken()), 'x-order-token': SECRETS.order, 'x-other': SECRETS.bearer },
  });
  expect(uploaded.status).toBe(400);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(
    `GET /${SECRETS.url} HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer ${SECRETS.bearer}\r\nX-Order-Token: ${SECRETS.order}\r\nBad Header\r\n\r\n`,
  );
  socket.resume();
  await once(socket, 'close');
  await app.close();

  // Both ways into the log were taken.
  expect(text).toContain('Providing options to busboy');
  expect(text).toContain('client error');
  const bytes = Object.values(SECRETS).map((secret) => [...Buffer.from(secret)].join(','));
  expect([...Object.values(SECRETS), ...bytes, 'Bearer'].filter((secret) => text.includes(secret))).toEqual([]);
});

test('requests whose client is gone before they are routed are dropped, and not logged as failures', async () => {
  await using t = await testApp();
  let text = '';
  const log = createLog('info', { write: (line) => (text += line) });
  const app = await buildApp({ ...t.services, context: { ...t.context, log } }, { maxEventLoopDelayMs: 0 });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  text = '';
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  // So many at once that the connection is cut while the first ones are being routed.
  socket.on('error', () => {}).write('GET /api/products?_t=1 HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(200));
  socket.resume();
  await once(socket, 'close');
  await app.close();
  expect(text).toBe('');
});
