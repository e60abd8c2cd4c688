import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transact } from '#server/database/transact.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { isHiddenName } from '#shop/catalogue/reviews.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { sendAcross } from '#tests/waiting.ts';
import { findSameReview, hasDeliveredOrder, insertReview } from './reviews.queries.ts';

const ACTOR = { id: null, name: 'Owner' };
const REVIEW = {
  productId: 'almonds',
  customerName: 'Ananya Iyer',
  customerEmail: 'Ananya@Example.com',
  rating: 5,
  title: 'Crisp',
  comment: 'Fresh and crisp.\nWill buy again.',
};

async function withProduct() {
  const t = await testApp();
  await addProduct(t.db);
  return t;
}

/** Inserts a review; `n` determines id and date. */
async function stored(
  t: TestApp,
  n: number,
  given: { rating?: number; helpful?: number; status?: ReviewStatus; name?: string } = {},
): Promise<string> {
  const id = `rev-${String(n).padStart(3, '0')}`;
  await t.db
    .insertInto('reviews')
    .values({
      id,
      product_id: 'almonds',
      customer_name: given.name ?? `Reviewer ${n}`,
      customer_email: `reviewer${n}@example.com`,
      rating: given.rating ?? 5,
      comment: `Comment ${n}`,
      helpful: given.helpful ?? 0,
      status: given.status ?? 'approved',
      date: START + n,
      created_at: START + n,
      updated_at: START + n,
    })
    .execute();
  return id;
}

async function order(
  t: TestApp,
  n: number,
  given: { status: string; email?: string; phone?: string; product?: string },
) {
  const orderNumber = `ORD170000000000${n}`;
  const { status, email = '', phone = '', product = 'almonds' } = given;
  await t.db
    .insertInto('orders')
    .values({
      order_number: orderNumber,
      access_token_hash: 'x',
      status,
      email,
      phone,
      created_at: START,
      updated_at: START,
    })
    .execute();
  await t.db
    .insertInto('order_lines')
    .values({
      order_number: orderNumber,
      position: 0,
      product_id: product,
      name: 'x',
      size: '250g',
      quantity: 1,
      price: 1,
    })
    .execute();
}

const ratingOf = (t: TestApp) =>
  t.db
    .selectFrom('products')
    .select(['rating_sum', 'rating_count', 'version'])
    .where('id', '=', 'almonds')
    .executeTakeFirst();
const ids = (body: { reviews: { id: string }[] }) => body.reviews.map(({ id }) => id);

