import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import reviewsInHindi from '../../messages/hi/review-rules.json' with { type: 'json' };

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  staff: boolean;
}

/** Every operation of the app's OpenAPI document, so that new routes are tested automatically. */
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

test('GET /api/ returns name and version, and OpenAPI lists the endpoints', async () => {
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

test('a page in Hindi gets the messages of failures in Hindi; the browser language changes nothing', async () => {
  await using t = await testApp();
  const message = async (headers: Record<string, string>) =>
    (await t.app.inject({ url: '/api/products/none', headers })).json().message;
  expect(await message({ 'x-language': 'hi' })).toBe('प्रोडक्ट नहीं मिला');
  expect(await message({ 'accept-language': 'hi-IN,hi;q=0.9' })).toBe('Product not found');
  expect(await message({ 'x-language': 'fr' })).toBe('Product not found');
  const review = await t.post('/api/reviews', { productId: 'x', rating: 9 }, { 'x-language': 'hi' });
  expect(review.body.errors).toContainEqual({ path: 'rating', msg: reviewsInHindi.ratingMissing });
});

test('the API docs page loads its scripts, and its CSP allows them (D5)', async () => {
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
      const response = await t.get(pathname);
      expect([part, response.status]).toEqual([part, 200]);
      expect(response.headers['content-type']).not.toContain('html');
    }
  }
  expect((await t.get('/api/docs/json')).body.openapi).toMatch(/^3\./);
});

test('the API docs say who may call an endpoint, what it takes and how it fails', async () => {
  await using t = await testApp();
  const { info, paths } = (await t.get('/api/docs/json')).body;
  expect(info.description).toContain('x-order-token');
  const settings = paths['/api/payment-settings'];
  expect(settings.post).toMatchObject({ description: 'For admins only.', security: [{ admin: [] }] });
  expect(Object.keys(settings.post.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403']));
  expect(settings.post.requestBody.content['application/json'].schema.properties).toHaveProperty('upiId');
  expect(settings.get.description).toBe('For everybody.');
  expect(paths['/api/orders/{id}/utr'].post.description).toBe('For shoppers; an order that exists needs its token.');
});

test('the API docs are made once, and one address can ask for them a limited number of times', async () => {
  await using t = await testApp({ env: { rateLimit: 3 } });
  const made = vi.spyOn(t.app, 'swagger');
  const { text, headers } = await t.get('/api/docs/json');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect((await t.get('/api/docs/json')).text).toBe(text);
  expect((await t.get('/api/openapi.json')).text).toBe(text);
  expect(made).toHaveBeenCalledTimes(1);
  const statuses: number[] = [];
  for (const part of ['', '/static/index.html', '/json']) statuses.push((await t.get(`/api/docs${part}`)).status);
  expect(statuses).toEqual([200, 429, 429]);
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

test('/readyz asks the database once a second, however often it is requested', async () => {
  await using t = await testApp({ ownApp: true });
  const asked = vi.spyOn(t.db, 'getExecutor');
  const ask = async (times: number) => {
    for (const { status } of await Promise.all(Array.from({ length: times }, () => t.get('/readyz')))) {
      expect(status).toBe(200);
    }
    return asked.mock.calls.length;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const once = await ask(1);
    expect(once).toBeGreaterThan(0);
    expect(await ask(20)).toBe(once);
    vi.advanceTimersByTime(1_000);
    expect(await ask(1)).toBeGreaterThan(once);
  } finally {
    vi.useRealTimers();
  }
});

describe('every staff endpoint', () => {
  test('returns 401 with a message for missing or invalid credentials', async () => {
    await using t = await testApp();
    const token = await t.adminToken();
    const staff = operations((await t.get('/api/openapi.json')).body).filter((operation) => operation.staff);
    expect(staff.length).toBeGreaterThan(8);
    // A valid token, revoked by signing out.
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
        const response = await t.app.inject({
          method,
          url,
          headers,
          ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
        });
        expect([response.statusCode, `${method} ${url}`]).toEqual([401, `${method} ${url}`]);
        expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/\.$/) });
        expect(response.headers['cache-control']).toBe('no-store');
      }
    }
  });
});

