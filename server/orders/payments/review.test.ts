import { describe, expect, test } from 'vitest';
import { lockKey } from '#server/database/engine.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import { credited, proofShop, returnLine, statementLine, UTR } from '#tests/proof.ts';
import { START } from '#tests/start.ts';

const DAY = 86_400_000;

type Json = Record<string, unknown>;

describe('staff', () => {
  test('match a credit with an order; another amount needs their consent', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(null);
    const { credit } = await s.sms(credited(UTR, '300.00'));
    const match = (body: Json) => s.t.post(`/api/payments/credits/${credit.id}/match`, body, s.auth);
    expect((await match({ orderNumber: 'ORD0' })).status).toBe(404);
    const refused = await match({ orderNumber: number });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The bank received ₹300, the order is for ₹299. Accept the difference to match them.',
    ]);
    const accepted = await match({ orderNumber: number, acceptAmount: true });
    expect(accepted.body.credit).toMatchObject({ status: 'matched', orderNumber: number, flags: ['amount_accepted'] });
    expect((await s.staff(number)).payment).toMatchObject({
      status: 'completed',
      paidAmount: 300,
      utrNumber: UTR,
      confirmedBy: 'staff',
      source: 'staff',
      creditId: credit.id,
    });
    const other = await s.order('632400000009');
    expect((await match({ orderNumber: other.number, acceptAmount: true })).status).toBe(409);
    // Overpaid: the difference is to be sent back.
    expect((await s.review()).refunds).toMatchObject([{ orderNumber: number, due: 1, why: 'overpaid' }]);
  });

  test.runIf(dialect === 'postgres')(
    'match a credit after what others do with its reference at that moment',
    async () => {
      await using s = await proofShop({});
      const { number } = await s.order(null);
      const { credit } = await s.sms(credited(UTR));
      let matching: ReturnType<typeof s.t.post> | undefined;
      await s.t.db.transaction().execute(async (other) => {
        await lockKey(other, UTR);
        matching = s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
        await untilWaitedFor(other, s.t.db);
      });
      expect((await matching)?.status).toBe(200);
    },
  );

  test('unmatch a credit: the order is pending again, and the credit waits for a person', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const { credit } = await s.sms(credited(UTR));
    const freed = await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth);
    expect(freed.body.credit).toMatchObject({ status: 'open', flags: ['unmatched'] });
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect(order.needsAttention).toContain('payment_reopened');
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth)).status).toBe(409);
  });

  test('dismiss a credit with a reason', async () => {
    await using s = await proofShop();
    const { credit } = await s.sms(credited(UTR));
    const gone = await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'My own money' }, s.auth);
    expect(gone.body.credit.status).toBe('dismissed');
    const { number } = await s.order(UTR);
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect((await s.t.post('/api/payments/credits/crd_0/dismiss', { reason: 'x' }, s.auth)).status).toBe(404);
  });

  test('open a credit again that they set aside; it confirms nothing by itself', async () => {
    await using s = await proofShop();
    const { credit } = await s.sms(credited(UTR));
    const { number } = await s.order('632400000002');
    const url = `/api/payments/credits/${credit.id}`;
    const early = await s.t.post(`${url}/open`, {}, s.auth);
    expect([early.status, early.body.message]).toEqual([409, 'This credit is not set aside.']);
    await s.t.post(`${url}/dismiss`, { reason: 'My own money' }, s.auth);
    expect(await s.credits('?status=dismissed')).toMatchObject([{ id: credit.id, reason: 'My own money' }]);
    const matched = await s.t.post(`${url}/match`, { orderNumber: number }, s.auth);
    expect(matched.body.message).toBe('This credit was set aside. Open it again first.');
    const opened = await s.t.post(`${url}/open`, {}, s.auth);
    expect(opened.body.credit).toMatchObject({ status: 'open', flags: ['unmatched'] });
    expect(opened.body.credit).not.toHaveProperty('reason');
    const own = await s.order(UTR);
    await s.t.services.proof.sweep();
    expect((await s.staff(own.number)).payment.status).toBe('pending');
    expect((await s.t.post(`${url}/match`, { orderNumber: own.number }, s.auth)).status).toBe(200);
    expect((await s.t.post('/api/payments/credits/crd_0/open', {}, s.auth)).status).toBe(404);
  });

  test('open a credit of a conflict again: it contradicts the other one as before', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const { credit } = await s.sms(credited(UTR, '300.00'));
    const url = `/api/payments/credits/${credit.id}`;
    await s.t.post(`${url}/dismiss`, { reason: 'Typing error' }, s.auth);
    const other = (await s.sms(credited(UTR))).credit;
    expect(other.status).toBe('conflict');
    const matched = await s.t.post(`/api/payments/credits/${other.id}/match`, { orderNumber: number }, s.auth);
    expect(matched.status).toBe(200);
    const opened = await s.t.post(`${url}/open`, {}, s.auth);
    expect([opened.status, opened.body.credit?.status]).toEqual([200, 'conflict']);
    expect(await s.credits('?status=matched')).toMatchObject([{ id: other.id }]);
  });

  test('open the second of two contradicting credits again: both wait for a person', async () => {
    await using s = await proofShop();
    const ids: string[] = [];
    for (const amount of ['299.00', '300.00']) {
      const { credit } = await s.sms(credited(UTR, amount));
      ids.push(credit.id);
      await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'Not sure' }, s.auth);
    }
    const statuses: string[] = [];
    for (const id of ids) {
      statuses.push((await s.t.post(`/api/payments/credits/${id}/open`, {}, s.auth)).body.credit.status);
    }
    expect(statuses).toEqual(['open', 'conflict']);
    expect((await s.credits()).map(({ status }: { status: string }) => status)).toEqual(['conflict', 'conflict']);
  });

  test('do not open a credit again whose import was undone', async () => {
    await using s = await proofShop({});
    const { id } = (await s.statement([statementLine(UTR)])).body.import;
    const [credit] = await s.credits();
    await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'My own money' }, s.auth);
    await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    // As an undone import leaves it when it was set aside.
    await s.t.db.updateTable('credits').set({ status: 'dismissed' }).where('id', '=', credit.id).execute();
    const opened = await s.t.post(`/api/payments/credits/${credit.id}/open`, {}, s.auth);
    expect([opened.status, opened.body.message]).toEqual([409, 'The import of this credit was undone.']);
  });

  test('confirm exact matches at once; each order gets its result', async () => {
    await using s = await proofShop({});
    const one = await s.order('632400000001');
    const two = await s.order('632400000002');
    await s.sms(credited('632400000001'));
    const { body } = await s.t.post('/api/payments/confirm-exact', { orderNumbers: [one.number, two.number] }, s.auth);
    expect(body.results).toEqual([
      { orderNumber: one.number, confirmed: true, reason: null },
      { orderNumber: two.number, confirmed: false, reason: 'This order has no exact match any more.' },
    ]);
    expect((await s.staff(one.number)).payment.confirmedBy).toBe('staff');
  });

  test('who verified by hand keep the credit that comes later', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment).toMatchObject({ confirmedBy: 'staff', source: 'staff' });
    expect(await s.credits('?status=matched')).toMatchObject([{ orderNumber: number }]);
  });

  test.each(['completed', 'failed'] as const)(
    'who saw the order before its UTR changed decide nothing (%s)',
    async (status) => {
      await using s = await proofShop({});
      const { number, token } = await s.order(null);
      const [{ version }] = (await s.review()).toVerify;
      const url = `/api/orders/${number}`;
      expect((await s.t.post(`${url}/utr`, { utrNumber: UTR }, { 'x-order-token': token })).status).toBe(200);
      const decide = (seen: unknown) =>
        s.t.put(`${url}/payment`, { status, note: 'Not in my bank', version: seen }, s.auth);
      const refused = await decide(version);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'Someone else has changed this in the meantime. Please check the latest version and try again.',
      ]);
      expect((await s.staff(number)).payment).toMatchObject({ status: 'pending', utrNumber: UTR });
      expect((await decide((await s.review()).toVerify[0].version)).status).toBe(200);
    },
  );

  test('who withdraw a payment free its credit, which confirms nothing by itself', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const body = { status: 'failed', note: 'Wrong person', withdraw: true };
    await s.t.put(`/api/orders/${number}/payment`, body, s.auth);
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('failed');
    expect(await s.credits()).toMatchObject([{ status: 'open', flags: ['unmatched'] }]);
  });
});