describe('the list of a product', () => {
  test('contains approved reviews only, without email addresses', async () => {
    await using t = await withProduct();
    await stored(t, 1);
    await stored(t, 2, { status: 'pending' });
    await stored(t, 3, { status: 'rejected' });
    const { status, body, text } = await t.get('/api/reviews/product/almonds');
    expect(status).toBe(200);
    expect(body.reviews).toEqual([
      {
        _id: 'rev-001',
        id: 'rev-001',
        customerName: 'Reviewer 1',
        rating: 5,
        title: '',
        comment: 'Comment 1',
        date: START + 1,
        verified: false,
        helpful: 0,
        reply: null,
        photos: [],
      },
    ]);
    expect(body.total).toBe(1);
    expect(text).not.toContain('@');
  });

  test('hides reviews with anonymous and blank names, in pages and counts', async () => {
    await using t = await withProduct();
    const names = [
      '',
      '  ',
      'Anonymous',
      'ANONYMOUS user',
      'anonymous_buyer',
      'Anonymous-Customer',
      'anonymous  shopper',
    ];
    for (const [n, name] of names.entries()) {
      expect(isHiddenName(name)).toBe(true);
      await stored(t, n, { name });
    }
    const visible = ['Anon', 'Anonymous Potato', 'Mr Anonymous', 'अनाम'];
    for (const [n, name] of visible.entries()) {
      expect(isHiddenName(name)).toBe(false);
      await stored(t, 50 + n, { name });
    }
    const { body } = await t.get('/api/reviews/product/almonds?limit=2&page=2');
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 4, totalPages: 2 });
    expect(ids(body)).toEqual(['rev-051', 'rev-050']);
    expect(body.distribution[0]).toEqual({ rating: 5, count: 4, percent: 100 });
  });

  test('is sorted and paged', async () => {
    await using t = await withProduct();
    await stored(t, 1, { rating: 4, helpful: 9 });
    await stored(t, 2, { rating: 2, helpful: 1 });
    await stored(t, 3, { rating: 5, helpful: 0 });
    await stored(t, 4, { rating: 2, helpful: 9 });
    const sorted = async (query: string) => ids((await t.get(`/api/reviews/product/almonds?${query}`)).body);
    expect(await sorted('')).toEqual(['rev-004', 'rev-003', 'rev-002', 'rev-001']);
    expect(await sorted('sort=newest&limit=3&page=2')).toEqual(['rev-001']);
    expect(await sorted('sort=highest')).toEqual(['rev-003', 'rev-001', 'rev-004', 'rev-002']);
    expect(await sorted('sort=lowest')).toEqual(['rev-004', 'rev-002', 'rev-001', 'rev-003']);
    expect(await sorted('sort=helpful')).toEqual(['rev-004', 'rev-001', 'rev-002', 'rev-003']);
    expect(await sorted('page=99')).toEqual([]);
    const { body } = await t.get('/api/reviews/product/almonds?limit=5000');
    expect(body.pagination.limit).toBe(100);
    expect(body.distribution).toEqual([
      { rating: 5, count: 1, percent: 25 },
      { rating: 4, count: 1, percent: 25 },
      { rating: 3, count: 0, percent: 0 },
      { rating: 2, count: 2, percent: 50 },
      { rating: 1, count: 0, percent: 0 },
    ]);
  });

  test('is limited to the reviews with these stars; the distribution covers all', async () => {
    await using t = await withProduct();
    for (const [n, rating] of [5, 4, 2, 4, 4].entries()) await stored(t, n, { rating, helpful: n });
    await stored(t, 8, { rating: 4, status: 'pending' });
    await stored(t, 9, { rating: 4, name: 'Anonymous' });
    const { body } = await t.get('/api/reviews/product/almonds?stars=4&sort=helpful&limit=2');
    expect(ids(body)).toEqual(['rev-004', 'rev-003']);
    expect([body.total, body.pagination]).toEqual([3, { page: 1, limit: 2, total: 3, totalPages: 2 }]);
    expect(body.distribution.map(({ count }: { count: number }) => count)).toEqual([1, 3, 0, 1, 0]);
    expect((await t.get('/api/reviews/product/almonds?stars=1')).body).toMatchObject({ reviews: [], total: 0 });
    expect((await t.get('/api/reviews/product/almonds?stars=')).body.total).toBe(5);
  });

  test('rejects unknown parameters', async () => {
    await using t = await withProduct();
    for (const query of [
      'page=0',
      'page=-1',
      'limit=x',
      'sort=date',
      'page=1&page=2',
      'sort=newest&sort=lowest',
      'stars=6',
      'stars=four',
    ]) {
      expect([query, (await t.get(`/api/reviews/product/almonds?${query}`)).status]).toEqual([query, 400]);
    }
    expect((await t.get('/api/reviews/product/nothing')).status).toBe(404);
    expect((await t.get('/api/reviews/product/%00')).status).toBe(404);
  });
});

/** 5,000 delivered orders of one product by as many people, so that PostgreSQL plans for them. */
async function sellOften({ db }: TestApp): Promise<void> {
  const numbers = sql`generate_series(1, 5000) as n`;
  await sql`insert into orders (order_number, access_token_hash, status, phone, email, created_at, updated_at)
    select 'ORD' || n, '', 'delivered', 9876500000 + n, n || '@example.com', n, n from ${numbers}`.execute(db);
  await sql`insert into order_lines (order_number, position, product_id, name, size, quantity, price)
    select 'ORD' || n, 0, 'almonds', 'Almonds', '250g', 1, 29900 from ${numbers}`.execute(db);
  await sql`analyze orders, order_lines`.execute(db);
}

