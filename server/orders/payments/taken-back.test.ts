import { describe, expect, test } from 'vitest';
import { credited, debited, proofShop, statementLine, UTR } from '#tests/proof.ts';
import { START } from '#tests/start.ts';

const DAY = 86_400_000;
const LATER = START + 20 * DAY;
type Shop = Awaited<ReturnType<typeof proofShop>>;

/** An order whose payment is `proven` by a credit, or `verified` by staff. */
async function paid(s: Shop, how: 'proven' | 'verified' = 'proven') {
  const { number } = await s.order(UTR);
  if (how === 'proven') await s.sms(credited(UTR));
  else await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
  return number;
}
async function ship(s: Shop, number: string) {
  const parcel = { status: 'shipped', courier: 'Delhivery', courierTracking: 'D1' };
  expect((await s.t.put(`/api/orders/${number}/status`, parcel, s.auth)).status).toBe(200);
}
const stateOf = async (s: Shop, number: string) => {
  const { status, payment } = await s.staff(number);
  return [status, payment.status, ...payment.flags];
};
const TAKEN_BACK = ['pending', 'failed', 'payment_reversed'];
const PAID = ['confirmed', 'completed'];
const debit = (rrn = UTR, amount = -299, at = LATER) => statementLine(rrn, amount, at).replace('-ORDER', '-MISC');
const message = (payee: string, account = '*6298', on = '10/12/26') =>
  `Sent Rs.299.00\nFrom HDFC Bank A/C ${account}\nTo ${payee}\nOn ${on}\nRef ${UTR}`;