describe('a credit whose UTR belongs to', () => {
  const suggestion = (orderNumber: string, reason: string) => [{ suggestions: [{ order: { orderNumber }, reason }] }];

  test('a cancelled order is shown with it and offered to no other; matched, its refund is due', async () => {
    await using s = await proofShop({});
    const gone = await s.order(UTR);
    await s.t.post(`/api/orders/${gone.number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const waiting = await s.order(null);
    const { credit } = await s.sms(credited(UTR));
    const { toVerify, withoutOrder } = await s.review();
    expect(toVerify).toMatchObject([{ orderNumber: waiting.number, match: null }]);
    expect(withoutOrder).toMatchObject(suggestion(gone.number, 'cancelled'));
    const body = { orderNumber: gone.number };
    expect((await s.t.post(`/api/payments/credits/${credit.id}/match`, body, s.auth)).status).toBe(200);
    expect((await s.review()).refunds).toMatchObject([{ orderNumber: gone.number, due: 299, why: 'cancelled' }]);
  });

  test('a paid order is shown with it', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    await s.order(null);
    await s.sms(credited(UTR, '300.00'));
    expect((await s.review()).withoutOrder).toMatchObject(suggestion(number, 'already_paid'));
  });

  test('an order marked as not received waits to be verified again', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'failed', note: 'Not in my bank' }, s.auth);
    expect((await s.review()).toVerify).toEqual([]);
    s.t.clock.advance(60_000);
    await s.sms(credited(UTR));
    const { toVerify, withoutOrder, exact } = await s.review();
    expect(toVerify).toMatchObject([{ orderNumber: number, paymentStatus: 'failed', match: { reason: 'policy' } }]);
    expect([withoutOrder, exact]).toEqual([[], 1]);
    const { body } = await s.t.post('/api/payments/confirm-exact', { orderNumbers: [number] }, s.auth);
    expect(body.results).toEqual([{ orderNumber: number, confirmed: true, reason: null }]);
  });

  test.each(['not_received', 'unmatched'])(
    'an order that a person has decided against is no exact match (%s)',
    async (reason) => {
      await using s = await proofShop(reason === 'not_received' ? {} : { sms: { policy: 'confirm' } });
      const { number } = await s.order(UTR);
      await s.sms(credited(UTR));
      const wrong = { status: 'failed', note: 'Wrong person', withdraw: true };
      expect((await s.t.put(`/api/orders/${number}/payment`, wrong, s.auth)).status).toBe(200);
      const { toVerify, withoutOrder, exact } = await s.review();
      expect([toVerify, exact]).toEqual([[], 0]);
      expect(withoutOrder).toMatchObject(suggestion(number, reason));
      const { body } = await s.t.post('/api/payments/confirm-exact', { orderNumbers: [number] }, s.auth);
      expect(body.results).toMatchObject([{ confirmed: false }]);
    },
  );
});

describe('refunds', () => {
  test('are due for a cancelled order, recorded with a mail, and seen by the shopper', async () => {
    await using s = await proofShop();
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due;
    expect(await due()).toMatchObject([{ orderNumber: number, due: 299, why: 'cancelled' }]);
    const refund = { amount: 299, date: '2026-11-21', reference: '632500000777', reason: 'Cancelled' };
    const post = (more = {}) => s.t.post(`/api/orders/${number}/refunds`, { ...refund, ...more }, s.auth);
    const half = await post({ amount: 10.005 });
    expect([half.status, half.body.message]).toEqual([400, 'The amount must have at most two decimals']);
    expect((await post()).body.refund).toMatchObject({ orderNumber: number, amount: 299, inStatement: false });
    expect(await due()).toEqual([]);
    const again = await post();
    expect([again.status, again.body.message]).toEqual([
      409,
      'The shop has received ₹299 for this order; at most ₹0 can go back.',
    ]);
    const seen = (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order;
    expect(seen.events.map(({ kind }: { kind: string }) => kind)).toContain('refund');
    const mails = await s.t.db.selectFrom('mail_outbox').select('kind').where('order_number', '=', number).execute();
    expect(mails.map(({ kind }) => kind)).toContain('refunded');
  });

  test('with one bank reference are recorded once, also by two clicks at the same moment', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const part = { amount: 100, date: '2026-11-21', reference: '632500000777', reason: 'Cancelled' };
    const post = (more = {}) => s.t.post(`/api/orders/${number}/refunds`, { ...part, ...more }, s.auth);
    const clicks = await Promise.all([post(), post()]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(clicks.find(({ status }) => status === 409)?.body.message).toBe(
      'This order already has a refund with this reference.',
    );
    expect((await post({ reference: '632500000778' })).status).toBe(201);
    expect((await s.t.get('/api/payments/refunds', s.auth)).body.due).toMatchObject([{ orderNumber: number, due: 99 }]);
  });

  test('of a part tell the shopper how much is still to come', async () => {
    await using s = await proofShop();
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const seen = async () => (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order.payment;
    const send = (amount: number) =>
      s.t.post(`/api/orders/${number}/refunds`, { amount, date: '2026-11-21', reason: 'Cancelled' }, s.auth);
    await send(100);
    expect(await seen()).toMatchObject({ refunded: 100, refundDue: 199 });
    await send(199);
    expect(await seen()).toMatchObject({ refunded: 299 });
    expect(await seen()).not.toHaveProperty('refundDue');
  });

  test('of a part may be all: staff say why, the list is done with it, and the shopper waits for nothing', async () => {
    await using s = await proofShop();
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const rest = (kept: boolean, more = {}) =>
      s.t.put(`/api/orders/${number}/kept`, { kept, reason: 'One pack was opened', ...more }, s.auth);
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due.map((one: Json) => one.due);
    const seen = async () => (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order;
    const sent = { amount: 199, date: '2026-11-21', reason: 'Cancelled' };
    const { refund } = (await s.t.post(`/api/orders/${number}/refunds`, sent, s.auth)).body;

    const { version } = await s.staff(number);
    expect((await rest(true, { version: version - 1 })).status).toBe(409);
    const closed = await rest(true, { version });
    expect([closed.status, closed.body.message]).toEqual([200, 'No more is due']);
    expect(await due()).toEqual([]);
    expect((await seen()).payment).toMatchObject({ refunded: 199, kept: 100 });
    expect((await seen()).payment).not.toHaveProperty('refundDue');
    expect(JSON.stringify(await seen())).not.toContain('opened');
    expect((await s.staff(number)).events.at(-1).note).toBe('No more is due, the shop keeps ₹100: One pack was opened');
    const again = await rest(true);
    expect([again.status, again.body.message]).toEqual([409, 'No refund of this order is due.']);

    // What was not sent after all is due, and no more.
    await s.t.post(`/api/payments/refunds/${refund.id}/undo`, { reason: 'It came back' }, s.auth);
    expect(await due()).toEqual([199]);
    expect((await seen()).payment).toMatchObject({ kept: 100, refundDue: 199 });
    expect((await rest(false)).body.message).toBe('The rest is due again');
    expect(await due()).toEqual([299]);
    const log = await s.t.db
      .selectFrom('audit_log')
      .select('action')
      .where('action', 'like', 'order.refund_%')
      .orderBy('at')
      .orderBy('action')
      .execute();
    expect(log.map(({ action }) => action).sort()).toEqual([
      'order.refund_close',
      'order.refund_reopen',
      'order.refund_undo',
    ]);
  });

  test('of an excess that the shop keeps are due with the whole payment once the order is cancelled', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed', amount: 300 }, s.auth);
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due.map((one: Json) => one.due);
    expect(await due()).toEqual([1]);
    await s.t.put(`/api/orders/${number}/kept`, { kept: true, reason: 'The shopper wants it so' }, s.auth);
    expect(await due()).toEqual([]);
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    expect(await due()).toEqual([300]);
  });

  test('without a reference are recorded once when the response is lost and staff send them again', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due[0];
    const { version } = await due();
    const part = { amount: 100, date: '2026-11-21', reason: 'Cancelled', version };
    const post = (more = {}) => s.t.post(`/api/orders/${number}/refunds`, { ...part, ...more }, s.auth);
    expect((await post()).status).toBe(201);
    const again = await post();
    expect([again.status, again.body.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please check the latest version and try again.',
    ]);
    // The second half on purpose, by who has seen the first.
    expect((await post({ version: (await due()).version })).status).toBe(201);
    expect(await due()).toMatchObject({ due: 99 });
  });

  test('a debit proves one refund, also in statements that overlap', async () => {
    await using s = await proofShop();
    for (const utr of ['632400000001', '632400000002']) {
      const { number } = await s.order(utr);
      await s.sms(credited(utr));
      await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
      const refund = { amount: 299, date: '2026-11-20', reason: 'Cancelled' };
      expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);
    }
    const shown = async () =>
      (await s.t.get('/api/payments/refunds?status=sent', s.auth)).body.refunds.filter((one: Json) => one.inStatement)
        .length;
    const first = [statementLine('632400000031'), statementLine('632500000001', -299)];
    for (const lines of [first, first, [...first, statementLine('632400000032', 50, START + DAY)]]) {
      expect((await s.statement(lines)).status).toBe(200);
      expect(await shown()).toBe(1);
    }
    await s.statement([...first, statementLine('632500000002', -299)]);
    expect(await shown()).toBe(2);
  });

  const refunded = async (s: Awaited<ReturnType<typeof proofShop>>, reference?: string) => {
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const input = { amount: 299, date: '2026-11-20', reason: 'Cancelled', ...(reference ? { reference } : {}) };
    const record = () => s.t.post(`/api/orders/${number}/refunds`, input, s.auth);
    const { id } = (await record()).body.refund;
    const sent = async () => (await s.t.get(`/api/payments/refunds?status=sent&order=${number}`, s.auth)).body.refunds;
    const due = async () => (await s.t.get('/api/payments/refunds', s.auth)).body.due;
    return { number, id, record, sent, due };
  };

  test('that were never sent are taken back: the money is due again, and the reference is free', async () => {
    await using s = await proofShop();
    const { number, id, record, sent, due } = await refunded(s, '632500000777');
    const undo = (one = id, body: Json = { reason: 'Wrong order' }) =>
      s.t.post(`/api/payments/refunds/${one}/undo`, body, s.auth);
    expect((await undo(id, { reason: ' ' })).status).toBe(400);
    expect((await undo('ref_0')).status).toBe(404);
    expect((await undo()).body.refund).toMatchObject({ id, inStatement: false, takenBackAt: s.t.clock.now() });
    expect(await due()).toMatchObject([{ orderNumber: number, due: 299 }]);
    const { payment, events } = await s.staff(number);
    expect(payment).not.toHaveProperty('refunded');
    expect(events.at(-1)).toMatchObject({
      kind: 'note',
      note: 'Refund of ₹299, reference 632500000777, taken back: Wrong order',
    });
    const again = await undo();
    expect([again.status, again.body.message]).toEqual([409, 'This refund has already been taken back.']);
    expect((await record()).status).toBe(201);
    // The one that was taken back claims no debit.
    await s.statement([statementLine('632500000777', -299)]);
    expect((await sent()).map((one: Json) => [one.takenBackAt !== null, one.inStatement]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    expect((await s.t.get('/api/payments/refunds?status=sent&order=ORD0', s.auth)).body.refunds).toEqual([]);
  });

  test.each([
    ['UPI Ref No. 6325 0000 0777', '632500000777'],
    ['0000632500000777', '632500000777'],
    ['exmbn52026112000001', 'EXMBN52026112000001'],
    ['exmbr5 2026112000000001', 'EXMBR52026112000000001'],
    ['Cash, at the door', 'Cash, at the door'],
    ['Paid from 98765 43210 on Monday evening', 'Paid from 98765 43210 on Monday evening'],
  ])('keep a reference as banks write it: %s', async (typed, reference) => {
    await using s = await proofShop();
    const { sent } = await refunded(s, typed);
    expect(await sent()).toMatchObject([{ reference }]);
  });

  test('whose reference was typed with spaces come back', async () => {
    await using s = await proofShop();
    const { due } = await refunded(s, '6325 0000 0777');
    await s.statement([statementLine('632500000777', -299), returnLine('632500000777', 299, START + DAY)]);
    expect(await due()).toMatchObject([{ due: 299 }]);
  });

  test('whose reference an earlier version stored as typed are seen in the statement', async () => {
    await using s = await proofShop();
    const { id, sent } = await refunded(s);
    await s.t.db.updateTable('refunds').set({ reference: '6325 0000 0777' }).where('id', '=', id).execute();
    await s.statement([statementLine('632500000778', -299)]);
    expect(await sent()).toMatchObject([{ inStatement: false }]);
    await s.statement([statementLine('632500000777', -299)]);
    expect(await sent()).toMatchObject([{ inStatement: true }]);
  });

  test('that the shop sent with a note about a return are seen in the statement, and may come back', async () => {
    await using s = await proofShop();
    const { id, sent, due } = await refunded(s, '632500000777');
    const debit = statementLine('632500000777', -299).replace('-ORDER', '-RETURN ORD1795113300074');
    await s.statement([debit]);
    expect(await sent()).toMatchObject([{ id, inStatement: true }]);
    expect(await s.credits('?status=reversed')).toEqual([]);
    await s.statement([debit, returnLine('632500000777', 299, START + DAY)]);
    expect(await due()).toMatchObject([{ due: 299 }]);
  });

  test('that the bank sends back are due again, once, and the order is marked until they are sent anew', async () => {
    await using s = await proofShop();
    const { number, id, record, sent, due } = await refunded(s, '632500000777');
    const debit = statementLine('632500000777', -299);
    await s.statement([debit]);
    expect(await sent()).toMatchObject([{ id, inStatement: true, takenBackAt: null }]);
    const other = returnLine('632500000777', 298, START + DAY);
    await s.statement([debit, returnLine('632500000778', 299, START + DAY), other]);
    expect(await due()).toEqual([]);
    const lines = [debit, returnLine('632500000777', 299, START + DAY)];
    await s.statement(lines);
    expect(await sent()).toMatchObject([{ id, inStatement: false }]);
    expect(await due()).toMatchObject([{ orderNumber: number, due: 299 }]);
    const order = await s.staff(number);
    expect(order.needsAttention).toContain('refund_returned');
    expect(order.events.at(-1)).toMatchObject({
      kind: 'attention',
      by: 'shop',
      note: 'Needs attention: the bank sent the refund of ₹299, reference 632500000777, back',
    });
    await s.statement([...lines, statementLine('632400000050', 10, START + DAY)]);
    expect(await due()).toHaveLength(1);
    expect((await record()).status).toBe(201);
    expect((await s.staff(number)).needsAttention).not.toContain('refund_returned');
  });

  test('stay sent when their reference is that of the payment, which the statement shows', async () => {
    await using s = await proofShop();
    const { id, sent } = await refunded(s, UTR);
    await s.statement([statementLine(UTR)]);
    expect(await sent()).toMatchObject([{ id, takenBackAt: null }]);
  });
});