describe('a new review', () => {
  test('waits for approval, whatever status it sends', async () => {
    await using t = await withProduct();
    const sent = { ...REVIEW, status: 'approved', verified: true, helpful: 99, reply: 'x', date: 1 };
    const { status, body } = await t.post('/api/reviews', sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: 'Thank you. Your review will appear once it has been approved.',
      review: { _id: body.review.id, id: body.review.id, status: 'pending', createdAt: START },
    });
    expect(await t.db.selectFrom('reviews').selectAll().execute()).toMatchObject([
      {
        product_id: 'almonds',
        customer_name: REVIEW.customerName,
        customer_email: 'ananya@example.com',
        rating: 5,
        title: 'Crisp',
        comment: REVIEW.comment,
        status: 'pending',
        verified: 0,
        helpful: 0,
        reply: null,
        date: START,
      },
    ]);
    expect((await t.get('/api/reviews/product/almonds')).body.total).toBe(0);
    expect(await ratingOf(t)).toMatchObject({ rating_sum: 0, rating_count: 0 });
  });

  test('the database keeps simultaneous requests from storing it twice', async () => {
    await using t = await withProduct();
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.post('/api/reviews', REVIEW)));
    expect(new Set(answers.map(({ body }) => body.review.id)).size).toBe(1);
    const [row] = await t.db.selectFrom('reviews').selectAll().execute();
    // What a second transaction does that has not seen the first one.
    expect(row && (await transact(t.context, ({ trx }) => insertReview(trx, { ...row, id: 'rev-2' })))).toBe(false);
    expect(await t.db.selectFrom('reviews').select('id').execute()).toHaveLength(1);
  });

  test('is checked field by field', async () => {
    await using t = await withProduct();
    const { status, body } = await t.post('/api/reviews', { productId: 'almonds' });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { path: 'customerName', msg: 'Name is required' },
      { path: 'customerEmail', msg: 'Email is required' },
      { path: 'rating', msg: 'Please choose a rating' },
      { path: 'comment', msg: 'Comment is required' },
    ]);
    for (const rating of [0, 6, 4.5, -1, '5', null]) {
      expect((await t.post('/api/reviews', { ...REVIEW, rating })).status).toBe(400);
    }
    expect((await t.post('/api/reviews', { ...REVIEW, customerName: 'A\r\nB' })).status).toBe(400);
    expect((await t.post('/api/reviews', { ...REVIEW, title: 'A\nB' })).status).toBe(400);
    expect((await t.post('/api/reviews', { ...REVIEW, productId: 'nothing' })).status).toBe(404);
  });

  test('sent twice is stored once', async () => {
    await using t = await withProduct();
    const first = await t.post('/api/reviews', REVIEW);
    expect((await t.post('/api/reviews', REVIEW)).body).toEqual(first.body);
    expect(await t.db.selectFrom('reviews').selectAll().execute()).toHaveLength(1);
  });

  test('sent twice before and after the end of ten minutes is stored once', async () => {
    await using t = await withProduct();
    const [first, second] = await sendAcross(t, 'reviews', 10 * 60_000, () => t.post('/api/reviews', REVIEW));
    expect(second?.body).toEqual(first?.body);
    expect(await t.db.selectFrom('reviews').selectAll().execute()).toHaveLength(1);
  });

  test('keeps markup as text', async () => {
    await using t = await withProduct();
    const xss = '<img src=x onerror=alert(1)>{{7*7}}</script>';
    const { body } = await t.post('/api/reviews', { ...REVIEW, customerName: xss, title: xss, comment: xss });
    await t.services.reviews.change(body.review.id, { status: 'approved' }, ACTOR);
    const list = await t.get('/api/reviews/product/almonds');
    expect(list.body.reviews).toMatchObject([{ customerName: xss, title: xss, comment: xss }]);
    expect(list.headers['content-type']).toContain('application/json');
  });

  test('whether the reviewer has bought the product is found without all orders of it', async () => {
    await using t = await testApp();
    const { database } = t.context;
    if (dialect !== 'sqlite') await sellOften(t);
    const plans = await plansOf(database, (trx) =>
      hasDeliveredOrder(trx, 'almonds', { email: 'ananya@example.com', phone: '9876543210' }),
    );
    expect(plans).toContainEqual(expect.stringContaining('orders_email'));
    expect(plans).toContainEqual(expect.stringContaining('orders_phone'));
    // By the product and the order, or by the order: both read only the lines of the person's
    // orders.
    const byProduct = plans.filter((plan) => /(?:Index Cond: |SEARCH ).*product_id/.test(plan));
    expect(byProduct.filter((plan) => !plan.includes('order_number'))).toEqual([]);
  });

  test.runIf(dialect === 'sqlite')('the same review is looked for among those of the last minutes', async () => {
    await using t = await testApp();
    const written = { product_id: 'almonds', customer_email: 'ananya@example.com', comment: 'Crisp' };
    const plans = await plansOf(t.context.database, (trx) => findSameReview(trx, written, START));
    expect(plans).toEqual([expect.stringMatching(/^SEARCH reviews .*created_at>/)]);
  });

  test('is verified by a delivered order of that product, and the response does not reveal it', async () => {
    await using t = await withProduct();
    await addProduct(t.db, { id: 'walnuts' });
    await order(t, 1, { status: 'delivered', email: 'ANANYA@example.com' });
    await order(t, 2, { status: 'delivered', phone: '9876543210' });
    await order(t, 3, { status: 'shipped', email: 'shipped@example.com' });
    await order(t, 4, { status: 'delivered', email: 'walnuts@example.com', product: 'walnuts' });
    await order(t, 5, { status: 'delivered' });
    const verified = async (customerEmail: string, customerPhone?: string) => {
      const { body } = await t.post('/api/reviews', {
        ...REVIEW,
        customerEmail,
        ...(customerPhone ? { customerPhone } : {}),
      });
      expect(Object.keys(body.review)).not.toContain('verified');
      const row = await t.db
        .selectFrom('reviews')
        .selectAll()
        .where('id', '=', body.review.id)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain('9876543210');
      return row.verified === 1;
    };
    expect(await verified('ananya@example.com')).toBe(true);
    expect(await verified('other@example.com', '+91 98765-43210')).toBe(true);
    expect(await verified('third@example.com', '9876543211')).toBe(false);
    expect(await verified('shipped@example.com')).toBe(false);
    expect(await verified('walnuts@example.com')).toBe(false);
    expect(await verified('fourth@example.com', 'no number')).toBe(false);
  });

  test('is limited by IP address', async () => {
    await using t = await withProduct();
    const send = (n: number) => t.post('/api/reviews', { ...REVIEW, comment: `Comment ${n}` });
    for (let n = 0; n < 20; n++) expect((await send(n)).status).toBe(201);
    expect((await send(21)).status).toBe(429);
  });
});

