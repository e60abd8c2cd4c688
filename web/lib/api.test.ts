import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, call, isUnreachable, pathFor, requestFor } from './api.ts';

/** The client of the shop's API: timeouts, retries and error messages (R1.6–R1.9). */

const PHONE = 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';

type Outcome = Response | Error | 'silence';
let calls: { url: string; headers: Record<string, string>; at: number }[] = [];

/**
 * Replaces `fetch`. Each request gets the next outcome, the last one repeats. 'silence' rejects
 * when the request is aborted.
 */
function server(...outcomes: Outcome[]): void {
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const outcome = outcomes[Math.min(calls.length, outcomes.length - 1)] ?? 'silence';
    calls.push({ url, headers: init.headers as Record<string, string>, at: Date.now() });
    if (outcome instanceof Error) return Promise.reject(outcome);
    if (outcome !== 'silence') return Promise.resolve(outcome.clone());
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
}

const json = (body: unknown, status = 200, statusText = 'OK') =>
  new Response(JSON.stringify(body), { status, statusText });

/** The value or error of a call, after advancing the clock past every timeout and retry. */
async function settled(call: Promise<unknown>): Promise<unknown> {
  const end = call.then(
    (value) => value,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return end;
}

beforeEach(() => {
  calls = [];
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { userAgent: DESKTOP });
  // Node's own AbortSignal.timeout ignores fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
    return controller.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each<[string, Outcome, object]>([
  [
    'with a message',
    json({ success: false, message: 'Please log in again.' }, 401),
    { message: 'Please log in again.', status: 401 },
  ],
  [
    'without a message',
    new Response('<html>', { status: 404, statusText: 'Not Found' }),
    { message: 'HTTP 404: Not Found', status: 404 },
  ],
  [
    'no response',
    new TypeError('fetch failed'),
    { message: 'The shop cannot be reached. Please check your connection.', status: 0 },
  ],
])('an error has the server’s message or a default: %s', async (_name, outcome, expected) => {
  server(outcome);
  const error = await settled(api('/products'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ ...expected, url: '/api/products' });
});

test('an admin error has status, statusText, url and data', async () => {
  server(
    json({ success: false, message: 'No', errors: [{ path: 'name', msg: 'Name is required' }] }, 400, 'Bad Request'),
  );
  expect(await settled(api('/products', { method: 'POST', body: {}, admin: true }))).toMatchObject({
    status: 400,
    statusText: 'Bad Request',
    url: '/api/products',
    data: { message: 'No' },
    errors: [{ path: 'name', msg: 'Name is required' }],
  });
});

test.each([
  ['a shopper', DESKTOP, false, 10_000, { message: 'Request timeout - please try again', status: 0 }],
  ['an admin', DESKTOP, true, 10_000, { message: 'Request timeout', status: 408 }],
  ['a shopper’s phone', PHONE, false, 15_000, { message: 'Request timeout - please try again', status: 0 }],
])('timeout: %s', async (_name, userAgent, admin, limit, expected) => {
  vi.stubGlobal('navigator', { userAgent });
  server('silence');
  let error: unknown = null;
  api('/contacts', { method: 'POST', body: {}, admin }).catch((each: unknown) => {
    error = each;
  });
  await vi.advanceTimersByTimeAsync(limit - 1);
  expect(error).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(error).toMatchObject(expected);
  expect(isUnreachable(error)).toBe(true);
});

test('a phone makes up to three attempts, one second and two seconds apart', async () => {
  vi.stubGlobal('navigator', { userAgent: PHONE });
  server(new TypeError('fetch failed'), json({}, 503), json({ products: [] }));
  expect(await settled(api('/products'))).toEqual({ products: [] });
  expect(calls.map(({ at }) => at - (calls[0]?.at ?? 0))).toEqual([0, 1_000, 3_000]);
  calls = [];
  server(new TypeError('fetch failed'));
  expect(await settled(api('/products'))).toBeInstanceOf(ApiError);
  expect(calls).toHaveLength(3);
});

test.each([
  ['a desktop', DESKTOP, {}],
  ['a POST request', PHONE, { method: 'POST', body: {} } as const],
  ['an admin', PHONE, { admin: true }],
])('not retried: %s', async (_name, userAgent, options) => {
  vi.stubGlobal('navigator', { userAgent });
  server(new TypeError('fetch failed'));
  await settled(api('/products', options));
  expect(calls).toHaveLength(1);
});

test('a 4xx response is not retried', async () => {
  vi.stubGlobal('navigator', { userAgent: PHONE });
  server(json({ message: 'Not found' }, 404));
  await settled(api('/products/x'));
  expect(calls).toHaveLength(1);
});

test.each([
  ['/products', true],
  ['/products/almonds/wishlist', true],
  ['/reviews', true],
  ['/contacts', true],
  ['/orders', true],
  ['/orders/draft', true],
  ['/orders/ORD1', false],
  ['/config', false],
])('a stored shopper token is sent: %s %s', async (path, expected) => {
  const stored = new Map([['authToken', 'a-shoppers-token']]);
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => stored.get(key) ?? null } });
  server(json({}));
  await settled(api(path));
  expect(calls[0]?.headers.authorization).toBe(expected ? 'Bearer a-shoppers-token' : undefined);
  await settled(api(path, { admin: true }));
  expect(calls[1]?.headers.authorization).toBeUndefined();
});

test.each([
  [pathFor('GET /config'), '/config'],
  [pathFor('GET /contacts/:id', { params: { id: 'K-1' } }), '/contacts/K-1'],
  [pathFor('GET /contacts/:id', { params: { id: 'a/b?c#d é' } }), '/contacts/a%2Fb%3Fc%23d%20%C3%A9'],
  [
    pathFor('GET /contacts', { query: { page: 2, limit: 25, search: 'A & B' } }),
    '/contacts?page=2&limit=25&search=A+%26+B',
  ],
  // Undefined and empty values are left out.
  [pathFor('GET /contacts', { query: { page: undefined, search: '' } }), '/contacts'],
])('%s', (path, expected) => {
  expect(path).toBe(expected);
});

test('a request has the method of its key, and the body without params and query', () => {
  expect(requestFor('PUT /contacts/:id/status', { params: { id: 'K-1' }, body: { status: 'read' } })).toEqual({
    path: '/contacts/K-1/status',
    method: 'PUT',
    body: { status: 'read' },
  });
  expect(requestFor('DELETE /contacts/:id', { params: { id: 'K-1' } })).toEqual({
    path: '/contacts/K-1',
    method: 'DELETE',
  });
});

test('call() sends the method, path and body of its key and returns the response', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => json({ success: true, message: 'Thank you' }));
  vi.stubGlobal('fetch', fetch);
  const body = { email: 'asha@example.com' };
  expect(await settled(call('POST /newsletter', { body }))).toEqual({ success: true, message: 'Thank you' });
  expect(fetch.mock.calls).toHaveLength(1);
  const [url, init] = fetch.mock.calls[0] ?? [];
  expect(url).toBe('/api/newsletter');
  expect(init).toMatchObject({ method: 'POST', body: JSON.stringify(body), credentials: 'omit' });
  expect(init?.headers).toMatchObject({ 'content-type': 'application/json' });
});

test('call() throws the message and field errors of a 4xx response', async () => {
  const errors = [{ path: 'email', msg: 'Email is invalid' }];
  server(json({ success: false, message: 'Email is invalid', errors }, 400));
  const error = await settled(call('POST /newsletter', { body: { email: 'x' } }));
  expect(error).toMatchObject({ name: 'ApiError', status: 400, message: 'Email is invalid', errors });
});
