import { expect, test } from 'vitest';
import { afterLoss } from './connection.ts';

const at = 1_795_113_300_000;

test.each([
  ['online all the time', null, { savedAt: null, offline: false }, { stored: null, announced: false }],
  ['the network is lost', null, { savedAt: at, offline: true }, { stored: 'offline', announced: false }],
  ['a kept page is opened offline', 'offline', { savedAt: at, offline: true }, { stored: 'offline', announced: false }],
  [
    'there is a network, but no answer yet',
    'offline',
    { savedAt: at, offline: false },
    { stored: 'offline', announced: false },
  ],
  ['online again', 'offline', { savedAt: null, offline: false }, { stored: null, announced: true }],
  ['the server was slow', null, { savedAt: at, offline: false }, { stored: null, announced: false }],
] as const)('the return of the network is announced once: %s', (_, stored, now, outcome) => {
  expect(afterLoss(stored, now)).toEqual(outcome);
});
