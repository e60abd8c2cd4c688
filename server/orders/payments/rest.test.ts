import { describe, expect, test } from 'vitest';
import { type BankReport, bankReports } from '#tests/bank-reports.ts';
import { addProduct, reasonsOf } from '#tests/factories.ts';
import { debited, proofShop } from '#tests/proof.ts';

/** The rest of an order that was made dearer is proved as its first payment is (D61). */
const FIRST = '632400000001';
const REST = '632400000002';
const HOUR = 3_600_000;

/** An order of ₹299 that is paid, and to which staff have added figs for ₹449. */
async function dearer(settings: Record<string, unknown> = {}) {
  const shop = await proofShop({ sms: { policy: 'confirm' } }, settings);
  const { t, auth, staff } = shop;
  await addProduct(t.db, { id: 'figs', name: 'Figs', sizes: [{ price: 449, stock: 50 }] });
  const credited = async (report: Partial<BankReport>) =>
    (await bankReports(t, [{ amount: 44_900, rrn: REST, ...report }]))[0];
  const { number, token } = await shop.order(FIRST);
  await credited({ amount: 29_900, rrn: FIRST });
  const url = `/api/orders/${number}`;
  const figs = async (quantity: number) => {
    const lines = [{ line: 0, quantity: 1 }, ...(quantity > 0 ? [{ product: 'figs', size: '250g', quantity }] : [])];
    const { version } = await staff(number);
    const { status } = await t.put(`${url}/lines`, { lines, reason: 'customer_asked', version }, auth);
    expect(status).toBe(200);
  };
  t.clock.advance(HOUR);
  await figs(1);
  t.clock.advance(HOUR);
  const of = { number, token, url, figs, credited, note: `Payment for ${number}` };
  const due = async () => (await staff(number)).payment.restDue ?? 0;
  return { ...shop, ...of, due };
}

test('a credit of the rest that names the order settles it, and the order is shipped', async () => {
  await using made = await dearer();
  const { t, auth, url, number, credited, note, staff } = made;
  expect(await credited({ note })).toMatchObject({ decision: 'confirm', way: 'number', orderNumber: number });
  const { payment, needsAttention, events } = await staff(number);
  expect(payment).toMatchObject({ paidAmount: 748, utrNumber: FIRST });
  expect([payment.restDue, needsAttention]).toEqual([undefined, []]);
  const notes = events.map((event: { note: string }) => event.note);
  expect(notes).toContainEqual(expect.stringContaining('Confirmed by order number: bank credit of ₹449'));
  const { payments } = (await t.get(url, auth)).body;
  expect(payments).toMatchObject([
    { utrNumber: FIRST, amount: 299, provedBy: 'utr' },
    { utrNumber: REST, amount: 449, provedBy: 'number' },
  ]);
  const matched = { status: 'matched', orderNumber: number };
  expect(await made.credits()).toMatchObject([matched, matched]);
  const audited = await t.db
    .selectFrom('audit_log')
    .select('after_value')
    .where('action', '=', 'order.difference')
    .execute();
  expect(JSON.parse(audited[0]?.after_value ?? '')).toMatchObject({ paid: 74_800, utr: REST });
  expect((await t.put(`${url}/status`, { status: 'shipped' }, auth)).status).toBe(200);
});

