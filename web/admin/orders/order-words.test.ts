import { expect, test } from 'vitest';
import { shortTime } from './order-words.ts';

/** 22 November 2026, 11:30 in India. */
const NOW = Date.UTC(2026, 10, 22, 6);

test.each([
  [Date.UTC(2026, 10, 22, 1, 2), '6:32 am'],
  [Date.UTC(2026, 10, 21, 18, 31), '12:01 am'],
  [Date.UTC(2026, 10, 21, 18, 29), '21 Nov'],
  [Date.UTC(2026, 0, 1), '1 Jan'],
  [Date.UTC(2025, 10, 22), '22 Nov 2025'],
])('%i was placed at %s', (ms, text) => {
  expect(shortTime(ms, NOW)).toBe(text);
});
