import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  return { t, auth: t.auth(await t.adminToken()) };
}

let utr = 600;

/** @returns the number of an order whose payment is verified, unless it is `unpaid` */
async function placed(t: TestApp, auth: Record<string, string>, unpaid = false): Promise<string> {
  utr += 1;
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(utr)))).body.order;
  if (!unpaid) await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth);
  return orderNumber;
}

const print = (t: TestApp, auth: Record<string, string>, numbers: string[]) =>
  t.app.inject({ url: `/api/orders/invoices?orders=${numbers.join(',')}`, headers: auth });

test('the invoices of ticked orders are one PDF in their sequence; what has none is left out', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const first = await placed(t, auth);
  const unpaid = await placed(t, auth, true);
  const second = await placed(t, auth);
  await t.post(`/api/orders/${second}/cancel`, { reason: 'Twice' }, auth);
  // As in orders that were imported: the payment is verified, but the invoice was never issued.
  const imported = await placed(t, auth);
  await t.db.deleteFrom('invoices').where('order_number', '=', imported).execute();

  const file = await print(t, auth, [second, unpaid, first, imported]);
  expect([file.statusCode, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    expect.stringMatching(/^attachment; filename="invoices-\d{4}-\d\d-\d\d-3\.pdf"$/),
  ]);
  const { text } = await extractText(new Uint8Array(file.rawPayload), { mergePages: false });
  expect(text.map((page) => /Order No\.\s+(\S+)/.exec(page)?.[1])).toEqual([second, first, imported]);
  expect(text.map((page) => page.includes('CANCELLED'))).toEqual([true, false, false]);
  const log = await t.db
    .selectFrom('audit_log')
    .select(['entity', 'after_value'])
    .where('action', '=', 'export')
    .execute();
  expect(log).toEqual([
    { entity: 'invoice', after_value: JSON.stringify({ orders: [second, unpaid, first, imported] }) },
  ]);
});

test('orders without an invoice, unknown ones and too many are refused with a sentence', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const unpaid = await placed(t, auth, true);
  const sentence = async (numbers: string[]) => {
    const { statusCode, body } = await print(t, auth, numbers);
    return [statusCode, JSON.parse(body).message];
  };
  expect(await sentence([unpaid])).toEqual([404, 'None of these orders has an invoice yet.']);
  expect(await sentence(['ORD1234567890123'])).toEqual([404, 'Order not found']);
  const many = Array.from({ length: 101 }, (_, index) => `ORD1${String(index).padStart(12, '0')}`);
  expect((await sentence(many))[0]).toBe(400);
});
