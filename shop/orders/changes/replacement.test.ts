import { describe, expect, test } from 'vitest';
import type { ReplacementStatus } from '../replacements.ts';
import { stockKey } from '../stock.ts';
import { amountsOf, decideReplacement, type ReplacedItem, requestReplacement } from './replacement.ts';
import { errorOf, orderState } from './test-order.ts';

const AT = 5_000;
const order = orderState({ status: 'delivered' });
const item = (more: Partial<ReplacedItem> = {}): ReplacedItem => ({
  line: 0,
  productId: 'almonds',
  name: 'Almonds',
  size: '250g',
  stockSize: '250g',
  quantity: 2,
  ...more,
});
const DATES = item({ line: 1, productId: 'dates', name: 'Dates', size: '', stockSize: '', quantity: 1 });
const UNKNOWN = item({ line: 2, productId: 'gone', name: 'Gone', stockSize: null });

function decide(
  from: ReplacementStatus,
  to: ReplacementStatus,
  more: { note?: string; courier?: string; courierTracking?: string; items?: ReplacedItem[]; left?: number } = {},
) {
  const { note = '', courier = '', courierTracking = '', items = [item()], left = 100 } = more;
  const inStock = new Map(amountsOf(items).map((amount) => [stockKey(amount), left]));
  return decideReplacement(
    order,
    { id: 'rpl_1', status: from, reason: 'damaged', items },
    { status: to, note, courier, courierTracking, by: 'Asha', inStock },
    AT,
  );
}

test('a request: event and mail, no audit entry and no columns', () => {
  expect(requestReplacement({ reason: 'damaged', items: [item()] })).toEqual({
    columns: {},
    events: [{ kind: 'replacement', status: null, note: 'Replacement requested: Arrived damaged' }],
    audit: { none: expect.stringContaining('shopper') },
    mails: [
      {
        kind: 'replacement_received',
        reason: 'damaged',
        items: [item()],
        note: '',
        courier: '',
        courierTracking: '',
      },
    ],
  });
});

