import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ADMIN, START, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { PUSH_DEVICE } from '#tests/push-endpoint.ts';
import { codeOf, KEY, twoStepOn } from '#tests/two-step.ts';

/**
 * Every staff endpoint that changes data writes an audit entry (R3.11). The test is generated from
 * the route table: each endpoint is called once with a valid body. A new endpoint must be added to
 * CHANGES, or to NEEDS_NONE with a reason.
 */

/** Staff endpoints that need no audit entry, with the reason. */
const NEEDS_NONE: Record<string, string> = {
  'POST /api/pages/:id/preview': 'stores nothing',
  'POST /api/settings/messages/preview': 'stores nothing',
  'POST /api/orders/by-staff/price': 'stores nothing',
  'POST /api/auth/two-step/setup': 'counts once it is confirmed',
};

const PRODUCT = {
  name: 'Audited Pistachios',
  description: 'Green',
  category: 'nuts',
  images: [{ url: '/media/a.webp', alt: 'a', uploadType: 'file' }],
  sizes: [{ size: '250g', price: 299, originalPrice: 349, stock: 50 }],
  status: 'Active',
};

interface World {
  t: TestApp;
  auth: Record<string, string>;
  /** Number of a placed order. */
  order: string;
  mail: string;
  member: string;
  session: string;
}

