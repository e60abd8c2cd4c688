import { expect, test } from 'vitest';
import { newId } from './ids.ts';

test('ids sort by age, also within a millisecond', () => {
  const ids = Array.from({ length: 5_000 }, () => newId('evt'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set(['evt_'.length + 9 + 4 + 16]));
});
