import { describe, expect, test } from 'vitest';
import { ADDRESS } from '#tests/factories.ts';
import { credited, proofShop, UTR } from '#tests/proof.ts';

type Shop = Awaited<ReturnType<typeof proofShop>>;
const HOUR = 3_600_000;
const OWN = '632400000002';

describe('a match by mistake that is taken back', () => {
  const match = async (s: Shop, number: string) => {
    const { credit } = await s.sms(credited(UTR));
    const matched = await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
    expect(matched.status).toBe(200);
    return credit.id as string;
  };
  const unmatch = async (s: Shop, id: string) => {
    expect((await s.t.post(`/api/payments/credits/${id}/unmatch`, {}, s.auth)).status).toBe(200);
  };

  test.each([null, '632400000077'])('gives the order the UTR from before (%s)', async (utr) => {
    await using s = await proofShop({});
    const { number } = await s.order(utr);
    await unmatch(s, await match(s, number));
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect(order.payment.utrNumber ?? null).toBe(utr);
    expect((await s.t.get(`/api/orders?search=${UTR}`, s.auth)).body.orders).toEqual([]);
    const { exact, toVerify } = await s.review();
    expect([exact, toVerify[0].match?.reason]).toEqual([0, utr === null ? 'same_amount' : undefined]);
  });

  test('leaves the credit to the order that has its UTR, and the order to its own', async () => {
    await using s = await proofShop();
    const one = await s.order(null);
    await unmatch(s, await match(s, one.number));
    const other = await s.order(UTR, { shippingAddress: { ...ADDRESS, phone: '9000000001' } });
    expect(
      (await s.review()).toVerify.find((row: { orderNumber: string }) => row.orderNumber === other.number),
    ).toMatchObject({ match: { reason: 'unmatched' } });
    const sent = await s.t.post(
      `/api/orders/${one.number}/utr`,
      { utrNumber: OWN, app: 'phonepe' },
      { 'x-order-token': one.token },
    );
    expect(sent.status).toBe(200);
    await s.sms(credited(OWN));
    expect((await s.staff(one.number)).payment).toMatchObject({ status: 'completed', utrNumber: OWN });
  });

  test('leaves an order without a UTR, which keeps its stock for 24 hours', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(null);
    await unmatch(s, await match(s, number));
    s.t.clock.advance(24 * HOUR - 1);
    await s.t.services.orders.tidy();
    // The session of staff has ended by now.
    const status = () =>
      s.t.db.selectFrom('orders').select('status').where('order_number', '=', number).executeTakeFirst();
    expect(await status()).toEqual({ status: 'pending' });
    const reminded = await s.t.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('kind', '=', 'payment_reminder')
      .execute();
    expect(reminded).toHaveLength(1);
    s.t.clock.advance(1);
    await s.t.services.orders.tidy();
    expect(await status()).toEqual({ status: 'cancelled' });
  });

  test.each([
    ['before', 'pending'],
    ['after', 'cancelled'],
  ])('leaves an order to staff that they took over %s the match: then it is %s', async (when, left) => {
    await using s = await proofShop({});
    const { number } = await s.order(null);
    const move = async (status: string) =>
      expect((await s.t.put(`/api/orders/${number}/status`, { status }, s.auth)).status).toBe(200);
    if (when === 'before') await move('confirmed');
    const id = await match(s, number);
    await move('processing');
    await unmatch(s, id);
    // Once more: it is pending now, and the match confirms it.
    await s.t.post(`/api/payments/credits/${id}/match`, { orderNumber: number }, s.auth);
    await unmatch(s, id);
    const order = await s.staff(number);
    expect([order.status, order.needsAttention]).toEqual(['pending', ['payment_reopened']]);
    s.t.clock.advance(25 * HOUR);
    await s.t.services.orders.tidy();
    const { status } = await s.t.db
      .selectFrom('orders')
      .select('status')
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow();
    expect(status).toBe(left);
  });

  test.each([
    ['undone', { status: 'completed', undo: true }, 'pending'],
    ['withdrawn', { status: 'failed', note: 'Wrong person', withdraw: true }, 'failed'],
  ])('gives back a UTR that staff typed, when it is %s', async (_how, body, status) => {
    await using s = await proofShop({});
    const { number } = await s.order(OWN);
    const decide = (decision: object) => s.t.put(`/api/orders/${number}/payment`, decision, s.auth);
    await decide({ status: 'completed', utrNumber: UTR });
    expect((await s.staff(number)).payment.utrNumber).toBe(UTR);
    expect((await decide(body)).status).toBe(200);
    const order = await s.staff(number);
    expect(order.payment).toMatchObject({ status, utrNumber: OWN });
    expect(order.events.map(({ note }: { note: string }) => note)).toContain(`The UTR is ${OWN} again, not ${UTR}.`);
    const [audit] = await s.t.db
      .selectFrom('audit_log')
      .select(['before_value', 'after_value'])
      .where('entity_id', '=', number)
      .orderBy('id', 'desc')
      .execute();
    expect(JSON.parse(audit?.before_value ?? '')).toMatchObject({ utr: UTR });
    expect(JSON.parse(audit?.after_value ?? '')).toMatchObject({ utr: OWN });
  });
});
