import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '#tests/app.ts';
import { ENDPOINTS, wrongMessages, wrongStatus } from '#tests/contract.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { PUSH_DEVICE } from '#tests/push-endpoint.ts';

/** No input may cause a 5xx: every endpoint of the contract is called with unexpected values. */

const NUL = String.fromCharCode(0);
const LONE = String.fromCharCode(0xd800);

/** Values that one database may refuse and the other takes. PGlite is slow: only `npm run verify` sends it the others too. */
const REFUSABLE: unknown[] = [1e308, 2 ** 60, NUL, `1${NUL}2`, LONE];
const REFUSABLE_TEXTS = ['%00', 'a%00b', '%ED%A0%80', '1e309', '99999999999999999999'];
const FEW = dialect === 'pglite' && process.env.LONG_TESTS !== '1';

const STRANGE: unknown[] = [
  ...REFUSABLE,
  ...(FEW ? [] : [null, true, -1, 0.5, '', 'x'.repeat(100_000), '__proto__', '९८७६५४३२१०', [], [null], {}]),
];

const OTHER_TEXTS = [
  '',
  '%ff',
  '%E2%80%AE',
  '%27%20or%201%3D1',
  '..%2f..%2fetc',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1.5',
  'NaN',
  'null',
  'x'.repeat(190),
  'x'.repeat(3_000),
  'a,b,,c',
  '%25',
  '+',
  '!%25_',
];
/** Texts for a path or a query string. */
const STRANGE_TEXTS = [...REFUSABLE_TEXTS, ...(FEW ? [] : OTHER_TEXTS)];

const PRODUCT = {
  name: 'Fuzzed Pistachios',
  description: 'Green',
  category: 'nuts',
  images: [{ url: '/media/a.webp', alt: 'a', uploadType: 'file' }],
  sizes: [
    {
      size: '250g',
      price: 299,
      originalPrice: 349,
      stock: 50,
      netQuantityGrams: 250,
      contents: [{ productId: 'almonds', size: '250g', quantity: 1 }],
    },
  ],
  features: ['Fresh'],
  badges: [{ text: 'New', color: 'green' }],
  status: 'Active',
  tags: ['nuts'],
  popularitySettings: {
    orderCount: 3,
    offerCountdown: { enabled: true, duration: 15, startTime: 1_700_000_000_000 },
    deliveryCutoff: { enabled: false },
  },
  quickRating: 4.5,
  quickReviewCount: 3,
  removedReviews: ['rev_1'],
  reviews: [
    {
      id: 'rev_2',
      customerEmail: 'r@example.com',
      customerName: 'Ravi',
      rating: 5,
      title: 'Good',
      comment: 'Good nuts',
      date: 1,
      helpful: 0,
    },
  ],
  nutrition: { basis: 'per 100 g', energyKcal: 500 },
  hsnCode: '0802',
  gstRate: 5,
};

const COUPON = {
  ...{
    code: 'FUZZ10',
    name: 'Ten',
    kind: 'percent',
    value: 10,
    maxDiscount: 200,
    minOrder: 99,
    maxUses: 5,
    perPhone: 1,
  },
  ...{ startsAt: 1_790_000_000_000, endsAt: 1_799_000_000_000, firstOrder: false, paused: false },
  scope: { kind: 'products', ids: ['almonds'] },
};

