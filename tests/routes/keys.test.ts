import { expect, test } from 'vitest';
import { SCOPES, type Scope } from '#shop/connect/scopes.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { type ContractEntry, ENDPOINTS } from '#tests/contract.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** Every endpoint of the contract × API keys with and without its scope. */

/** What keys may call. A new scope at an endpoint is a decision, so it is repeated here. */
const OPEN: Record<Scope, string[]> = {
  'products:read': [
    'GET /admin/categories',
    'GET /admin/products/:id/stock',
    'GET /admin/products/export',
    'GET /admin/products/stats',
    'GET /categories',
    'GET /categories/:id',
    'GET /products',
    'GET /products/:id',
    'GET /products/best-sellers',
    'GET /products/categories',
    'GET /products/featured',
    'GET /products/search',
  ],
  'stock:write': ['POST /admin/products/:id/stock'],
  'orders:read': ['GET /orders', 'GET /orders/:id', 'GET /orders/:id/credit-note', 'GET /orders/:id/invoice'],
  'parcels:write': ['POST /orders/bulk/delivered', 'POST /orders/tracking-file'],
  'contacts:read': ['GET /contacts', 'GET /contacts/:id', 'GET /contacts/stats/summary'],
};

async function keyWith(t: TestApp, auth: Record<string, string>, scopes: readonly Scope[]) {
  const name = scopes.map((scope) => scope.slice(0, 5)).join(' ');
  const { status, body } = await t.post('/api/admin/api-keys', { name, scopes }, auth);
  expect(status).toBe(201);
  return t.auth(body.key);
}

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { id: 'almonds', sizes: [{ stock: 50 }] });
  const auth = t.auth(await t.adminToken());
  const { order } = (await t.post('/api/orders', orderBody(paid(1)))).body;
  const call = ({ method, path }: ContractEntry, headers: Record<string, string>) => {
    const id = path.startsWith('/orders') ? order.orderNumber : 'almonds';
    return t.app.inject({ method, url: `/api${path.replace(/:\w+/g, id)}`, headers });
  };
  return { t, auth, call, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() };
}

test('the endpoints that keys may call are these', () => {
  const open = SCOPES.map((scope) => [
    scope,
    ENDPOINTS.filter(({ endpoint }) => endpoint.scope === scope)
      .map(({ key }) => key)
      .sort(),
  ]);
  expect(Object.fromEntries(open)).toEqual(OPEN);
});

test('no endpoint for admins alone, and none that decides money, has a scope', () => {
  const scoped = ENDPOINTS.filter(({ endpoint }) => endpoint.scope !== undefined);
  expect(scoped.filter(({ endpoint }) => endpoint.access === 'admin' || endpoint.right !== undefined)).toEqual([]);
  expect(scoped.filter(({ key }) => /auth|settings|payment|refund|mail|returns|cancel|api-keys/.test(key))).toEqual([]);
});

test('without its scope every endpoint refuses a key, with all others', { timeout: 120_000 }, async () => {
  await using here = await shop();
  const { t, auth, call } = here;
  const all = await keyWith(t, auth, SCOPES);
  const others = new Map<Scope, Record<string, string>>();
  for (const scope of SCOPES) {
    const rest = SCOPES.filter((one) => one !== scope);
    others.set(scope, await keyWith(t, auth, rest));
  }
  const wrong: string[] = [];
  for (const entry of ENDPOINTS) {
    const { scope } = entry.endpoint;
    const response = await call(entry, scope ? (others.get(scope) as Record<string, string>) : all);
    const message = scope ? `This API key lacks the scope ${scope}.` : 'No API key may call this.';
    const refused = response.statusCode === 403 && response.json().message === message;
    if (!refused) wrong.push(`${entry.key}: ${response.statusCode}`);
    if (response.headers['cache-control'] !== 'no-store') wrong.push(`${entry.key} may be stored`);
  }
  expect(wrong).toEqual([]);
});

const NO_BODY = [400, 'Please send the fields as a JSON object'] as const;
/** What a call returns that passes the guard, without a body and with an id of another kind; others 200. */
const ANSWERS: Record<string, readonly [status: number, message: string]> = {
  'GET /products/search': [400, 'q is needed once: the words to search for.'],
  'GET /categories/:id': [404, 'Category not found'],
  'GET /contacts/:id': [404, 'Contact message not found'],
  'GET /orders/:id/invoice': [404, 'There is no invoice for this order yet.'],
  'GET /orders/:id/credit-note': [404, 'There is no credit note for this order.'],
  'POST /admin/products/:id/stock': NO_BODY,
  'POST /orders/bulk/delivered': NO_BODY,
  'POST /orders/tracking-file': NO_BODY,
};

test('with its scope alone a key passes every guard that names it', { timeout: 60_000 }, async () => {
  await using here = await shop();
  const { t, auth, call } = here;
  const answers: Record<string, readonly [number, string]> = {};
  for (const scope of SCOPES) {
    const key = await keyWith(t, auth, [scope]);
    for (const entry of ENDPOINTS.filter(({ endpoint }) => endpoint.scope === scope)) {
      const response = await call(entry, key);
      if (response.statusCode !== 200) answers[entry.key] = [response.statusCode, response.json().message];
    }
  }
  expect(answers).toEqual(ANSWERS);
});
