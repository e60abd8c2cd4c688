import { describe, expect, test } from 'vitest';
import {
  canMoveReplacement,
  checkReplacement,
  isOpenReplacement,
  needsNote,
  nextReplacementStatuses,
  REPLACEMENT_REASONS,
  REPLACEMENT_STATUSES,
  type ReplaceableOrder,
  type ReplacementForm,
  type ReplacementStatus,
  type ReplacementTimes,
  reasonLabel,
  replacementEnd,
  replacementLabel,
  replacementLastDay,
  replacementRefusal,
  replacementTimeline,
  replacementTone,
  wrongReplacementMove,
} from './replacements.ts';

/** 20 Nov 2026, 3 pm in India. */
const DELIVERED = Date.UTC(2026, 10, 20, 9, 30);
const delivered = (replacements: ReplacementStatus[] = []): ReplaceableOrder => ({
  status: 'delivered',
  deliveredAt: DELIVERED,
  replacements: replacements.map((status) => ({ status })),
});

test('allowed moves', () => {
  const legal = REPLACEMENT_STATUSES.flatMap((from) =>
    REPLACEMENT_STATUSES.filter((to) => canMoveReplacement(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(legal).toEqual([
    'requested → approved',
    'requested → rejected',
    'approved → shipped',
    'approved → closed',
    'shipped → closed',
  ]);
  expect(REPLACEMENT_STATUSES.filter(isOpenReplacement)).toEqual(['requested', 'approved', 'shipped']);
  expect(nextReplacementStatuses('approved')).toEqual(['shipped', 'closed']);
  expect(wrongReplacementMove('closed', 'shipped')).toBe(
    'A replacement request that is completed cannot become sent again.',
  );
  expect(wrongReplacementMove('approved', 'approved')).toBe('This replacement request is already approved.');
});

test('a note is required when no goods are sent', () => {
  const moves = REPLACEMENT_STATUSES.flatMap((from) =>
    nextReplacementStatuses(from)
      .filter((to) => needsNote(from, to))
      .map((to) => `${from} → ${to}`),
  );
  expect(moves).toEqual(['requested → rejected', 'approved → closed']);
});

test('every reason and status has a unique label', () => {
  expect(new Set(REPLACEMENT_REASONS.map(reasonLabel)).size).toBe(REPLACEMENT_REASONS.length);
  expect(new Set(REPLACEMENT_STATUSES.map(replacementLabel)).size).toBe(REPLACEMENT_STATUSES.length);
  expect(REPLACEMENT_STATUSES.map(replacementTone)).toEqual(['yellow', 'blue', 'red', 'blue', 'green']);
});

describe('when a replacement can be requested', () => {
  test.each([
    ['on the day of the delivery', DELIVERED + 1, null],
    ['on the evening of the seventh day', Date.UTC(2026, 10, 27, 18, 29), null],
    ['when that day is over in India', Date.UTC(2026, 10, 27, 18, 30), 'replacement_late'],
  ])('%s', (_name, now, refusal) => {
    expect(replacementRefusal(delivered(), now)).toBe(refusal);
  });

  test('the last day does not depend on the time of delivery', () => {
    expect(replacementLastDay(DELIVERED)).toBe('27 Nov 2026');
    expect(replacementLastDay(Date.UTC(2026, 10, 20, 18, 29))).toBe('27 Nov 2026');
    expect(replacementLastDay(Date.UTC(2026, 10, 20, 18, 30))).toBe('28 Nov 2026');
    expect(replacementEnd(DELIVERED)).toBe(Date.UTC(2026, 10, 27, 18, 30));
  });

  test.each([
    'draft',
    'pending',
    'confirmed',
    'processing',
    'shipped',
    'out_for_delivery',
    'cancelled',
    'returned',
  ] as const)('not for an order that is %s', (status) => {
    expect(replacementRefusal({ ...delivered(), status }, DELIVERED)).toBe('replacement_not_delivered');
  });

  test('not without a delivery date', () => {
    expect(replacementRefusal({ status: 'delivered', deliveredAt: null }, DELIVERED)).toBe('replacement_not_delivered');
  });

  test('one open request at a time; another one after it, within the period', () => {
    for (const status of ['requested', 'approved', 'shipped'] as const) {
      expect(replacementRefusal(delivered(['rejected', status]), DELIVERED)).toBe('replacement_open');
      expect(replacementRefusal(delivered([status]), DELIVERED + 30 * 86_400_000)).toBe('replacement_open');
    }
    expect(replacementRefusal(delivered(['rejected', 'closed']), DELIVERED)).toBeNull();
  });
});

describe('the form', () => {
  const form: ReplacementForm = {
    items: [{ line: 1, quantity: 2 }],
    reason: 'damaged',
    description: 'The pack had a hole.',
  };
  const check = (change: Partial<ReplacementForm>) => checkReplacement({ ...form, ...change }, [1, 2]);

  test('a complete form has no errors', () => {
    expect(check({})).toEqual({});
    expect(check({ items: [form.items[0]!, { line: 0, quantity: 1 }] })).toEqual({});
  });

  test.each([
    ['nothing chosen', { items: [] }, { items: 'Please choose at least one item' }],
    [
      'more than was ordered',
      { items: [{ line: 1, quantity: 3 }] },
      { items: expect.stringContaining('no more than you ordered') },
    ],
    ['half a pack', { items: [{ line: 1, quantity: 0.5 }] }, { items: expect.any(String) }],
    ['none of it', { items: [{ line: 1, quantity: 0 }] }, { items: expect.any(String) }],
    ['a line that is not there', { items: [{ line: 2, quantity: 1 }] }, { items: expect.any(String) }],
    [
      'one line twice',
      {
        items: [
          { line: 1, quantity: 1 },
          { line: 1, quantity: 1 },
        ],
      },
      { items: expect.any(String) },
    ],
    ['no reason', { reason: '' as const }, { reason: 'Please choose a reason' }],
    ['no words', { description: ' short ' }, { description: 'Please describe the problem in at least 10 characters' }],
    ['too many words', { description: 'x'.repeat(1001) }, { description: 'At most 1000 characters' }],
  ])('%s', (_name, change, errors) => {
    expect(check(change)).toEqual(errors);
  });
});

describe('the timeline', () => {
  const request: ReplacementTimes = {
    status: 'requested',
    note: '',
    courier: '',
    courierTracking: '',
    createdAt: 1,
    decidedAt: null,
    shippedAt: null,
    closedAt: null,
  };
  const stepsOf = (change: Partial<ReplacementTimes>) =>
    replacementTimeline({ ...request, ...change }).map(({ state, title, note }) => [state, title, note].join('|'));

  test.each<[ReplacementStatus, Partial<ReplacementTimes>, string[]]>([
    [
      'requested',
      {},
      ['done|Replacement requested|', 'now|We are looking into it|', 'todo|Sent again|', 'todo|Completed|'],
    ],
    [
      'rejected',
      { note: 'Opened pack', decidedAt: 2 },
      ['done|Replacement requested|', 'done|Not approved|Opened pack'],
    ],
    [
      'approved',
      { note: 'Sorry', decidedAt: 2 },
      ['done|Replacement requested|', 'done|Approved|Sorry', 'now|Sent again|', 'todo|Completed|'],
    ],
    [
      'shipped',
      { decidedAt: 2, shippedAt: 3, courier: 'India Post', courierTracking: 'EX1' },
      ['done|Replacement requested|', 'done|Approved|', 'done|Sent again|India Post EX1', 'now|Completed|'],
    ],
    [
      'closed',
      { decidedAt: 2, shippedAt: 3, closedAt: 4 },
      ['done|Replacement requested|', 'done|Approved|', 'done|Sent again|', 'done|Completed|'],
    ],
    [
      'closed',
      { note: 'Refunded instead', decidedAt: 2, closedAt: 4 },
      ['done|Replacement requested|', 'done|Approved|', 'done|Completed|Refunded instead'],
    ],
  ])('%s', (status, change, steps) => {
    expect(stepsOf({ status, ...change })).toEqual(steps);
  });
});