/** A valid body for each endpoint that takes one; the test replaces each value in it. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /orders/price': { items: orderBody().items, couponCode: 'FUZZ10', phone: '9876543210' },
  'POST /coupons': COUPON,
  'PUT /coupons/:id': COUPON,
  'POST /orders/draft': {
    ...orderBody({ orderNote: 'Ring twice', subtotal: 299, shipping: 0, couponCode: 'FUZZ10', ...paid(1) }),
    orderNumber: 'ORD1700000000000',
    accessToken: 'a'.repeat(32),
  },
  'POST /orders': {
    ...orderBody({ orderNote: 'Ring twice', subtotal: 299, shipping: 0, couponCode: 'FUZZ10', ...paid(2) }),
    shippingAddress: {
      ...ADDRESS,
      firstName: 'A',
      lastName: 'I',
      street: 's',
      zipCode: '600020',
      addressType: 'home',
      gstin: '33AABCT3518Q1Z3',
    },
    orderNumber: 'ORD1700000000001',
    accessToken: 'b'.repeat(32),
  },
  'PUT /orders/:id/status': {
    status: 'confirmed',
    note: 'n',
    confirmUnpaid: true,
    courier: 'c',
    courierTracking: 't',
  },
  'PUT /orders/:id/payment': {
    status: 'completed',
    note: 'n',
    amount: 299,
    utrNumber: '632400000009',
    withdraw: false,
  },
  'PUT /orders/:id/parcel': { courier: 'India Post', courierTracking: 'EX123', notify: true, version: 1 },
  'POST /orders/tracking-file': { courier: 'delhivery', file: 'Waybill,Order No\n1,ORD1700000000000', dryRun: true },
  'POST /orders/:id/cancel': { reason: 'r' },
  'POST /orders/:id/code/verify': { code: '123456' },
  'POST /orders/:id/utr': { utrNumber: '632400000099', app: 'phonepe' },
  'POST /products': PRODUCT,
  'PUT /products/:id': PRODUCT,
  'PATCH /products/:id/toggle-status': { status: 'Active' },
  'POST /categories': { name: 'Date Bites', description: 'Soft', icon: 'nuts', position: 0 },
  'PUT /categories/:id': { name: 'Nuts', description: 'Whole', icon: 'nuts', position: 0, version: 1 },
  'POST /admin/products/bulk': {
    rows: [
      {
        id: 'almonds',
        size: '250g',
        price: { from: 299, to: 279 },
        originalPrice: { from: 349, to: 349 },
        stock: { from: 10, to: 12 },
      },
    ],
  },
  'POST /admin/products/:id/stock': { reason: 'received', note: 'Bill 17', sizes: [{ size: '250g', change: 12 }] },
  'POST /admin/products/import': {
    dryRun: false,
    rows: [
      { line: 2, cells: { id: 'almonds', name: 'Almonds', size: '250g', price: '299', stock: '5', tags: 'a | b' } },
    ],
  },
  'POST /products/:id/wishlist': { deviceId: 'device-12345678' },
  'POST /contacts': {
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '9876543210',
    subject: 'A question',
    message: 'How much for forty boxes?',
    complaint: true,
  },
  'POST /reviews': {
    productId: 'almonds',
    customerName: 'Ravi',
    customerEmail: 'ravi@example.com',
    rating: 5,
    title: 'Good',
    comment: 'Very good almonds indeed',
    customerPhone: '9876543210',
    photos: ['a'],
  },
  'POST /payments/apps/:app': { what: 'opened' },
  'POST /insight': { what: 'search', words: 'anjeer' },
  'POST /payments/messages': {
    ...{ via: 'sms', sender: 'VM-HDFCBK-S', receivedAt: 1_795_000_000_000, dryRun: true, raw: 'From: a@b.example' },
    text: 'Rs.299.00 credited to HDFC Bank A/c XX4821 on 20-11-26 from VPA a@okhdfc (UPI 632400000001)',
  },
  'POST /payments/credits/:id/match': { orderNumber: 'ORD1700000000000', acceptAmount: true },
  'POST /payments/credits/:id/dismiss': { reason: 'A loan' },
  'POST /payments/confirm-exact': { orderNumbers: ['ORD1700000000000'] },
  'POST /orders/:id/refunds': { amount: 10, date: '2026-11-20', reference: '632400000002', reason: 'Torn' },
  'POST /reviews/:id/helpful': { deviceId: 'device-12345678' },
  'POST /orders/:id/replacement': {
    items: [{ line: 0, quantity: 1 }],
    reason: 'damaged',
    description: 'The pack had a hole in it.',
    photos: ['a'],
  },
  'PUT /replacements/:id/status': { status: 'approved', note: 'n', courier: 'c', courierTracking: 't' },
  'PUT /orders/:id/notes': { internalNotes: 'Rang on Monday', before: '' },
  'PUT /orders/:id/attention': { settled: 'amount_mismatch' },
  'PUT /orders/:id/address': { shippingAddress: { ...ADDRESS, phone: '9876543211' } },
  'PUT /reviews/:id/status': { status: 'approved', updatedAt: 1 },
  'PUT /reviews/:id/reply': { reply: 'Thank you', updatedAt: 1 },
  'PUT /reviews/:id': {
    customerName: 'Ravi',
    rating: 4,
    title: 'Good',
    comment: 'Good almonds',
    status: 'approved',
  },
  'POST /payment-settings': {
    upiId: 'kishmish@upi',
    accountHolderName: 'Kishmish',
    onlineOffer: { text: 'Less', amount: 33, visible: true },
    paytmNote: { text: 'Cashback', visible: true },
    apps: [{ id: 'phonepe', visible: true }],
  },
  'PUT /settings/shop': {
    brandName: 'Kishmish',
    state: 'Maharashtra',
    stateCode: '27',
    gstin: '27DEMCK0000D1ZV',
    grievanceOfficer: { name: 'Asha', email: 'asha@example.com' },
  },
  'PUT /settings/checklist/:step': { putOff: true, ticked: false },
  'PUT /settings/messages': {
    chat: { packing: { en: 'Packing {order}', hi: '{order}' } },
    mails: { shipped: { subject: '{order}', text: 'Sent: {order}' } },
  },
  'POST /settings/messages/preview': { kind: 'shipped', subject: '{order}', text: 'Sent: {order}' },
  'POST /settings/messages/test': { kind: 'shipped', subject: '{order}', text: 'Sent: {order}' },
  'PUT /settings/urgency': { offerCountdownEnabled: true, deliveryCutoffEnabled: false },
  'POST /customers/:id/notes': { note: 'Likes dates' },
  'POST /customers/:id/tags': { tag: 'Gifts' },
  'POST /customers/:id/erase': { phone: '9876543210' },
  'PUT /contacts/:id/status': { status: 'read', priority: 'high', adminNotes: 'Rang' },
  'PUT /contacts/:id/grievance': { step: 'close', note: 'The parcel was sent again.', version: 1 },
  'POST /contacts/:id/reply': { message: 'Forty boxes are ₹12,000.' },
  'PUT /page-content/:pageId': { content: { text: 'Free delivery', isVisible: true } },
  'PUT /pages/:id': { content: { name: 'Almonds', benefits: ['Fresh'] } },
  'POST /pages/:id/preview': { content: { name: 'Almonds', benefits: ['Fresh'] } },
  'POST /pages/products': {
    name: 'Almonds',
    route: '/almonds',
    heroImage: '/media/a.webp',
    benefits: ['Fresh'],
    products: ['almonds'],
  },
  'PUT /pages/products/:name': { name: 'Almonds', description: 'Crisp', benefits: ['Fresh'] },
  'PUT /pages/products/:name/content': { content: { description: 'Crisp', products: ['almonds'] } },
  'POST /newsletter': { email: 'asha@example.com' },
  'POST /stock-alerts': { productId: 'soldout', size: '250g', contact: 'asha@example.com' },
  'POST /stock-alerts/confirm': { productId: 'soldout', size: '250g', email: 'asha@example.com', code: '123456' },
  'POST /auth/forgot-password': { email: 'nobody@kishmish.test' },
  'POST /auth/verify-otp': { email: 'nobody@kishmish.test', otp: '123456' },
  'POST /auth/reset-password': { token: 'x'.repeat(32), newPassword: 'a quite different one' },
  'POST /auth/change-password': { currentPassword: 'not the one', newPassword: 'a quite different one' },
  'PUT /auth/alerts': { mail: true },
  'POST /auth/alerts/devices': PUSH_DEVICE,
  'POST /auth/team': { name: 'Meera', email: 'meera@kishmish.test', role: 'manager' },
  'PUT /auth/team/:id': { active: false },
  'PUT /auth/team-rules': { requireTwoStep: false },
  'POST /auth/two-step': { setup: 'v1.x', code: '123456', password: 'a long enough password' },
  'POST /auth/two-step/off': { code: '123456', password: 'a long enough password' },
  'POST /auth/two-step/recovery-codes': { password: 'a long enough password' },
  'POST /auth/admin-login': { email: 'owner@kishmish.test', password: 'a long enough password' },
};

/** Endpoints that limit attempts: the count is cleared before each request. */
const LIMITED =
  /orders\/draft|orders\/price|forgot|code|otp|two-step|password|invite|replacement|login|track|contacts|reviews|newsletter|wishlist|alerts/;

