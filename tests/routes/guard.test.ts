import { expect, test } from 'vitest';
import type { Access } from '#shop/contract.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ENDPOINTS } from '#tests/contract.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/**
 * Every endpoint of the API × {no token, an invalid one, an expired one, a manager where an admin
 * is required}, generated from the contract and checked against the routes of Fastify. An endpoint
 * without a guard must be in one of the lists below; otherwise the test fails.
 */

/** Shoppers call these without an account. */
const FOR_EVERYBODY = new Set([
  'GET /api/',
  'GET /api/categories',
  'GET /api/categories/:id',
  'GET /api/config',
  'GET /api/openapi.json',
  'GET /api/page-content',
  'GET /api/page-content/:pageId',
  'GET /api/pages/:id/sections',
  'GET /api/pages/products',
  'GET /api/pages/products/:name',
  'GET /api/payment-settings',
  'GET /api/products',
  'GET /api/products/:id',
  'GET /api/products/best-sellers',
  'GET /api/products/categories',
  'GET /api/products/featured',
  'GET /api/products/search',
  'GET /api/reviews/photos/:photo',
  'GET /api/reviews/product/:id',
  'POST /api/contacts',
  'POST /api/insight',
  'POST /api/newsletter',
  'POST /api/orders',
  'POST /api/orders/draft',
  'POST /api/orders/price',
  'POST /api/payments/apps/:app',
  'POST /api/products/:id/wishlist',
  'POST /api/reviews',
  'POST /api/reviews/:id/helpful',
  'POST /api/reviews/photos',
  'POST /api/stock-alerts',
  'POST /api/stock-alerts/confirm',
  'GET /api/orders/track',
  'GET /api/orders/track/:mobile',
  // With the token of the order instead of a session.
  'GET /api/orders/draft/:orderNumber/payment',
  'POST /api/orders/draft/:orderNumber/close',
  'GET /api/pay/:code',
  'POST /api/pay/:code/utr',
  'POST /api/pay/:code/order',
  'POST /api/orders/:id/replacement',
  'POST /api/orders/:id/replacement/photos',
  'POST /api/orders/:id/code',
  'POST /api/orders/:id/code/verify',
  'POST /api/orders/:id/utr',
  // With the secret in the path.
  'GET /api/payments/inbox/:secret',
  'POST /api/payments/inbox/:secret',
  'PUT /api/payments/inbox/:secret',
]);

/** Before anybody is signed in. */
const SIGNING_IN = new Set([
  'POST /api/auth/admin-login',
  'POST /api/auth/forgot-password',
  'POST /api/auth/verify-otp',
  'POST /api/auth/reset-password',
]);

/** For staff, and for shoppers with their order token. */
const SHARED = new Set([
  'GET /api/orders/:id',
  'POST /api/orders/:id/cancel',
  'GET /api/orders/:id/invoice',
  'GET /api/orders/:id/credit-note',
  'GET /api/orders/:id/replacement/photos/:photo',
]);

/** Payment settings, users, the audit log and statement import are for admins (D39). */
const ADMIN_ONLY =
  /^(POST \/api\/payment-settings|(PUT|POST) \/api\/(settings|shop-settings)\b.*|\w+ \/api\/auth\/team\b.*|\w+ \/api\/admin\/audit\b.*|\w+ \/api\/statements\b.*)$/;

/** Managers need the right to verify payments for these (D39). */
const VERIFYING = [
  'GET /payments/bank-messages',
  'GET /payments/credits',
  'GET /payments/refunds',
  'GET /payments/review',
  'POST /orders/:id/difference',
  'POST /orders/:id/refunds',
  'POST /orders/bulk/not-received',
  'POST /payments/bank-messages/:id/confirm',
  'POST /payments/bank-messages/:id/dismiss',
  'POST /payments/bank-messages/:id/open',
  'POST /payments/confirm-exact',
  'POST /payments/credits/:id/dismiss',
  'POST /payments/credits/:id/match',
  'POST /payments/credits/:id/open',
  'POST /payments/credits/:id/unmatch',
  'POST /payments/refunds/:id/undo',
  'PUT /orders/:id/kept',
  'PUT /orders/:id/payment',
];

const MANAGER = {
  email: 'meera@kishmish.test',
  name: 'Meera',
  role: 'manager' as const,
  password: 'a manager password',
};

interface Call {
  name: string;
  method: string;
  url: string;
  lets: string;
  hidden: boolean;
}

