import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { subscriptionOf } from '#tests/push-endpoint.ts';
import { pushDelivery } from './push-delivery.ts';

test('nothing is sent to an IP address or without https', () => {
  const keys = { publicKey: '', privateKey: '', subject: 'https://shop.example' };
  const deliver = pushDelivery(() => {
    throw new Error('sent');
  });
  for (const endpoint of ['https://127.0.0.1/a', 'https://[::1]/a', 'https://8.8.8.8/a', 'http://push.example/a']) {
    expect(() => deliver({ endpoint, p256dh: '', auth: '' }, { topic: 'a', payload: '' }, keys)).toThrow(
      'no public address',
    );
  }
});

test.each([
  ['drips its response', 'HTTP/1.1 201 Created\r\n', 'x: '],
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', ''],
  ['never ends its response', 'HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\n\r\n', 'more'],
])('a push service that %s does not keep the shop waiting', async (_, start, more) => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.resume();
    socket.write(start);
    const timer = setInterval(() => socket.write(more), 10);
    socket.on('close', () => {
      clearInterval(timer);
      closed.resolve();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { endpoint, keys } = subscriptionOf('https://push.example/one').device;
  const pair = { ...webPush.generateVAPIDKeys(), subject: 'https://shop.example' };
  const deliver = pushDelivery(
    (_url, options, done) => httpRequest({ ...options, lookup: undefined, host: '127.0.0.1', port }, done),
    200,
  );
  const outcome = deliver({ endpoint, ...keys }, { topic: 'a', payload: '{}' }, pair).catch(() => 'given up');
  await closed.promise;
  expect(await outcome).toBe(more === 'more' ? 201 : 'given up');
  server.close();
});
