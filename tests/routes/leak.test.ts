import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ServerBuild } from 'react-router';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { BUILD, createRenderer, loadBuild } from '#server/pages/render.ts';
import { ADMIN, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS } from '#tests/factories.ts';

/**
 * No public answer leaks a person (D32, D33, D42, D47, D48). A shop full of people with marked names, streets, e-mails, numbers, references
 * and notes; then everything is read that can be read without an account: every GET of the route table with every id that a stranger could
 * know, every page and its data, sitemap and errors. None of the marks may stand in an answer, its headers among it.
 */

/** Words that stand nowhere else. What tracking may tell (city, PIN code) is not among them. */
const MARKS = {
  name: 'Zephyrine',
  surname: 'Quillfeather',
  street: '77 Marzipan Terrace',
  email: 'zephyrine.mark@leak.test',
  phone: '9812345670',
  utr: '777700001111',
  otherUtr: '777700002222',
  note: 'behind the wisteria',
  internal: 'pays late sometimes',
  cancelReason: 'moved to Timbuktu',
  draftName: 'Ottoline',
  draftStreet: '8 Nougat Crescent',
  contactName: 'Bartholomew',
  contactEmail: 'bartholomew@leak.test',
  contactPhone: '9812345671',
  contactMessage: 'my parcel smells of vanilla',
  reviewEmail: 'reviewer@leak.test',
  waitingName: 'Waiting Wilhelmina',
  waitingText: 'not approved as yet',
  newsletter: 'reader@leak.test',
  replacement: 'the tin was dented badly',
  courier: 'TRACKME123456',
  paymentNote: 'amount seen at the bank',
  admin: ADMIN.email,
} as const;

const MOBILE = MARKS.phone;

interface People {
  /** Secrets and ids that are marks too, for everybody but their owner. */
  secrets: string[];
  order: { number: string; token: string };
  stranger: { number: string; token: string };
  /** What a stranger may know or guess: ids for the parameters of routes. */
  ids: string[];
}

/** Makes one of everything that holds a person. */
async function fill(t: TestApp): Promise<People> {
  const admin = t.auth(await t.adminToken());
  const items = [{ product: 'california-almonds', size: '250g', quantity: 1 }];
  const shippingAddress = {
    ...ADDRESS,
    name: `${MARKS.name} ${MARKS.surname}`,
    phone: MARKS.phone,
    email: MARKS.email,
    address: MARKS.street,
  };
  const ok = async (answer: Promise<{ status: number; text: string; body: { [key: string]: never } }>) => {
    const done = await answer;
    expect(done.status, done.text).toBeLessThan(300);
    // biome-ignore lint/suspicious/noExplicitAny: whatever the answer holds
    return done.body as any;
  };
  const place = (utr: string, address: object) =>
    ok(
      t.post('/api/orders', {
        items,
        shippingAddress: address,
        orderNote: MARKS.note,
        paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' },
      }),
    );

  const { order } = await place(MARKS.utr, shippingAddress);
  await ok(t.put(`/api/orders/${order.orderNumber}/payment`, { status: 'completed', note: MARKS.paymentNote }, admin));
  await ok(t.put(`/api/orders/${order.orderNumber}/notes`, { internalNotes: MARKS.internal }, admin));
  const ship = { status: 'shipped', courier: 'Blue Dart', courierTracking: MARKS.courier };
  await ok(t.put(`/api/orders/${order.orderNumber}/status`, ship, admin));
  await ok(t.put(`/api/orders/${order.orderNumber}/status`, { status: 'delivered' }, admin));
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const photo = await t.services.replacements.addPhoto(order.orderNumber, picture);
  const replacement = await ok(
    t.post(
      `/api/orders/${order.orderNumber}/replacement`,
      { items: [{ line: 0, quantity: 1 }], reason: 'damaged', description: MARKS.replacement, photos: [photo.id] },
      { 'x-order-token': order.accessToken },
    ),
  );
  const { order: cancelled } = await place(MARKS.otherUtr, shippingAddress);
  const gone = { reason: MARKS.cancelReason };
  await ok(t.post(`/api/orders/${cancelled.orderNumber}/cancel`, gone, { 'x-order-token': cancelled.accessToken }));
  const { order: draft } = await ok(
    t.post('/api/orders/draft', {
      items,
      shippingAddress: { ...shippingAddress, name: MARKS.draftName, address: MARKS.draftStreet },
    }),
  );
  const contact = await ok(
    t.post('/api/contacts', {
      name: MARKS.contactName,
      email: MARKS.contactEmail,
      phone: MARKS.contactPhone,
      subject: 'A parcel',
      message: `Dear shop, ${MARKS.contactMessage}. Yours`,
    }),
  );
  await ok(t.post('/api/newsletter', { email: MARKS.newsletter }));
  const review = { productId: 'california-almonds', rating: 5, customerEmail: MARKS.reviewEmail };
  const shownReview = await ok(
    t.post('/api/reviews', {
      ...review,
      customerName: 'Ravi',
      customerPhone: MARKS.phone,
      comment: 'Really crunchy and good.',
    }),
  );
  await ok(t.put(`/api/reviews/${shownReview.review.id}/status`, { status: 'approved' }, admin));
  await ok(
    t.post('/api/reviews', { ...review, customerName: MARKS.waitingName, comment: `This is ${MARKS.waitingText}.` }),
  );
  const { order: stranger } = await place('777700003333', {
    ...ADDRESS,
    name: 'Nobody Special',
    phone: '9812345679',
    email: 'nobody@example.com',
  });
  return {
    secrets: [
      ...[order.accessToken, cancelled.accessToken, draft.accessToken],
      ...[(admin.authorization ?? '').replace('Bearer ', ''), draft.orderNumber],
    ],
    order: { number: order.orderNumber, token: order.accessToken },
    stranger: { number: stranger.orderNumber, token: stranger.accessToken },
    ids: [
      ...[order.orderNumber, cancelled.orderNumber, draft.orderNumber, MOBILE, MARKS.email, MARKS.utr],
      ...[photo.id, replacement.replacement.id, contact.contact.id, shownReview.review.id],
      ...['california-almonds', 'nuts', 'navbar', 'Best Sellers', '9876543210', '1', 'nothing'],
    ],
  };
}

