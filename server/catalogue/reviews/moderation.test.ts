import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';
import { refreshRating } from './reviews.queries.ts';

const START = 1_790_000_000_000;
const ACTOR = { id: null, name: 'Owner' };

async function stored(
  t: TestApp,
  n: number,
  more: { rating?: number; status?: 'pending' | 'approved' | 'rejected'; name?: string; comment?: string } = {},
): Promise<string> {
  const id = `rev-${String(n).padStart(3, '0')}`;
  await t.db
    .insertInto('reviews')
    .values({
      id,
      product_id: 'almonds',
      customer_name: more.name ?? `Reviewer ${n}`,
      customer_email: `reviewer${n}@example.com`,
      rating: more.rating ?? 5,
      title: '',
      comment: more.comment ?? 'Fresh and crisp.',
      date: START + n,
      status: more.status ?? 'pending',
      created_at: START + n,
      updated_at: START + n,
    })
    .execute();
  return id;
}

async function admin() {
  const t = await testApp();
  await addProduct(t.db);
  return { t, auth: t.auth(await t.adminToken()) };
}

const ratingOf = (t: TestApp) =>
  t.db
    .selectFrom('products')
    .select(['rating_sum', 'rating_count', 'version'])
    .where('id', '=', 'almonds')
    .executeTakeFirst();

test('the list filters, searches, sorts and pages; stats count', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  await stored(t, 1, { rating: 5, status: 'approved' });
  await stored(t, 2, { rating: 2, status: 'approved', comment: 'Stale 100% sure' });
  await stored(t, 3, { rating: 4 });
  await stored(t, 4, { rating: 1, status: 'rejected', name: 'Anonymous' });
  const ids = async (query: string) => {
    const { status, body } = await t.get(`/api/reviews?${query}`, auth);
    expect(status).toBe(200);
    return body.reviews.map(({ id }: { id: string }) => id);
  };
  // The request of R2.7.
  expect(await ids('page=1&limit=100&sort=createdAt&order=desc')).toEqual(['rev-004', 'rev-003', 'rev-002', 'rev-001']);
  expect(await ids('order=asc')).toEqual(['rev-001', 'rev-002', 'rev-003', 'rev-004']);
  expect(await ids('sort=rating')).toEqual(['rev-001', 'rev-003', 'rev-002', 'rev-004']);
  expect(await ids('status=approved')).toEqual(['rev-002', 'rev-001']);
  expect(await ids('status=all&rating=4')).toEqual(['rev-003']);
  expect(await ids('search=100%25')).toEqual(['rev-002']);
  expect(await ids('search=_')).toEqual([]);
  expect(await ids('search=california%20fresh')).toEqual(['rev-004', 'rev-003', 'rev-001']);
  const { body } = await t.get('/api/reviews?limit=3&page=2', auth);
  expect(body.reviews).toMatchObject([
    {
      _id: 'rev-001',
      productName: 'California Almonds',
      customerName: 'Reviewer 1',
      customerEmail: 'reviewer1@example.com',
      rating: 5,
      status: 'approved',
      date: START + 1,
    },
  ]);
  expect(body.pagination).toEqual({
    currentPage: 2,
    totalPages: 2,
    totalReviews: 4,
    limit: 3,
    hasPrev: true,
    hasNext: false,
  });
  expect((await t.get('/api/reviews/stats', auth)).body.stats).toEqual({
    totalReviews: 4,
    pending: 1,
    approved: 2,
    rejected: 1,
    averageRating: 3.5,
  });
  for (const query of ['page=0', 'sort=customer_email', 'order=up', 'status=Approved', 'rating=6']) {
    expect([query, (await t.get(`/api/reviews?${query}`, auth)).status]).toEqual([query, 400]);
  }
});