/** The expected `lets` of a guard for each access level of the contract. */
const LETS: Record<Access, string> = {
  public: 'unguarded',
  'guest-or-staff': 'everybody',
  staff: 'staff',
  admin: 'admin',
};

function calls(t: TestApp): Call[] {
  return t.app.routeTable
    .filter(
      ({ url, method }) =>
        url.startsWith('/api') && !url.startsWith('/api/docs') && !url.endsWith('*') && method !== 'HEAD',
    )
    .filter(({ method }) => method !== 'OPTIONS')
    .map(({ method, url, lets, hidden }) => {
      const name = `${method} ${url.length > 5 ? url.replace(/\/$/, '') : '/api/'}`;
      return { name, method, url: url.replace(/:\w+/g, 'ORD1795113600037'), lets, hidden };
    })
    .filter((call, index, all) => all.findIndex((other) => other.name === call.name) === index);
}

test('the contract and the routes match, including access', async () => {
  await using t = await testApp();
  const registered = calls(t)
    .filter(({ hidden }) => !hidden)
    .map(({ name, lets }) => `${name.replace('/api', '')}: ${lets}`);
  const declared = ENDPOINTS.map(({ key, endpoint }) => `${key}: ${LETS[endpoint.access]}`);
  expect(registered.sort()).toEqual(declared.sort());
});

test('every route has a guard or is listed as public', async () => {
  await using t = await testApp();
  const table = calls(t);
  expect(table.length).toBeGreaterThan(60);
  const open = table.filter(({ lets }) => lets === 'unguarded').map(({ name }) => name);
  expect(open.filter((name) => !FOR_EVERYBODY.has(name) && !SIGNING_IN.has(name))).toEqual([]);
  const shared = table.filter(({ lets }) => lets === 'everybody').map(({ name }) => name);
  expect(shared.filter((name) => !SHARED.has(name))).toEqual([]);
  // The lists contain no removed or guarded endpoints.
  expect([...FOR_EVERYBODY, ...SIGNING_IN].filter((name) => !open.includes(name))).toEqual([]);
  expect([...SHARED].filter((name) => !shared.includes(name))).toEqual([]);
});

test('admin-only endpoints have the admin guard', async () => {
  await using t = await testApp();
  const table = calls(t);
  const wrong = table.filter(({ name, lets }) => ADMIN_ONLY.test(name) && lets !== 'admin').map(({ name }) => name);
  expect(wrong).toEqual([]);
  expect(table.filter(({ name }) => ADMIN_ONLY.test(name)).length).toBeGreaterThanOrEqual(5);
});

test('the OpenAPI document requires a session for the guarded routes', async () => {
  await using t = await testApp();
  const document = t.app.swagger() as {
    paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>>;
  };
  const described = new Set(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => 'admin' in (security?.[0] ?? {}))
        .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    ),
  );
  const guarded = calls(t).filter(({ lets }) => lets === 'staff' || lets === 'admin');
  expect(guarded.map(({ name }) => name).filter((name) => !described.has(name))).toEqual([]);
  expect([...described].filter((name) => !guarded.some((call) => call.name === name))).toEqual([]);
});