describe('hostile', () => {
  test.each<[string, Partial<BankReport>, string, string]>([
    ['a paisa less', { amount: 44_899 }, 'review', 'amount_differs'],
    ['₹1', { amount: 100 }, 'review', 'amount_differs'],
    ['the whole total', { amount: 74_800 }, 'review', 'amount_differs'],
    ['the first payment again', { amount: 29_900 }, 'review', 'already_paid'],
    ['from before the change', { at: Date.parse('2026-11-20T00:30:00Z') }, 'review', 'already_paid'],
    ['a text that a stranger typed or pasted', { source: 'text' }, 'suggest', 'pasted'],
    ['a message that may not confirm', { mayConfirm: false }, 'suggest', 'unproven'],
    ['without a reference', { rrn: null }, 'suggest', 'unproven'],
    ['on the account of somebody else', { account: '1111' }, 'review', 'other_account'],
  ])('%s settles nothing', async (_title, report, decision, reason) => {
    await using made = await dearer();
    expect(await made.credited({ note: made.note, ...report })).toMatchObject({ decision, reason });
    expect(await made.due()).toBe(449);
    const { withoutOrder } = await made.review();
    expect(withoutOrder).toMatchObject([{ suggestions: [{ order: { orderNumber: made.number } }] }]);
  });

  test('the UTR of the first payment settles nothing, by the bank or by a person', async () => {
    await using made = await dearer();
    const { t, auth, number, credited, note, url } = made;
    await credited({ note, rrn: FIRST });
    expect(await made.due()).toBe(449);
    const [conflict] = (await made.credits('?status=conflict')) as { id: string }[];
    const body = { orderNumber: number, acceptAmount: true };
    expect((await t.post(`/api/payments/credits/${conflict?.id}/match`, body, auth)).status).toBe(409);
    const typed = await t.post(`${url}/difference`, { amount: 449, utrNumber: FIRST }, auth);
    expect(typed.body.message).toContain('already been accepted');
    expect(await made.due()).toBe(449);
  });

  test('a credit pays one rest only, also when it is reported again', async () => {
    await using made = await dearer();
    const { credited, note, figs, t } = made;
    await credited({ note });
    expect(await made.due()).toBe(0);
    await figs(2);
    t.clock.advance(HOUR);
    expect(await made.due()).toBe(449);
    expect(await credited({ note, source: 'email' })).toMatchObject({ decision: 'none', reason: 'matched' });
    expect(await credited({ note, rrn: '632400000003', at: t.clock.now() - 2 * HOUR })).toMatchObject({
      reason: 'already_paid',
    });
    expect(await made.due()).toBe(449);
    expect(await credited({ note, rrn: '632400000004' })).toMatchObject({ decision: 'confirm' });
    expect(await made.due()).toBe(0);
  });

  test('two credits of the rest at once pay it once', async () => {
    await using made = await dearer();
    const { t, note } = made;
    const reports = ['632400000003', '632400000004'].map((rrn) => ({ amount: 44_900, rrn, note }));
    const matches = await bankReports(t, reports);
    expect(matches.map((match) => match?.decision).sort()).toEqual(['confirm', 'review']);
    expect((await made.staff(made.number)).payment).toMatchObject({ paidAmount: 748 });
  });

  test('what a shopper types proves nothing, and a credit of another order stays with it', async () => {
    await using made = await dearer();
    const { t, url, token, credited, number, note } = made;
    await t.post(`${url}/utr`, { utrNumber: REST }, { 'x-order-token': token });
    expect(await made.due()).toBe(449);
    const other = await made.order('632400000007');
    expect(await credited({ rrn: '632400000007', note })).toMatchObject({ decision: 'review', reason: 'note_differs' });
    expect(await made.due()).toBe(449);
    expect(await reasonsOf(t.db, number)).toContain('difference_due');
    expect((await made.staff(other.number)).payment.status).toBe('pending');
  });

  test('no credit pays what was waived or paid already', async () => {
    await using made = await dearer();
    const { t, auth, url, credited, note } = made;
    await t.post(`${url}/difference`, { waive: 'A gift' }, auth);
    expect(await credited({ note })).toMatchObject({ decision: 'review', reason: 'already_paid' });
    expect((await made.staff(made.number)).payment).toMatchObject({ paidAmount: 299 });
  });

  test('the switch and the limits of the owner hold', async () => {
    await using made = await dearer({ byNumber: false });
    expect(await made.credited({ note: made.note })).toMatchObject({ decision: 'suggest', reason: 'policy' });
    expect(await made.due()).toBe(449);
  });
});

