import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type TestApp, type TestResponse, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { knownPhotos } from './queries.ts';

const DAY = 86_400_000;

interface Sold {
  orderNumber: string;
  url: string;
  /** The shopper's credentials header. */
  own: Record<string, string>;
}

let utr = 500;

/** An order of three packs of almonds and one of dates, with the status `last`. */
async function sold(t: TestApp, admin: Record<string, string>, last = 'delivered'): Promise<Sold> {
  utr += 1;
  const body = orderBody({
    ...paid(utr),
    items: [
      { product: 'almonds', size: '250g', quantity: 3 },
      { product: 'dates', size: '500g', quantity: 1 },
    ],
    total: undefined,
  });
  const { order } = (await t.post('/api/orders', body)).body;
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'completed' }, admin);
  for (const status of ['shipped', 'delivered']) {
    if (last === 'confirmed') break;
    expect((await t.put(`${url}/status`, { status }, admin)).status).toBe(200);
    if (status === last) break;
  }
  return { orderNumber: order.orderNumber, url, own: { 'x-order-token': order.accessToken } };
}

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  await addProduct(t.db, { id: 'dates', name: 'Medjool Dates', sizes: [{ size: '500g', stock: 50, price: 499 }] });
  const admin = t.auth(await t.adminToken());
  return { t, admin };
}

const request = (more: Record<string, unknown> = {}) => ({
  items: [{ line: 0, quantity: 2 }],
  reason: 'damaged',
  description: 'Two packs came with a hole in them.',
  ...more,
});

async function send(
  t: TestApp,
  { url, own }: Sold,
  bytes: Buffer | Buffer[],
  options: { headers?: Record<string, string>; field?: string; name?: string } = {},
): Promise<TestResponse> {
  const form = new FormData();
  for (const part of [bytes].flat()) {
    form.append(
      options.field ?? 'photo',
      new Blob([new Uint8Array(part)], { type: 'image/jpeg' }),
      options.name ?? 'IMG_1.jpg',
    );
  }
  const raw = new Response(form);
  const response = await t.app.inject({
    method: 'POST',
    url: `${url}/replacement/photos`,
    headers: { ...(options.headers ?? own), 'content-type': raw.headers.get('content-type') ?? '' },
    payload: Buffer.from(await raw.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers, text: response.body };
}

const picture = (width = 40, height = 30) => sharp({ create: { width, height, channels: 3, background: '#aa5522' } });

const mailsOf = (t: TestApp) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'text_body', 'html_body', 'order_number'])
    .where('kind', 'like', 'replacement%')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

