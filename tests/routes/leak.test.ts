import { expect, test } from 'vitest';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS } from '#tests/factories.ts';
import { fill, leaks, MARKS, MOBILE } from './people.ts';

/**
 * No public response contains personal data (D32, D33, D42, D47, D48). The shop is filled with
 * marked names, streets, emails, numbers, UTRs and notes. Then every GET that works without an
 * account is called with every id that an attacker could know. No response or header may contain a
 * mark. Pages are checked in tests/build/leak.test.ts.
 */

/** URLs of the routes that need no token, with every id as parameter. */
function publicAddresses(t: TestApp, ids: string[]): string[] {
  const open = t.app.routeTable.filter(
    ({ method, lets, url }) =>
      method === 'GET' &&
      !url.startsWith('/api/docs') &&
      !url.endsWith('*') &&
      (lets === 'unguarded' || lets === 'everybody'),
  );
  expect(open.length).toBeGreaterThan(15);
  return open.flatMap(({ url }) =>
    (url.match(/:\w+/g) ?? []).reduce(
      (made, parameter) => made.flatMap((one) => ids.map((id) => one.replace(parameter, encodeURIComponent(id)))),
      [url],
    ),
  );
}

test('no public API response contains a mark, with every id that an attacker could know', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { ids, secrets, order } = await fill(t);
  const queries = ['?limit=100', `?search=${MARKS.name}`, `?q=${MARKS.surname}`, '?_t=1', '?parentCategory=nuts'];
  let read = 0;
  const found: string[] = [];
  for (const url of publicAddresses(t, ids)) {
    for (const query of url.includes(':') || ids.some((id) => url.includes(encodeURIComponent(id)))
      ? ['']
      : ['', ...queries]) {
      const response = await t.get(url + query);
      read++;
      for (const mark of leaks(response, secrets, url + query)) found.push(`GET ${url}${query}: ${mark}`);
    }
  }
  expect(found).toEqual([]);
  expect(read).toBeGreaterThan(200);

  // Tracking returns masked orders, without tokens and drafts.
  const tracked = await t.get(`/api/orders/track/${MOBILE}`);
  expect(tracked.body.orders).toHaveLength(2);
  expect(leaks(tracked, secrets)).toEqual([]);
  // Responses of guarded routes leak nothing either.
  for (const { method, url, lets } of t.app.routeTable) {
    if (method !== 'GET' || !['admin', 'staff'].includes(lets)) continue;
    const response = await t.get(url.replace(/:\w+/g, order.number));
    expect([response.status, leaks(response, secrets)], url).toEqual([401, []]);
  }
});

test('only the order token gives access to an order, in every endpoint', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { order, stranger, secrets } = await fill(t);
  const mine = await t.get(`/api/orders/${order.number}`, { 'x-order-token': order.token });
  expect(leaks(mine, [])).toEqual(
    expect.arrayContaining(
      [MARKS.surname, MARKS.street, MARKS.email, MARKS.phone, MARKS.utr].map((mark) => mark.toLowerCase()),
    ),
  );
  // Not even the owner of the order sees notes and names of staff.
  expect(mine.text).not.toContain(MARKS.internal);
  expect(mine.text).not.toContain(MARKS.paymentNote);
  expect(mine.text).not.toContain(ADMIN.email);

  const { replacements } = mine.body.order;
  const photo = new URL(replacements[0].photos[0].url, 'http://shop.test').pathname;
  for (const token of ['', stranger.token, 'z'.repeat(32), order.token.toUpperCase()]) {
    const headers = { 'x-order-token': token };
    for (const url of ['', '/invoice'].map((end) => `/api/orders/${order.number}${end}`).concat(photo)) {
      const response = await t.get(url, headers);
      expect([response.status, leaks(response, secrets)], `${url} ${token}`).toEqual([404, []]);
    }
    const number = order.number;
    const items = [{ product: 'california-almonds', size: '250g', quantity: 1 }];
    const body = { items, orderNumber: number, accessToken: token, shippingAddress: ADDRESS };
    for (const response of [
      await t.post(`/api/orders/${number}/cancel`, { reason: 'x' }, headers),
      await t.post(`/api/orders/${number}/utr`, { utrNumber: '777700009999' }, headers),
      await t.post(
        `/api/orders/${number}/replacement`,
        { items: [], reason: 'damaged', description: 'x'.repeat(20) },
        headers,
      ),
      // The number of another order: creates a new order or draft (D21).
      await t.post('/api/orders', body),
      await t.post('/api/orders/draft', body),
      // The same UTR or mobile number alone gives no access.
      await t.post('/api/orders', { ...body, paymentDetails: { utrNumber: MARKS.utr, method: 'upi' } }),
      await t.post('/api/orders', { ...body, shippingAddress: { ...ADDRESS, phone: MARKS.phone } }),
    ]) {
      const leaked = leaks(response, secrets, `${MARKS.utr} ${MARKS.phone} ${token}`);
      expect(leaked, response.text).toEqual([]);
    }
  }
  expect((await t.get(photo, { 'x-order-token': order.token })).status).toBe(200);
  expect((await t.get(`/api/orders/${order.number}/invoice`, { 'x-order-token': order.token })).status).toBe(200);
});

test('known and unknown email addresses get the same response', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { secrets } = await fill(t);
  const pairs: [string, (email: string) => object][] = [
    ['/api/newsletter', (email) => ({ email })],
    ['/api/auth/forgot-password', (email) => ({ email })],
    ['/api/auth/admin-login', (email) => ({ email, password: 'not the password' })],
  ];
  for (const [url, body] of pairs) {
    const known = await t.post(url, body(url === '/api/newsletter' ? MARKS.newsletter : MARKS.admin));
    const unknown = await t.post(url, body('nobody@leak.test'));
    expect([known.status, known.text], url).toEqual([unknown.status, unknown.text]);
    expect(leaks(known, secrets)).toEqual([]);
  }
});
