import { describe, expect, test } from 'vitest';
import { orderState } from './test-order.ts';
import { MOST_REFERENCES, receiveUtr, type UtrInput } from './utr.ts';

const OLD = '632400000001';
const NEW = '632400000002';
const input = (more: Partial<UtrInput> = {}): UtrInput => ({
  utr: NEW,
  app: 'phonepe',
  usedElsewhere: false,
  lapsed: false,
  kept: [],
  ...more,
});

describe('another UTR', () => {
  test('the first one: columns and event, no audit entry and no mail', () => {
    const result = receiveUtr(orderState({ utr: null }), input());
    expect(result).toEqual({
      outcome: 'taken',
      change: {
        columns: {
          utr: NEW,
          payment_app: 'phonepe',
          payment_status: 'pending',
          payment_note: '',
          payment_decided_at: null,
        },
        events: [{ kind: 'utr', status: null, note: { say: 'utrReceived' } }],
        audit: { none: expect.stringContaining('shopper') },
        mails: [],
        attention: { raised: [], resolved: ['utr_again'] },
      },
    });
  });

  test('after a payment that was not found: the previous one is kept for staff', () => {
    const order = orderState({ utr: OLD, payment_status: 'failed', payment_decided_at: 5 });
    const { outcome, change } = receiveUtr(order, input({ app: '' }));
    expect(outcome).toBe('taken');
    expect(change?.columns).toMatchObject({ utr: NEW, payment_app: 'gpay', payment_status: 'pending' });
    expect(change?.events).toEqual([
      { kind: 'utr', status: null, note: { say: 'utrReceived' } },
      { kind: 'note', status: null, note: `The UTR before was ${OLD}` },
    ]);
  });

  test.each([
    ['pending', OLD],
    ['completed', OLD],
    ['completed', null],
  ] as const)('while the payment is %s and the UTR %s it is kept for staff', (payment_status, utr) => {
    const result = receiveUtr(orderState({ payment_status, utr }), input());
    expect(result).toEqual({
      outcome: 'kept',
      change: {
        columns: {},
        events: [{ kind: 'note', status: null, note: `Another UTR was sent for this order: ${NEW}` }],
        audit: { none: expect.any(String) },
        mails: [],
        attention: { raised: ['other_utr'] },
      },
    });
  });

  test('is kept once, up to MOST_REFERENCES', () => {
    const note = `Another UTR was sent for this order: ${NEW}`;
    const kept = (notes: string[]) => receiveUtr(orderState(), input({ kept: notes }));
    expect(kept([note])).toEqual({ outcome: 'kept', change: null });
    const many = (count: number) => Array.from({ length: count }, (_, index) => `note ${index}`);
    expect(MOST_REFERENCES).toBe(10);
    expect(kept(many(9)).change).not.toBeNull();
    expect(kept(many(10))).toEqual({ outcome: 'kept', change: null });
    const failed = orderState({ payment_status: 'failed' });
    expect(receiveUtr(failed, input({ kept: many(10) })).change?.events).toHaveLength(1);
    expect(receiveUtr(failed, input({ kept: [`The UTR before was ${OLD}`] })).change?.events).toHaveLength(1);
  });

  test('of another order raises duplicate_utr, unless it is settled', () => {
    const raised = (settledUtr: string | null) => {
      const settled = settledUtr === null ? [] : [{ reason: 'duplicate_utr' as const, utr: settledUtr, at: 1 }];
      return receiveUtr(orderState({ utr: null, settled }), input({ usedElsewhere: true })).change?.attention?.raised;
    };
    expect(raised(null)).toEqual(['duplicate_utr']);
    expect(raised(OLD)).toEqual(['duplicate_utr']);
    expect(raised(NEW)).toEqual([]);
  });
});

describe('the same UTR', () => {
  test.each([
    ['pending', 'taken'],
    ['completed', 'known'],
  ] as const)('changes nothing while the payment is %s', (payment_status, outcome) => {
    expect(receiveUtr(orderState({ payment_status }), input({ utr: OLD }))).toEqual({ outcome, change: null });
  });

  test('after a payment that was not found raises utr_again', () => {
    const order = orderState({ payment_status: 'failed', payment_decided_at: 100 });
    expect(receiveUtr(order, input({ utr: OLD }))).toEqual({
      outcome: 'again',
      change: {
        columns: {},
        events: [{ kind: 'utr', status: null, note: { say: 'utrAgain' } }],
        audit: { none: expect.any(String) },
        mails: [],
        attention: { raised: ['utr_again'] },
      },
    });
  });

  test.each([
    ['they are asked already', { open: ['utr_again' as const] }, false],
    ['they have looked since the decision', { settled: [{ reason: 'utr_again' as const, utr: OLD, at: 100 }] }, false],
    ['they looked before the decision', { settled: [{ reason: 'utr_again' as const, utr: OLD, at: 99 }] }, true],
    ['they looked for another UTR', { settled: [{ reason: 'utr_again' as const, utr: NEW, at: 100 }] }, true],
    ['another reason was settled', { settled: [{ reason: 'duplicate_utr' as const, utr: OLD, at: 100 }] }, true],
  ])('raises utr_again once per decision: %s', (_name, given, asks) => {
    const order = orderState({ payment_status: 'failed', payment_decided_at: 100, ...given });
    const { outcome, change } = receiveUtr(order, input({ utr: OLD }));
    expect([outcome, change !== null]).toEqual(['again', asks]);
  });

  test('a decision without a time counts as the oldest', () => {
    const settled = [{ reason: 'utr_again' as const, utr: OLD, at: 0 }];
    expect(receiveUtr(orderState({ payment_status: 'failed', settled }), input({ utr: OLD })).change).toBeNull();
  });
});