describe('an invalid request body', () => {
  test.each([
    ['malformed JSON', '{"items": [', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['__proto__', '{"__proto__": {"admin": true}}', 'application/json', 400],
    ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}', 'application/json', 400],
    ['plain text', '{"items": []}', 'text/plain', 415],
    ['a form', 'items=1', 'application/x-www-form-urlencoded', 415],
    ['XML', '<a/>', 'application/xml', 415],
  ])('%s is rejected with a message', async (_name, payload, type, status) => {
    await using t = await testApp();
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': type },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(await t.db.selectFrom('orders').selectAll().execute()).toEqual([]);
  });

  test('a deeply nested body is rejected, or dropped where the key is unknown', async () => {
    await using t = await testApp();
    await addProduct(t.db);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const send = (payload: string) =>
      t.app.inject({ method: 'POST', url: '/api/orders', headers: { 'content-type': 'application/json' }, payload });
    for (const payload of [
      deep,
      `{"items":${deep}}`,
      `{"items":[{"product":${deep}}]}`,
      `{"shippingAddress":${deep}}`,
    ]) {
      const response = await send(payload);
      expect([response.statusCode, response.json().success]).toEqual([400, false]);
    }
    const body = JSON.stringify(orderBody(paid(1)));
    const placed = await send(`${body.slice(0, -1)},"gift":${deep}}`);
    expect(placed.statusCode).toBe(201);
    expect(JSON.stringify(await t.db.selectFrom('orders').selectAll().execute())).not.toContain('[[[');
  });

  test.each(['/auth/admin-login', '/auth/forgot-password', '/contacts', '/newsletter', '/reviews'])(
    'POST %s takes 64 KB at most',
    async (path) => {
      await using t = await testApp();
      const send = (bytes: number) => t.post(`/api${path}`, `{"a":"${'x'.repeat(bytes - 8)}"}`);
      expect((await send(64 * 1024)).status).toBe(400);
      expect((await send(64 * 1024 + 1)).status).toBe(413);
    },
  );

  test('a body over the limit returns 413', async () => {
    await using t = await testApp();
    const response = await t.post('/api/orders', { orderNote: 'x'.repeat(300 * 1024) });
    expect(response).toMatchObject({ status: 413, body: { success: false, message: 'The request is too large.' } });
  });
});