test('approve, reject, mark pending: the message names the status, and the shop is updated at once', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1, { rating: 4 });
  const visibleCount = async () => (await t.get('/api/reviews/product/almonds')).body.total;
  for (const [status, visible] of [
    ['approved', 1],
    ['rejected', 0],
    ['pending', 0],
    ['approved', 1],
  ] as const) {
    const { body } = await t.put(`/api/reviews/${id}/status`, { status }, auth);
    expect(body).toMatchObject({ success: true, message: `Review ${status} successfully`, review: { id, status } });
    expect(await visibleCount()).toBe(visible);
  }
  expect((await t.get('/api/products/almonds')).body.product.rating).toEqual({ average: 4, count: 1 });
  expect((await t.put(`/api/reviews/${id}/status`, { status: 'Approved' }, auth)).status).toBe(400);
  expect((await t.put('/api/reviews/none/status', { status: 'approved' }, auth)).status).toBe(404);
  expect((await t.put('/api/reviews/%00/status', { status: 'approved' }, auth)).status).toBe(404);
  const removed = await t.delete(`/api/reviews/${id}`, auth);
  expect([removed.status, removed.body.message]).toEqual([200, 'Review deleted successfully']);
  expect(await visibleCount()).toBe(0);
  expect((await t.delete(`/api/reviews/${id}`, auth)).status).toBe(404);
});

test('a deleted review leaves no words of its writer in the audit log, however staff delete it', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const ids = [await stored(t, 1), await stored(t, 2), await stored(t, 3)];
  for (const id of ids) await t.put(`/api/reviews/${id}/status`, { status: 'approved' }, auth);
  const [one = '', two = '', kept = ''] = ids;
  expect((await t.delete(`/api/reviews/${one}`, auth)).status).toBe(200);
  const { product } = (await t.get('/api/products/almonds')).body;
  expect((await t.put('/api/products/almonds', { ...product, removedReviews: [two] }, auth)).status).toBe(200);
  const entries = async (id: string) =>
    t.db
      .selectFrom('audit_log')
      .select(['action', 'before_value', 'after_value'])
      .where('entity', '=', 'review')
      .where('entity_id', '=', id)
      .orderBy('action')
      .execute();
  for (const id of [one, two]) {
    const [deleted, saved, ...more] = await entries(id);
    expect(saved).toEqual({ action: 'save', before_value: null, after_value: null });
    expect([deleted?.action, deleted?.after_value, more]).toEqual(['delete', null, []]);
    expect(JSON.parse(deleted?.before_value ?? '')).toEqual({ product_id: 'almonds', status: 'approved', rating: 5 });
  }
  expect((await entries(kept))[0]?.before_value).toContain('Reviewer 3');
});

test("the shop's reply is shown below the review; the second of two admins gets a conflict", async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1, { status: 'approved' });
  const seen = START + 1;
  const first = await t.put(`/api/reviews/${id}/reply`, { reply: 'धन्यवाद!', updatedAt: seen }, auth);
  expect(first.body).toMatchObject({ message: 'Reply saved successfully', review: { reply: 'धन्यवाद!' } });
  expect((await t.get('/api/reviews/product/almonds')).body.reviews[0].reply).toBe('धन्यवाद!');
  const second = await t.put(`/api/reviews/${id}/reply`, { reply: 'Thanks', updatedAt: seen }, auth);
  expect([second.status, second.body.data]).toEqual([409, first.body.review]);
  expect((await t.get('/api/reviews/product/almonds')).body.reviews[0].reply).toBe('धन्यवाद!');
  expect((await t.put(`/api/reviews/${id}/reply`, { reply: '' }, auth)).body.message).toBe('Reply removed');
  expect((await t.put(`/api/reviews/${id}/reply`, { reply: 'x'.repeat(1001) }, auth)).status).toBe(400);
});

test('a review can be corrected, by the rules for reviews', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const id = await stored(t, 1, { status: 'approved', rating: 1 });
  const { body } = await t.put(`/api/reviews/${id}`, { rating: 4, title: 'Crisp', verified: true, helpful: 99 }, auth);
  expect(body.review).toMatchObject({
    rating: 4,
    title: 'Crisp',
    verified: false,
    helpful: 0,
    comment: 'Fresh and crisp.',
  });
  expect((await t.get('/api/products/almonds')).body.product.rating).toEqual({ average: 4, count: 1 });
  expect((await t.put(`/api/reviews/${id}`, { rating: 6 }, auth)).status).toBe(400);
});