describe('requesting a replacement', () => {
  test('the order contains the request and its status; one open request at a time', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const requested = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([requested.status, requested.body.message]).toEqual([201, 'Replacement requested. We write to you.']);
    expect(requested.body.replacement).toMatchObject({
      status: 'requested',
      reason: 'damaged',
      items: [{ line: 0, name: 'California Almonds', size: '250g', quantity: 2 }],
      photos: [],
      note: '',
      version: 1,
    });
    for (const headers of [order.own, admin]) {
      const { body } = await t.get(order.url, headers);
      expect(body.order.deliveredAt).toBe(t.clock.time);
      expect(body.order.replacements).toEqual([requested.body.replacement]);
      expect(body.order.events.at(-1)).toMatchObject({
        kind: 'replacement',
        status: null,
        by: 'shopper',
        note: 'Replacement requested: Arrived damaged',
      });
    }
    const twice = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'There is already an open replacement request for this order.',
    ]);
    // I6: the mail was stored with the request, and only one.
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([{ kind: 'replacement_received', order_number: order.orderNumber }]);
    expect(mails[0]?.text_body).toContain('- California Almonds (250g) × 2');
  });

  test('of ten concurrent requests one is accepted, the others get 409', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => t.post(`${order.url}/replacement`, request(), order.own)),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toHaveLength(1);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  test('only for a delivered order, until the end of the seventh day', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    for (const last of ['confirmed', 'shipped']) {
      const early = await sold(t, admin, last);
      const response = await t.post(`${early.url}/replacement`, request(), early.own);
      expect([response.status, response.body.message]).toEqual([
        409,
        'A replacement can be requested once the order is delivered.',
      ]);
    }
    const order = await sold(t, admin);
    // 20 Nov, noon in India; the seventh day ends on 27 Nov at midnight.
    t.clock.advance(7 * DAY + 11 * 3_600_000);
    expect((await send(t, order, await picture().jpeg().toBuffer())).status).toBe(201);
    t.clock.advance(3_600_000);
    const late =
      'A replacement could be requested until 27 Nov 2026. Please contact us and we will see what we can do.';
    const response = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([response.status, response.body.message]).toEqual([409, late]);
    expect((await send(t, order, await picture().jpeg().toBuffer())).body.message).toBe(late);
  });

  test('requires the order’s own token', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const other = await sold(t, admin);
    for (const headers of [{}, { 'x-order-token': 'wrong' }, other.own, admin] as Record<string, string>[]) {
      const response = await t.post(`${order.url}/replacement`, request(), headers);
      expect([response.status, response.body.message]).toEqual([404, 'Order not found']);
      const photo = await send(t, order, await picture().jpeg().toBuffer(), { headers });
      expect([photo.status, photo.body.message]).toEqual([404, 'Order not found']);
    }
  });

  test.each([
    ['no items', { items: [] }, 'Please choose at least one item'],
    [
      'more than ordered',
      { items: [{ line: 1, quantity: 2 }] },
      'Please choose items of this order, at most as many as it has',
    ],
    ['a reason of its own', { reason: 'bored' }, 'Please choose a reason'],
    ['no words', { description: 'bad' }, 'Please describe the problem in at least 10 characters'],
    ['five photos', { photos: ['a', 'b', 'c', 'd', 'e'] }, 'At most 4 photos'],
  ])('refused: %s', async (_name, more, message) => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const response = await t.post(`${order.url}/replacement`, request(more), order.own);
    expect([response.status, response.body.message]).toEqual([400, message]);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toEqual([]);
  });
});

