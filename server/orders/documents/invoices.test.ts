import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import { financialYear } from '#shop/india/dates.ts';
import { invoiceNumber } from '#shop/orders/invoice.ts';
import { START, type TestApp, type TestOptions, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { lockOrder } from '../lifecycle/change-order.ts';
import { issueInvoice } from '../lifecycle/issue-invoice.ts';
import { isBusy } from '../personal.ts';
import { invoiceOfOrder, nextCount } from '../rows/invoices.queries.ts';

interface Placed {
  orderNumber: string;
  accessToken: string;
}

/** Each order gets its own UTR. */
let utr = 100;

async function place(t: TestApp, more: Record<string, unknown> = {}): Promise<Placed> {
  utr += 1;
  const response = await t.post('/api/orders', orderBody({ ...paid(utr), ...more }));
  expect(response.status).toBe(201);
  return response.body.order;
}

async function verify(t: TestApp, admin: Record<string, string>, orderNumber: string): Promise<void> {
  expect((await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, admin)).status).toBe(200);
}

async function shop(stock = 1000, options: TestOptions = {}) {
  const t = await testApp(options);
  await addProduct(t.db, { sizes: [{ stock }] });
  const admin = t.auth(await t.adminToken());
  await t.services.settings.saveShop(
    {
      ...(await t.services.settings.shop()),
      legalName: 'Kishmish Foods (Demo) Private Limited',
      address: 'Demo House, Sector 19',
      city: 'Navi Mumbai',
      state: 'Maharashtra',
      stateCode: '27',
      pincode: '400703',
      gstin: '27DEMCK0000D1ZV',
      fssaiLicence: '10000000000000',
    },
    { id: null, name: 'test' },
  );
  return { t, admin };
}

const fetchPdf = (t: TestApp, orderNumber: string, headers: Record<string, string>) =>
  t.app.inject({ method: 'GET', url: `/api/orders/${orderNumber}/invoice`, headers });