/** Every mark that stands in an answer. What the asker said herself (in the address) may be said back to her. */
function leaks(answer: { text: string; headers: unknown }, secrets: string[], asked = ''): string[] {
  const whole = `${answer.text}\n${JSON.stringify(answer.headers)}`.toLowerCase();
  const said = decodeURIComponent(asked).toLowerCase();
  return [...Object.values(MARKS), ...secrets]
    .map((mark) => mark.toLowerCase())
    .filter((mark) => whole.includes(mark) && !said.includes(mark));
}

/** Addresses of the route table that need no token, with every id in the place of their parameters. */
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

test('no public answer of the API holds a mark, with every id that a stranger could know', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { ids, secrets, order } = await fill(t);
  const queries = ['?limit=100', `?search=${MARKS.name}`, `?q=${MARKS.surname}`, '?_t=1', '?parentCategory=nuts'];
  let read = 0;
  const found: string[] = [];
  for (const url of publicAddresses(t, ids)) {
    for (const query of url.includes(':') || ids.some((id) => url.includes(encodeURIComponent(id)))
      ? ['']
      : ['', ...queries]) {
      const answer = await t.get(url + query);
      read++;
      for (const mark of leaks(answer, secrets, url + query)) found.push(`GET ${url}${query}: ${mark}`);
    }
  }
  expect(found).toEqual([]);
  expect(read).toBeGreaterThan(200);

  // Tracking finds the orders, masked; nobody learns the secret or the number of a draft.
  const tracked = await t.get(`/api/orders/track/${MOBILE}`);
  expect(tracked.body.orders).toHaveLength(2);
  expect(leaks(tracked, secrets)).toEqual([]);
  // What is guarded says nothing of whom it guards.
  for (const { method, url, lets } of t.app.routeTable) {
    if (method !== 'GET' || !['admin', 'staff'].includes(lets)) continue;
    const refused = await t.get(url.replace(/:\w+/g, order.number));
    expect([refused.status, leaks(refused, secrets)], url).toEqual([401, []]);
  }
});

