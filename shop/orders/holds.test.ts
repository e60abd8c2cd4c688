import { expect, test } from 'vitest';
import { NETWORKS_OF_48 } from '../network.ts';
import {
  type ClaimUsage,
  HOLD_LIMITS,
  holdMinutesLeft,
  mayHold,
  mayHoldUse,
  piecesOf,
  unprovenPieces,
} from './holds.ts';

/** How much stock is kept for somebody who has not paid (D53). */

test.each([
  // wanted, stock, unpaid, kept
  [1, 1, 0, 1],
  [10, 10, 0, 10],
  [10, 10, 10, 10],
  [11, 1_000, 0, 11],
  [11, 10, 0, 10],
  [999, 1_000, 0, 499],
  [999, 999, 0, 499],
  [499, 1_000, 0, 499],
  [499, 1_000, 480, 19],
  [499, 1_000, 495, 10],
])('of %i pieces wanted, with %i in stock and %i kept by others, %i are kept', (wanted, stock, unpaid, kept) => {
  expect(piecesOf(wanted, { stock, unpaid })).toBe(kept);
});

test.each([
  // wanted, free, unproven, kept
  [1, 1, 0, 1],
  [10, 10, 0, 10],
  [10, 50, 50, 10],
  [10, 49, 51, 0],
  [1, 49, 51, 0],
  [40, 100, 0, 40],
  [80, 100, 0, 49],
  [80, 60, 40, 10],
  [5, 0, 0, 5],
])(
  'of %i pieces wanted by an unproven order, with %i free and %i unproven, %i are kept',
  (wanted, free, unproven, kept) => {
    expect(unprovenPieces(wanted, { stock: free, held: 0, unproven })).toBe(kept);
  },
);

test('a /48 may use up what twenty networks may', () => {
  const usage = (network48: { claims: number; withUtr: number; pieces: number }): ClaimUsage => ({
    network: { claims: 0, withUtr: 0, pieces: 0 },
    network48,
    phone: { claims: 0, withUtr: 0 },
  });
  const { networkClaims, networkPieces } = HOLD_LIMITS;
  const [claims, pieces] = [networkClaims * NETWORKS_OF_48, networkPieces * NETWORKS_OF_48];
  expect([claims, pieces]).toEqual([400, 4_000]);
  expect(mayHold(10, usage({ claims: 399, withUtr: 0, pieces: 3_990 }))).toBe(true);
  expect(mayHold(10, usage({ claims: 399, withUtr: 0, pieces: 3_991 }), true)).toBe(false);
  expect(mayHold(10, usage({ claims, withUtr: 0, pieces: 0 }))).toBe(false);
  expect(mayHold(10, usage({ claims, withUtr: 0, pieces: 0 }), true)).toBe(true);
  expect(mayHoldUse(usage({ claims: 200, withUtr: 199, pieces: 0 }))).toBe(true);
  expect(mayHoldUse(usage({ claims: 200, withUtr: 200, pieces: 0 }))).toBe(false);
});

test.each([
  [1, 19, 0, 2, true],
  [1, 20, 0, 0, false],
  [200, 0, 0, 0, true],
  [201, 0, 0, 0, false],
  [1, 5, 199, 0, true],
  [1, 5, 200, 0, false],
  [1, 0, 0, 3, false],
])(
  '%i pieces beside %i claims on %i pieces of the network and %i of the phone: %s',
  (pieces, claims, held, own, may) => {
    const usage = { network: { claims, withUtr: 50, pieces: held }, phone: { claims: own, withUtr: 50 } };
    expect(mayHold(pieces, usage)).toBe(may);
    // An order with a UTR is limited by pieces alone.
    expect(mayHold(pieces, usage, true)).toBe(pieces + held <= 200);
  },
);

test.each([
  [0, 0, 0, 0, true],
  [9, 10, 1, 1, true],
  [10, 10, 0, 0, false],
  [0, 20, 0, 0, false],
  [3, 0, 3, 0, false],
  [2, 1, 2, 1, false],
])(
  'beside %i claims without and %i with a UTR of the network, %i and %i of the phone, a use of a coupon is kept: %s',
  (claims, withUtr, own, ownWithUtr, may) => {
    const phone = { claims: own, withUtr: ownWithUtr };
    expect(mayHoldUse({ network: { claims, withUtr, pieces: 0 }, phone })).toBe(may);
  },
);

test.each([
  // The page read its clock a moment before the shop did.
  [15 * 60_000 + 9_000, 15],
  [15 * 60_000, 15],
  [14 * 60_000 + 1, 15],
  [14 * 60_000, 14],
  [59_000, 1],
  [1, 1],
  // A phone whose clock is three minutes behind.
  [18 * 60_000, 15],
])('a hold of 15 minutes that ends in %i ms shows %i min', (ms, minutes) => {
  expect(holdMinutesLeft(1_000_000 + ms, 1_000_000, 15)).toBe(minutes);
});