describe('a decision', () => {
  test('to approve', () => {
    expect(decide('requested', 'approved', { note: 'Sorry' })).toEqual({
      message: 'Replacement approved.',
      change: {
        columns: {},
        events: [{ kind: 'replacement', status: null, note: 'Replacement approved: Sorry' }],
        audit: {
          action: 'replacement.status',
          entity: { kind: 'replacement', id: 'rpl_1' },
          before: { status: 'requested' },
          after: { status: 'approved', order: order.order_number, note: 'Sorry' },
        },
        mails: [
          {
            kind: 'replacement_approved',
            reason: 'damaged',
            items: [item()],
            note: 'Sorry',
            courier: '',
            courierTracking: '',
          },
        ],
        replacement: {
          id: 'rpl_1',
          columns: { status: 'approved', note: 'Sorry', decided_at: AT, decided_by: 'Asha' },
        },
      },
    });
  });

  test('to reject needs a note', () => {
    const error = errorOf(() => decide('requested', 'rejected'));
    const msg = 'Please give a reason';
    expect([error.code, error.message, error.errors]).toEqual(['validation', msg, [{ path: 'note', msg }]]);
    const { change, message } = decide('requested', 'rejected', { note: 'Too ripe is fine' });
    expect(message).toBe('Replacement not approved.');
    expect(change.mails).toMatchObject([{ kind: 'replacement_rejected', note: 'Too ripe is fine' }]);
    expect(change.replacement?.columns).toEqual({
      status: 'rejected',
      note: 'Too ripe is fine',
      decided_at: AT,
      decided_by: 'Asha',
    });
  });

  test('to send again takes the goods from stock, with a note for staff', () => {
    const { change, message } = decide('approved', 'shipped', {
      courier: 'Post',
      courierTracking: 'RR1',
      items: [item(), item({ line: 3, quantity: 1 }), DATES, UNKNOWN],
    });
    const taken = 'Taken from stock: Almonds (250g) −3, Dates −1.';
    expect(message).toBe(`Replacement sent again. ${taken}`);
    expect(change.stock).toEqual({
      sent: [
        { productId: 'almonds', size: '250g', quantity: 3 },
        { productId: 'dates', size: '', quantity: 1 },
      ],
    });
    expect(change.events).toEqual([
      { kind: 'replacement', status: null, note: 'Replacement sent again: Post RR1' },
      { kind: 'note', status: null, note: taken },
    ]);
    expect(change.audit).toMatchObject({
      before: { status: 'approved' },
      after: { status: 'shipped', order: order.order_number, note: 'Post RR1', stock: taken },
    });
    expect(change.mails).toMatchObject([{ kind: 'replacement_shipped', courier: 'Post', courierTracking: 'RR1' }]);
    expect(change.replacement?.columns).toEqual({
      status: 'shipped',
      shipped_at: AT,
      courier: 'Post',
      courier_tracking: 'RR1',
    });
  });

  test('note and parcel are joined on the timeline', () => {
    const { change } = decide('approved', 'shipped', { note: 'Enjoy', courier: 'Post', courierTracking: 'RR1' });
    expect(change.events).toMatchObject([{ note: 'Replacement sent again: Enjoy · Post RR1' }, {}]);
  });

  test('to send without known stock rows moves no stock', () => {
    const { change, message } = decide('approved', 'shipped', { items: [UNKNOWN] });
    expect(message).toBe('Replacement sent again.');
    expect(change).not.toHaveProperty('stock');
    expect(change.events).toEqual([{ kind: 'replacement', status: null, note: 'Replacement sent again' }]);
    expect(change.audit).not.toHaveProperty('after.note');
    expect(change.audit).not.toHaveProperty('after.stock');
  });

  test.each([
    [item(), 'Almonds (250g): 2 needed, 1 in stock.'],
    [{ ...DATES, quantity: 2 }, 'Dates: 2 needed, 1 in stock.'],
  ])('to send with too little stock throws', (short, sentence) => {
    const error = errorOf(() => decide('approved', 'shipped', { items: [short], left: 1 }));
    expect([error.code, error.message]).toEqual([
      'out_of_stock',
      `${sentence} Nothing was sent. Put stock in first, or close the request with a note.`,
    ]);
    expect(decide('approved', 'shipped', { items: [short], left: 2 }).change.stock).toBeDefined();
  });

  test('a size without a stock figure counts as empty', () => {
    const error = errorOf(() =>
      decideReplacement(
        order,
        { id: 'rpl_1', status: 'approved', reason: 'damaged', items: [item()] },
        { status: 'shipped', note: '', courier: '', courierTracking: '', by: 'Asha', inStock: new Map() },
        AT,
      ),
    );
    expect(error.message).toContain('2 needed, 0 in stock');
  });

  test.each([
    ['requested', 'approved', 'wrong_move'],
    ['approved', 'shipped', 'wrong_move'],
    ['requested', 'rejected', null],
    ['approved', 'closed', null],
  ] as const)('for a returned order, from %s to %s: %s', (from, to, code) => {
    const returned = { ...order, status: 'returned' as const };
    const run = () =>
      decideReplacement(
        returned,
        { id: 'rpl_1', status: from, reason: 'damaged', items: [item()] },
        { status: to, note: 'Refunded', courier: 'Post', courierTracking: '', by: 'Asha', inStock: new Map() },
        AT,
      );
    if (code === null) expect(run().change.replacement?.columns.status).toBe(to);
    else expect(errorOf(run).code).toBe(code);
  });

  test('to close: with a note when nothing was sent, without a mail, decision or parcel', () => {
    expect(errorOf(() => decide('approved', 'closed')).code).toBe('validation');
    const { change } = decide('approved', 'closed', { note: 'Refunded', courier: 'Post', courierTracking: 'RR1' });
    expect(change.mails).toEqual([]);
    expect(change).not.toHaveProperty('stock');
    expect(change.events).toEqual([{ kind: 'replacement', status: null, note: 'Replacement completed: Refunded' }]);
    expect(change.replacement?.columns).toEqual({ status: 'closed', note: 'Refunded', closed_at: AT });
    expect(decide('shipped', 'closed').change.replacement?.columns).toEqual({ status: 'closed', closed_at: AT });
  });

  test.each<[ReplacementStatus, ReplacementStatus]>([
    ['requested', 'shipped'],
    ['rejected', 'approved'],
    ['closed', 'shipped'],
    ['approved', 'approved'],
  ])('from %s to %s throws', (from, to) => {
    const error = errorOf(() => decide(from, to, { note: 'x' }));
    expect([error.code, error.message]).toEqual(['wrong_move', expect.stringContaining('replacement request')]);
  });
});