/** The text of a PDF as a reader sees it, lines joined by spaces. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(new Uint8Array(pdf), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const invoices = (t: TestApp) => t.db.selectFrom('invoices').selectAll().orderBy('number').execute();
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => invoiceNumber('Kishmish', financialYear(START), index + 1));

describe('GET /api/orders/{id}/invoice', () => {
  test('is a PDF with all particulars of rule 46, for the shopper with the token and for staff', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await place(t);
    await verify(t, admin, order.orderNumber);
    const response = await fetchPdf(t, order.orderNumber, { 'x-order-token': order.accessToken });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="Invoice-KSH-26-27-000001.pdf"',
      'x-content-type-options': 'nosniff',
    });
    const text = await textOf(response.rawPayload);
    for (const part of [
      'TAX INVOICE',
      'Kishmish Foods (Demo) Private Limited',
      'Demo House, Sector 19',
      'GSTIN: 27DEMCK0000D1ZV',
      'FSSAI Licence No.: 10000000000000',
      'KSH/26-27/000001',
      'Invoice Date 20 Nov 2026',
      order.orderNumber,
      'Ananya Iyer',
      '12/4, Second Main Road, Adyar',
      'Chennai, Tamil Nadu 600020',
      'State Code: 33',
      'Place of Supply Tamil Nadu (33)',
      'Reverse Charge No',
      'California Almonds, 250g',
      '0802',
      '1 PAC',
      'IGST',
      '5%',
      '284.76 5% 14.24 299.00',
      'Invoice Total ₹299',
      'Two Hundred Ninety-Nine Rupees Only',
      'Authorised Signatory',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('CGST');
    expect(text).not.toContain('CANCELLED');
    // Every reader gets the same bytes.
    const staff = await fetchPdf(t, order.orderNumber, admin);
    expect(staff.rawPayload.equals(response.rawPayload)).toBe(true);
  });

  test('the GSTIN of a registered buyer is kept with the order and is on its invoice and credit note', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const gstin = '33AABCT3518Q1Z3';
    const order = await place(t, { shippingAddress: { ...ADDRESS, gstin: ' 33aabct3518q1z3' } });
    const own = { 'x-order-token': order.accessToken };
    const url = `/api/orders/${order.orderNumber}`;
    expect((await t.get(url, own)).body.order.shippingAddress.gstin).toBe(gstin);
    await verify(t, admin, order.orderNumber);
    const text = async (path: string) =>
      textOf((await t.app.inject({ method: 'GET', url: `${url}/${path}`, headers: own })).rawPayload);
    expect(await text('invoice')).toContain(`GSTIN: ${gstin}`);
    await t.post(`${url}/cancel`, { reason: 'Twice' }, admin);
    expect(await text('credit-note')).toContain(`GSTIN: ${gstin}`);
    expect((await t.get('/api/orders/track/9876543210')).text).not.toContain(gstin);

    for (const [wrong, msg] of [
      ['33AABCT3518Q1ZW', 'This GSTIN is not valid. Please check each letter and digit'],
      [
        '27AAPFU0939F1ZV',
        expect.stringMatching(/^This GSTIN is registered in Maharashtra, but the parcel goes to Tamil Nadu\./),
      ],
    ]) {
      const body = orderBody({ ...paid(900), shippingAddress: { ...ADDRESS, gstin: wrong } });
      const refused = await t.post('/api/orders', body);
      expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'shippingAddress.gstin', msg }]]);
    }
  });

  test('within the state: CGST and SGST; the discount is taken off before the tax', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    await t.services.settings.savePayment(
      {
        upiId: 'mewa@upi',
        accountHolderName: 'Kishmish',
        onlineOffer: { text: 'Pay online & get EXTRA ₹33 off', amount: 33, visible: true },
      },
      { id: null, name: 'test' },
    );
    const address = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' };
    const order = await place(t, { shippingAddress: address, total: 266 });
    await verify(t, admin, order.orderNumber);
    const text = await textOf((await fetchPdf(t, order.orderNumber, admin)).rawPayload);
    expect(text).toContain('Place of Supply Maharashtra (27)');
    // 299 − 33 = 266 = 253.34 + 6.33 + 6.33
    expect(text).toContain('299.00 33.00 253.34 2.5% 6.33 2.5% 6.33 266.00');
    expect(text).toContain('Online payment offer −₹33');
    expect(text).toContain('Invoice Total ₹266');
    expect(text).not.toContain('IGST');
  });

  test('does not exist before the payment is verified, and without credentials the order is not found', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await place(t);
    const token = { 'x-order-token': order.accessToken };
    const url = `/api/orders/${order.orderNumber}/invoice`;
    for (const headers of [token, admin]) {
      expect(await t.get(url, headers)).toMatchObject({
        status: 404,
        body: { success: false, message: 'There is no invoice for this order yet.' },
      });
    }
    await verify(t, admin, order.orderNumber);
    const strangers: Record<string, string>[] = [{}, { 'x-order-token': 'wrong' }, { 'x-order-token': '' }];
    const unknown = await t.get('/api/orders/ORD1795113600000000/invoice', token);
    expect(unknown).toMatchObject({ status: 404, body: { success: false, message: 'Order not found' } });
    for (const headers of strangers) {
      const response = await t.get(url, headers);
      expect(response.status).toBe(404);
      expect(response.body).toEqual(unknown.body);
    }
    expect((await t.get(url, { authorization: `Bearer ${'x'.repeat(32)}` })).status).toBe(401);
    expect(await invoices(t)).toHaveLength(1);
  });

  test('is typeset 30 times in 15 minutes for a guest, its credit note included; staff and other orders are not held up', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [order, other] = [await place(t), await place(t)];
    for (const { orderNumber } of [order, other]) await verify(t, admin, orderNumber);
    const own = { 'x-order-token': order.accessToken };
    const url = `/api/orders/${order.orderNumber}`;
    // A stranger uses up none of them.
    for (let count = 0; count < 30; count++) await fetchPdf(t, order.orderNumber, { 'x-order-token': 'wrong' });
    for (let count = 0; count < 29; count++) expect((await fetchPdf(t, order.orderNumber, own)).statusCode).toBe(200);
    await t.post(`${url}/cancel`, { reason: 'Twice' }, admin);
    expect((await t.app.inject({ url: `${url}/credit-note`, headers: own })).statusCode).toBe(200);
    for (const limited of [await t.get(`${url}/invoice`, own), await t.get(`${url}/credit-note`, own)]) {
      expect([limited.status, limited.body.message]).toEqual([
        429,
        'Too many attempts. Please wait 15 minutes and try again.',
      ]);
    }
    expect((await fetchPdf(t, order.orderNumber, admin)).statusCode).toBe(200);
    expect((await fetchPdf(t, other.orderNumber, { 'x-order-token': other.accessToken })).statusCode).toBe(200);
    t.clock.advance(15 * 60_000);
    expect((await fetchPdf(t, order.orderNumber, own)).statusCode).toBe(200);
  });

  test.runIf(dialect === 'sqlite')('is served to a guest while the database takes no writes', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [order, late] = [await place(t), await place(t)];
    await verify(t, admin, order.orderNumber);
    await sql`pragma query_only = on`.execute(t.db);
    expect((await fetchPdf(t, order.orderNumber, { 'x-order-token': order.accessToken })).statusCode).toBe(200);
    expect((await fetchPdf(t, order.orderNumber, { 'x-order-token': 'wrong' })).statusCode).toBe(404);
    expect((await fetchPdf(t, late.orderNumber, { 'x-order-token': late.accessToken })).statusCode).toBe(404);
    await sql`pragma query_only = off`.execute(t.db);
  });

  test('never changes after it is issued', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await place(t);
    await verify(t, admin, order.orderNumber);
    const before = (await fetchPdf(t, order.orderNumber, admin)).rawPayload;
    await t.db.updateTable('products').set({ name: 'Other', gst_rate_bp: 1800, hsn_code: '9999' }).execute();
    await t.db.updateTable('order_lines').set({ price: 1, gst_rate_bp: 1800 }).execute();
    await t.services.settings.saveShop(
      { ...(await t.services.settings.shop()), brandName: 'Other', legalName: 'Other', gstin: '', stateCode: '33' },
      { id: null, name: 'test' },
    );
    t.clock.advance(400 * 86_400_000);
    const token = { 'x-order-token': order.accessToken };
    expect((await fetchPdf(t, order.orderNumber, token)).rawPayload.equals(before)).toBe(true);
  });

  test('is marked when the order is cancelled; an order cancelled before payment gets none', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [first, second] = [await place(t), await place(t)];
    await verify(t, admin, first.orderNumber);
    for (const { orderNumber } of [first, second]) {
      await t.post(`/api/orders/${orderNumber}/cancel`, { reason: 'Changed my mind' }, admin);
    }
    const text = await textOf((await fetchPdf(t, first.orderNumber, admin)).rawPayload);
    expect(text).toContain('CANCELLED');
    await verify(t, admin, second.orderNumber);
    expect((await fetchPdf(t, second.orderNumber, admin)).statusCode).toBe(404);
    expect(await invoices(t)).toHaveLength(1);
  });

  test('keeps its number when a payment is withdrawn and verified again; unpaid orders get theirs when shipped', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [first, second] = [await place(t), await place(t)];
    const url = `/api/orders/${first.orderNumber}/payment`;
    await verify(t, admin, first.orderNumber);
    await t.put(url, { status: 'failed', note: 'Another order', withdraw: true }, admin);
    await verify(t, admin, first.orderNumber);
    for (const body of [{ status: 'processing' }, { status: 'shipped', confirmUnpaid: true }]) {
      expect((await t.put(`/api/orders/${second.orderNumber}/status`, body, admin)).status).toBe(200);
    }
    await verify(t, admin, second.orderNumber);
    expect((await invoices(t)).map(({ number, order_number }) => [number, order_number])).toEqual([
      ['KSH/26-27/000001', first.orderNumber],
      ['KSH/26-27/000002', second.orderNumber],
    ]);
    const mails = await t.db.selectFrom('mail_outbox').select(['kind', 'attachments', 'order_number']).execute();
    const shipped = mails.find(({ kind, order_number }) => kind === 'shipped' && order_number === second.orderNumber);
    expect(shipped?.attachments).toBe('["invoice"]');
  });

  test('an unknown item is taxed at the default rate', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const items = [{ product: 'gone', name: 'Dry Fruits Order', size: '1', quantity: 1, price: 105 }];
    const order = await place(t, { items, total: 105 });
    await verify(t, admin, order.orderNumber);
    const text = await textOf((await fetchPdf(t, order.orderNumber, admin)).rawPayload);
    expect(text).toContain('Dry Fruits Order, 1 – 1 PAC 105.00 100.00 5% 5.00 105.00');
  });

  test('many lines make several pages; markup and every Indian script are plain text', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    for (let index = 0; index < 99; index++) {
      await addProduct(t.db, { id: `p${index}`, name: `Nut number ${index} roasted, salted and packed by hand` });
    }
    const items = Array.from({ length: 99 }, (_, index) => ({ product: `p${index}`, size: '250g', quantity: 1 }));
    const scripts = 'अनन्या శ్రీ ਪੰਜਾਬ தமிழ் বাংলা ગુજરાત ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ 😀 王 محمد';
    const order = await place(t, {
      items,
      total: 99 * 299,
      shippingAddress: {
        ...ADDRESS,
        name: `<script>alert(1)</script> ${scripts}`,
        address: '%PDF-1.7 /JS (app.alert(1))',
      },
    });
    await verify(t, admin, order.orderNumber);
    const { rawPayload } = await fetchPdf(t, order.orderNumber, admin);
    const { text, totalPages } = await extractText(new Uint8Array(rawPayload), { mergePages: false });
    expect(totalPages).toBeGreaterThan(2);
    text.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${totalPages}`);
      expect(page).toContain('KSH/26-27/000001');
    });
    const whole = text.join(' ').replace(/\s+/g, ' ');
    for (let index = 0; index < 99; index++) expect(whole).toContain(`Nut number ${index} `);
    expect(whole).toContain('<script>alert(1)</script>');
    expect(whole).toContain('%PDF-1.7 /JS (app.alert(1))');
    expect(rawPayload.toString('latin1')).not.toMatch(/\/(JavaScript|JS|URI|Launch|OpenAction|EmbeddedFile)\b/);
  });
});

describe('the series', () => {
  test('40 verified payments and 40 downloads of 5 older orders at once: no gaps, no duplicates', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const orders: Placed[] = [];
    for (let index = 0; index < 45; index++) orders.push(await place(t));
    // Verified before invoices existed.
    const old = orders.slice(0, 5).map(({ orderNumber }) => orderNumber);
    await t.db
      .updateTable('orders')
      .set({ payment_status: 'completed', status: 'confirmed' })
      .where('order_number', 'in', old)
      .execute();
    const calls = [
      ...old.flatMap((orderNumber) => Array.from({ length: 8 }, () => fetchPdf(t, orderNumber, admin))),
      ...orders.slice(5).map(({ orderNumber }) => verify(t, admin, orderNumber)),
    ];
    const responses = await Promise.all(calls);
    for (const response of responses.slice(0, 40)) expect(response?.statusCode).toBe(200);
    const rows = await invoices(t);
    expect(rows.map(({ number }) => number)).toEqual(numbers(45));
    expect(new Set(rows.map(({ order_number }) => order_number)).size).toBe(45);
    for (const row of rows) {
      expect(JSON.parse(row.data)).toMatchObject({ number: row.number, orderNumber: row.order_number });
    }
  });

  test('40 requests for one order: one number', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await place(t);
    await t.db.updateTable('orders').set({ payment_status: 'completed', status: 'confirmed' }).execute();
    const responses = await Promise.all(Array.from({ length: 40 }, () => fetchPdf(t, order.orderNumber, admin)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(200));
    expect((await invoices(t)).map(({ number }) => number)).toEqual(numbers(1));
    const series = await t.db.selectFrom('invoice_series').selectAll().execute();
    expect(series).toEqual([{ financial_year: '2026-27', next_number: 2 }]);
  });

  test('a failed transaction uses up no number, even among concurrent ones', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const orders: Placed[] = [];
    for (let index = 0; index < 10; index++) orders.push(await place(t));
    const { issuer } = await t.services.orders.terms();
    const failing = orders.slice(0, 5).map(({ orderNumber }) =>
      transact(t.context, async ({ trx }) => {
        const order = await lockOrder(trx, orderNumber);
        await issueInvoice(trx, { ...order, payment_status: 'completed' }, issuer, START);
        expect(await invoiceOfOrder(trx, orderNumber)).toBeDefined();
        throw new Error('after the number was issued');
      }),
    );
    const verified = orders.slice(5).map(({ orderNumber }) => verify(t, admin, orderNumber));
    const results = await Promise.allSettled([...failing, ...verified]);
    expect(results.map(({ status }) => status)).toEqual([...Array(5).fill('rejected'), ...Array(5).fill('fulfilled')]);
    for (const { orderNumber } of orders.slice(0, 5)) await verify(t, admin, orderNumber);
    expect((await invoices(t)).map(({ number }) => number)).toEqual(numbers(10));
  });

  test('restarts with the financial year, on 1 April in India', async () => {
    const { t } = await shop();
    await using _ = t;
    const orders = [await place(t), await place(t), await place(t)];
    const times = [Date.UTC(2027, 2, 31, 18, 29), Date.UTC(2027, 2, 31, 18, 30), Date.UTC(2027, 3, 1)];
    for (const [index, { orderNumber }] of orders.entries()) {
      t.clock.time = times[index] ?? START;
      // The session of November has expired by then.
      await verify(t, t.auth(await t.adminToken()), orderNumber);
    }
    expect((await invoices(t)).map(({ number }) => number)).toEqual([
      'KSH/26-27/000001',
      'KSH/27-28/000001',
      'KSH/27-28/000002',
    ]);
  });
});

describe('invoices that are due', () => {
  const waiting = () => shop(1000, { invoicesWait: true });
  const dueOf = (t: TestApp) => t.db.selectFrom('due_invoices').select('order_number').execute();

  /** Orders whose payment is verified. @returns their numbers */
  async function verified(t: TestApp, admin: Record<string, string>, count: number): Promise<string[]> {
    const numbers: string[] = [];
    for (let index = 0; index < count; index++) {
      const { orderNumber } = await place(t);
      await verify(t, admin, orderNumber);
      numbers.push(orderNumber);
    }
    return numbers;
  }

  test('are issued once, however many do it at the same time', async () => {
    const { t, admin } = await waiting();
    await using _ = t;
    await verified(t, admin, 5);
    expect(await invoices(t)).toEqual([]);
    expect(await dueOf(t)).toHaveLength(5);
    await Promise.all([t.services.invoices.issueDue(), t.services.invoices.issueDue()]);
    expect((await invoices(t)).map(({ number }) => number)).toEqual(numbers(5));
    expect(await dueOf(t)).toEqual([]);
  });

  test.runIf(dialect === 'postgres')('a verification does not wait for the number of another', async () => {
    const { t, admin } = await waiting();
    await using _ = t;
    await transact(t.context, async ({ trx }) => {
      await nextCount(trx, financialYear(START));
      await verified(t, admin, 1);
    });
    await t.services.invoices.issueDue();
    expect((await invoices(t)).map(({ number }) => number)).toEqual([numbers(2)[1]]);
  });

  test('are issued when they are asked for: download, mail and file of a courier', async () => {
    const { t, admin } = await waiting();
    await using _ = t;
    const orders = await verified(t, admin, 3);
    const [downloaded = '', mailed = '', packed = ''] = orders;
    expect((await fetchPdf(t, downloaded, admin)).statusCode).toBe(200);
    expect(await t.services.invoices.attachment(mailed)).toMatchObject({ contentType: 'application/pdf' });
    expect((await t.get(`/api/orders/courier-file?courier=delhivery&orders=${packed}`, admin)).status).toBe(200);
    expect((await invoices(t)).map((row) => row.order_number)).toEqual(orders);
    expect(await dueOf(t)).toEqual([]);
  });

  test('are issued before they are taken back: a return, its undoing, another return, a cancelled order', async () => {
    const { t, admin } = await waiting();
    await using _ = t;
    const [back = '', cancelled = ''] = await verified(t, admin, 2);
    const url = `/api/orders/${back}`;
    const version = async () => (await t.get(url, admin)).body.order.version as number;
    for (const status of ['shipped', 'delivered']) await t.put(`${url}/status`, { status }, admin);
    const lines = [{ line: 0, quantity: 1 }];
    await t.post(`${url}/returns`, { lines, reason: 'Torn', version: await version() }, admin);
    await t.post(`${url}/returns/undo`, { version: await version() }, admin);
    const again = { lines, refund: 100, reason: 'Torn', version: await version() };
    expect((await t.post(`${url}/returns`, again, admin)).status).toBe(200);
    const cancel = { reason: 'Twice' };
    expect((await t.post(`/api/orders/${cancelled}/cancel`, cancel, admin)).status).toBe(200);
    await t.services.invoices.issueDue();

    const issued = await invoices(t);
    expect(issued.map((row) => row.order_number)).toEqual([back, cancelled]);
    const parts = await t.db.selectFrom('part_documents').select(['order_number', 'kind', 'data']).execute();
    expect(parts).toMatchObject([{ order_number: back, kind: 'credit-note' }]);
    expect(JSON.parse(parts[0]?.data ?? '').totals.total).toBe(10_000);
    const notes = await t.db.selectFrom('credit_notes').select(['order_number', 'reason']).execute();
    expect(notes).toEqual([{ order_number: cancelled, reason: 'cancelled' }]);
    const reversed = await t.db.selectFrom('reversed_invoices').select('order_number').execute();
    expect(reversed).toEqual([{ order_number: back }]);
    expect(await dueOf(t)).toEqual([]);
  });

  test('one that cannot be issued stops no other; the doctor names it, and its buyer is not erased', async () => {
    const { t, admin } = await waiting();
    await using _ = t;
    const [broken = '', fine = ''] = await verified(t, admin, 2);
    // More than its lines add up to.
    const change = t.db.updateTable('orders').where('order_number', '=', broken);
    await change.set({ total: 100_000_000, status: 'delivered' }).execute();
    t.clock.advance(11 * 60_000);
    await t.services.invoices.issueDue();
    expect((await invoices(t)).map((row) => row.order_number)).toEqual([fine]);
    const { checks } = (await t.get('/api/admin/doctor', admin)).body as { checks: { name: string; text: string }[] };
    const found = checks.find(({ name }) => name === 'Invoices');
    expect(found).toMatchObject({
      state: 'fault',
      text: `1 invoice could not be issued, the first of order ${broken}.`,
    });
    const { phone } = await t.db.selectFrom('orders').select('phone').executeTakeFirstOrThrow();
    await t.db.updateTable('orders').set({ status: 'delivered' }).execute();
    expect(await transact(t.context, ({ trx }) => isBusy(trx, phone))).toBe(true);
    await change.set({ total: 29_900 }).execute();
    await t.services.invoices.issueDue();
    expect(await transact(t.context, ({ trx }) => isBusy(trx, phone))).toBe(false);
  });
});

test('the mail about a verified payment has the invoice attached, built when it is sent', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await place(t);
  await verify(t, admin, order.orderNumber);
  const mail = await t.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('kind', '=', 'payment_verified')
    .executeTakeFirstOrThrow();
  expect(mail.attachments).toBe('["invoice"]');
  expect(mail.text_body).toContain('Your tax invoice is attached.');
  await t.services.mail.sendDue();
  const folder = path.join(t.context.env.dataDir, 'mail');
  const files = await readdir(folder);
  const eml = await readFile(path.join(folder, files.find((name) => name.startsWith(mail.id)) ?? ''), 'latin1');
  expect(eml).toContain('filename=Invoice-KSH-26-27-000001.pdf');
  const encoded = /Content-Type: application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(eml)?.[1] ?? '';
  const attached = Buffer.from(encoded, 'base64');
  expect(attached.equals((await fetchPdf(t, order.orderNumber, admin)).rawPayload)).toBe(true);
  const others = await t.db.selectFrom('mail_outbox').select(['kind', 'attachments']).execute();
  expect(others.find(({ kind }) => kind === 'order_received')?.attachments).toBe('[]');
});
