import type { OutgoingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '#tests/app.ts';
import { ENDPOINTS, wrongMessages, wrongStatus } from '#tests/contract.ts';
import { dialect } from '#tests/database.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { BODIES } from './bodies.ts';

/** No input may cause a 5xx: every endpoint of the contract is called with unexpected values. */

const NUL = String.fromCharCode(0);
const LONE = String.fromCharCode(0xd800);

/**
 * Values that one database may refuse and the other takes. PGlite is slow: only `npm run verify`
 * sends it the others too.
 */
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

/**
 * Sends a request.
 *
 * @returns a line about it when the response is not one that the endpoint declares, or null
 */
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

/**
 * Sends requests of one endpoint, a few at a time: some wait to take the same time for every
 * account.
 */
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
  const accounts = [{ bank: 'HDFC', tail: '4821' }];
  expect((await t.post('/api/payment-settings', { accounts }, auth)).status).toBe(200);
  const bad = `${NUL}\u0001${LONE}`;
  const text = `${bad}Rs.299.00 credited to HDFC Bank A/c XX4821 on 20-11-26 from VPA as${bad}ha@okhdfc (UPI 632400000001)${bad}`;
  const sms = await t.post('/api/payments/messages', { via: 'sms', sender: 'VM-HDFCBK-S', text }, auth);
  expect(sms.body.credit ?? sms.body.waiting, 'stored').toBeTruthy();
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
