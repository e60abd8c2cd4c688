import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 500 }] });
  await t.db.updateTable('product_sizes').set({ net_quantity_grams: 250 }).execute();
  await t.services.settings.saveShop(
    {
      ...(await t.services.settings.shop()),
      legalName: 'Kishmish Foods (Demo) Private Limited',
      address: 'Demo House, Sector 19',
      city: 'Navi Mumbai',
      state: 'Maharashtra',
      stateCode: '27',
      pincode: '400703',
      phone: '9000000021',
      gstin: '27DEMCK0000D1ZV',
      fssaiLicence: '10000000000000',
    },
    { id: null, name: 'test' },
  );
  return { t, auth: t.auth(await t.adminToken()) };
}

let utr = 700;
/** A paid order; each with its own UTR. @returns its number */
async function order(t: TestApp, auth: Record<string, string>, more: Record<string, unknown> = {}): Promise<string> {
  utr += 1;
  const { order: placed } = (await t.post('/api/orders', orderBody({ ...paid(utr), ...more }))).body;
  await t.put(`/api/orders/${placed.orderNumber}/payment`, { status: 'completed' }, auth);
  return placed.orderNumber;
}

async function print(t: TestApp, auth: Record<string, string>, paper: string, numbers: string[]) {
  const url = `/api/orders/papers/${paper}?orders=${numbers.join(',')}`;
  const response = await t.app.inject({ method: 'GET', url, headers: auth });
  expect(response.statusCode).toBe(200);
  const document = await getDocumentProxy(new Uint8Array(response.rawPayload));
  const { text } = await extractText(document, { mergePages: false });
  const page = await document.getPage(1);
  const [, , width = 0, height = 0] = page.view;
  const { items } = await page.getTextContent();
  const lowest = Math.min(...items.flatMap((item) => ('str' in item && item.str.trim() ? [item.transform[5]] : [])));
  return {
    pages: text.map((page) => page.replace(/\s+/g, ' ')),
    headers: response.headers,
    size: [width, height],
    lowest,
  };
}

test('labels: one page of 4 × 6 inches for each order, with both numbers, the address and the sender', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const first = await order(t, auth);
  const second = await order(t, auth, {
    items: [{ product: 'almonds', name: 'California Almonds', size: '250g', quantity: 3, price: 299 }],
    total: 897,
  });
  const parcel = { status: 'shipped', courier: 'Delhivery', courierTracking: '14831960274415' };
  expect((await t.put(`/api/orders/${second}/status`, parcel, auth)).status).toBe(200);
  const { pages, headers, size } = await print(t, auth, 'labels', [second, first]);
  expect(size).toEqual([288, 432]);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="labels-2026-11-20-2.pdf"',
  });
  expect(pages).toHaveLength(2);
  for (const part of [
    'Delhivery',
    '14831960274415',
    'Prepaid',
    'Ananya Iyer',
    '12/4, Second Main Road, Adyar',
    'Chennai, Tamil Nadu',
    '600020',
    'Mobile 9876543210',
    second,
    '750 g',
    'California Almonds, 250g',
    '× 3',
    'If undelivered, return to',
    'Kishmish Foods (Demo) Private Limited',
    'Demo House, Sector 19',
    'Navi Mumbai, Maharashtra 400703',
    'FSSAI 10000000000000',
    'GSTIN 27DEMCK0000D1ZV',
  ]) {
    expect(pages[0]).toContain(part);
  }
  expect(pages[1]).toContain(first);
  expect(pages[1]).not.toContain(second);
});

test('a label keeps long addresses, other scripts and many items inside its page', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const items = [];
  for (let index = 0; index < 12; index++) {
    const id = await addProduct(t.db, { id: `p${index}`, name: `Roasted and salted mix number ${index}` });
    items.push({ product: id, name: id, size: '250g', quantity: 1, price: 299 });
  }
  const address = 'घर क्रमांक १२, शिवाजी नगर, दुसरी गल्ली, राम मंदिराजवळ, '.repeat(4).trim();
  const number = await order(t, auth, {
    items,
    total: 12 * 299,
    shippingAddress: { ...ADDRESS, name: 'विद्या '.repeat(12).trim(), address },
  });
  const settings = await t.services.settings.shop();
  const sender = { ...settings, address: 'Demo House, Unit 14, Sector 19, Vashi, behind the old market' };
  await t.services.settings.saveShop(sender, { id: null, name: 'test' });
  const { pages, lowest } = await print(t, auth, 'labels', [number]);
  expect(pages).toHaveLength(1);
  // Printers of labels do not reach the edge.
  expect(lowest).toBeGreaterThanOrEqual(12);
  // The whole address, smaller than a short one.
  expect(pages[0]?.match(/नगर/g)).toHaveLength(4);
  for (const part of ['Chennai, Tamil Nadu', '600020', 'Mobile 9876543210', '+ 9 more', 'If undelivered', number]) {
    expect(pages[0]).toContain(part);
  }
  // The weight of eleven products is not known.
  expect(pages[0]).not.toContain(' kg');
});