describe('helpful', () => {
  test('counts once per device', async () => {
    await using t = await withProduct();
    const id = await stored(t, 1, { helpful: 3 });
    const vote = async (deviceId: string) => (await t.post(`/api/reviews/${id}/helpful`, { deviceId })).body;
    expect(await vote('device-one')).toEqual({ success: true, helpful: 4, voted: true });
    expect(await vote('device-one')).toEqual({ success: true, helpful: 4, voted: false });
    expect(await vote('device-two')).toEqual({ success: true, helpful: 5, voted: true });
    expect((await t.get('/api/reviews/product/almonds')).body.reviews[0].helpful).toBe(5);
    const before = t.context.versions.stamp;
    await t.context.versions.flush();
    expect(t.context.versions.stamp).not.toBe(before);
  });

  test('counts many devices at once, and one device once', async () => {
    await using t = await withProduct();
    const id = await stored(t, 1);
    const devices = ['device-one', 'device-two', 'device-one', 'device-three', 'device-one'];
    await Promise.all(devices.map((deviceId) => t.post(`/api/reviews/${id}/helpful`, { deviceId })));
    expect((await t.get('/api/reviews/product/almonds')).body.reviews[0].helpful).toBe(3);
  });

  test('counts ten votes a day from one network, however many devices it names', async () => {
    await using t = await withProduct();
    const [id, other] = [await stored(t, 1), await stored(t, 2)];
    const vote = async (review: string, n: number) =>
      (await t.post(`/api/reviews/${review}/helpful`, { deviceId: `device-${n}` })).status;
    for (let n = 0; n < 10; n++) expect(await vote(id, n)).toBe(200);
    expect(await vote(id, 10)).toBe(429);
    const { body } = await t.post(`/api/reviews/${id}/helpful`, { deviceId: 'device-11' });
    expect(body.message).toBe('Too many attempts. Please try again tomorrow.');
    expect(await vote(other, 10)).toBe(200);
    t.clock.advance(86_400_001);
    expect(await vote(id, 10)).toBe(200);
  });

  test('works only for reviews that shoppers see', async () => {
    await using t = await withProduct();
    const hidden = [
      await stored(t, 1, { status: 'pending' }),
      await stored(t, 2, { name: 'Anonymous' }),
      'none',
      '%00',
    ];
    for (const id of hidden) {
      expect((await t.post(`/api/reviews/${id}/helpful`, { deviceId: 'device-one' })).status).toBe(404);
    }
    expect((await t.post('/api/reviews/rev-001/helpful', {})).status).toBe(400);
  });
});
