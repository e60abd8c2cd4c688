import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { canonicalUtr } from '#shop/money/upi.ts';
import { withoutMarks } from '#shop/text/sheet-cell.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody } from '#tests/factories.ts';
import { credited, proofShop } from '#tests/proof.ts';

/**
 * An order shows its UTR as it was typed, and is found and compared by the canonical form (R2.3,
 * R2.5).
 */

const withUtr = (utrNumber: string) => orderBody({ paymentDetails: { utrNumber, method: 'upi' } });

async function shop() {
  const t = await testApp();
  await addProduct(t.db);
  return { t, staff: t.auth(await t.adminToken()) };
}

const stored = (t: TestApp) => t.db.selectFrom('orders').select(['utr', 'utr_typed']).orderBy('order_number').execute();

test.each([
  ['1234567890', '1234567890'],
  // In the form of a mobile number.
  ['6324000012', '6324000012'],
  ['0000 1234-5678-9012', '0000123456789012'],
])('a UTR typed as %s comes back as %s, for the shopper and for staff', async (typed, shown) => {
  const { t, staff } = await shop();
  await using _ = t;
  const placed = await t.post('/api/orders', withUtr(typed));
  const { orderNumber, accessToken, payment } = placed.body.order;
  expect([placed.status, payment.utrNumber]).toEqual([201, shown]);
  expect(await stored(t)).toEqual([{ utr: canonicalUtr(typed), utr_typed: shown }]);
  const url = `/api/orders/${orderNumber}`;
  const own = await t.get(url, { 'x-order-token': accessToken });
  expect(own.body.order.payment.utrNumber).toBe(shown);
  const list = await t.get(`/api/orders?search=${shown}`, staff);
  expect(list.body.orders.map((order: typeof placed.body.order) => order.payment.utrNumber)).toEqual([shown]);
  const found = await t.get(`/api/admin/search?q=${shown}`, staff);
  expect(found.body.found.orders).toHaveLength(1);
  const [row] = parse((await t.get('/api/orders/export', staff)).text, { columns: true, bom: true }) as {
    UTR: string;
  }[];
  expect(withoutMarks(row?.UTR ?? '')).toBe(shown);

  expect((await t.put(`${url}/payment`, { status: 'completed' }, staff)).body.order.payment.utrNumber).toBe(shown);
  const { payments } = (await t.get(url, staff)).body;
  expect(payments).toMatchObject([{ status: 'accepted', utrNumber: shown }]);
  // The bank's form counts as the same payment.
  expect(await t.db.selectFrom('payments').select('utr').execute()).toEqual([{ utr: canonicalUtr(typed) }]);
});

test('a canonical UTR is stored once', async () => {
  const { t } = await shop();
  await using _ = t;
  expect((await t.post('/api/orders', withUtr('632400000001'))).body.order.payment.utrNumber).toBe('632400000001');
  expect(await stored(t)).toEqual([{ utr: '632400000001', utr_typed: null }]);
});

test('the same order sent again with its UTR in another form is the same order', async () => {
  const { t } = await shop();
  await using _ = t;
  const placed = await t.post('/api/orders', withUtr('1234567890'));
  for (const other of ['1234567890', '001234567890', '0000001234567890']) {
    const again = await t.post('/api/orders', withUtr(other));
    const { orderNumber, payment } = again.body.data.order;
    expect([again.status, orderNumber, payment.utrNumber]).toEqual([409, placed.body.order.orderNumber, '1234567890']);
  }
  expect(await stored(t)).toHaveLength(1);
});

test('a UTR that comes later is shown as it was typed, by either way', async () => {
  const { t } = await shop();
  await using _ = t;
  const first = (await t.post('/api/orders', orderBody())).body.order;
  const token = { 'x-order-token': first.accessToken };
  const sent = await t.post(`/api/orders/${first.orderNumber}/utr`, { utrNumber: '1234567890' }, token);
  expect([sent.status, sent.body.order.payment.utrNumber]).toEqual([200, '1234567890']);
  const again = await t.post(`/api/orders/${first.orderNumber}/utr`, { utrNumber: '001234567890' }, token);
  expect([again.status, again.body.order.payment.utrNumber]).toEqual([200, '1234567890']);

  const second = (await t.post('/api/orders', orderBody())).body.order;
  const { orderNumber, accessToken } = second;
  const late = await t.post('/api/orders', { ...withUtr('1234567891'), orderNumber, accessToken });
  expect([late.status, late.body.order.payment.utrNumber]).toEqual([200, '1234567891']);
});

test('a corrected UTR is shown instead, and the one before again when the decision is taken back', async () => {
  const { t, staff } = await shop();
  await using _ = t;
  const { orderNumber } = (await t.post('/api/orders', withUtr('1234567890'))).body.order;
  const url = `/api/orders/${orderNumber}`;
  const decide = async (body: Record<string, unknown>) => (await t.put(`${url}/payment`, body, staff)).body.order;
  const corrected = await decide({ status: 'completed', utrNumber: '632400000001' });
  expect(corrected.payment.utrNumber).toBe('632400000001');
  const notes = corrected.events.map(({ note }: { note: string }) => note);
  expect(notes).toContain('UTR corrected to 632400000001. The UTR before was 1234567890.');
  expect((await decide({ status: 'completed', undo: true })).payment.utrNumber).toBe('1234567890');
  // Staff too see what they have typed.
  expect((await decide({ status: 'completed', utrNumber: '02345678901' })).payment.utrNumber).toBe('02345678901');
  expect(await stored(t)).toEqual([{ utr: '002345678901', utr_typed: '02345678901' }]);
});

test('a credit that waits for the UTR proves the order, however the shopper has typed it', async () => {
  await using s = await proofShop();
  await s.sms(credited('032400000002'));
  const { number } = await s.order('32400000002');
  const { payment } = await s.staff(number);
  expect([payment.status, payment.utrNumber]).toEqual(['completed', '32400000002']);
});