test('Urdu, for which there is no font, stops no paper: the rest of the label and the invoice is there', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const number = await order(t, auth, { shippingAddress: { ...ADDRESS, name: 'میرا نائر', address: '12, حضرت گنج' } });
  for (const paper of ['labels', 'packing-slips']) {
    const { pages } = await print(t, auth, paper, [number]);
    expect(pages, paper).toHaveLength(1);
    for (const part of [number, 'Chennai', '600020']) expect(pages[0], paper).toContain(part);
  }
  const invoice = await t.app.inject({ method: 'GET', url: `/api/orders/${number}/invoice`, headers: auth });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(invoice.rawPayload)));
  for (const part of [number, 'Chennai', '600020']) expect(text.join(' ')).toContain(part);
});

test('packing slips: a page for each order, with address, items, note and payment', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const first = await order(t, auth, { orderNote: 'Please ring twice' });
  utr += 1;
  const unpaid = (await t.post('/api/orders', orderBody(paid(utr)))).body.order.orderNumber as string;
  const { pages, headers } = await print(t, auth, 'packing-slips', [first, unpaid]);
  expect(headers['content-disposition']).toContain('packing-slips-2026-11-20-2.pdf');
  expect(pages).toHaveLength(2);
  for (const part of [
    'Packing slip',
    first,
    '20 Nov 2026',
    'Ananya Iyer',
    '12/4, Second Main Road, Adyar',
    'Phone 9876543210',
    'Chennai, Tamil Nadu 600020',
    'California Almonds',
    '250g',
    '1 pack · 250 g · ₹299, paid',
    'Note from the shopper: Please ring twice',
    'Kishmish Foods (Demo) Private Limited',
    '400703',
  ]) {
    expect(pages[0]).toContain(part);
  }
  expect(pages[1]).toContain('₹299, payment not verified');
  expect(pages[1]).not.toContain('Note from the shopper');
});

test('the pick list sums the packs of all orders and names the orders', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await addProduct(t.db, { id: 'walnuts', name: 'Walnuts' });
  const first = await order(t, auth);
  const second = await order(t, auth, {
    items: [
      { product: 'almonds', name: 'California Almonds', size: '250g', quantity: 3, price: 299 },
      { product: 'walnuts', name: 'Walnuts', size: '250g', quantity: 1, price: 299 },
    ],
    total: 1196,
  });
  const { pages } = await print(t, auth, 'pick-list', [first, second]);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('2 orders, 5 packs');
  expect(pages[0]?.replaceAll(' ', '')).toContain(`CaliforniaAlmonds250g4${first},${second}×3`);
  expect(pages[0]?.replaceAll(' ', '')).toContain(`Walnuts250g1${second}`);
});

test('a hundred orders are the most; unknown ones and orders with nothing to pack are told', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const number = await order(t, auth);
  const cancelled = await order(t, auth);
  await t.post(`/api/orders/${cancelled}/cancel`, { reason: 'Twice' }, auth);
  const get = (path: string, numbers: string[]) => t.get(`/api/orders/${path}orders=${numbers.join(',')}`, auth);
  const many = Array.from({ length: 101 }, (_, index) => `ORD${1_795_000_000_000 + index}`);
  for (const path of [
    'papers/labels?',
    'papers/packing-slips?',
    'papers/pick-list?',
    'courier-file?courier=delhivery&',
  ]) {
    const refused = await get(path, many);
    expect([refused.status, refused.body.errors?.[0]?.msg]).toEqual([400, 'Please choose at most 100 orders']);
    expect((await get(path, [])).status).toBe(400);
    expect((await get(path, ['ORD1', 'x'])).status).toBe(400);
    expect((await get(path, [number, 'ORD1795000000000'])).status).toBe(404);
    const nothing = await get(path, [number, cancelled]);
    expect([nothing.status, nothing.body.message]).toEqual([
      409,
      `${cancelled} is cancelled: there is nothing to pack.`,
    ]);
    expect((await get(path, [number, number])).status).toBe(200);
  }
  expect((await get('papers/invoice?', [number])).status).toBe(400);
  expect((await get('courier-file?courier=pigeon&', [number])).status).toBe(400);
});

