import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  staff: boolean;
}

/** Every documented call, read from the app's own OpenAPI: a new route is in these tests by itself. */
function operations(document: unknown): Operation[] {
  const { paths } = document as { paths: Record<string, Record<string, { security?: Record<string, unknown>[] }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Operation['method'],
      url: path.replace(/\{[^}]+\}/g, 'unknown'),
      staff:
        (operation.security ?? []).some((entry) => 'admin' in entry && Object.keys(entry).length === 1) &&
        operation.security?.length === 1,
    })),
  );
}

test('the API says who it is, and describes itself', async () => {
  await using t = await testApp();
  expect((await t.get('/api/')).body).toEqual({
    success: true,
    name: 'Kishmish',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  const all = operations((await t.get('/api/openapi.json')).body);
  for (const call of [
    'GET /api/products',
    'POST /api/orders/draft',
    'POST /api/orders',
    'PUT /api/orders/unknown/payment',
    'POST /api/auth/admin-login',
  ]) {
    expect(all.map(({ method, url }) => `${method} ${url}`)).toContain(call);
  }
});

test('the API can be read in a browser: its page finds its scripts and may run them (D5)', async () => {
  await using t = await testApp();
  for (const url of ['/api/docs', '/api/docs/']) {
    const page = await t.get(url);
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';/);
    expect(page.text).not.toMatch(/<script[^>]*>\s*[^<\s]/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part ?? '');
    expect(parts.length).toBeGreaterThan(4);
    for (const part of parts) {
      const { pathname } = new URL(part, `http://shop.test${url}`);
      const answer = await t.get(pathname);
      expect([part, answer.status]).toEqual([part, 200]);
      expect(answer.headers['content-type']).not.toContain('html');
    }
  }
  expect((await t.get('/api/docs/json')).body.openapi).toMatch(/^3\./);
});

test('health and readiness', async () => {
  await using t = await testApp();
  expect(await t.get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await t.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready' },
    headers: { 'cache-control': 'no-store' },
  });
});

describe('every staff call', () => {
  test('refuses strangers with 401 and a sentence, whatever they send', async () => {
    await using t = await testApp();
    const token = await t.adminToken();
    const staff = operations((await t.get('/api/openapi.json')).body).filter((operation) => operation.staff);
    expect(staff.length).toBeGreaterThan(8);
    // A token that was good once.
    await t.post('/api/auth/logout', {}, t.auth(token));
    const tokens: Record<string, string>[] = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Bearer garbage' },
      { authorization: `Bearer ${'x'.repeat(32)}` },
      { authorization: 'Basic YWRtaW46YWRtaW4=' },
      t.auth(token),
    ];
    for (const { method, url } of staff) {
      for (const headers of tokens) {
        const answer = await t.app.inject({
          method,
          url,
          headers,
          ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
        });
        expect([answer.statusCode, `${method} ${url}`]).toEqual([401, `${method} ${url}`]);
        expect(answer.json()).toEqual({ success: false, message: expect.stringMatching(/\.$/) });
        expect(answer.headers['cache-control']).toBe('no-store');
      }
    }
  });
});

describe('a body that cannot be read', () => {
  test.each([
    ['malformed JSON', '{"items": [', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['__proto__', '{"__proto__": {"admin": true}}', 'application/json', 400],
    ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}', 'application/json', 400],
    ['plain text', '{"items": []}', 'text/plain', 415],
    ['a form', 'items=1', 'application/x-www-form-urlencoded', 415],
    ['XML', '<a/>', 'application/xml', 415],
  ])('%s is refused in a sentence', async (_name, payload, type, status) => {
    await using t = await testApp();
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': type },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await t.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  });

  test('one that is too large is 413', async () => {
    await using t = await testApp();
    const answer = await t.post('/api/orders', { orderNote: 'x'.repeat(300 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { success: false, message: 'The request is too large.' } });
  });
});

describe('what is not there', () => {
  test.each(['/api/nothing', '/api/products/none/none', '/api/orders/x/y/z'])(
    '%s is 404 in a sentence',
    async (url) => {
      await using t = await testApp();
      expect(await t.get(url)).toMatchObject({
        status: 404,
        body: { success: false, message: expect.stringMatching(/[a-z]/) },
      });
      expect((await t.post(url, {})).status).toBe(404);
    },
  );
});

test('a fault is answered without details, and a busy database with Retry-After', async () => {
  await using t = await testApp();
  const { settings } = t.services;
  const original = settings.config;
  settings.config = async () => {
    throw new Error('secret detail at /srv/shop');
  };
  const fault = await t.get('/api/config');
  expect(fault).toMatchObject({
    status: 500,
    body: { success: false, message: 'Something went wrong on our side. Please try again.' },
  });
  expect(fault.text).not.toContain('secret');
  settings.config = async () => {
    throw Object.assign(new Error('database is locked'), { errcode: 5 });
  };
  const busy = await t.get('/api/config');
  expect(busy).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
  settings.config = original;
});

describe('headers', () => {
  test('every answer carries the safe ones; what is personal is never stored', async () => {
    await using t = await testApp();
    for (const url of ['/api/products', '/api/orders/track/9876543210', '/api/nothing', '/readyz']) {
      const { headers } = await t.get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-frame-options': 'DENY',
      });
    }
    expect((await t.get('/api/orders/track/9876543210')).headers['cache-control']).toBe('no-store');
    expect((await t.get('/api/products?_t=1')).headers['cache-control']).toBe('no-store');
  });

  test('HSTS goes with https only', async () => {
    await using plain = await testApp();
    expect((await plain.get('/api/')).headers['strict-transport-security']).toBeUndefined();
    await using secure = await testApp({ env: { publicUrl: 'https://shop.test' } });
    expect((await secure.get('/api/')).headers['strict-transport-security']).toContain('max-age');
  });

  test('no other site may read the API from a browser', async () => {
    await using t = await testApp();
    expect(
      (await t.get('/api/products', { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

test('too many requests from one address are 429, and a forged header does not help', async () => {
  await using t = await testApp({ env: { rateLimit: 5 } });
  const statuses: number[] = [];
  for (let number = 0; number < 7; number++) {
    const answer = await t.get('/api/orders/unknown', { 'x-forwarded-for': `10.0.0.${number}` });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  expect((await t.get('/api/orders/unknown')).body).toEqual({
    success: false,
    message: 'Too many requests. Please wait a moment and try again.',
  });
});
