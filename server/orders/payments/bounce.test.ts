import { describe, expect, test } from 'vitest';
import { cashLine, credited, proofShop, returnLine, statementLine, UTR } from '#tests/proof.ts';
import { START } from '#tests/start.ts';

const DAY = 86_400_000;
const REFERENCE = '632500000777';

type Json = Record<string, unknown>;
type Shop = Awaited<ReturnType<typeof proofShop>>;

/** A cancelled order whose refund of ₹299 has been recorded. */
async function refunded(s: Shop, reference: string | null = REFERENCE) {
  const { number } = await s.order(UTR);
  await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
  await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
  const record = async (given: Json = reference === null ? {} : { reference }) => {
    const refund = { amount: 299, date: '2026-11-20', reason: 'Cancelled', ...given };
    const { status, body } = await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth);
    expect(status).toBe(201);
    return body.refund.id as string;
  };
  const id = await record();
  s.t.clock.advance(1_000);
  const refunds = async () => (await s.t.get(`/api/payments/refunds?status=sent&order=${number}`, s.auth)).body.refunds;
  return {
    number,
    id,
    record,
    refunds,
    /** Rupees to send, and whether the order is marked. */
    state: async () => {
      const { due } = (await s.t.get(`/api/payments/refunds?order=${number}`, s.auth)).body;
      const marked = (await s.staff(number)).needsAttention.includes('refund_returned');
      return [due[0]?.due ?? 0, marked];
    },
  };
}
const SENT = [0, false];
const BACK = [299, true];

async function imported(s: Shop, lines: string[]): Promise<string> {
  const { status, body } = await s.statement(lines);
  expect(status).toBe(200);
  s.t.clock.advance(1_000);
  return body.import.id;
}
async function undo(s: Shop, id: string) {
  expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(200);
  s.t.clock.advance(1_000);
}
const bounced = () => [statementLine(REFERENCE, -299), returnLine(REFERENCE, 299, START + DAY)];

const ACCOUNTS = ['HDFC', 'PNB', 'Axis Bank', 'Kotak', 'Indian Bank', 'IDFC', 'Canara Bank'].map((bank) => ({
  bank,
  tail: '6298',
}));