test('a missing, invalid or expired token returns 401 everywhere', { timeout: 120_000 }, async () => {
  await using t = await testApp();
  const expired = await t.adminToken();
  t.clock.advance(13 * 3_600_000);
  const tries: Record<string, Record<string, string>> = {
    none: {},
    empty: { authorization: 'Bearer' },
    basic: { authorization: 'Basic YTpi' },
    garbage: t.auth('x'.repeat(32)),
    'not a token': t.auth('💥'.repeat(3).replaceAll('💥', '%%%')),
    expired: t.auth(expired),
  };
  const wrong: string[] = [];
  for (const { name, method, url, lets } of calls(t)) {
    if (lets === 'unguarded') continue;
    for (const [kind, headers] of Object.entries(tries)) {
      if (lets === 'everybody' && kind === 'none') continue;
      const response = await t.app.inject({ method: method as 'GET', url, headers });
      const body = response.json() as { success?: boolean; message?: string };
      if (response.statusCode !== 401 || body.success !== false || !body.message) {
        wrong.push(`${name} with ${kind}: ${response.statusCode}`);
      }
      if (response.headers['cache-control'] !== 'no-store') wrong.push(`${name} with ${kind} may be stored`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a manager gets 403 on admin endpoints, and access to all others', { timeout: 120_000 }, async () => {
  await using t = await testApp();
  await t.services.accounts.addUser(MANAGER);
  const wrong: string[] = [];
  let requests = 0;
  for (const { name, method, url, lets } of calls(t)) {
    if (lets !== 'admin' && lets !== 'staff') continue;
    // A new session for each call, since sign-out ends it.
    await t.db.deleteFrom('attempts').execute();
    const { token } = (await t.post('/api/auth/admin-login', MANAGER)).body as { token: string };
    const { statusCode } = await t.app.inject({ method: method as 'GET', url, headers: t.auth(token) });
    requests++;
    if (lets === 'admin' ? statusCode !== 403 : statusCode === 401 || statusCode === 403)
      wrong.push(`${name}: ${statusCode}`);
  }
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(25);
});

test('the endpoints that verify payments need the right', () => {
  const found = ENDPOINTS.filter(({ endpoint }) => endpoint.right === 'verifyPayments').map(({ key }) => key);
  expect(found.sort()).toEqual(VERIFYING);
});

test('a manager verifies payments only with the right, from the next request on', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const owner = t.auth(await t.adminToken());
  await t.services.accounts.addUser(MANAGER);
  const { token } = (await t.post('/api/auth/admin-login', MANAGER)).body as { token: string };
  const manager = t.auth(token);
  const { team } = (await t.get('/api/auth/team', owner)).body as { team: { id: string; email: string }[] };
  const id = team.find(({ email }) => email === MANAGER.email)?.id ?? '';
  const { order } = (await t.post('/api/orders', orderBody(paid(1)))).body as { order: { orderNumber: string } };

  const statuses = async () => {
    const found: number[] = [];
    for (const key of VERIFYING) {
      const [method = '', path = ''] = key.split(' ');
      const url = `/api${path.replace(':id', path.startsWith('/orders') ? order.orderNumber : 'crd_unknown')}`;
      const bodies: Record<string, object> = {
        'PUT /orders/:id/payment': { status: 'completed' },
        'POST /payments/confirm-exact': { orderNumbers: ['ORD1'] },
        'POST /payments/bank-messages/:id/confirm': { orderNumber: order.orderNumber },
        'POST /payments/credits/:id/dismiss': { reason: 'My own' },
        'POST /payments/credits/:id/match': { orderNumber: order.orderNumber },
        'POST /payments/refunds/:id/undo': { reason: 'Wrong order' },
        'PUT /orders/:id/kept': { kept: true, reason: 'Torn' },
        'POST /orders/bulk/not-received': { orders: [{ orderNumber: 'ORD1700000000001' }], reason: 'Invented' },
        'POST /orders/:id/difference': { waive: 'A gift' },
        'POST /orders/:id/refunds': { amount: 1, date: '2026-11-20', reason: 'Too much' },
      };
      const response = await t.app.inject({
        method: method as 'GET',
        url,
        headers: manager,
        ...(bodies[key] ? { payload: bodies[key] } : {}),
      });
      found.push(response.statusCode);
    }
    return found;
  };
  const profile = async () =>
    (await t.get('/api/auth/admin-profile', manager)).body as { user: object; closed: string[] };

  expect((await t.put(`/api/auth/team/${id}`, { mayVerifyPayments: false }, owner)).status).toBe(200);
  expect(await statuses()).toEqual(VERIFYING.map(() => 403));
  expect((await profile()).user).toMatchObject({ role: 'manager', mayVerifyPayments: false });
  expect((await profile()).closed).toEqual(expect.arrayContaining([...VERIFYING, 'POST /payments/statements']));

  expect((await t.put(`/api/auth/team/${id}`, { mayVerifyPayments: true }, owner)).status).toBe(200);
  // Unknown credits and refunds are 404; refund and rest of an unpaid order are conflicts.
  expect(await statuses()).toEqual([
    200, 200, 200, 200, 409, 409, 200, 404, 404, 404, 200, 404, 404, 404, 404, 404, 409, 200,
  ]);
  const { closed } = await profile();
  expect(closed.filter((key) => VERIFYING.includes(key))).toEqual([]);
  const adminOnly = ENDPOINTS.filter(({ endpoint }) => endpoint.access === 'admin').map(({ key }) => key);
  expect(closed.sort()).toEqual(adminOnly.sort());
  expect((await t.get('/api/auth/admin-profile', owner)).body.closed).toEqual([]);
});
