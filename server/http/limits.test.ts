import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { countAttempt, forgiveAttempt, limitAttempts } from './limits.ts';

const LIMIT = { max: 2, windowMs: 60_000 };

test('a /48 has twenty times the attempts of a /64, however many networks it has', async () => {
  await using t = await testApp();
  const attempt = (address: string) => limitAttempts(t.context, 'some-address', address, LIMIT);
  for (let network = 1; network <= 40; network++) await attempt(`2001:db8:1:${network.toString(16)}::1`);
  await expect(attempt('2001:db8:1:ffff::1')).rejects.toMatchObject({ code: 'too_many_attempts' });
  await attempt('2001:db8:2:1::1');
  await attempt('203.0.113.7');
  // Each /64 still has its own limit.
  await attempt('2001:db8:2:1::2');
  await expect(attempt('2001:db8:2:1::3')).rejects.toMatchObject({ code: 'too_many_attempts' });
});

test('an attempt that is forgiven counts for neither', async () => {
  await using t = await testApp();
  for (let index = 0; index < 100; index++) {
    const address = `2001:db8:1:${index.toString(16)}::1`;
    await limitAttempts(t.context, 'some-address', address, LIMIT);
    await forgiveAttempt(t.context, 'some-address', address);
  }
});

test('hashes of a network count like its address', async () => {
  await using t = await testApp();
  const count = (network: string) => countAttempt(t.context, 'orders', { network, network48: 'wide' }, LIMIT);
  for (let index = 0; index < 40; index++) expect(await count(`n${index}`)).toBeLessThanOrEqual(LIMIT.max);
  expect(await count('another')).toBe(LIMIT.max + 1);
  expect(await countAttempt(t.context, 'orders', { network: 'v4', network48: '' }, LIMIT)).toBe(1);
});