describe('a refund that a statement shows to have come back', () => {
  test('counts as sent again when the import is undone, and is due again when it comes again', async () => {
    await using s = await proofShop();
    const { number, id, state, refunds } = await refunded(s);
    const before = await s.staff(number);
    const lines = bounced();
    for (let turn = 0; turn < 2; turn++) {
      const file = await imported(s, lines);
      expect(await state()).toEqual(BACK);
      await undo(s, file);
      expect(await state()).toEqual(SENT);
      expect(await refunds()).toMatchObject([{ id, takenBackAt: null, inStatement: false }]);
    }
    const order = await s.staff(number);
    expect(order.payment.refunded).toBe(before.payment.refunded);
    expect(order.events.at(-1)).toMatchObject({
      kind: 'note',
      note: 'Refund of ₹299, reference 632500000777, counts as sent again: the import of the statement october.csv was undone',
    });
    const audit = await s.t.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'order.refund_restore')
      .execute();
    expect(audit).toMatchObject([{ entity_id: number }, { entity_id: number }]);
    const mails = await s.t.db.selectFrom('mail_outbox').select('kind').where('kind', '=', 'refunded').execute();
    expect(mails).toHaveLength(1);
  });

  test('counts as sent again when the undo was interrupted', async () => {
    await using s = await proofShop();
    const { state } = await refunded(s);
    const file = await imported(s, bounced());
    // As an undo does before its first part; then the process ends.
    await s.t.db.updateTable('statement_imports').set({ undone_at: s.t.clock.now() }).where('id', '=', file).execute();
    await s.t.services.proof.sweep();
    expect(await state()).toEqual(SENT);
  });

  test('stays due while another statement shows it', async () => {
    await using s = await proofShop();
    const { state } = await refunded(s);
    const lines = bounced();
    const first = await imported(s, lines);
    const second = await imported(s, [...lines, statementLine('632400000050', 10, START + DAY)]);
    await undo(s, first);
    expect(await state()).toEqual(BACK);
    await undo(s, second);
    expect(await state()).toEqual(SENT);
  });

  test('and that staff have sent anew stays as they left it, also with the same reference', async () => {
    await using s = await proofShop();
    const { state, refunds, record } = await refunded(s);
    const lines = bounced();
    const file = await imported(s, lines);
    await record();
    s.t.clock.advance(1_000);
    const other = await imported(s, [...lines, statementLine('632400000050', 10, START + DAY)]);
    expect(await state()).toEqual(SENT);
    await undo(s, file);
    await undo(s, other);
    expect((await refunds()).filter(({ takenBackAt }: Json) => takenBackAt === null)).toHaveLength(1);
    expect(await state()).toEqual(SENT);
  });

  test('and whose mark staff have settled stays due', async () => {
    await using s = await proofShop();
    const { number, state } = await refunded(s);
    const file = await imported(s, bounced());
    await s.t.put(`/api/orders/${number}/attention`, { settled: 'refund_returned' }, s.auth);
    await undo(s, file);
    expect(await state()).toEqual([299, false]);
  });

  test('and that staff had taken back before is theirs', async () => {
    await using s = await proofShop();
    const { id, state } = await refunded(s);
    await s.t.post(`/api/payments/refunds/${id}/undo`, { reason: 'Wrong order' }, s.auth);
    const file = await imported(s, bounced());
    expect(await state()).toEqual([299, false]);
    await undo(s, file);
    expect(await state()).toEqual([299, false]);
  });

  test('keeps the mark of another refund that has come back, too', async () => {
    await using s = await proofShop();
    const { number, record, state } = await refunded(s, null);
    const [whole] = (await s.t.get(`/api/payments/refunds?status=sent&order=${number}`, s.auth)).body.refunds;
    await s.t.post(`/api/payments/refunds/${whole.id}/undo`, { reason: 'Wrong amount' }, s.auth);
    await record({ amount: 100, reference: '632500000100' });
    await record({ amount: 199, reference: '632500000199' });
    s.t.clock.advance(1_000);
    const file = await imported(s, [returnLine('632500000100', 100, START + DAY)]);
    const other = await imported(s, [returnLine('632500000199', 199, START + DAY)]);
    expect(await state()).toEqual(BACK);
    await undo(s, file);
    expect(await state()).toEqual([199, true]);
    await undo(s, other);
    expect(await state()).toEqual(SENT);
  });

  test('counts as sent again when staff say that the credit is a sale after all', async () => {
    await using s = await proofShop();
    const { state } = await refunded(s);
    const lines = bounced();
    await imported(s, lines);
    const [credit] = await s.credits('?status=dismissed');
    expect(credit).toMatchObject({ rrn: REFERENCE, flags: ['returned'], reason: 'An own payment that came back' });
    const opened = await s.t.post(`/api/payments/credits/${credit.id}/open`, {}, s.auth);
    expect(opened.body.credit).toMatchObject({ status: 'open', flags: ['unmatched'] });
    expect(await state()).toEqual(SENT);
    // What they have decided stays when another statement shows the line.
    await imported(s, [...lines, statementLine('632400000050', 10, START + DAY)]);
    expect(await state()).toEqual(SENT);
    expect(await s.credits('?status=open')).toMatchObject([{ amount: 10 }, { id: credit.id }]);
  });
});

describe('a statement line of an own payment that came back', () => {
  test('sets the credit aside that a message has told of without saying so', async () => {
    await using s = await proofShop({});
    await s.sms(credited(REFERENCE));
    const { number } = await s.order(REFERENCE);
    const file = await imported(s, [returnLine(REFERENCE, 299, START)]);
    expect(await s.credits()).toMatchObject([{ status: 'dismissed', flags: ['returned'], sources: [{}, {}] }]);
    expect((await s.staff(number)).payment.status).toBe('pending');
    await undo(s, file);
    expect((await s.staff(number)).payment.status).toBe('pending');
  });

  test('without a reference is no other credit of its day and amount', async () => {
    await using s = await proofShop({}, { accounts: ACCOUNTS });
    await s.sms(
      'An amount of INR 299.00 has been CREDITED to your account XX6298 on 20/11/2026. Total Avail.bal INR 66.95. - Canara Bank',
      { sender: 'VM-CANBNK-S' },
    );
    await imported(s, [returnLine('', 299, START)]);
    expect((await s.credits()).map(({ amount, status }: Json) => [amount, status]).sort()).toEqual([
      [299, 'dismissed'],
      [299, 'open'],
    ]);
  });
});