test('a file for a courier: its columns, safe against formulas, with an audit entry', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const number = await order(t, auth, { shippingAddress: { ...ADDRESS, name: '=Ananya Iyer' } });
  const other = await order(t, auth);
  const response = await t.get(`/api/orders/courier-file?courier=delhivery&orders=${other},${number}`, auth);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="delhivery-2026-11-20-2.csv"',
  });
  const rows = parse(response.text, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([
    { 'Reference No': other, 'Consignee Name': 'Ananya Iyer', Weight: '250', 'Package Amount': '299' },
    { 'Reference No': number, 'Consignee Name': "'=Ananya Iyer", 'Seller Name': expect.stringContaining('Kishmish') },
  ]);
  const invoice = await t.db
    .selectFrom('invoices')
    .selectAll()
    .where('order_number', '=', number)
    .executeTakeFirstOrThrow();
  expect(rows[1]).toMatchObject({ 'Invoice No': invoice.number, 'Invoice Date': '20-11-2026', Mobile: ADDRESS.phone });
  const audit = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'order.export').execute();
  expect(audit.map((row) => JSON.parse(row.after_value ?? ''))).toEqual([
    { courier: 'Delhivery', orders: [other, number] },
  ]);
});

test('a courier gets the price of each item and the discount of the whole order', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  await t.services.settings.savePayment(
    { ...(await t.services.settings.payment()), onlineOffer: { text: 'Less', amount: 33, visible: true } },
    { id: null, name: 'test' },
  );
  const number = await order(t, auth, { total: 266 });
  const response = await t.get(`/api/orders/courier-file?courier=shiprocket&orders=${number}`, auth);
  expect(parse(response.text, { bom: true, columns: true })).toMatchObject([
    { '*Selling Price(Per Unit Item, Inclusive of Tax)': '299', 'Total Discount (Per Order)': '33' },
  ]);
});

test('what is picked up or was handed over at the shop is in no courier file and has no label', async () => {
  const { t, auth } = await shop();
  await using _ = t;
  const taken = async (pickup: boolean) => {
    const body = {
      items: [{ product: 'almonds', size: '250g', quantity: 1 }],
      shippingAddress: pickup ? { name: 'Asha', phone: '9876543210' } : ADDRESS,
      payment: { by: 'received', as: 'cash', note: 'Slip 1' },
      orderNumber: `ORD179000000000${pickup ? 1 : 2}`,
      accessToken: `a-token-of-an-order-by-staff-${pickup}`,
      pickup,
    };
    const placed = await t.post('/api/orders/by-staff', body, auth);
    expect(placed.status).toBe(201);
    return placed.body.order.orderNumber as string;
  };
  const [sent, fetched, handed] = [await order(t, auth), await taken(true), await taken(false)];
  const get = (path: string, ...numbers: string[]) => t.get(`/api/orders/${path}orders=${numbers.join(',')}`, auth);
  const [file, labels] = ['courier-file?courier=delhivery&', 'papers/labels?'];
  expect((await get(file, handed)).status).toBe(200);
  await t.put(`/api/orders/${handed}/status`, { status: 'delivered' }, auth);
  for (const path of [file, labels]) {
    const refused = await get(path, sent, fetched, handed);
    const sentence = `${fetched}, ${handed} are picked up at the shop: no courier takes them.`;
    expect([refused.status, refused.body.message]).toEqual([409, sentence]);
    expect((await get(path, fetched)).body.message).toBe(`${fetched} is picked up at the shop: no courier takes it.`);
    expect((await get(path, sent)).status).toBe(200);
  }
  expect((await get('papers/packing-slips?', sent, fetched)).status).toBe(200);
});
