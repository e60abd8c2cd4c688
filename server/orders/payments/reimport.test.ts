import { describe, expect, test } from 'vitest';
import { credited, debited, proofShop, statementLine, UTR } from '#tests/proof.ts';

type Shop = Awaited<ReturnType<typeof proofShop>>;
const LINES = [statementLine(UTR)];

async function undo(s: Shop, id: string) {
  expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(200);
}
async function imported(s: Shop, lines = LINES): Promise<string> {
  return (await s.statement(lines)).body.import.id;
}
async function ship(s: Shop, number: string) {
  const parcel = { status: 'shipped', courier: 'Delhivery', courierTracking: 'D1' };
  expect((await s.t.put(`/api/orders/${number}/status`, parcel, s.auth)).status).toBe(200);
}

describe('an import that is undone after its order has shipped', () => {
  test('leaves the order paid and marked; imported again, its credit proves it as before', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    const id = await imported(s);
    await ship(s, number);
    await undo(s, id);
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'shipped', payment: { status: 'completed', source: 'staff' } });
    expect([order.payment.creditId ?? null, order.payment.flags]).toEqual([null, ['payment_reopened']]);

    await imported(s);
    expect(await s.credits()).toMatchObject([{ status: 'matched', orderNumber: number }]);
    const again = await s.staff(number);
    expect(again.payment).toMatchObject({ creditId: expect.stringMatching(/^crd_/), flags: [] });
    const { withoutOrder } = await s.review();
    expect(withoutOrder).toEqual([]);
    await s.sms(debited(UTR));
    expect((await s.staff(number)).payment.flags).toEqual(['payment_reversed']);
  });

  test('unlike a credit that a person takes off it, which stays off', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    const { credit } = await s.sms(credited(UTR));
    await ship(s, number);
    await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, {}, s.auth);
    await s.t.services.proof.sweep();
    await imported(s);
    expect(await s.credits()).toMatchObject([{ status: 'open', flags: ['unmatched'] }]);
    expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', flags: ['payment_reopened'] });
  });
});

describe('an import that is undone', () => {
  test('leaves a payment that staff had verified before it', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    const id = await imported(s);
    const { creditId } = (await s.staff(number)).payment;
    expect(creditId).toMatch(/^crd_/);
    await undo(s, id);
    const order = await s.staff(number);
    expect(order).toMatchObject({ status: 'confirmed', needsAttention: [], payment: { status: 'completed' } });
    expect(order.payment.creditId ?? null).toBeNull();
    expect(order.events.at(-1).note).toBe('The import of the statement october.csv was undone');
    await imported(s);
    expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', creditId });
  });

  test('takes the proof of a payment that staff have verified by its credit', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(null);
    const id = await imported(s);
    const [credit] = await s.credits();
    await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: number }, s.auth);
    await undo(s, id);
    expect(await s.staff(number)).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
  });

  test.each([
    ['taken off its order', 'unmatch', {}, 'pending'],
    ['freed by a withdrawal', 'withdraw', { status: 'failed', note: 'Wrong person', withdraw: true }, 'failed'],
  ])('and comes again confirms nothing by a credit that was %s', async (_what, how, body, payment) => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    const id = await imported(s);
    const [credit] = await s.credits();
    const { status } =
      how === 'unmatch'
        ? await s.t.post(`/api/payments/credits/${credit.id}/unmatch`, body, s.auth)
        : await s.t.put(`/api/orders/${number}/payment`, body, s.auth);
    expect(status).toBe(200);
    await undo(s, id);
    await imported(s);
    await s.t.services.proof.sweep();
    expect(await s.credits()).toMatchObject([{ id: credit.id, status: 'open', flags: ['unmatched'] }]);
    expect((await s.staff(number)).payment.status).toBe(payment);
  });

  test('and interrupted is finished by the sweep', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm' } });
    const alone = await s.order(UTR);
    const both = await s.order('632400000002');
    const later = await s.order('632400000003');
    const lines = [...LINES, statementLine('632400000002'), statementLine('632400000003')];
    const id = await imported(s, lines);
    await s.sms(credited('632400000002'));
    // As an undo does before its first part; then the process ends.
    await s.t.db.updateTable('statement_imports').set({ undone_at: s.t.clock.now() }).where('id', '=', id).execute();
    await s.t.services.proof.sweep();
    const statusOf = async ({ number }: { number: string }) => (await s.staff(number)).payment.status;
    expect(await statusOf(alone)).toBe('pending');
    expect(await s.staff(both.number)).toMatchObject({ payment: { status: 'completed', source: 'sms' } });
    expect(await s.credits('?status=undone')).toHaveLength(2);
    // A finished one is left alone: the line may be the proof of another import.
    await imported(s, [statementLine('632400000003')]);
    await s.t.services.proof.sweep();
    expect([await statusOf(alone), await statusOf(later)]).toEqual(['pending', 'completed']);
  });

  test('leaves a credit aside that staff have dismissed, also when it comes again', async () => {
    await using s = await proofShop({});
    const id = await imported(s);
    const [credit] = await s.credits();
    await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'My own money' }, s.auth);
    const dismissed = [{ id: credit.id, status: 'dismissed' }];
    await undo(s, id);
    expect(await s.credits()).toMatchObject(dismissed);
    await s.order(UTR);
    await imported(s);
    expect(await s.credits()).toMatchObject(dismissed);
  });

  test('contradicts no corrected file; imported after it, it does', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    const wrong = [statementLine(UTR, 298)];
    await undo(s, await imported(s, wrong));
    await imported(s);
    expect((await s.staff(number)).payment.status).toBe('completed');
    expect(await s.credits('?status=conflict')).toEqual([]);
    expect((await s.statement(wrong)).status).toBe(200);
    expect(await s.credits('?status=conflict')).toMatchObject([{ amount: 298 }]);
    expect((await s.staff(number)).payment.status).toBe('completed');
  });

  test('of another amount than a credit that proves an order, which the bank takes back, is for staff', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await undo(s, await imported(s, [statementLine(UTR, 298)]));
    await imported(s);
    await s.sms(debited(UTR, '298.00'));
    expect(await s.credits('?status=conflict')).toMatchObject([{ amount: 298 }]);
    expect((await s.staff(number)).payment.status).toBe('completed');
  });
});