describe('a refund that a message tells to have come back', () => {
  const A = 'A/c XX6298';

  test.each([
    [
      'towards reversal',
      `Rs.299.00 credited to your ${A} on 21-11-26 towards reversal of UPI txn ${REFERENCE}.`,
      'HDFCBK',
    ],
    [
      'UPI REV',
      `Ac XX6298 Credited with Rs.299.00 21-11-2026 10:10:10 UPI REV/${REFERENCE}. Aval Bal Rs.66.95 CR-PNB`,
      'PNBSMS',
    ],
    [
      'returned',
      `INR 299.00 returned to A/c no. XX6298 on 21-11-26 as beneficiary bank declined. IMPS/P2A/${REFERENCE}`,
      'AXISBK',
    ],
    ['refunded', `Rs.299 refunded to your Kotak Bank AC X6298 on 21-11-26. UPI Ref: ${REFERENCE}.`, 'KOTAKB'],
    ['reversal credit', `Rs 299 reversal credit in ${A} on 21-11-26 UPI Ref ${REFERENCE} -Indian Bank`, 'INDBNK'],
    ['no word at all', credited(REFERENCE), 'HDFCBK'],
  ])('is due again and proves no order: %s', async (_title, text, header) => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    const { number, state, refunds, id } = await refunded(s);
    const other = await s.order(REFERENCE);
    await s.sms(text, { sender: `VM-${header}-S` });
    expect(await state()).toEqual(BACK);
    expect(await refunds()).toMatchObject([{ id, takenBackAt: expect.any(Number) }]);
    await s.t.services.proof.sweep();
    expect((await s.staff(other.number)).payment.status).toBe('pending');
    const [credit] = await s.credits('?status=dismissed');
    expect(credit).toMatchObject({ rrn: REFERENCE, flags: ['returned'], sources: [{ kind: 'sms' }] });
    expect((await s.review()).withoutOrder).toEqual([]);
    expect((await s.staff(number)).events.at(-1).note).toBe(
      'Needs attention: the bank sent the refund of ₹299, reference 632500000777, back (SMS)',
    );
    // The statement that shows it later adds nothing, and undoing that takes nothing away.
    const file = await imported(s, bounced());
    await undo(s, file);
    expect(await state()).toEqual(BACK);
  });

  test.each([
    [
      'not yet',
      `UPI txn of Rs 299.00 was declined on 21-11-26. RRN ${REFERENCE}. Amount if debited will be credited back.`,
    ],
    ['failed only', `UPI txn of Rs 299.00 to ananya@okexample failed. RRN ${REFERENCE}. -ICICI Bank`],
    ['the refund itself', `Rs 299.00 debited from ${A} on 21-11-26 to ananya@okexample. UPI Ref ${REFERENCE}`],
    ['another amount', `Rs.298.00 credited to your ${A} on 21-11-26 towards reversal of UPI txn ${REFERENCE}.`],
    ['another reference', `Rs.299.00 credited to your ${A} on 21-11-26 towards reversal of UPI txn 632500000778.`],
  ])('stays sent: %s', async (_title, text) => {
    await using s = await proofShop();
    const { state } = await refunded(s);
    await s.sms(text);
    expect([await state(), await s.credits('?status=dismissed')]).toEqual([SENT, []]);
  });

  test('stays sent when its reference is that of the payment, told late', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const refund = { amount: 299, date: '2026-11-20', reference: UTR, reason: 'Cancelled' };
    expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);
    await s.sms(credited(UTR));
    expect(await s.credits()).toMatchObject([{ status: 'matched', orderNumber: number }]);
  });

  test('stays sent when the sender is not known; a dry run shows it and changes nothing', async () => {
    await using s = await proofShop();
    const { state } = await refunded(s);
    const text = `Rs.299.00 credited to your ${A} on 21-11-26 towards reversal of UPI txn ${REFERENCE}.`;
    expect((await s.sms(text, { sender: '+919000011111' })).credit).toBeUndefined();
    const dry = await s.sms(text, { dryRun: true });
    expect(dry).toMatchObject({ message: { kind: 'other', reason: 'reversal' }, match: { reason: 'dismissed' } });
    expect([await state(), await s.credits('?status=dismissed')]).toEqual([SENT, []]);
  });

  test('and by a statement in plain words is due again and proves no order', async () => {
    await using s = await proofShop({});
    const { state } = await refunded(s);
    const other = await s.order(REFERENCE);
    const preview = (await s.statement([statementLine(REFERENCE)], '?dryRun=true')).body.import;
    expect(preview.lines[0].match).toMatchObject({ decision: 'none', reason: 'dismissed' });
    await imported(s, [statementLine(REFERENCE)]);
    expect(await state()).toEqual(BACK);
    expect((await s.staff(other.number)).payment.status).toBe('pending');
  });
});

