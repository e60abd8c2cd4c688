import { expect, test } from 'vitest';
import { type GrievanceStep, type GrievanceTimes, grievanceLimits, isOverdue, takeStep } from './grievances.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 10, 20, 6, 30);
const open: GrievanceTimes = { createdAt: AT, acknowledgedAt: null, closedAt: null };
const told = { ...open, acknowledgedAt: AT + HOUR };
const closed = { ...told, closedAt: AT + 2 * HOUR };

test('a complaint is acknowledged within 48 hours and settled within 30 days', () => {
  expect(grievanceLimits(open)).toEqual({ acknowledgeBy: AT + 48 * HOUR, resolveBy: AT + 720 * HOUR });
});

test.each([
  ['open', open, 48 * HOUR, false],
  ['open', open, 48 * HOUR + 1, true],
  ['acknowledged', told, 48 * HOUR + 1, false],
  ['acknowledged', told, 720 * HOUR, false],
  ['acknowledged', told, 720 * HOUR + 1, true],
  ['closed', closed, 720 * HOUR + 1, false],
])('a complaint that is %s, %o, after %i ms is overdue: %s', (_name, times, later, overdue) => {
  expect(isOverdue(times, AT + later)).toBe(overdue);
});

test.each<[string, GrievanceTimes | null, GrievanceStep, GrievanceTimes | null | 'no']>([
  ['a message', null, 'register', open],
  ['a message', null, 'acknowledge', 'no'],
  ['a message', null, 'close', 'no'],
  ['a message', null, 'withdraw', 'no'],
  ['an open complaint', open, 'register', 'no'],
  ['an open complaint', open, 'withdraw', null],
  ['an open complaint', open, 'acknowledge', { ...open, acknowledgedAt: AT + 9 }],
  ['an open complaint', open, 'close', { ...open, acknowledgedAt: AT + 9, closedAt: AT + 9 }],
  ['an acknowledged one', told, 'acknowledge', 'no'],
  ['an acknowledged one', told, 'close', { ...told, closedAt: AT + 9 }],
  ['a closed one', closed, 'register', 'no'],
  ['a closed one', closed, 'acknowledge', 'no'],
  ['a closed one', closed, 'close', 'no'],
  ['a closed one', closed, 'withdraw', 'no'],
])('%s, step %3$s', (_name, times, step, after) => {
  expect(takeStep(times, step, { createdAt: AT, now: AT + 9 })).toEqual(after);
});