describe('photos', () => {
  test('are re-encoded without metadata, stored under unguessable names, and readable only with the token', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const other = await sold(t, admin);
    const phone = await picture(3000, 2000)
      .withExif({ IFD0: { Make: 'PhoneMaker' }, IFD3: { GPSLatitude: '13/1 0/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { status, body } = await send(t, order, phone, { name: '../../etc/passwd' });
    expect(status).toBe(201);
    expect(body.photo).toMatchObject({ width: 1067, height: 1600 });
    expect(body.photo.id).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toEqual([`${body.photo.id}.webp`]);

    const requested = await t.post(`${order.url}/replacement`, request({ photos: [body.photo.id] }), order.own);
    expect(requested.body.replacement.photos).toEqual([body.photo]);
    for (const headers of [order.own, admin]) {
      const response = await t.app.inject({ method: 'GET', url: body.photo.url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
      const { format, exif, orientation, width } = await sharp(response.rawPayload).metadata();
      expect({ format, exif, orientation, width }).toEqual({
        format: 'webp',
        exif: undefined,
        orientation: undefined,
        width: 1067,
      });
    }
    for (const headers of [{}, { 'x-order-token': 'wrong' }, other.own] as Record<string, string>[]) {
      expect((await t.get(body.photo.url, headers)).status).toBe(404);
    }
    // Another order with its own valid token cannot read it either.
    expect((await t.get(`${other.url}/replacement/photos/${body.photo.id}`, other.own)).status).toBe(404);
    expect((await t.get(`/media/${body.photo.id}.webp`)).status).toBe(404);
  });

  test('belong to one order and one request', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [order, other] = [await sold(t, admin), await sold(t, admin)];
    const { photo } = (await send(t, order, await picture().png().toBuffer())).body;
    const stolen = await t.post(`${other.url}/replacement`, request({ photos: [photo.id] }), other.own);
    expect([stolen.status, stolen.body.message]).toEqual([404, 'A photo is no longer there. Please add it again.']);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toEqual([]);
    expect(await mailsOf(t)).toEqual([]);
    expect((await t.post(`${order.url}/replacement`, request({ photos: [photo.id] }), order.own)).status).toBe(201);
  });

  test('invalid files are rejected, each with its message', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const invalid = 'Invalid image file. Please select a valid image.';
    const large = 'Image size should be less than 5MB';
    const frames = [await picture().png().toBuffer(), await picture().negate().png().toBuffer()];
    const moving = sharp(frames, { join: { animated: true } });
    const [gif, animated] = [await moving.clone().gif().toBuffer(), await moving.clone().webp().toBuffer()];
    const jpeg = await picture().jpeg().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const cases: [string, Buffer, number, string][] = [
      ['svg', svg, 400, invalid],
      ['text', Buffer.from('hello'), 400, invalid],
      ['nothing', Buffer.alloc(0), 400, invalid],
      ['gif', gif, 400, invalid],
      ['half a jpeg', (await picture(800, 800).jpeg().toBuffer()).subarray(0, 600), 400, invalid],
      ['a bomb', await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer(), 400, invalid],
      ['over 5,000,000 bytes', Buffer.concat([jpeg, Buffer.alloc(5_000_001 - jpeg.length)]), 413, large],
      ['far over', Buffer.alloc(9_000_000), 413, large],
    ];
    expect((await sharp(animated).metadata()).pages).toBe(2);
    cases.push(['animated', animated, 400, invalid]);
    for (const [name, bytes, status, message] of cases) {
      const response = await send(t, order, bytes);
      expect([name, response.status, response.body.message]).toEqual([name, status, message]);
    }
    // Exactly 5,000,000 bytes are accepted.
    expect((await send(t, order, Buffer.concat([jpeg, Buffer.alloc(5_000_000 - jpeg.length)]))).status).toBe(201);
    expect((await send(t, order, [jpeg, jpeg])).status).toBe(413);
    expect((await send(t, order, jpeg, { field: 'other' })).status).toBe(400);
    const json = await t.post(`${order.url}/replacement/photos`, { photo: 'x' }, order.own);
    expect([json.status, json.body.message]).toEqual([400, invalid]);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toHaveLength(1);
  });

  test('truncated or malformed form data returns a message; other routes reject form data', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const head =
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    for (const payload of ['', '--x', head, `${head}abc`, 'garbage', `${head}abc\r\n--x--`]) {
      const response = await t.app.inject({
        method: 'POST',
        url: `${order.url}/replacement/photos`,
        headers: { ...order.own, 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      });
      expect([payload, response.statusCode, response.json().success]).toEqual([payload, 400, false]);
    }
    const elsewhere = await t.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${head}abc\r\n--x--`,
    });
    expect(elsewhere.statusCode).toBe(415);
  });

  test('uploads are limited per order, and unused photos are deleted after a day', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const jpeg = await picture().jpeg().toBuffer();
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) statuses.push((await send(t, order, jpeg)).status);
    expect(statuses).toEqual([...Array(24).fill(201), 429]);
    const { photo } = (await t.db.selectFrom('replacement_photos').select('id as photo').executeTakeFirst()) ?? {};
    await t.post(`${order.url}/replacement`, request({ photos: [photo] }), order.own);
    t.clock.advance(DAY + 1);
    // Files without a row are compared by their real mtime; none is old enough here.
    expect(await t.services.replacements.photos.sweep()).toBe(23);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toEqual([`${photo}.webp`]);
    expect(await t.services.replacements.photos.sweep()).toBe(0);
  });

  test('the sweep handles more photos than one statement can bind', async () => {
    const { t } = await shop();
    await using _ = t;
    const ids = Array.from({ length: 70_000 }, (_, index) => String(index).padStart(32, '0'));
    expect(await knownPhotos(t.db, ids)).toEqual(new Set());
  });
});

describe('deciding', () => {
  async function requested(more: Record<string, unknown> = {}) {
    const { t, admin } = await shop();
    const order = await sold(t, admin);
    const { replacement } = (await t.post(`${order.url}/replacement`, request(more), order.own)).body;
    const move = (body: Record<string, unknown>, headers = admin) =>
      t.put(`/api/replacements/${replacement.id}/status`, body, headers);
    return { t, admin, order, id: replacement.id as string, move };
  }

  test('approved, shipped from stock, completed: each step has an event, an audit entry and a mail', async () => {
    const { t, order, move } = await requested();
    await using _ = t;
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    t.clock.advance(1000);
    const approved = await move({ status: 'approved', note: 'Sorry about that.', version: 1 });
    expect([approved.status, approved.body.message]).toEqual([200, 'Replacement approved.']);
    expect(approved.body.replacement).toMatchObject({
      status: 'approved',
      note: 'Sorry about that.',
      decidedBy: 'Admin',
      decidedAt: t.clock.time,
      version: 2,
      orderNumber: order.orderNumber,
      customerName: 'Ananya Iyer',
    });
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    const sent = await move({ status: 'shipped', courier: 'India Post', courierTracking: 'EX9', version: 2 });
    expect(sent.body.message).toBe('Replacement sent again. Taken from stock: California Almonds (250g) −2.');
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });
    // The lines still count what the order itself took.
    expect(await t.db.selectFrom('order_lines').select('taken').orderBy('position').execute()).toEqual([
      { taken: 3 },
      { taken: 1 },
    ]);
    expect((await move({ status: 'closed' })).body.replacement).toMatchObject({
      status: 'closed',
      note: 'Sorry about that.',
    });
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });

    expect((await mailsOf(t)).map((mail) => mail.kind)).toEqual([
      'replacement_received',
      'replacement_approved',
      'replacement_shipped',
    ]);
    const mine = await t.get(order.url, order.own);
    expect(
      mine.body.order.events.slice(-4).map((event: { note: string; by: string }) => [event.by, event.note]),
    ).toEqual([
      ['shopper', 'Replacement requested: Arrived damaged'],
      ['shop', 'Replacement approved: Sorry about that.'],
      ['shop', 'Replacement sent again: India Post EX9'],
      ['shop', 'Replacement completed'],
    ]);
    expect(mine.body.order.replacements[0]).toMatchObject({
      status: 'closed',
      courier: 'India Post',
      courierTracking: 'EX9',
    });
    expect(mine.text).not.toContain('decidedBy');
    const audit = await t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'replacement').execute();
    expect(audit.map((entry) => [entry.actor, entry.action])).toEqual(Array(3).fill(['Admin', 'replacement.status']));
    // After it is closed the shopper can request again, within the seven days.
    expect((await t.post(`${order.url}/replacement`, request(), order.own)).status).toBe(201);
  });

  test('stock never falls below 0: with too few nothing is shipped until stock is added', async () => {
    const { t, order, move } = await requested({
      items: [
        { line: 0, quantity: 3 },
        { line: 1, quantity: 1 },
      ],
    });
    await using _ = t;
    await move({ status: 'approved' });
    await t.db.updateTable('product_sizes').set({ stock: 0 }).where('product_id', '=', 'dates').execute();
    const refused = await move({ status: 'shipped' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Medjool Dates (500g): 1 needed, 0 in stock. Nothing was sent. Put stock in first, or close the request with a note.',
    ]);
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    expect(await stockOf(t.db, 'dates', '500g')).toEqual({ stock: 0, held: 0, sold: 1 });
    expect((await t.get(order.url, order.own)).body.order.replacements[0].status).toBe('approved');
    await t.db.updateTable('product_sizes').set({ stock: 1 }).where('product_id', '=', 'dates').execute();
    expect((await move({ status: 'shipped' })).status).toBe(200);
    expect(await stockOf(t.db)).toEqual({ stock: 44, held: 0, sold: 6 });
    expect(await stockOf(t.db, 'dates', '500g')).toEqual({ stock: 0, held: 0, sold: 2 });
  });

  test('ten admins ship at once: stock is reduced once', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await move({ status: 'approved' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => move({ status: 'shipped' })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });
    expect((await mailsOf(t)).filter((mail) => mail.kind === 'replacement_shipped')).toHaveLength(1);
  });

  test('a rejection needs a note, notifies the shopper, and is final', async () => {
    const { t, order, move } = await requested();
    await using _ = t;
    const bare = await move({ status: 'rejected' });
    expect([bare.status, bare.body.errors]).toEqual([400, [{ path: 'note', msg: 'Please give a reason' }]]);
    expect((await move({ status: 'rejected', note: 'The seal was opened.' })).status).toBe(200);
    const mails = await mailsOf(t);
    expect(mails.at(-1)).toMatchObject({ kind: 'replacement_rejected' });
    expect(mails.at(-1)?.text_body).toContain('Our answer: The seal was opened.');
    const after = await move({ status: 'approved' });
    expect([after.status, after.body.message]).toEqual([
      409,
      'A replacement request that is not approved cannot become approved.',
    ]);
    expect((await t.post(`${order.url}/replacement`, request(), order.own)).status).toBe(201);
  });

  test('an approved request can be closed in another way, with a note', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await move({ status: 'approved' });
    expect((await move({ status: 'closed' })).status).toBe(400);
    const closed = await move({ status: 'closed', note: 'Refunded to your UPI account.' });
    expect(closed.body.replacement).toMatchObject({ status: 'closed', note: 'Refunded to your UPI account.' });
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
  });

  test('a stale version, an unknown id and missing credentials are rejected', async () => {
    const { t, admin, order, id, move } = await requested();
    await using _ = t;
    await move({ status: 'approved', version: 1 });
    const stale = await move({ status: 'shipped', version: 1 });
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please check the latest version and try again.',
    ]);
    expect((await t.put('/api/replacements/rpl_0/status', { status: 'approved' }, admin)).status).toBe(404);
    const one = await t.get(`/api/replacements/${id}`, admin);
    expect(one.body.replacement).toMatchObject({ id, status: 'approved', orderNumber: order.orderNumber });
    expect((await t.get('/api/replacements/%00', admin)).status).toBe(404);
    expect((await t.get(`/api/replacements/${id}`, order.own)).status).toBe(401);
    expect((await t.put('/api/replacements/%00/status', { status: 'approved' }, admin)).status).toBe(404);
    for (const headers of [{}, order.own] as Record<string, string>[]) {
      expect((await t.put(`/api/replacements/${id}/status`, { status: 'shipped' }, headers)).status).toBe(401);
      expect((await t.get('/api/replacements', headers)).status).toBe(401);
    }
    expect((await stockOf(t.db)).stock).toBe(47);
  });

  test('input is escaped in the mails', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await t.db.updateTable('orders').set({ name: '<img src=x onerror=alert(1)>\r\nBcc: x@example.com' }).execute();
    await move({ status: 'approved', note: '<script>alert(1)</script>' });
    const mail = (await mailsOf(t)).at(-1);
    expect(mail?.html_body).not.toMatch(/<img|<script/);
    expect(mail?.html_body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.subject).not.toMatch(/[\r\n]/);
  });

  test('the list: newest first, by status, by number and name, page by page', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const numbers: string[] = [];
    for (let index = 0; index < 3; index++) {
      const order = await sold(t, admin);
      t.clock.advance(1000);
      const { replacement } = (await t.post(`${order.url}/replacement`, request(), order.own)).body;
      numbers.unshift(order.orderNumber);
      if (index === 0) await t.put(`/api/replacements/${replacement.id}/status`, { status: 'approved' }, admin);
    }
    const list = async (query: string) => (await t.get(`/api/replacements${query}`, admin)).body;
    const found = async (query: string) =>
      (await list(query)).replacements.map((one: { orderNumber: string }) => one.orderNumber);
    expect(await found('')).toEqual(numbers);
    expect((await list('')).counts).toEqual({ requested: 2, approved: 1, rejected: 0, shipped: 0, closed: 0 });
    expect(await found('?status=approved')).toEqual([numbers[2]]);
    expect(await found('?status=rejected')).toEqual([]);
    expect(await found(`?search=${numbers[1]}`)).toEqual([numbers[1]]);
    expect(await found('?search=ananya')).toHaveLength(3);
    expect(await found('?search=%25')).toEqual([]);
    expect(await found('?limit=2&page=2')).toEqual([numbers[2]]);
    expect((await list('?limit=2')).pagination).toMatchObject({ totalPages: 2, totalReplacements: 3, hasNext: true });
    expect((await t.get('/api/replacements?status=lost', admin)).status).toBe(400);
  });
});
