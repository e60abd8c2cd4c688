import type { LookupAddress } from 'node:dns';
import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from './public-lookup.ts';

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