describe('a person', () => {
  test('finds the order of a credit that names none, and settles the rest with it', async () => {
    await using made = await dearer();
    const { t, auth, credited, number } = made;
    expect(await credited({})).toMatchObject({ decision: 'none' });
    const [{ credit, suggestions }] = (await made.review()).withoutOrder;
    expect(suggestions).toMatchObject([{ order: { orderNumber: number, total: 449 }, reason: 'same_amount' }]);
    const body = { orderNumber: number, acceptAmount: false };
    expect((await t.post(`/api/payments/credits/${credit.id}/match`, body, auth)).status).toBe(200);
    expect(await made.due()).toBe(0);
    expect((await made.staff(number)).payment).toMatchObject({ paidAmount: 748, utrNumber: FIRST });
  });

  test('accepts less, and the rest of the rest is due; never more', async () => {
    await using made = await dearer();
    const { t, auth, credited, number } = made;
    await credited({ amount: 40_000 });
    await credited({ amount: 50_000, rrn: '632400000003' });
    const ids = (await made.credits('?status=open')) as { id: string; amount: number }[];
    const match = (amount: number, acceptAmount: boolean) => {
      const id = ids.find((one) => one.amount === amount)?.id;
      return t.post(`/api/payments/credits/${id}/match`, { orderNumber: number, acceptAmount }, auth);
    };
    expect((await match(400, false)).status).toBe(409);
    expect((await match(500, true)).body.message).toBe('Only ₹449 of this order is still to be paid.');
    expect((await match(400, true)).status).toBe(200);
    expect(await made.due()).toBe(49);
  });
});

describe('a rest that the bank or a person takes back is due again', () => {
  test('taken off the order: the first payment stays, and the credit proves nothing by itself', async () => {
    await using made = await dearer();
    const { t, auth, credited, note, number } = made;
    await credited({ note });
    const rest = ((await made.credits()) as { id: string; amount: number }[]).find(({ amount }) => amount === 449);
    expect((await t.post(`/api/payments/credits/${rest?.id}/unmatch`, {}, auth)).status).toBe(200);
    const { payment, status } = await made.staff(number);
    expect([status, payment]).toMatchObject(['confirmed', { status: 'completed', paidAmount: 299, restDue: 449 }]);
    const credits = (await made.credits()) as { amount: number; status: string }[];
    expect(credits.map(({ amount, status: of }) => [amount, of])).toEqual([
      [449, 'open'],
      [299, 'matched'],
    ]);
    expect(await credited({ note, source: 'email' })).toMatchObject({ decision: 'suggest', reason: 'unmatched' });
    const body = { orderNumber: number, acceptAmount: false };
    expect((await t.post(`/api/payments/credits/${rest?.id}/match`, body, auth)).status).toBe(200);
    expect(await made.due()).toBe(0);
  });

  test.each(['matched', 'typed'])('reversed by the bank: %s', async (how) => {
    await using made = await dearer();
    const { t, auth, url, credited, note, number, sms } = made;
    if (how === 'matched') await credited({ note });
    else await t.post(`${url}/difference`, { amount: 449, utrNumber: REST }, auth);
    t.clock.advance(2 * HOUR);
    await sms(debited(REST, '449.00', t.clock.now()));
    const { payment, status } = await made.staff(number);
    expect([status, payment]).toMatchObject(['confirmed', { status: 'completed', paidAmount: 299, restDue: 449 }]);
    const { payments } = (await t.get(url, auth)).body;
    expect(payments.map((one: { status: string }) => one.status)).toEqual(['accepted', 'withdrawn']);
    expect((await t.put(`${url}/status`, { status: 'shipped' }, auth)).status).toBe(409);
  });

  test('a withdrawn payment frees both credits, and the whole order is paid anew', async () => {
    await using made = await dearer();
    const { t, auth, url, credited, note, number } = made;
    await credited({ note });
    const failed = { status: 'failed', note: 'Not in the statement', withdraw: true };
    expect((await t.put(`${url}/payment`, failed, auth)).status).toBe(200);
    expect(((await made.credits()) as { status: string }[]).map(({ status }) => status)).toEqual(['open', 'open']);
    expect(await reasonsOf(t.db, number)).not.toContain('difference_due');
  });

  test('of an order that is cheaper again, nothing is asked', async () => {
    await using made = await dearer();
    const { t, auth, credited, note, figs, number } = made;
    await credited({ note });
    await figs(0);
    const rest = ((await made.credits()) as { id: string; amount: number }[]).find(({ amount }) => amount === 449);
    await t.post(`/api/payments/credits/${rest?.id}/unmatch`, {}, auth);
    expect(await made.due()).toBe(0);
    expect((await made.staff(number)).payment).toMatchObject({ paidAmount: 299 });
  });
});