test('only who holds the order’s own secret sees it, whichever call is asked', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { order, stranger, secrets } = await fill(t);
  const mine = await t.get(`/api/orders/${order.number}`, { 'x-order-token': order.token });
  expect(leaks(mine, [])).toEqual(
    expect.arrayContaining(
      [MARKS.surname, MARKS.street, MARKS.email, MARKS.phone, MARKS.utr].map((mark) => mark.toLowerCase()),
    ),
  );
  // Notes of staff and their names are not hers.
  expect(mine.text).not.toContain(MARKS.internal);
  expect(mine.text).not.toContain(MARKS.paymentNote);
  expect(mine.text).not.toContain(ADMIN.email);

  const { replacements } = mine.body.order;
  const photo = new URL(replacements[0].photos[0].url, 'http://shop.test').pathname;
  for (const token of ['', stranger.token, 'z'.repeat(32), order.token.toUpperCase()]) {
    const headers = { 'x-order-token': token };
    for (const url of ['', '/invoice'].map((end) => `/api/orders/${order.number}${end}`).concat(photo)) {
      const answer = await t.get(url, headers);
      expect([answer.status, leaks(answer, secrets)], `${url} ${token}`).toEqual([404, []]);
    }
    const number = order.number;
    const items = [{ product: 'california-almonds', size: '250g', quantity: 1 }];
    const body = { items, orderNumber: number, accessToken: token, shippingAddress: ADDRESS };
    for (const answer of [
      await t.post(`/api/orders/${number}/cancel`, { reason: 'x' }, headers),
      await t.post(`/api/orders/${number}/utr`, { utrNumber: '777700009999' }, headers),
      await t.post(
        `/api/orders/${number}/replacement`,
        { items: [], reason: 'damaged', description: 'x'.repeat(20) },
        headers,
      ),
      // Somebody else's number: a fresh order or draft of one's own (D21).
      await t.post('/api/orders', body),
      await t.post('/api/orders/draft', body),
      // The same reference, or the same mobile number, alone proves nothing.
      await t.post('/api/orders', { ...body, paymentDetails: { utrNumber: MARKS.utr, method: 'upi' } }),
      await t.post('/api/orders', { ...body, shippingAddress: { ...ADDRESS, phone: MARKS.phone } }),
    ]) {
      const told = leaks(answer, secrets, `${MARKS.utr} ${MARKS.phone} ${token}`);
      expect(told, answer.text).toEqual([]);
    }
  }
  expect((await t.get(photo, { 'x-order-token': order.token })).status).toBe(200);
  expect((await t.get(`/api/orders/${order.number}/invoice`, { 'x-order-token': order.token })).status).toBe(200);
});

test('known and unknown addresses are answered alike', async () => {
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

/** Every path of web/routes.ts, as the build knows it: a new page is read too. */
function pagePaths(build: ServerBuild, ids: string[]): string[] {
  const whole = (id: string | undefined): string => {
    const route = id ? build.routes[id] : undefined;
    return route ? `${whole(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  const paths = Object.keys(build.routes).map((id) => whole(id).replace(/(.)\/$/, '$1') || '/');
  return [...new Set(paths)].flatMap((route) =>
    route.includes(':')
      ? ids.map((id) => route.replace(/:\w+/, encodeURIComponent(id)))
      : [route.replace('*', 'no/such/page')],
  );
}

test.skipIf(!existsSync(path.join(BUILD, 'server', 'index.js')))(
  'no page and no data of a page holds a mark: they are the same for everybody',
  { timeout: 180_000 },
  async () => {
    await using t = await testApp({ seed: 'demo' });
    const { ids, secrets, order } = await fill(t);
    const build = await loadBuild();
    const renderer = createRenderer(build, t.services, { development: false });
    const app = await buildApp(t.services, { renderer, maxEventLoopDelayMs: 0 });
    try {
      const found: string[] = [];
      let read = 0;
      const paths = pagePaths(build, ids);
      for (const page of [...paths, '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/readyz', '/healthz']) {
        const data = page.includes('.') ? [] : [`${page === '/' ? '/_root' : page}.data`];
        for (const url of [page, ...data, `/all-products?q=${MARKS.surname}`]) {
          // A page is made from its address alone: the secret of an order alters nothing.
          const answer = await app.inject({ url, headers: { 'x-order-token': order.token } });
          read++;
          const told = leaks({ text: answer.body, headers: answer.headers }, secrets, url);
          for (const mark of told) found.push(`${url}: ${mark}`);
        }
      }
      expect(found).toEqual([]);
      expect(read).toBeGreaterThan(100);
    } finally {
      await app.close();
    }
  },
);