interface TestRequest {
  url?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A multipart form with a picture. */
async function pictureForm(field: string): Promise<TestRequest> {
  const create = { width: 400, height: 400, channels: 3 as const, background: '#a9683a' };
  const form = new FormData();
  form.append(
    field,
    new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' }),
    'a.png',
  );
  const request = new Request('http://shop.test', { method: 'POST', body: form });
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

const WEBHOOK = { url: 'https://hooks.example/shop', events: ['order.placed'] };

/** Makes a webhook. @returns its address */
async function webhook({ t, auth }: World): Promise<string> {
  const { webhooks } = (await t.post('/api/admin/webhooks', WEBHOOK, auth)).body;
  return `/api/admin/webhooks/${webhooks[0].id}`;
}

const API_KEY = { name: 'Tally', scopes: ['orders:read'] };

const CREDIT =
  'Credit Alert!\nRs.299.00 credited to HDFC Bank A/c XX6298 on 20-11-26 from VPA ananya@okexample (UPI 632400000999)';

/** Pastes a message of the bank. @returns the id of its credit */
async function creditIn(t: TestApp, auth: Record<string, string>, text = CREDIT): Promise<string> {
  const { body } = await t.post('/api/payments/messages', { via: 'text', text }, auth);
  return body.credit.id;
}

/** A message that no wording fits, with the UTR and the total of the order. @returns its address */
async function messageIn({ t, auth, order }: World): Promise<string> {
  const { payment, pricing } = (await t.get(`/api/orders/${order}`, auth)).body.order;
  const text = `Namaste! Your account has grown: Rs.${pricing.total} received by UPI, Ref ${payment.utrNumber}.`;
  const { body } = await t.post('/api/payments/messages', { via: 'text', text }, auth);
  return `/api/payments/bank-messages/${body.waiting.id}`;
}

/** A wording that the owner is asked about. @returns its address */
async function wordingIn({ t }: World): Promise<string> {
  const text = 'Namaste! Rs.{amount} received in your HDFC Bank account by UPI, Ref {rrn}.';
  const template = { id: 'asked', bank: 'HDFC', via: ['sms'], kind: 'credit', channel: 'upi', text, examples: [] };
  const row = { id: 'asked', template: JSON.stringify(template), state: 'asked' as const, asked_at: 0 };
  await t.db.insertInto('bank_wordings').values(row).execute();
  return '/api/payments/wordings/asked';
}

/** An order that staff take. */
const TAKEN = {
  orderNumber: 'ORD1790000099999',
  accessToken: 'the-token-of-a-staff-order',
  items: [{ product: 'almonds', size: '250g', quantity: 1 }],
  shippingAddress: ADDRESS,
  payment: { by: 'link' },
};

const COUPON = { code: 'AUDIT10', kind: 'percent', value: 10 };

/** Makes a coupon. @returns its address */
async function couponOf(t: TestApp, auth: Record<string, string>): Promise<string> {
  const { body } = await t.post('/api/coupons', COUPON, auth);
  return `/api/coupons/${body.coupon.id}`;
}

/** A multipart form with a bank statement of one credit. */
function statementForm(): TestRequest {
  const file = [
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    '20/11/26,UPI-ANANYA IYER-ananya@okexample-EXMP0000101-632400000999-ORDER,0000632400000999,20/11/26,,299.00,10299.00',
    '20/11/26,UPI-ASHA RAO-asha@okexample-EXMP0000101-632400000998-ORDER,0000632400000998,20/11/26,,100.00,10399.00',
  ].join('\n');
  return fileForm(file);
}

function fileForm(file: string): TestRequest {
  const head = 'content-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv';
  return {
    body: Buffer.from(`--b7\r\n${head}\r\n\r\n${file}\r\n--b7--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=b7' },
  };
}

/** A change of the items of the order as it is now. */
async function linesOf({ t, auth, order }: World, quantity: number): Promise<TestRequest> {
  const { version } = (await t.get(`/api/orders/${order}`, auth)).body.order;
  const body = { lines: [{ line: 0, quantity }], reason: 'customer_asked', version };
  return { url: `/api/orders/${order}/lines`, body };
}

/** Delivers the order. @returns its version */
async function delivered({ t, auth, order }: World): Promise<number> {
  await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
  for (const status of ['shipped', 'delivered']) await t.put(`/api/orders/${order}/status`, { status }, auth);
  return (await t.get(`/api/orders/${order}`, auth)).body.order.version;
}

/** The request for each endpoint: the URL with parameters filled in, and the body. */
const CHANGES: Record<string, (world: World) => TestRequest | Promise<TestRequest>> = {
  'POST /api/auth/logout': () => ({}),
  'POST /api/payments/statements': () => statementForm(),
  'POST /api/payments/statements/:id/undo': async ({ t, auth }) => {
    const { body, headers } = statementForm();
    const sent = { method: 'POST' as const, url: '/api/payments/statements', payload: body as Buffer };
    const { id } = (await t.app.inject({ ...sent, headers: { ...auth, ...headers } })).json().import;
    return { url: `/api/payments/statements/${id}/undo` };
  },
  'POST /api/payments/messages': () => ({ body: { via: 'text', text: CREDIT } }),
  'POST /api/payments/inbox': () => ({}),
  'POST /api/coupons': () => ({ body: COUPON }),
  'PUT /api/coupons/:id': async ({ t, auth }) => ({ url: await couponOf(t, auth), body: { ...COUPON, paused: true } }),
  'DELETE /api/coupons/:id': async ({ t, auth }) => ({ url: await couponOf(t, auth) }),
  'POST /api/payments/credits/:id/match': async ({ t, auth, order }) => ({
    url: `/api/payments/credits/${await creditIn(t, auth)}/match`,
    body: { orderNumber: order, acceptAmount: true },
  }),
  'POST /api/payments/credits/:id/unmatch': async ({ t, auth, order }) => {
    const url = `/api/payments/credits/${await creditIn(t, auth)}`;
    await t.post(`${url}/match`, { orderNumber: order, acceptAmount: true }, auth);
    return { url: `${url}/unmatch` };
  },
  'POST /api/payments/credits/:id/dismiss': async ({ t, auth }) => ({
    url: `/api/payments/credits/${await creditIn(t, auth)}/dismiss`,
    body: { reason: 'No sale' },
  }),
  'POST /api/payments/credits/:id/open': async ({ t, auth }) => {
    const url = `/api/payments/credits/${await creditIn(t, auth)}`;
    await t.post(`${url}/dismiss`, { reason: 'No sale' }, auth);
    return { url: `${url}/open` };
  },
  'POST /api/payments/bank-messages/:id/confirm': async (world) => ({
    url: `${await messageIn(world)}/confirm`,
    body: { orderNumber: world.order },
  }),
  'POST /api/payments/bank-messages/:id/dismiss': async (world) => ({ url: `${await messageIn(world)}/dismiss` }),
  'POST /api/payments/bank-messages/:id/open': async (world) => {
    const url = await messageIn(world);
    await world.t.post(`${url}/dismiss`, {}, world.auth);
    return { url: `${url}/open` };
  },
  'POST /api/payments/senders/accept': () => ({ body: { sender: 'KOTAKD', bank: 'Kotak', tail: '7730' } }),
  'POST /api/payments/senders/ignore': () => ({ body: { sender: 'KOTAKD' } }),
  'POST /api/payments/wordings/:id/trust': async (world) => ({ url: `${await wordingIn(world)}/trust` }),
  'POST /api/payments/wordings/:id/later': async (world) => ({ url: `${await wordingIn(world)}/later` }),
  'PUT /api/payments/wordings/:id': () => ({ url: '/api/payments/wordings/hdfc-vpa', body: { on: false } }),
  'POST /api/payments/confirm-exact': async ({ t, auth, order }) => {
    const { utrNumber } = (await t.get(`/api/orders/${order}`, auth)).body.order.payment;
    await creditIn(t, auth, CREDIT.replace('632400000999', utrNumber));
    return { body: { orderNumbers: [order] } };
  },
  'POST /api/orders/:id/refunds': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    const body = { amount: 1, date: '2026-11-20', reason: 'Broken seal' };
    return { url: `/api/orders/${order}/refunds`, body };
  },
  'PUT /api/orders/:id/kept': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed', amount: 9_999 }, auth);
    return { url: `/api/orders/${order}/kept`, body: { kept: true, reason: 'A tip' } };
  },
  'POST /api/payments/refunds/:id/undo': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    const body = { amount: 1, date: '2026-11-20', reason: 'Broken seal' };
    const { refund } = (await t.post(`/api/orders/${order}/refunds`, body, auth)).body;
    return { url: `/api/payments/refunds/${refund.id}/undo`, body: { reason: 'Wrong order' } };
  },
  'POST /api/auth/change-password': () => ({
    body: { currentPassword: ADMIN.password, newPassword: 'a quite different one' },
  }),
  'PUT /api/auth/alerts': () => ({ body: { mail: true } }),
  'POST /api/auth/alerts/key': () => ({}),
  'POST /api/auth/alerts/devices': () => ({ body: PUSH_DEVICE }),
  'DELETE /api/auth/alerts/devices/:id': async ({ t, auth }) => {
    const { alerts } = (await t.post('/api/auth/alerts/devices', PUSH_DEVICE, auth)).body;
    return { url: `/api/auth/alerts/devices/${alerts.devices[0].id}` };
  },
  'DELETE /api/auth/sessions': () => ({}),
  'DELETE /api/auth/sessions/:id': ({ session }) => ({ url: `/api/auth/sessions/${session}` }),
  'POST /api/auth/team': () => ({ body: { name: 'New', email: 'new@kishmish.test', role: 'manager' } }),
  'PUT /api/auth/team/:id': ({ member }) => ({ url: `/api/auth/team/${member}`, body: { active: false } }),
  'POST /api/auth/team/:id/invite': ({ member }) => ({ url: `/api/auth/team/${member}/invite` }),
  'DELETE /api/auth/team/:id/two-step': async ({ t, member }) => {
    await t.db.updateTable('users').set({ two_step_secret: 'v1.x' }).where('id', '=', member).execute();
    return { url: `/api/auth/team/${member}/two-step` };
  },
  'PUT /api/auth/team-rules': () => ({ body: { requireTwoStep: false } }),
  'POST /api/auth/two-step': async ({ t, auth }) => {
    const { setup, secret } = (await t.post('/api/auth/two-step/setup', undefined, auth)).body;
    return { body: { setup, code: codeOf(secret), password: ADMIN.password } };
  },
  'POST /api/auth/two-step/off': async ({ t, auth }) => ({
    body: { code: (await twoStepOn(t, auth))[0], password: ADMIN.password },
  }),
  'POST /api/auth/two-step/recovery-codes': async ({ t, auth }) => {
    await twoStepOn(t, auth);
    return { body: { password: ADMIN.password } };
  },
  'POST /api/products': () => ({ body: PRODUCT }),
  'PUT /api/products/:id': () => ({ url: '/api/products/almonds', body: PRODUCT }),
  'DELETE /api/products/:id': () => ({ url: '/api/products/almonds' }),
  'PATCH /api/products/:id/toggle-status': () => ({
    url: '/api/products/almonds/toggle-status',
    body: { status: 'Inactive' },
  }),
  'POST /api/categories': () => ({ body: { name: 'Date Bites' } }),
  'PUT /api/categories/:id': () => ({ url: '/api/categories/nuts', body: { name: 'Whole Nuts' } }),
  'DELETE /api/categories/:id': async ({ t, auth }) => {
    const { category } = (await t.post('/api/categories', { name: 'Date Bites' }, auth)).body;
    return { url: `/api/categories/${category.id}` };
  },
  'POST /api/admin/products/bulk': () => ({
    body: { rows: [{ id: 'almonds', size: '250g', price: { from: 299, to: 279 }, stock: { from: 50, to: 40 } }] },
  }),
  'POST /api/admin/products/:id/stock': () => ({
    url: '/api/admin/products/almonds/stock',
    body: { reason: 'received', sizes: [{ size: '250g', change: 12 }] },
  }),
  'POST /api/admin/products/import': () => ({
    body: { dryRun: false, rows: [{ line: 2, cells: { id: 'almonds', name: 'Smoked Almonds' } }] },
  }),
  'POST /api/admin/products/:id/pictures': async ({ t, auth }) => {
    const url = 'https://pictures.example/a.jpg';
    await t.put('/api/products/almonds', { ...PRODUCT, images: [url] }, auth);
    return { url: '/api/admin/products/almonds/pictures', body: { urls: [url] } };
  },
  'POST /api/upload/image': () => pictureForm('image'),
  'POST /api/upload/images': () => pictureForm('images'),
  'DELETE /api/upload/image/:id': async ({ t, auth }) => {
    const { body, headers } = await pictureForm('image');
    const sent = await t.app.inject({
      method: 'POST',
      url: '/api/upload/image',
      headers: { ...auth, ...headers },
      payload: body as Buffer,
    });
    return { url: `/api/upload/image/${sent.json().image.id}` };
  },
  'PUT /api/orders/:id/status': ({ order }) => ({ url: `/api/orders/${order}/status`, body: { status: 'processing' } }),
  'POST /api/orders/by-staff': () => ({ body: TAKEN }),
  'POST /api/orders/:id/pay-link': async ({ t, auth }) => {
    await t.post('/api/orders/by-staff', TAKEN, auth);
    return { url: `/api/orders/${TAKEN.orderNumber}/pay-link` };
  },
  'POST /api/orders/:id/paid': async ({ t, auth }) => {
    await t.post('/api/orders/by-staff', TAKEN, auth);
    const payment = { by: 'received', as: 'cash', note: 'Slip 1' };
    return { url: `/api/orders/${TAKEN.orderNumber}/paid`, body: { payment } };
  },
  'POST /api/orders/:id/cancel': ({ order }) => ({ url: `/api/orders/${order}/cancel`, body: { reason: 'Twice' } }),
  'POST /api/orders/bulk/cancel': ({ order }) => ({
    url: '/api/orders/bulk/cancel',
    body: { orders: [{ orderNumber: order }], reason: 'Invented' },
  }),
  'POST /api/orders/bulk/delivered': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    await t.put(`/api/orders/${order}/status`, { status: 'shipped' }, auth);
    return { url: '/api/orders/bulk/delivered', body: { orders: [{ orderNumber: order }] } };
  },
  'POST /api/orders/bulk/not-received': ({ order }) => ({
    url: '/api/orders/bulk/not-received',
    body: { orders: [{ orderNumber: order }], reason: 'Invented' },
  }),
  'PUT /api/orders/:id/payment': ({ order }) => ({
    url: `/api/orders/${order}/payment`,
    body: { status: 'completed' },
  }),
  'PUT /api/orders/:id/parcel': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    await t.put(`/api/orders/${order}/status`, { status: 'shipped' }, auth);
    return { url: `/api/orders/${order}/parcel`, body: { courier: 'India Post', courierTracking: 'EX123' } };
  },
  'POST /api/orders/tracking-file': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    return { body: { courier: 'delhivery', file: `Waybill,Order No\nDL1,${order}` } };
  },
  'POST /api/orders/delivered-file': async ({ t, auth, order }) => {
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    await t.put(`/api/orders/${order}/status`, { status: 'shipped', courierTracking: 'DL1' }, auth);
    return fileForm('AWB,Status\nDL1,Delivered');
  },
  'PUT /api/orders/:id/notes': ({ order }) => ({ url: `/api/orders/${order}/notes`, body: { internalNotes: 'Rang' } }),
  'PUT /api/orders/:id/gift': async ({ t }) => {
    const { order } = (await t.post('/api/orders', orderBody({ ...paid(3), giftMessage: 'Dear' }))).body;
    return { url: `/api/orders/${order.orderNumber}/gift`, body: { giftMessage: 'Dear Asha' } };
  },
  'PUT /api/orders/:id/attention': async ({ t }) => {
    // The total of the client differs from the shop's.
    const { order } = (await t.post('/api/orders', orderBody({ ...paid(3), total: 1 }))).body;
    return { url: `/api/orders/${order.orderNumber}/attention`, body: { settled: 'amount_mismatch' } };
  },
  'PUT /api/orders/:id/lines': (world) => linesOf(world, 2),
  'POST /api/orders/:id/lines/undo': async (world) => {
    const { url = '', body } = await linesOf(world, 2);
    const { order } = (await world.t.put(url, body, world.auth)).body;
    return { url: `${url}/undo`, body: { version: order.version } };
  },
  'POST /api/orders/:id/difference': async (world) => {
    const { t, auth, order } = world;
    await t.put(`/api/orders/${order}/payment`, { status: 'completed' }, auth);
    const { url = '', body } = await linesOf(world, 2);
    await t.put(url, body, auth);
    return { url: `/api/orders/${order}/difference`, body: { waive: 'A gift' } };
  },
  'POST /api/orders/:id/returns': async (world) => ({
    url: `/api/orders/${world.order}/returns`,
    body: { lines: [{ line: 0, quantity: 1 }], reason: 'Torn', version: await delivered(world) },
  }),
  'POST /api/orders/:id/returns/undo': async (world) => {
    const { t, auth, order } = world;
    const body = { lines: [{ line: 0, quantity: 1 }], reason: 'Torn', version: await delivered(world) };
    const back = (await t.post(`/api/orders/${order}/returns`, body, auth)).body.order;
    return { url: `/api/orders/${order}/returns/undo`, body: { version: back.version } };
  },
  'PUT /api/orders/:id/address': ({ order }) => ({
    url: `/api/orders/${order}/address`,
    body: { shippingAddress: { ...ADDRESS, phone: '9876543211' } },
  }),
  'POST /api/orders/:id/mails/:mail/resend': ({ order, mail }) => ({
    url: `/api/orders/${order}/mails/${mail}/resend`,
  }),
  'PUT /api/replacements/:id/status': async (world) => ({
    url: `/api/replacements/${await replacement(world)}/status`,
    body: { status: 'approved' },
  }),
  'PUT /api/reviews/:id/status': () => ({ url: '/api/reviews/rev1/status', body: { status: 'approved' } }),
  'PUT /api/reviews/:id/reply': () => ({ url: '/api/reviews/rev1/reply', body: { reply: 'Thank you' } }),
  'PUT /api/reviews/:id': () => ({ url: '/api/reviews/rev1', body: { title: 'Corrected' } }),
  'PUT /api/page-content/:pageId': () => ({
    url: '/api/page-content/offerBar',
    body: { content: { text: 'New', backgroundColor: '#000', textColor: '#fff', isVisible: true } },
  }),
  'POST /api/pages/products': () => ({ body: { name: 'Date Bites' } }),
  'PUT /api/pages/:id': async (world) => ({
    url: `/api/pages/${await productPage(world)}`,
    body: { content: { description: 'Soft' } },
  }),
  'PUT /api/pages/products/:name': async (world) => ({
    url: `/api/pages/products/${await productPage(world)}`,
    body: { name: 'Soft Bites' },
  }),
  'PUT /api/pages/products/:name/content': async (world) => ({
    url: `/api/pages/products/${await productPage(world)}/content`,
    body: { content: { description: 'Soft' } },
  }),
  'DELETE /api/pages/products/:name': async (world) => ({ url: `/api/pages/products/${await productPage(world)}` }),
  'DELETE /api/newsletter/:email': async ({ t }) => {
    await t.post('/api/newsletter', { email: 'asha@example.com' });
    return { url: '/api/newsletter/asha%40example.com' };
  },
  'POST /api/customers/:id/notes': async (world) => ({ url: `${await customer(world)}/notes`, body: { note: 'Rang' } }),
  'DELETE /api/customers/:id/notes/:note': async (world) => {
    const url = await customer(world);
    const { body } = await world.t.post(`${url}/notes`, { note: 'Rang' }, world.auth);
    return { url: `${url}/notes/${body.customer.notes[0].id}` };
  },
  'POST /api/customers/:id/tags': async (world) => ({ url: `${await customer(world)}/tags`, body: { tag: 'Gifts' } }),
  'DELETE /api/customers/:id/tags/:tag': async (world) => {
    const url = await customer(world);
    await world.t.post(`${url}/tags`, { tag: 'Gifts' }, world.auth);
    return { url: `${url}/tags/Gifts` };
  },
  'POST /api/customers/:id/erase': async (world) => {
    await world.t.post(`/api/orders/${world.order}/cancel`, { reason: 'Twice' }, world.auth);
    return { url: `${await customer(world)}/erase`, body: { phone: ADDRESS.phone } };
  },
  'PUT /api/contacts/:id/status': async (world) => ({
    url: `/api/contacts/${await contact(world)}/status`,
    body: { status: 'read' },
  }),
  'POST /api/contacts/:id/reply': async (world) => ({
    url: `/api/contacts/${await contact(world)}/reply`,
    body: { message: 'Forty boxes are ₹12,000.' },
  }),
  'PUT /api/contacts/:id/grievance': async (world) => ({
    url: `/api/contacts/${await contact(world)}/grievance`,
    body: { step: 'register' },
  }),
  'DELETE /api/contacts/:id': async (world) => ({ url: `/api/contacts/${await contact(world)}` }),
  'DELETE /api/stock-alerts/:id': async ({ t }) => {
    const alert = { id: 'alr_1', product_id: 'almonds', size: '250g', phone: '919876543210', network: '' };
    await t.db
      .insertInto('stock_alerts')
      .values({ ...alert, created_at: START, expires_at: START + 1 })
      .execute();
    return { url: '/api/stock-alerts/alr_1' };
  },
  'POST /api/payment-settings': () => ({ body: { upiId: 'new@upi', accountHolderName: 'New' } }),
  'PUT /api/settings/shop': () => ({ body: { brandName: 'Mewa' } }),
  'PUT /api/settings/messages': () => ({ body: { chat: { packing: { en: 'Packing {order}' } } } }),
  'POST /api/settings/messages/test': () => ({ body: { kind: 'shipped', subject: '', text: 'Sent: {order}' } }),
  'POST /api/settings/test-mail': () => ({}),
  'POST /api/admin/webhooks': () => ({ body: WEBHOOK }),
  'PUT /api/admin/webhooks/:id': async (world) => ({ url: await webhook(world), body: { paused: true } }),
  'POST /api/admin/webhooks/:id/secret': async (world) => ({ url: `${await webhook(world)}/secret` }),
  'DELETE /api/admin/webhooks/:id': async (world) => ({ url: await webhook(world) }),
  'POST /api/admin/webhooks/:id/messages/:message/resend': async (world) => {
    const url = await webhook(world);
    await world.t.post('/api/orders', orderBody(paid(2)));
    const { messages } = (await world.t.get(`${url}/messages`, world.auth)).body;
    return { url: `${url}/messages/${messages[0].id}/resend` };
  },
  'POST /api/admin/api-keys': () => ({ body: API_KEY }),
  'DELETE /api/admin/api-keys/:id': async ({ t, auth }) => {
    const { keys } = (await t.post('/api/admin/api-keys', API_KEY, auth)).body;
    return { url: `/api/admin/api-keys/${keys[0].id}` };
  },
  'POST /api/admin/mails/resend': async ({ t, mail }) => {
    await t.db.updateTable('mail_outbox').set({ status: 'failed', tries: 12 }).where('id', '=', mail).execute();
    return {};
  },
  'PUT /api/settings/checklist/:step': () => ({ url: '/api/settings/checklist/fssai', body: { putOff: true } }),
  'DELETE /api/settings/demo': async ({ t }) => {
    await t.db.insertInto('meta').values({ name: 'demo', value: '1' }).execute();
    return {};
  },
  'PUT /api/admin/products/:id/prices': async ({ t, auth }) => {
    const { sizes, version } = (await t.get('/api/admin/products/almonds/prices', auth)).body;
    const priced = sizes.map(({ price: _, ...size }: { price: number }) => ({ ...size, cost: 180 }));
    return { url: '/api/admin/products/almonds/prices', body: { sizes: priced, version } };
  },
  'PUT /api/settings/opening': () => ({ body: { state: 'soon' } }),
  'PUT /api/auth/profile': () => ({ body: { name: 'Rukmini Shah' } }),
  'PUT /api/settings/staff-prices': () => ({ body: { lowestPricePercent: 75 } }),
  'PUT /api/settings/urgency': () => ({ body: { offerCountdownEnabled: false, deliveryCutoffEnabled: true } }),
  'DELETE /api/reviews/:id': () => ({ url: '/api/reviews/rev1' }),
  'DELETE /api/reviews/:id/photos/:photo': async ({ t }) => {
    const photo = { id: 'photo1', review_id: 'rev1', width: 9, height: 9, bytes: 9, created_at: START };
    await t.db.insertInto('review_photos').values(photo).execute();
    return { url: '/api/reviews/rev1/photos/photo1' };
  },
};

async function world(): Promise<World> {
  const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: '#a9683a' } });
  const t = await testApp({ env: { secretsKey: KEY }, fetchPicture: () => picture.png().toBuffer() });
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  const elsewhere = await t.adminToken();
  const auth = t.auth(await t.adminToken());
  const { sessions } = (await t.get('/api/auth/sessions', auth)).body;
  const session = sessions.find((one: { current: boolean }) => !one.current).id;
  const placed = await t.post('/api/orders', orderBody(paid(1)));
  const mail = await t.db.selectFrom('mail_outbox').select('id').executeTakeFirstOrThrow();
  await t.services.accounts.addUser({
    email: 'm@kishmish.test',
    name: 'Meera',
    role: 'manager',
    password: 'some password',
  });
  const member = await t.db.selectFrom('users').select('id').where('role', '=', 'manager').executeTakeFirstOrThrow();
  await t.db
    .insertInto('reviews')
    .values({
      id: 'rev1',
      product_id: 'almonds',
      customer_name: 'Ravi',
      rating: 5,
      comment: 'Fresh and crisp.',
      date: START,
      status: 'pending',
      created_at: START,
      updated_at: START,
    })
    .execute();
  expect(elsewhere).toBeTruthy();
  return { t, auth, order: placed.body.order.orderNumber, mail: mail.id, member: member.id, session };
}

/** Creates a replacement request for a delivered order. @returns its id */
async function replacement({ t, auth }: World): Promise<string> {
  const { order } = (await t.post('/api/orders', orderBody(paid(2)))).body;
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'completed' }, auth);
  for (const status of ['shipped', 'delivered']) await t.put(`${url}/status`, { status }, auth);
  const response = await t.post(
    `${url}/replacement`,
    { items: [{ line: 0, quantity: 1 }], reason: 'damaged', description: 'The pack came with a hole in it.' },
    { 'x-order-token': order.accessToken },
  );
  expect(response.status).toBe(201);
  return (await t.db.selectFrom('replacements').select('id').executeTakeFirstOrThrow()).id;
}

async function productPage({ t, auth }: World): Promise<string> {
  return (await t.post('/api/pages/products', { name: 'Fig Bites' }, auth)).body.page.id;
}

/** The address of the only customer. */
async function customer({ t }: World): Promise<string> {
  return `/api/customers/${(await t.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()).id}`;
}

/** Creates a contact message. @returns its id */
async function contact({ t }: World): Promise<string> {
  const sent = await t.post('/api/contacts', {
    name: 'Asha Rao',
    email: 'asha@example.com',
    subject: 'A question',
    message: 'How much for forty boxes?',
  });
  return sent.body.contact.id;
}

const entries = async (t: TestApp) => {
  const rows = await t.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  return rows;
};

/** All mutating endpoints for staff, including those that shoppers can call with an order token. */
async function changes(): Promise<string[]> {
  await using t = await testApp();
  return t.app.routeTable
    .filter(({ lets, method }) => lets !== 'unguarded' && !/^(GET|HEAD|OPTIONS)$/.test(method))
    .map(({ method, url }) => `${method} ${url}`);
}

test('every mutating staff endpoint is covered by this test', async () => {
  const all = await changes();
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((name) => !(name in CHANGES) && !(name in NEEDS_NONE))).toEqual([]);
  expect([...Object.keys(CHANGES), ...Object.keys(NEEDS_NONE)].filter((name) => !all.includes(name))).toEqual([]);
});

test.for(Object.keys(CHANGES))('%s writes an audit entry with actor, action and entity', async (name) => {
  const here = await world();
  await using t = here.t;
  const [method = '', pattern = ''] = name.split(' ');
  const { url = pattern, body, headers } = (await CHANGES[name]?.(here)) ?? {};
  const before = await entries(t);
  const response = await t.app.inject({
    method: method as 'POST',
    url,
    headers: { ...here.auth, ...headers },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  expect([name, response.statusCode, response.statusCode < 300 ? '' : response.body]).toEqual([
    name,
    expect.toSatisfy((status: number) => status >= 200 && status < 300),
    '',
  ]);
  const known = new Set(before.map(({ id }) => id));
  const written = (await entries(t)).filter(({ id }) => !known.has(id));
  expect(written.length).toBeGreaterThanOrEqual(1);
  const admin = await t.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow();
  for (const entry of written) {
    expect(entry).toMatchObject({ actor_id: admin.id, actor: 'Admin', address: '127.0.0.1' });
    expect([entry.action, entry.entity, entry.entity_id].every((text) => text.length > 0)).toBe(true);
    expect(`${entry.before_value}${entry.after_value}`).not.toMatch(/argon2|"[^"]*(password|token|otp)[^"]*":/i);
  }
});
