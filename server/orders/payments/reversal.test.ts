import { describe, expect, test } from 'vitest';
import { paymentProgress } from '#shop/orders/payments/progress.ts';
import { START } from '#tests/app.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import { ADDRESS } from '#tests/factories.ts';
import { CANARA, credited, debited, proofShop, statementLine, UNNAMED, UTR, WITH_CANARA } from '#tests/proof.ts';

type Json = { amount?: string; cancel?: boolean; twice?: boolean };
/** A credit alert that names no UTR. */

describe('a reversal', () => {
  test('takes the credit back and reopens the order loudly', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const { message, credit } = await s.sms(debited(UTR));
    expect(message).toMatchObject({ kind: 'debit', reversal: true });
    expect(credit).toMatchObject({ status: 'reversed', reversed: true });
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'pending', payment: { status: 'failed' } });
    expect(order.needsAttention).toContain('payment_reversed');
    // The same credit does not confirm again.
    await s.sms(credited(UTR));
    await s.t.services.proof.sweep();
    expect((await s.staff(number)).payment.status).toBe('failed');
  });

  test('that comes before its credit holds it back', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(debited(UTR));
    await s.sms(credited(UTR));
    expect((await s.staff(number)).payment.status).toBe('pending');
    expect(await s.credits('?status=reversed')).toHaveLength(1);
  });

  test('of a shipped order only flags it', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    const moved = await s.t.put(
      `/api/orders/${number}/status`,
      { status: 'shipped', courier: 'Delhivery', courierTracking: 'D1' },
      s.auth,
    );
    expect(moved.status).toBe(200);
    await s.sms(debited(UTR));
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'shipped', payment: { status: 'completed' } });
    expect(order.needsAttention).toContain('payment_reversed');
  });

  test('of an order that has not shipped tells the shopper what to do, and keeps its stock until it is cancelled', async () => {
    await using s = await proofShop();
    const stock = async () => (await s.t.db.selectFrom('product_sizes').select(['stock', 'held', 'sold']).execute())[0];
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    const sold = await stock();
    await s.sms(debited(UTR));
    expect(await stock()).toEqual(sold);
    const seen = (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order;
    expect(seen.payment).toMatchObject({
      status: 'failed',
      reversed: true,
      note: `The bank took back ₹299 (UTR ${UTR})`,
    });
    expect(paymentProgress({ ...seen, payment: { utr: UTR, refunded: 0, ...seen.payment } })).toBe('taken_back');
    const mails = await s.t.db.selectFrom('mail_outbox').select(['kind', 'text_body']).execute();
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['order_received', 'payment_reversed', 'payment_verified']);
    expect(mails.find(({ kind }) => kind === 'payment_reversed')?.text_body).toContain(
      'The bank has reversed the payment',
    );

    // The shopper pays again: another UTR, another credit.
    const utr = { utrNumber: '632400000002', app: 'phonepe' };
    await s.t.post(`/api/orders/${number}/utr`, utr, { 'x-order-token': token });
    await s.sms(credited('632400000002'));
    const paid = await s.staff(number);
    expect(paid).toMatchObject({
      status: 'confirmed',
      payment: { status: 'completed', flags: [] },
      needsAttention: [],
    });
    expect(await stock()).toEqual(sold);

    await s.sms(debited('632400000002'));
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'Not paid' }, s.auth);
    expect((await stock())?.stock).toBe((sold?.stock ?? 0) + 1);
    // The money is not with the shop.
    expect((await s.review()).refunds).toEqual([]);
  });

  test('of a payment of which a part was sent back tells the shopper to pay again', async () => {
    await using s = await proofShop();
    const { number, token } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed', amount: 399 }, s.auth);
    const refund = { amount: 100, date: '2026-11-20', reason: 'Paid too much' };
    expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);
    await s.sms(debited(UTR, '399.00'));
    const { payment, pricing, status } = (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body
      .order;
    expect(payment).toMatchObject({ status: 'failed', reversed: true, refunded: 100 });
    expect(paymentProgress({ status, pricing, payment: { utr: UTR, ...payment } })).toBe('taken_back');
  });

  test('of another amount than the known credit holds both back, and nothing changes when it comes again', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const state = async () =>
      (await s.credits()).map(({ amount, status }: { amount: number; status: string }) => [amount, status]).sort();
    const held = [
      [298, 'conflict'],
      [299, 'reversed'],
    ];
    await s.sms(credited(UTR, '298.00'));
    await s.sms(debited(UTR));
    expect(await state()).toEqual(held);
    // The credit that was taken back, reported late.
    await s.sms(credited(UTR), { via: 'text', sender: undefined });
    await s.sms(debited(UTR), { receivedAt: START + 60_000 });
    expect(await state()).toEqual(held);
    expect((await s.staff(number)).payment.status).toBe('pending');
  });

  test('of each of two amounts of one reference: the second is a conflict for staff', async () => {
    await using s = await proofShop();
    await s.sms(credited(UTR, '298.00'));
    await s.sms(credited(UTR));
    await s.sms(debited(UTR));
    await s.sms(debited(UTR, '298.00'));
    expect(await s.credits('?status=reversed')).toMatchObject([{ amount: 299 }]);
    expect(await s.credits('?status=conflict')).toMatchObject([{ amount: 298 }]);
  });

  test('of another amount than the credit that proves an order is a conflict for staff', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    for (const minutes of [0, 1]) {
      await s.sms(debited(UTR, '298.00'), { receivedAt: START + minutes * 60_000 });
      expect((await s.staff(number)).payment.status).toBe('completed');
      expect(await s.credits('?status=conflict')).toMatchObject([{ amount: 298, sources: [] }]);
    }
  });

  test('at the same moment as its credit proves the order leaves no paid order', async () => {
    await using s = await proofShop({});
    const utrs = Array.from({ length: 8 }, (_, index) => String(632_400_000_100 + index));
    const orders = [];
    for (const utr of utrs) orders.push(await s.order(utr));
    for (const utr of utrs) await s.sms(credited(utr));
    await s.t.post('/api/payment-settings', { sources: { sms: { policy: 'confirm' } } }, s.auth);
    await Promise.all([s.t.services.proof.sweep(), ...utrs.map((utr) => s.sms(debited(utr)))]);
    for (const { number } of orders) expect((await s.staff(number)).payment.status).not.toBe('completed');
    expect(await s.credits('?status=reversed')).toHaveLength(utrs.length);
  });

  const line = (amount: number) => statementLine(UTR, amount).replace('-ORDER', amount < 0 ? '-REVERSAL' : '-ORDER');
  test.each([
    ['by one file', [[line(299), line(-299)]]],
    ['line by line', [[line(299)], [line(-299)]]],
    ['by one file, and comes again', [[line(299), line(-299), line(299)]]],
    ['line by line, and comes again', [[line(299)], [line(-299)], [line(299)]]],
  ])('reaches its order when it is told with its credit %s', async (_title, files) => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    for (const lines of files) expect((await s.statement(lines)).status).toBe(200);
    await s.t.services.proof.sweep();
    const { status, payment } = await s.staff(number);
    expect([status, payment.status, payment.reversed, ...payment.flags]).toEqual([
      'pending',
      'failed',
      true,
      'payment_reversed',
    ]);
    expect(await s.credits()).toMatchObject([{ rrn: UTR, status: 'reversed', flags: [] }]);
    const mails = await s.t.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('kind', '=', 'payment_reversed')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('of a credit that waits for staff reaches the order that it fits', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.sms(debited(UTR));
    expect((await s.staff(number)).payment).toMatchObject({ status: 'failed', flags: ['payment_reversed'] });
  });

  test.each([
    ['of another amount', { amount: '298.00' }],
    ['that is cancelled', { cancel: true }],
    ['whose UTR another one has, too', { twice: true }],
  ])('of a credit that waits for staff leaves an order %s', async (_title, { amount, cancel, twice }: Json) => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    if (twice) await s.order(UTR, { shippingAddress: { ...ADDRESS, phone: '9000000001' } });
    if (cancel) await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    await s.sms(credited(UTR, amount));
    await s.sms(debited(UTR, amount));
    const { payment } = await s.staff(number);
    expect([payment.status, payment.flags.includes('payment_reversed')]).toEqual(['pending', false]);
    expect(await s.credits()).toMatchObject([{ status: 'reversed' }]);
  });

  test('again changes nothing', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.sms(debited(UTR));
    const { events } = await s.staff(number);
    await s.sms(debited(UTR), { receivedAt: START + 60_000 });
    expect((await s.staff(number)).events).toHaveLength(events.length);
  });

  test.each(['delivered', 'returned'])('of a %s order is no refund until staff have settled it', async (status) => {
    await using s = await proofShop();
    const { number, token } = await s.order(UTR);
    await s.sms(credited(UTR));
    const parcel = { courier: 'Delhivery', courierTracking: 'D1' };
    for (const step of ['shipped', 'delivered', status]) {
      await s.t.put(`/api/orders/${number}/status`, { status: step, ...(step === 'shipped' ? parcel : {}) }, s.auth);
    }
    await s.sms(debited(UTR));
    expect(await s.staff(number)).toMatchObject({
      status,
      payment: { status: 'completed', flags: ['payment_reversed'] },
    });
    const seen = async () => (await s.t.get(`/api/orders/${number}`, { 'x-order-token': token })).body.order.payment;
    expect(await seen()).toMatchObject({ status: 'completed', reversed: true });
    expect((await s.review()).refunds).toEqual([]);
    const refund = { amount: 299, date: '2026-11-21', reason: 'Returned' };
    expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(409);
    await s.t.put(`/api/orders/${number}/attention`, { settled: 'payment_reversed' }, s.auth);
    expect(await seen()).not.toHaveProperty('reversed');
    expect((await s.review()).refunds).toHaveLength(status === 'returned' ? 1 : 0);
  });

  describe('of a payment that staff verified by hand', () => {
    const verify = async (s: Awaited<ReturnType<typeof proofShop>>, number: string, more = {}) => {
      const verified = await s.t.put(`/api/orders/${number}/payment`, { status: 'completed', ...more }, s.auth);
      expect(verified.status).toBe(200);
    };

    test('reaches its order, without an earlier credit', async () => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number);
      await s.sms(debited(UTR));
      const order = await s.staff(number);
      expect(order).toMatchObject({ status: 'pending', payment: { status: 'failed', reversed: true } });
      expect(order.needsAttention).toContain('payment_reversed');
      expect(await s.credits()).toMatchObject([{ status: 'reversed' }]);
      const mails = await s.t.db.selectFrom('mail_outbox').select('kind').execute();
      expect(mails.map(({ kind }) => kind)).toContain('payment_reversed');
      await s.sms(debited(UTR), { receivedAt: START + 60_000 });
      expect((await s.staff(number)).events).toHaveLength(order.events.length);
    });

    test.each(['pending', 'shipped'])('reaches its order in a statement with both lines (%s)', async (status) => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number);
      if (status === 'shipped') {
        const parcel = { status, courier: 'Delhivery', courierTracking: 'D1' };
        expect((await s.t.put(`/api/orders/${number}/status`, parcel, s.auth)).status).toBe(200);
      }
      const back = statementLine(UTR, -299).replace('UPI-ANANYA IYER', 'REV-UPI-ANANYA IYER');
      expect((await s.statement([statementLine(UTR), back])).status).toBe(200);
      expect(await s.credits()).toMatchObject([{ status: 'reversed' }]);
      const order = await s.staff(number);
      expect([order.status, order.payment.flags]).toEqual([status, ['payment_reversed']]);
    });

    test('reaches its order, although a credit of another amount was dismissed', async () => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number);
      const { credit } = await s.sms(credited(UTR, '298.00'));
      await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'Not mine' }, s.auth);
      await s.sms(debited(UTR));
      expect((await s.staff(number)).payment).toMatchObject({ status: 'failed', flags: ['payment_reversed'] });
      expect(await s.credits('?status=conflict')).toMatchObject([{ amount: 299 }]);
    });

    test.each(['pending', 'shipped'])(
      'reaches its order, which staff matched with a credit without a UTR (%s)',
      async (status) => {
        await using s = await proofShop({}, WITH_CANARA);
        const { number } = await s.order(UTR);
        const { credit } = await s.sms(UNNAMED, { sender: CANARA });
        await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
        if (status === 'shipped') {
          const parcel = { status, courier: 'Delhivery', courierTracking: 'D1' };
          expect((await s.t.put(`/api/orders/${number}/status`, parcel, s.auth)).status).toBe(200);
        }
        await s.sms(debited(UTR));
        const order = await s.staff(number);
        expect([order.status, order.payment.flags]).toEqual([status, ['payment_reversed']]);
        const reversed = [{ id: credit.id, status: 'reversed', rrn: UTR }];
        expect(await s.credits()).toMatchObject(reversed);
        // It is the credit of this UTR, which the statement shows later.
        await s.statement([statementLine(UTR)]);
        await s.sms(debited(UTR), { receivedAt: START + 60_000 });
        expect(await s.credits()).toMatchObject(reversed);
        expect((await s.staff(number)).events).toHaveLength(order.events.length);
      },
    );

    test('reaches its order, although its credit is known beside the one that staff matched', async () => {
      await using s = await proofShop({}, WITH_CANARA);
      const { number } = await s.order(UTR);
      const { credit } = await s.sms(UNNAMED, { sender: CANARA });
      await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
      await s.sms(credited(UTR), { receivedAt: START + 600_000 });
      await s.sms(debited(UTR));
      expect((await s.staff(number)).payment).toMatchObject({ status: 'failed', flags: ['payment_reversed'] });
      expect(await s.credits('?status=reversed')).toMatchObject([{ rrn: UTR }]);
      // A person looks whose money the other one is.
      expect(await s.credits('?status=open')).toMatchObject([{ id: credit.id, flags: ['unmatched'] }]);
    });

    test('does not reach an order that a credit of another reference proves', async () => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number);
      const { credit } = await s.sms(credited('632400000002'));
      // As a transfer whose reference is no UTR.
      await s.t.db
        .updateTable('credits')
        .set({ status: 'matched', order_number: number })
        .where('id', '=', credit.id)
        .execute();
      await s.t.db.updateTable('orders').set({ credit_id: credit.id }).where('order_number', '=', number).execute();
      await s.sms(debited(UTR));
      expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', flags: [] });
    });

    test('of another amount does not reach it', async () => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number, { amount: 298 });
      await s.sms(debited(UTR));
      expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', flags: [] });
    });

    test.runIf(dialect === 'postgres')('reaches it at the moment at which its credit is attached', async () => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      await verify(s, number);
      const { credit } = await s.sms(credited(UTR));
      const { db } = s.t;
      const setCredit = (on: typeof db, set: { status: 'matched' | 'open'; order_number: string | null }) =>
        on.updateTable('credits').set(set).where('id', '=', credit.id).execute();
      const setOrder = (on: typeof db, credit_id: string | null) =>
        on.updateTable('orders').set({ credit_id }).where('order_number', '=', number).execute();
      await setCredit(db, { status: 'open', order_number: null });
      await setOrder(db, null);
      let reversing: ReturnType<typeof s.sms> | undefined;
      await db.transaction().execute(async (other) => {
        await setOrder(other, credit.id);
        reversing = s.sms(debited(UTR));
        await untilWaitedFor(other, db);
        // It waits for the order before it locks the credit.
        await other.selectFrom('credits').select('id').where('id', '=', credit.id).forUpdate().noWait().execute();
        await setCredit(other, { status: 'matched', order_number: number });
      });
      expect((await reversing)?.credit.status).toBe('reversed');
      expect((await s.staff(number)).payment).toMatchObject({ status: 'failed', flags: ['payment_reversed'] });
    });
  });
});
