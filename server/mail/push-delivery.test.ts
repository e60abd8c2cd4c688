import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import webPush from 'web-push';
import { subscriptionOf } from '#tests/push-endpoint.ts';
import { isPublicAddress, publicLookup, pushDelivery } from './push-delivery.ts';

test.each([
  ['142.250.183.10', true],
  ['2404:6800:4009:80a::200a', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:142.250.183.10', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['not an address', false],
])('the address %s is public: %j', (address, good) => expect(isPublicAddress(address)).toBe(good));

const resolved = (addresses: LookupAddress[], all: boolean) =>
  new Promise((resolve) => {
    publicLookup(
      'push.example',
      { all },
      (error, ...rest) => resolve(error ? (error.code ?? '') : rest),
      (_, __, done) => done(null, addresses),
    );
  });

test('a name is connected to only when all its addresses are public, and to those that were checked', async () => {
  const good = { address: '142.250.183.10', family: 4 };
  const bad = { address: '127.0.0.1', family: 4 };
  expect(await resolved([good], true)).toEqual([[good]]);
  expect(await resolved([good], false)).toEqual([good.address, 4]);
  for (const all of [true, false]) {
    for (const addresses of [[bad], [good, bad], []]) expect(await resolved(addresses, all)).toBe('EPRIVATE');
  }
});

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
  ['never ends its response', 'HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\n\r\n', 'more'],
])('a push service that %s does not keep the shop waiting', async (_, start, more) => {
  const closed = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
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
