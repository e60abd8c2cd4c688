import { expect, test } from 'vitest';
import { type AppHealth, byHealth } from './upi-apps.ts';

const health = (app: string, opened: number, utrGiven: number, verified: number): AppHealth => ({
  app,
  opened,
  utrGiven,
  verified,
  declined: 0,
  usualCheckMs: null,
});

test('apps stand in the order of what ended in a payment; unknown ones keep theirs, at the end', () => {
  const apps = ['other', 'phonepe', 'paytm', 'navi', 'googlepay', 'bhim'].map((id) => ({ id, visible: id !== 'navi' }));
  const sorted = byHealth(apps, [
    health('phonepe', 100, 80, 75),
    health('paytm', 10, 9, 9),
    // On a computer nothing is opened: the UTRs count.
    health('googlepay', 0, 10, 8),
    health('bhim', 5, 0, 0),
    health('unknown', 1, 1, 1),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['paytm', 'googlepay', 'phonepe', 'bhim', 'other', 'navi']);
  expect(sorted.find(({ id }) => id === 'navi')).toEqual({ id: 'navi', visible: false });
});
