import { describe, expect, test } from 'vitest';
import { ApiError } from './api.ts';
import type { TakenOrder } from './my-orders.ts';
import type { OrderBody, OutboxEntry } from './outbox.ts';
import { backoff, createOutbox, REFUSED_WITHOUT_REASON, refusalText } from './outbox.ts';

const body = (orderNumber: string): OrderBody => ({
  orderNumber,
  accessToken: 'secret',
  items: [],
  shippingAddress: {},
  paymentMethod: 'upi',
  paymentDetails: { utrNumber: '632400182734', method: 'upi', status: 'pending' },
  orderNote: '',
  subtotal: 1,
  shipping: 0,
  total: 1,
  status: 'pending',
});
const taken = (orderNumber: string) => ({ orderNumber });
const failure = (status: number, data?: unknown, errors: { path: string; msg: string }[] = []) =>
  new ApiError('no', { status, url: '/api/orders', data, errors });

/** An outbox with an array as storage, a scripted server and a manual clock. */
function setUp(outcomes: (TakenOrder | Error)[]) {
  const state = {
    entries: [] as OutboxEntry[],
    now: 1_000,
    sent: [] as string[],
    delivered: [] as string[],
    refused: [] as string[],
    retried: [] as string[],
  };
  const outbox = createOutbox({
    read: () => state.entries,
    write: (entries) => {
      state.entries = entries;
    },
    send: async ({ orderNumber }) => {
      state.sent.push(orderNumber);
      const outcome = outcomes.shift();
      if (!outcome) throw new Error('unexpected request');
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    now: () => state.now,
    onDelivered: (_entry, order) => state.delivered.push(order.orderNumber),
    onRefused: (_entry, message) => state.refused.push(message),
    onRetry: (entry) => state.retried.push(entry.id),
  });
  return { outbox, state };
}

describe('the outbox', () => {
  test('a delivered order is removed', async () => {
    const { outbox, state } = setUp([taken('ORD1')]);
    outbox.add(body('ORD1'));
    expect(await outbox.deliver('ORD1')).toMatchObject({ kind: 'delivered' });
    expect(state).toMatchObject({ entries: [], delivered: ['ORD1'] });
  });

  test('without a network the order stays and is retried with exponential backoff', async () => {
    const { outbox, state } = setUp([failure(0), failure(503), failure(429), taken('ORD1')]);
    outbox.add(body('ORD1'));
    expect(await outbox.deliver('ORD1')).toEqual({ kind: 'waiting' });
    expect(outbox.nextIn()).toBe(2_000);
    expect(await outbox.flush()).toBe(0);
    expect(state.sent).toHaveLength(1);
    state.now += 2_000;
    await outbox.flush();
    expect(outbox.nextIn()).toBe(4_000);
    expect(await outbox.flush(true)).toBe(0);
    expect(await outbox.flush(true)).toBe(1);
    expect(outbox.nextIn()).toBeNull();
  });

  test('after a lost network it is tried again within 3 seconds, however long the network was lost', async () => {
    const { outbox, state } = setUp([...Array.from({ length: 30 }, () => failure(0)), failure(503), taken('ORD1')]);
    outbox.add(body('ORD1'));
    for (let attempt = 0; attempt < 30; attempt++) {
      await outbox.flush(true);
      expect(outbox.nextIn()).toBeLessThan(3_000);
    }
    // The server's own failures begin at the first pause, not at the thirtieth.
    await outbox.flush(true);
    expect(outbox.nextIn()).toBe(4_000);
    expect(await outbox.flush(true)).toBe(1);
    expect(state.sent).toHaveLength(32);
  });

  test('an order that the worker has sent is taken over without another request', () => {
    const { outbox, state } = setUp([]);
    outbox.add(body('ORD1'));
    expect(outbox.settleSent('ORD1', taken('ORD1'))).toBe(true);
    expect(state).toMatchObject({ entries: [], delivered: ['ORD1'], sent: [] });
    expect(outbox.settleSent('ORD1', taken('ORD1'))).toBe(false);
    expect(state.delivered).toEqual(['ORD1']);
  });

  test('409 with the order counts as delivered', async () => {
    const { outbox, state } = setUp([failure(409, { data: { order: taken('ORD1') } })]);
    outbox.add(body('ORD1'));
    expect(await outbox.deliver('ORD1')).toMatchObject({ kind: 'delivered' });
    expect(state.entries).toEqual([]);
  });

  test('400 is reported, and the order stays until the shopper retries', async () => {
    const { outbox, state } = setUp([
      failure(400, {}, [{ path: 'shippingAddress.phone', msg: 'Phone number must be 10 digits' }]),
      taken('ORD1'),
    ]);
    outbox.add(body('ORD1'));
    const message = 'Validation failed: Phone number must be 10 digits';
    expect(await outbox.deliver('ORD1')).toMatchObject({ kind: 'refused', message });
    expect(state.refused).toEqual([message]);
    expect(state.entries).toMatchObject([{ id: 'ORD1', refused: message }]);
    expect(outbox.nextIn()).toBeNull();
    expect(await outbox.flush(true)).toBe(0);
    expect(await outbox.retry('ORD1')).toMatchObject({ kind: 'delivered' });
  });

  test('a rejected order that is sent again without a network is reported, and waits like any other', async () => {
    const { outbox, state } = setUp([failure(400), failure(0), taken('ORD1')]);
    outbox.add(body('ORD1'));
    await outbox.deliver('ORD1');
    expect(await outbox.retry('ORD1')).toEqual({ kind: 'waiting' });
    expect(state.retried).toEqual(['ORD1']);
    expect(outbox.nextIn()).toBe(2_000);
    expect(await outbox.flush(true)).toBe(1);
    // An order that does not wait here is not reported as being sent.
    await outbox.retry('ORD1');
    expect(state.retried).toEqual(['ORD1']);
  });

  test('409 without an order (out of stock) is a rejection with the server’s message', async () => {
    const { outbox } = setUp([failure(409, { message: 'no' })]);
    outbox.add(body('ORD1'));
    expect(await outbox.deliver('ORD1')).toMatchObject({ kind: 'refused', message: 'no' });
  });

  test('a rejection without a reason stores a default text on the order', async () => {
    const { outbox, state } = setUp([failure(403, undefined)]);
    outbox.add(body('ORD1'));
    expect(await outbox.deliver('ORD1')).toMatchObject({ kind: 'refused', message: '' });
    expect(state.refused).toEqual([REFUSED_WITHOUT_REASON]);
  });

  test('concurrent callers share one attempt', async () => {
    const { outbox, state } = setUp([taken('ORD1')]);
    outbox.add(body('ORD1'));
    const results = await Promise.all([outbox.deliver('ORD1'), outbox.deliver('ORD1')]);
    expect(results.map(({ kind }) => kind)).toEqual(['delivered', 'delivered']);
    expect(state.sent).toEqual(['ORD1']);
  });

  test('adding an order again replaces it', () => {
    const { outbox, state } = setUp([]);
    outbox.add(body('ORD1'));
    outbox.add({ ...body('ORD1'), orderNote: 'Ring twice' });
    expect(state.entries).toHaveLength(1);
    expect(state.entries[0]?.body.orderNote).toBe('Ring twice');
  });
});

test('the delay doubles up to five minutes', () => {
  expect([1, 2, 3, 8, 9, 50].map(backoff)).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
});

test('the text of a rejection combines message and field errors', () => {
  expect(refusalText('Some items are out of stock.', [], 409)).toBe('Some items are out of stock.');
  expect(refusalText('Some items are out of stock.', [{ msg: 'Figs (250g) is out of stock.' }], 409)).toBe(
    'Some items are out of stock. Figs (250g) is out of stock.',
  );
});
