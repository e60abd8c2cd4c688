import { expect, test } from 'vitest';
import { coverageOf, coversDay } from './coverage.ts';

const statement = { unbroken: true, accountTail: '6298', from: '2026-11-04', to: '2026-11-07' };

test.each<[string, string, string | null, Partial<typeof statement>, boolean]>([
  ['the first day', '2026-11-04', '6298', {}, true],
  ['the day before the last', '2026-11-06', '6298', {}, true],
  ['the last day, which may not be over', '2026-11-07', '6298', {}, false],
  ['the day before the first', '2026-11-03', '6298', {}, false],
  ['a day of the same account with three digits', '2026-11-05', '298', {}, true],
  ['a day of another account', '2026-11-05', '1111', {}, false],
  ['a day of an account that is not named', '2026-11-05', null, {}, true],
  ['a day when the balances have a gap', '2026-11-05', '6298', { unbroken: false }, false],
  ['the only day', '2026-11-04', '6298', { to: '2026-11-04' }, false],
])('whether a statement covers %s', (_title, day, tail, change, covered) => {
  expect(coversDay(coverageOf({ ...statement, ...change }), day, tail)).toBe(covered);
});