test('reviews hidden by D48 do not count: stars, count and list agree', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  await stored(t, 1, { rating: 5, status: 'approved' });
  const hidden = await stored(t, 2, { rating: 1, name: 'Anonymous' });
  await t.put(`/api/reviews/${hidden}/status`, { status: 'approved' }, auth);
  const { body } = await t.get('/api/reviews/product/almonds');
  expect([body.total, body.rating]).toEqual([1, { average: 5, count: 1 }]);
});

test('moderation needs a session', async () => {
  const { t } = await admin();
  await using _ = t;
  const id = await stored(t, 1);
  expect((await t.get('/api/reviews')).status).toBe(401);
  expect((await t.get('/api/reviews/stats')).status).toBe(401);
  expect((await t.put(`/api/reviews/${id}/status`, { status: 'approved' })).status).toBe(401);
  expect((await t.delete(`/api/reviews/${id}`)).status).toBe(401);
});

test('moderation updates the rating of the product and makes a new version', async () => {
  const { t } = await admin();
  await using _ = t;
  const { reviews } = t.services;
  const [a, b] = [
    await stored(t, 1, { rating: 5, status: 'pending' }),
    await stored(t, 2, { rating: 2, status: 'pending' }),
  ];
  const version = (await ratingOf(t))?.version;
  const step = async (run: () => Promise<void>, sum: number, count: number, changed = true) => {
    const before = t.context.versions.stamp;
    await run();
    expect(await ratingOf(t)).toEqual({ rating_sum: sum, rating_count: count, version });
    expect(t.context.versions.stamp !== before).toBe(changed);
  };
  await step(() => reviews.change(a, { status: 'approved' }, ACTOR), 5, 1);
  await step(() => reviews.change(b, { status: 'approved' }, ACTOR), 7, 2);
  expect((await t.get('/api/products/almonds')).body.product.rating).toEqual({ average: 3.5, count: 2 });
  await step(() => reviews.change(b, { rating: 4 }, ACTOR), 9, 2);
  await step(() => reviews.change(b, { reply: 'Thank you!' }, ACTOR), 9, 2);
  expect((await t.get('/api/reviews/product/almonds')).body.reviews[0].reply).toBe('Thank you!');
  await step(() => reviews.change(a, { status: 'rejected' }, ACTOR), 4, 1);
  await step(() => reviews.change(a, { status: 'pending' }, ACTOR), 4, 1, false);
  await step(() => reviews.remove(a, ACTOR), 4, 1, false);
  await step(() => reviews.remove(b, ACTOR), 0, 0);
  await expect(reviews.remove(b, ACTOR)).rejects.toMatchObject({ code: 'review_not_found' });
  expect(await t.db.selectFrom('audit_log').select('action').where('entity', '=', 'review').execute()).toHaveLength(8);
});

test('moderation at the same moment counts every review', async () => {
  const { t } = await admin();
  await using _ = t;
  const pending = await Promise.all([1, 2, 3, 4, 5].map((n) => stored(t, n, { rating: n, status: 'pending' })));
  await Promise.all(pending.map((id) => t.services.reviews.change(id, { status: 'approved' }, ACTOR)));
  expect(await ratingOf(t)).toMatchObject({ rating_sum: 15, rating_count: 5 });
});

test('a deleted review takes its votes with it', async () => {
  const { t } = await admin();
  await using _ = t;
  const id = await stored(t, 1, { status: 'approved' });
  await t.post(`/api/reviews/${id}/helpful`, { deviceId: 'device-one' });
  await t.services.reviews.remove(id, ACTOR);
  expect(await t.db.selectFrom('review_votes').selectAll().execute()).toEqual([]);
});

test('the demo shop starts with the ratings of its approved reviews', async () => {
  await using t = await testApp({ seed: 'demo' });
  const ratings = () =>
    t.db.selectFrom('products').select(['id', 'rating_sum', 'rating_count']).orderBy('id').execute();
  const before = await ratings();
  await t.db.transaction().execute(async (trx) => {
    for (const { id } of before) await refreshRating(trx, id);
  });
  expect(await ratings()).toEqual(before);
});