interface Operation {
  key: string;
  method: string;
  path: string;
  query: string[];
  hasBody: boolean;
}

const OPERATIONS: Operation[] = ENDPOINTS.map(({ key, method, path, endpoint }) => ({
  key,
  method,
  path: `/api${path}`,
  query: endpoint.query
    ? Object.keys(z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }).properties ?? {})
    : [],
  hasBody: endpoint.body !== undefined,
}));

/** The key paths of all values inside `value`. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? replaced(one, rest, by) : one));
  const record = value as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}

async function shop() {
  const t = await testApp({ ownApp: true });
  await addProduct(t.db, { sizes: [{ stock: 1_000_000 }] });
  await addProduct(t.db, { id: 'soldout', sizes: [{ stock: 0 }] });
  const token = await t.adminToken();
  const placed = await t.post('/api/orders', orderBody(paid(77)));
  const { orderNumber, accessToken } = placed.body.order as { orderNumber: string; accessToken: string };
  const forget = () => t.db.deleteFrom('attempts').execute();
  return { t, token, orderNumber, accessToken, forget, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() };
}

type Shop = Awaited<ReturnType<typeof shop>>;

/** Sends a request. @returns a line about it when the response is not one that the endpoint declares, or null */
async function send(
  { t, token, accessToken }: Shop,
  method: string,
  url: string,
  body: unknown,
  who: 'staff' | 'shopper',
  contentType = 'application/json',
): Promise<string | null> {
  const response = await t.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(who === 'staff' ? { authorization: `Bearer ${token}` } : { 'x-order-token': accessToken }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const { statusCode, headers, body: text } = response;
  const wrong = wrongResponse(method, url, statusCode, text, headers);
  if (!wrong) return null;
  return `${wrong}: ${who} ${method} ${url.slice(0, 120)} ${body === undefined ? '' : JSON.stringify(body).slice(0, 1_500)}`;
}

/** @returns what is wrong with a response, or null */
function wrongResponse(method: string, url: string, statusCode: number, text: string, headers: OutgoingHttpHeaders) {
  if (statusCode >= 500) return String(statusCode);
  const undeclared = wrongStatus(method, url, statusCode);
  if (undeclared) return undeclared;
  if (statusCode >= 400) {
    const failure = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
    if (failure.success !== false || typeof failure.message !== 'string' || failure.message === '') {
      return `no sentence (${statusCode} ${text.slice(0, 80)})`;
    }
    const wrong = wrongMessages(failure);
    if (wrong) return wrong;
    if (headers['cache-control'] !== 'no-store') return `may be stored (${statusCode})`;
  }
  return null;
}

/** Sends requests of one endpoint, a few at a time: some wait to take the same time for every account. */
async function sendAll(all: Shop, path: string, requests: (() => ReturnType<typeof send>)[]): Promise<string[]> {
  const wrong: (string | null)[] = [];
  for (let at = 0; at < requests.length; at += 8) {
    if (LIMITED.test(path)) await all.forget();
    wrong.push(...(await Promise.all(requests.slice(at, at + 8).map((request) => request()))));
  }
  return wrong.filter((line) => line !== null);
}

const fill = (path: string, value: string) => path.replace(/:\w+/g, value);

test('every body of this test belongs to an endpoint', () => {
  const keys = new Set(ENDPOINTS.map(({ key }) => key));
  expect(Object.keys(BODIES).filter((key) => !keys.has(key))).toEqual([]);
});

test('every endpoint handles unexpected bodies and returns readable errors', { timeout: 240_000 }, async () => {
  await using all = await shop();
  const wrong: string[] = [];
  for (const { key, method, path, hasBody } of OPERATIONS) {
    const base = BODIES[key];
    if (!base) {
      expect(hasBody, `${key} needs a body in this test`).toBe(false);
      continue;
    }
    const url = fill(path, path.includes('/orders/') ? all.orderNumber : 'almonds');
    const bodies = [...placesOf(base), ['version']].flatMap((place) =>
      STRANGE.map((value) => () => send(all, method, url, replaced(base, place, value), 'staff')),
    );
    const raw = ['', '{', '"text"', '[', `${'['.repeat(60_000)}`, '{"__proto__": 1}', '{"a": 1e999}', '\u0000'].map(
      (text) => () => send(all, method, url, text, 'shopper'),
    );
    wrong.push(...(await sendAll(all, path, [...bodies, ...raw])));
  }
  expect(wrong).toEqual([]);
});

test('an endpoint without a body rejects a wrong one with an error that it declares', async () => {
  await using all = await shop();
  const wrong: string[] = [];
  const bare = OPERATIONS.filter(({ method, hasBody }) => method !== 'GET' && !hasBody);
  expect(bare.map(({ key }) => key)).toContain('POST /auth/logout');
  const large = JSON.stringify('x'.repeat(6_000_000));
  for (const { method, path } of bare) {
    const url = fill(path, 'almonds');
    const requests = (['staff', 'shopper'] as const).flatMap((who) => [
      () => send(all, method, url, '{', who),
      () => send(all, method, url, large, who),
      () => send(all, method, url, 'text', who, 'text/plain'),
    ]);
    wrong.push(...(await sendAll(all, path, requests)));
  }
  expect(wrong).toEqual([]);
});

test('messages and statements with control characters are stored', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const bad = `${NUL}\u0001${LONE}`;
  const text = `${bad}Rs.299.00 credited to A/c XX4821 on 20-11-26 from VPA as${bad}ha@okhdfc (UPI 632400000001)${bad}`;
  const sms = await t.post('/api/payments/messages', { via: 'sms', sender: 'VM-HDFCBK-S', text }, auth);
  expect(sms.body.credit, 'stored').toBeTruthy();
  const { secret } = (await t.post('/api/payments/inbox', {}, auth)).body;
  const forwarded = { from: `${bad}x`, text: text.replace('632400000001', '632400000002') };
  expect((await t.post(`/api/payments/inbox/${secret}`, forwarded)).status).toBe(200);
  const rows = [
    'Date,Narration,Ref No,Debit,Credit,Balance',
    `20/11/2026,UPI/632400000003/as${bad}ha@okhdfc/pay,632400000003,,299.00,1299.00`,
    `20/11/2026,UPI/632400000004/ravi@okhdfc/pay${bad},632400000004,,299.00,1598.00`,
  ].join('\n');
  const form = new FormData();
  form.set('file', new File([rows], `a${bad}.csv`, { type: 'text/csv' }));
  const sent = new Request('http://localhost', { method: 'POST', body: form });
  const statement = await t.app.inject({
    method: 'POST',
    url: '/api/payments/statements',
    headers: { ...auth, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(statement.statusCode).toBeLessThan(500);
});

test('every endpoint handles unexpected URLs and returns readable errors', { timeout: 240_000 }, async () => {
  await using all = await shop();
  const wrong: string[] = [];
  for (const { key, method, path, query } of OPERATIONS) {
    const place = fill(path, 'almonds');
    const urls = STRANGE_TEXTS.flatMap((text) => [
      ...(path.includes(':') ? [fill(path, text)] : []),
      ...query.flatMap((name) => [
        `${place}?${name}=${text}`,
        `${place}?${name}=${text}&${name}=${text}`,
        `${place}?${name}[]=${text}&${name}.a=1`,
      ]),
    ]);
    const requests = urls.flatMap((url) =>
      (['staff', 'shopper'] as const).map((who) => () => send(all, method, url, BODIES[key], who)),
    );
    wrong.push(...(await sendAll(all, path, requests)));
  }
  expect(wrong).toEqual([]);
});