describe('money that came back and names no refund', () => {
  const BARE =
    'Your A/C XXX6298 is credited with INR 299.00 on 21/11/26 10:10 for reversal of UPI txn. -IDFC FIRST Bank';
  const hints = async (s: Shop) =>
    (await s.t.get('/api/payments/refunds?status=sent', s.auth)).body.refunds.map(({ cameBackAt }: Json) => cameBackAt);

  test.each([
    ['a statement line', null, (s: Shop) => s.statement([returnLine('', 299, START + DAY)])],
    ['a statement line with another number', null, (s: Shop) => s.statement([returnLine(REFERENCE, 299, START + DAY)])],
    ['a message', null, (s: Shop) => s.sms(BARE, { sender: 'VM-IDFCFB-S' })],
    ['a message beside a refund with a reference', REFERENCE, (s: Shop) => s.sms(BARE, { sender: 'VM-IDFCFB-S' })],
  ])('is shown beside a refund of its amount, which stays sent: %s', async (title, reference, tell) => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    const { state } = await refunded(s, reference);
    await tell(s);
    const at = Date.parse(`2026-11-21T${title.startsWith('a message') ? '10:10' : '00:00'}:00+05:30`);
    expect([await hints(s), await state()]).toEqual([[at], SENT]);
    expect((await s.review()).withoutOrder).toEqual([]);
  });

  test('is not shown any more when its import is undone, or the refund is taken back', async () => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    const { id } = await refunded(s, null);
    const lines = [returnLine('', 299, START + DAY)];
    await undo(s, await imported(s, lines));
    expect(await hints(s)).toEqual([null]);
    await imported(s, lines);
    await s.t.post(`/api/payments/refunds/${id}/undo`, { reason: 'It came back' }, s.auth);
    expect(await hints(s)).toEqual([null]);
  });

  test.each([
    ['of another amount', null, returnLine('', 298, START + DAY)],
    ['of a day before', null, returnLine('', 299, START - DAY)],
    ['of a day long after', null, returnLine('', 299, START + 11 * DAY)],
    ['with another number than that of the refund', REFERENCE, returnLine('632500000778', 299, START + DAY)],
  ])('is not shown: %s', async (_title, reference, line) => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    await refunded(s, reference);
    await imported(s, [line]);
    expect(await hints(s)).toEqual([null]);
  });

  test('before a refund was sent is not shown beside it, although another one was sent earlier', async () => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    const { id, record } = await refunded(s, null);
    await s.t.post(`/api/payments/refunds/${id}/undo`, { reason: 'Wrong amount' }, s.auth);
    await record({ amount: 100, date: '2026-11-18' });
    await record({ amount: 199 });
    await imported(s, [returnLine('', 199, START - DAY)]);
    expect(await hints(s)).toEqual([null, null, null]);
  });

  test('by a message is not kept without a refund of its amount', async () => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    await s.sms(BARE, { sender: 'VM-IDFCFB-S' });
    expect(await s.credits()).toEqual([]);
  });

  test('and is known to be another refund is shown beside none', async () => {
    await using s = await proofShop(undefined, { accounts: ACCOUNTS });
    await refunded(s);
    await imported(s, bounced());
    const { number } = await s.order('632400000009');
    await s.t.put(`/api/orders/${number}/payment`, { status: 'completed' }, s.auth);
    await s.t.post(`/api/orders/${number}/cancel`, { reason: 'No longer needed' }, s.auth);
    const refund = { amount: 299, date: '2026-11-20', reason: 'Cancelled' };
    expect((await s.t.post(`/api/orders/${number}/refunds`, refund, s.auth)).status).toBe(201);
    expect(await hints(s)).toEqual([null, null]);
  });
});

test('a credit without a number that was set aside is taken back', async () => {
  await using s = await proofShop(undefined, { accounts: ACCOUNTS });
  await imported(s, [cashLine()]);
  const [credit] = await s.credits();
  expect(credit).toMatchObject({ rrn: null, status: 'open' });
  await s.t.post(`/api/payments/credits/${credit.id}/dismiss`, { reason: 'A loan' }, s.auth);
  expect(await s.credits('?status=dismissed')).toHaveLength(1);
  const opened = await s.t.post(`/api/payments/credits/${credit.id}/open`, {}, s.auth);
  expect([opened.status, opened.body.credit]).toMatchObject([200, { status: 'open' }]);
});