describe('unknown paths', () => {
  test.each(['/api/nothing', '/api/products/none/none', '/api/orders/x/y/z'])(
    '%s returns 404 with a message',
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

test('a 500 exposes no details, and a busy database returns 503 with Retry-After', async () => {
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
  test('every response has the security headers; personal data is no-store', async () => {
    await using t = await testApp();
    for (const url of ['/api/products', '/api/orders/track/9876543210', '/api/nothing', '/readyz']) {
      const { headers } = await t.get(url);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    }
    expect((await t.get('/api/orders/track/9876543210')).headers['cache-control']).toBe('no-store');
    expect((await t.get('/api/products?_t=1')).headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['https://shop.test', 'max-age=31536000; includeSubDomains'],
    ['http://shop.test', undefined],
    [null, undefined],
  ])('with PUBLIC_URL %s, HSTS of pages, files, errors and the API is %s', async (publicUrl, want) => {
    await using t = await testApp({ env: { publicUrl } });
    const renderer = async (url: string) => {
      if (url === '/cart') throw new Error('no page');
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('page') };
    };
    const app = await buildApp(t.services, { renderer, maxEventLoopDelayMs: 0 });
    const statuses = {
      '/': 200,
      '/robots.txt': 200,
      '/healthz': 200,
      '/api/': 200,
      '/cart': 503,
      '/media/none.webp': 404,
      '/%ff': 400,
      '/api/none': 404,
      '/api/orders': 401,
    };
    for (const [url, status] of Object.entries(statuses)) {
      const { statusCode, headers } = await app.inject(url);
      expect([url, statusCode, headers['strict-transport-security']]).toEqual([url, status, want]);
    }
    await app.close();
  });

  test.each([
    ['no request\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('the response to bytes that are no request has them too', async (bytes, status) => {
    await using t = await testApp({ env: { publicUrl: 'https://shop.test' } });
    const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.end(bytes);
    const [response] = await once(socket, 'data');
    expect(`${response}`).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const line of [
      'strict-transport-security: max-age=',
      'x-content-type-options: nosniff',
      'connection: close',
    ]) {
      expect(`${response}`.toLowerCase()).toContain(`\r\n${line}`);
    }
    const [head, body] = `${response}`.split('\r\n\r\n');
    expect(JSON.parse(body ?? '')).toEqual({ success: false, message: 'This request cannot be read.' });
    expect(head).toContain(`content-length: ${body?.length}`);
  });

  test('no CORS header is sent to other origins', async () => {
    await using t = await testApp();
    expect(
      (await t.get('/api/products', { origin: 'https://evil.example' })).headers['access-control-allow-origin'],
    ).toBeUndefined();
  });
});

test('/readyz returns 503 until the start is complete, so that no traffic comes before the first admin exists', async () => {
  await using t = await testApp();
  let open = false;
  const app = await buildApp(t.services, { maxEventLoopDelayMs: 0, isOpen: () => open });
  const statuses = async () => [(await app.inject('/healthz')).statusCode, (await app.inject('/readyz')).statusCode];
  expect(await statuses()).toEqual([200, 503]);
  open = true;
  expect(await statuses()).toEqual([200, 200]);
  await app.close();
});

test('too many requests from one address return 429, even with a forged X-Forwarded-For', async () => {
  await using t = await testApp({ env: { rateLimit: 5 } });
  const statuses: number[] = [];
  for (let number = 0; number < 7; number++) {
    const response = await t.get('/api/orders/unknown', { 'x-forwarded-for': `10.0.0.${number}` });
    statuses.push(response.status);
  }
  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
  expect((await t.get('/api/orders/unknown')).body).toEqual({
    success: false,
    message: 'Too many requests. Please wait a moment and try again.',
  });
});

test('a /48 network of IPv6, of which one client may have all, has the limit of 20 addresses', async () => {
  await using t = await testApp({ env: { rateLimit: 2, trustProxy: 1 } });
  const statusOf = async (address: string) =>
    (await t.get('/api/orders/unknown', { 'x-forwarded-for': address })).status;
  for (let number = 0; number < 40; number++) expect(await statusOf(`2001:db8:1:${number}::1`)).toBe(404);
  const refused = await t.get('/api/orders/unknown', { 'x-forwarded-for': '2001:db8:1:40::1' });
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect(await statusOf('2001:db8:2::1')).toBe(404);
  for (let number = 0; number < 41; number++) expect(await statusOf(`203.0.113.${number}`)).toBe(404);
});

test('orders and drafts of one address have limits of their own: they write more than other requests', async () => {
  await using t = await testApp({ env: { rateLimit: 40 } });
  const statusesOf = async (url: string, times: number) => {
    const all = [];
    for (let number = 0; number < times; number++) all.push((await t.post(url, {})).status);
    return all;
  };
  expect(await statusesOf('/api/orders', 5)).toEqual([400, 400, 400, 400, 429]);
  expect(await statusesOf('/api/orders/draft', 11)).toEqual([...Array(10).fill(400), 429]);
  expect((await t.get('/api/orders/unknown')).status).toBe(404);
});

test('a page that waits for its payment does not use up what its address may ask otherwise', async () => {
  await using t = await testApp({ env: { rateLimit: 3 } });
  const statusOf = async (path: string) => (await t.get(`/api/orders/${path}`)).status;
  for (let number = 0; number < 9; number++) expect(await statusOf('draft/ORD1764000000000123/payment')).toBe(404);
  expect(await statusOf('draft/ORD1764000000000123/payment')).toBe(429);
  for (let number = 0; number < 3; number++) expect(await statusOf('unknown')).toBe(404);
});

test('requests with a wrong token count, so that tokens cannot be guessed without limit', async () => {
  await using t = await testApp({ env: { rateLimit: 3 } });
  const statuses: number[] = [];
  for (let number = 0; number < 5; number++) {
    statuses.push((await t.get('/api/auth/admin-profile', t.auth(`a-wrong-token-${number}-0123456789`))).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
});