describe('a debit with the UTR of an earlier payment', () => {
  test.each(['proven', 'verified'] as const)('in a later statement takes the payment back (%s)', async (how) => {
    await using s = await proofShop();
    const number = await paid(s, how);
    const dry = (await s.statement([debit()], '?dryRun=true')).body.import;
    expect(dry.lines).toMatchObject([{ direction: 'debit', reversal: true }]);
    for (let turn = 0; turn < 2; turn++) {
      expect((await s.statement([debit()])).status).toBe(200);
      expect(await stateOf(s, number)).toEqual(TAKEN_BACK);
    }
    expect(await s.credits()).toMatchObject([{ rrn: UTR, status: 'reversed' }]);
    const mails = await s.t.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('kind', '=', 'payment_reversed')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('marks an order that has shipped', async () => {
    await using s = await proofShop();
    const number = await paid(s);
    await ship(s, number);
    await s.statement([debit()]);
    expect(await stateOf(s, number)).toEqual(['shipped', 'completed', 'payment_reversed']);
  });

  test.each(['ANANYA IYER', 'NPCI SETTLEMENT'])(
    'in a message takes the payment back, whoever it names: %s',
    async (words) => {
      await using s = await proofShop();
      const number = await paid(s);
      const dry = await s.sms(message(words), { receivedAt: LATER, dryRun: true });
      expect(dry).toMatchObject({ message: { kind: 'debit', reversal: true } });
      expect(await stateOf(s, number)).toEqual(PAID);
      await s.sms(message(words), { receivedAt: LATER });
      expect(await stateOf(s, number)).toEqual(TAKEN_BACK);
    },
  );

  test.each([
    ['another amount', (s: Shop) => s.statement([debit(UTR, -298)])],
    ['another UTR', (s: Shop) => s.statement([debit('632400000002')])],
    ['an earlier day', (s: Shop) => s.statement([debit(UTR, -299, START - DAY)])],
    ['the same day, and no account', (s: Shop) => s.statement([debit(UTR, -299, START)])],
    ['another account', (s: Shop) => s.statement(['Account No :,50100011111111', debit()])],
    ['another account, by message', (s: Shop) => s.sms(message('ANANYA IYER', '*1111', '20/11/26'))],
    ['an unknown sender', (s: Shop) => s.sms(message('ANANYA IYER'), { receivedAt: LATER, sender: '+919000011111' })],
  ])('changes nothing: %s', async (_title, tell) => {
    await using s = await proofShop();
    const number = await paid(s);
    await tell(s);
    expect(await stateOf(s, number)).toEqual(PAID);
  });

  describe.each(['verified', 'without account'] as const)('in a message, of a payment %s', (how) => {
    const settings = { accounts: [{ bank: 'HDFC', tail: '6298' }] };
    const pay = async (s: Shop) => {
      if (how === 'verified') return paid(s, how);
      const { number } = await s.order(UTR);
      await s.sms(credited(UTR).replace('XX6298', 'XXXXXXXXXX'));
      return number;
    };

    const text = { via: 'text', sender: undefined };

    test.each([
      ['that staff paste, also of the own account', message('ANANYA IYER'), text],
      ['of the account of somebody else', message('ANANYA IYER', '*1234'), {}],
    ])('changes nothing: %s', async (_title, words, more) => {
      await using s = await proofShop(undefined, settings);
      const number = await pay(s);
      for (const dryRun of [true, false]) {
        const { message: read } = await s.sms(words, { receivedAt: LATER, dryRun, ...more });
        expect(read).toMatchObject({ kind: 'debit', reversal: false });
      }
      expect(await stateOf(s, number)).toEqual(PAID);
    });

    test('takes it back when it tells of an account in the settings', async () => {
      await using s = await proofShop(undefined, settings);
      const number = await pay(s);
      await s.sms(message('ANANYA IYER'), { receivedAt: LATER });
      expect(await stateOf(s, number)).toEqual(TAKEN_BACK);
    });
  });

  test('of the same day as a payment that staff verified changes nothing', async () => {
    await using s = await proofShop();
    const number = await paid(s, 'verified');
    await s.statement([debit(UTR, -299, START)]);
    expect(await stateOf(s, number)).toEqual(PAID);
  });

  test('of the same day and account takes it back', async () => {
    await using s = await proofShop();
    const number = await paid(s);
    await s.statement(['Account No :,50100011116298', debit(UTR, -299, START)]);
    expect(await stateOf(s, number)).toEqual(TAKEN_BACK);
  });

  test('of money that staff have set aside changes nothing', async () => {
    await using s = await proofShop({});
    const { credit } = await s.sms(credited(UTR));
    await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'My own money' }, s.auth);
    await s.statement([debit()]);
    expect(await s.credits()).toMatchObject([{ status: 'dismissed' }]);
  });

  /** An order that came back, and whose refund is recorded. */
  const refunded = async (s: Shop, date: string, reference?: string) => {
    const number = await paid(s);
    for (const step of ['shipped', 'delivered', 'returned']) {
      const parcel = step === 'shipped' ? { courier: 'Delhivery', courierTracking: 'D1' } : {};
      await s.t.put(`/api/orders/${number}/status`, { status: step, ...parcel }, s.auth);
    }
    const refund = { amount: 299, date, reason: 'Returned', ...(reference ? { reference } : {}) };
    expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);
    return number;
  };

  test.each([
    [UTR, '2026-11-21', true],
    [undefined, '2026-12-10', true],
    [undefined, '2026-11-21', false],
    ['632500000777', '2026-12-10', false],
  ])(
    'is a recorded refund with this UTR or no reference, which the statement shows (%s, %s: %s)',
    async (reference, date, is) => {
      await using s = await proofShop();
      const number = await refunded(s, date, reference);
      await s.sms(message('ANANYA IYER'), { receivedAt: LATER });
      // A file that shows the credit, too.
      await s.statement([statementLine(UTR), debit()]);
      expect(await stateOf(s, number)).toEqual(['returned', 'completed', ...(is ? [] : ['payment_reversed'])]);
      const { refunds } = (await s.t.get(`/api/payments/refunds?status=sent&order=${number}`, s.auth)).body;
      expect(refunds).toMatchObject([{ inStatement: is }]);
    },
  );

  test.each([
    ['a statement', UTR, (s: Shop) => s.statement([debit().replace('UPI-', 'UPI CHBK-')])],
    ['a statement', undefined, (s: Shop) => s.statement([debit().replace('UPI-', 'UPI CHBK-')])],
    ['an SMS', UTR, (s: Shop) => s.sms(debited(UTR, '299.00', LATER), { receivedAt: LATER })],
    ['an SMS', undefined, (s: Shop) => s.sms(debited(UTR, '299.00', LATER), { receivedAt: LATER })],
  ])('that the words of %s call a reversal is a recorded refund only by its reference (%s)', async (_by, ref, tell) => {
    await using s = await proofShop();
    const number = await refunded(s, '2026-12-10', ref);
    await tell(s);
    expect(await stateOf(s, number)).toEqual(['returned', 'completed', ...(ref ? [] : ['payment_reversed'])]);
  });
});
