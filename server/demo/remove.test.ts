import { expect, test } from 'vitest';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, orderBody, paid } from '#tests/factories.ts';
import type { Tables } from '../database/schema.ts';
import { seedDemo } from './seed.ts';

/** What the demo fills. */
const FILLED = [
  ...(['products', 'product_sizes', 'product_images', 'product_tags', 'categories', 'reviews', 'orders'] as const),
  ...(['order_lines', 'order_events', 'order_attention', 'payments', 'holds', 'contacts'] as const),
  ...(['page_content', 'product_pages'] as const),
];

const count = async (t: TestApp, table: keyof Tables) =>
  (
    await t.db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('one'))
      .execute()
  ).length;

const PUBLIC = [
  '/api/page-content',
  '/api/pages/products',
  '/api/products',
  '/api/categories',
  '/api/payment-settings',
];

/** What shoppers of the shop see. */
const shown = (t: TestApp) => Promise.all([...PUBLIC, '/api/config'].map(async (url) => (await t.get(url)).body));

async function demoShop() {
  const t = await testApp({ seed: 'demo' });
  return { t, auth: t.auth(await t.adminToken()) };
}

/** What they see in a shop that began without the demo. */
async function neutral() {
  await using t = await testApp();
  // Awaited here: the shop is closed when the function returns.
  return await shown(t);
}

test('the demo that nobody has used goes whole, and the shop is like one that began without it', async () => {
  const expected = await neutral();
  const { t, auth } = await demoShop();
  await using _ = t;
  const preview = await t.get('/api/settings/demo', auth);
  const goes = { product: 34, category: 11, review: 78, order: 14, message: 12, page: 12, landing: 7, settings: 3 };
  expect(preview.body).toEqual({ success: true, goes, stays: [] });
  const removed = await t.delete('/api/settings/demo', auth);
  expect(removed.body).toEqual({ success: true, message: 'The demo has been removed.', goes, stays: [] });
  for (const table of FILLED) expect([table, await count(t, table)]).toEqual([table, 0]);
  expect(await shown(t)).toEqual(expected);
  expect((await t.get('/api/settings/shop', auth)).body.settings).toMatchObject({
    demoData: false,
    address: '',
    gstin: '',
  });
  const { demo, opened, steps } = (await t.get('/api/settings/checklist', auth)).body;
  expect([demo, opened, steps.filter((step: { done: boolean }) => step.done)]).toEqual([false, false, []]);

  // Once: neither the owner nor the next start does it again.
  expect((await t.get('/api/settings/demo', auth)).body.goes).toMatchObject({ product: 0, page: 0 });
  const again = await t.delete('/api/settings/demo', auth);
  expect([again.status, again.body.message]).toEqual([409, 'There is no demo in this shop.']);
  expect(await seedDemo(t.context)).toBe(false);
  expect(await count(t, 'products')).toBe(0);
  expect(await count(t, 'customers')).toBe(0);
});

/** What an owner has written of one product of the demo. */
const RAISINS = { quick_rating: 4.1, quick_review_count: 12, maker: 'Mewa House, Nagpur' };

test('what the owner has edited and what shoppers have used stays, with the reason; what the owner made stays', async () => {
  const { t, auth } = await demoShop();
  await using _ = t;
  const ok = async (call: Promise<{ status: number; text: string }>) => {
    const { status, text } = await call;
    expect(status, text).toBeLessThan(300);
  };
  // Of the owner: a product in a category of the demo, a name, a part of a page, a price, a count,
  // an answer, an order.
  const own = {
    name: 'Goa Cashews',
    description: 'Whole',
    category: 'nuts',
    status: 'Active',
    images: [{ url: '/media/a.webp', alt: 'a' }],
  };
  await ok(
    t.post('/api/products', { ...own, sizes: [{ size: '250g', price: 399, originalPrice: 449, stock: 5 }] }, auth),
  );
  await ok(t.put('/api/settings/shop', { brandName: 'Mewa House', city: 'Nagpur' }, auth));
  const { content } = (await t.get('/api/page-content/homepage')).body;
  const story = { ...content.brandStory, short: 'My own story.' };
  await ok(t.put('/api/page-content/homepage', { content: { ...content, brandStory: story } }, auth));
  const sizeOf = async (id: string) => (await t.get(`/api/products/${id}`)).body.product.sizes[0];
  const priced = await sizeOf('champion-mix');
  const price = { from: priced.price, to: priced.price - 1 };
  const counted = await sizeOf('medjool-dates');
  const stock = { from: counted.stock, to: counted.stock + 4 };
  const rows = [
    { id: 'champion-mix', size: priced.size, price },
    { id: 'medjool-dates', size: counted.size, stock },
  ];
  await ok(t.post('/api/admin/products/bulk', { rows }, auth));
  const message = await t.db.selectFrom('contacts').select('id').orderBy('email').executeTakeFirstOrThrow();
  await ok(t.post(`/api/contacts/${message.id}/reply`, { message: 'Yes, we do.' }, auth));
  const order = await t.db.selectFrom('orders').selectAll().where('status', '=', 'confirmed').executeTakeFirstOrThrow();
  await ok(t.put(`/api/orders/${order.order_number}/status`, { status: 'shipped' }, auth));
  const open = t.db.selectFrom('orders').select('order_number').where('status', '=', 'pending').limit(1);
  const cancelled = (await open.executeTakeFirstOrThrow()).order_number;
  await ok(t.post(`/api/orders/${cancelled}/cancel`, { reason: 'Only a test' }, auth));
  // Of shoppers: an order, and a review.
  const almonds = await sizeOf('california-almonds');
  const line = {
    product: 'california-almonds',
    name: 'California Almonds',
    size: almonds.size,
    quantity: 2,
    price: almonds.price,
  };
  const placed = await t.post(
    '/api/orders',
    orderBody({ ...paid(1), items: [line], shippingAddress: ADDRESS, total: undefined }),
  );
  expect(placed.status, placed.text).toBe(201);
  const review = {
    productId: 'golden-raisins',
    customerName: 'Ravi',
    customerEmail: 'ravi@example.com',
    rating: 4,
    comment: 'Fresh and soft.',
  };
  await ok(t.post('/api/reviews', review));

  // The owner knows better of one of them.
  await t.db.updateTable('products').set(RAISINS).where('id', '=', 'golden-raisins').execute();

  const preview = (await t.get('/api/settings/demo', auth)).body;
  const { stays, goes } = (await t.delete('/api/settings/demo', auth)).body;
  expect({ stays, goes }).toEqual({ stays: preview.stays, goes: preview.goes });
  const why = new Map<string, string>(
    stays.map((one: { kind: string; id: string; why: string }) => [`${one.kind} ${one.id}`, one.why]),
  );
  const inOrder = await t.db
    .selectFrom('order_lines')
    .select('product_id')
    .where('order_number', '=', order.order_number)
    .execute();
  for (const [key, reason] of [
    ['product champion-mix', 'You have changed it.'],
    ['product medjool-dates', 'You have changed it.'],
    ['product california-almonds', 'A shopper has ordered it.'],
    ['product golden-raisins', 'A shopper has reviewed it.'],
    ['category nuts', 'It contains something you added.'],
    ['category champion-mix', `${(await t.get('/api/products/champion-mix')).body.product.name} needs it.`],
    [`message ${message.id}`, 'You have changed it.'],
    [`order ${order.order_number}`, 'It has an invoice, a refund, a replacement or a bank credit.'],
    [`order ${cancelled}`, 'You have changed it.'],
    ['page homepage', 'You have changed part of it. Your changes stay; the rest is removed.'],
    ['settings shop', 'You have changed part of it. Your changes stay; the rest is removed.'],
  ] as const) {
    expect([key, why.get(key)]).toEqual([key, reason]);
  }
  for (const { product_id } of inOrder) expect(why.has(`product ${product_id}`)).toBe(true);
  expect(goes).toMatchObject({ order: 12, message: 11, page: 11, landing: 7, settings: 2, review: 78 });

  // The shop is whole: own things and kept things are shown, with own words and without the demo's.
  const products = (await t.get('/api/products?limit=100')).body.products as { id: string }[];
  expect(products.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['goa-cashews', 'champion-mix', 'california-almonds']),
  );
  expect(products).toHaveLength(stays.filter((one: { kind: string }) => one.kind === 'product').length + 1);
  const home = (await t.get('/api/page-content/homepage')).body.content;
  expect([home.brandStory.short, home.brandStory.long, home.blog.cards]).toEqual(['My own story.', [], []]);
  expect((await t.get('/api/settings/shop', auth)).body.settings).toMatchObject({
    brandName: 'Mewa House',
    city: 'Nagpur',
    address: '',
    gstin: '',
    demoData: false,
  });
  const rated = await t.db.selectFrom('products').select('rating_count').where('id', '=', 'medjool-dates').execute();
  expect(rated).toEqual([{ rating_count: 0 }]);
  // What the demo claims of them is gone, on the page and in the table: ratings that nobody has given,
  // orders that nobody has placed, the address of a maker that there is none.
  const kept = await t.db
    .selectFrom('products')
    .select(['id', 'quick_rating', 'quick_review_count', 'order_count', 'maker'])
    .where('id', '!=', 'goa-cashews')
    .execute();
  for (const { id, ...claims } of kept) {
    const none = { quick_rating: null, quick_review_count: 0, order_count: 0, maker: '' };
    expect([id, claims]).toEqual([id, id === 'golden-raisins' ? { ...none, ...RAISINS } : none]);
  }
  const shown = (await t.get('/api/products/california-almonds')).body.product;
  expect([shown.totalReviews, shown.popularitySettings.orderCount, shown.maker]).toEqual([0, 0, '']);
  expect((await t.get('/api/settings/checklist', auth)).body.steps).toContainEqual(
    expect.objectContaining({ id: 'product', done: true, fact: '1 product' }),
  );
  // Stock: what is counted as sold was sold by orders that are there.
  const sizes = await t.db.selectFrom('product_sizes').selectAll().execute();
  const lines = await t.db.selectFrom('order_lines').selectAll().execute();
  for (const size of sizes) {
    const mine = lines.filter((one) => one.product_id === size.product_id && one.stock_size === size.size);
    expect(size.sold).toBe(mine.reduce((sum, one) => sum + one.taken, 0));
    expect(size.held).toBe(0);
  }
  const [entry] = await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'demo.remove').execute();
  expect(entry?.after_value).toContain('"product champion-mix"');
});

test('a draft of the demo gives back what it held of a product that stays', async () => {
  await using t = await testApp();
  // Shortly after the demo's last draft: it still holds its stock.
  t.clock.time = Math.floor((START + 19_800_000) / 86_400_000) * 86_400_000 - 19_800_000 + 12 * 60_000;
  await seedDemo(t.context);
  const auth = t.auth(await t.adminToken());
  await t.db
    .updateTable('products')
    .set({ version: 2, name: 'My corn nuts' })
    .where('id', '=', 'corn-nuts-cheese')
    .execute();
  const size = () =>
    t.db
      .selectFrom('product_sizes')
      .select(['stock', 'held'])
      .where('product_id', '=', 'corn-nuts-cheese')
      .where('size', '=', '250g')
      .executeTakeFirst();
  expect(await size()).toEqual({ stock: 88, held: 2 });
  expect((await t.delete('/api/settings/demo', auth)).status).toBe(200);
  expect(await size()).toEqual({ stock: 90, held: 0 });
});

test.each<[string, (t: TestApp) => Promise<unknown>]>([
  [
    'a message that was opened',
    (t) => t.db.updateTable('contacts').set({ status: 'read', version: 2 }).where('status', '=', 'new').execute(),
  ],
  ['a product that was saved as it was', (t) => t.db.updateTable('products').set({ version: 2 }).execute()],
  ['a category that was saved as it was', (t) => t.db.updateTable('categories').set({ version: 2 }).execute()],
  ['a landing page that was saved as it was', (t) => t.db.updateTable('product_pages').set({ version: 2 }).execute()],
  [
    'a review that was saved as it was',
    (t) =>
      t.db
        .updateTable('reviews')
        .set({ updated_at: START + 1 })
        .execute(),
  ],
  [
    'a product of an earlier version of the demo',
    (t) => t.db.updateTable('products').set({ description: 'Before' }).execute(),
  ],
  [
    'a page that can no longer be read',
    (t) => t.db.updateTable('page_content').set({ content: '{' }).where('id', '=', 'hero').execute(),
  ],
])('%s does not count as edited', async (_, change) => {
  const { t, auth } = await demoShop();
  await using __ = t;
  await change(t);
  expect((await t.get('/api/settings/demo', auth)).body.stays).toEqual([]);
});

test.each<[string, string, (t: TestApp) => Promise<unknown>]>([
  [
    'product golden-raisins',
    'a tag',
    (t) => t.db.deleteFrom('product_tags').where('product_id', '=', 'golden-raisins').execute(),
  ],
  [
    'product golden-raisins',
    'a picture',
    (t) => t.db.updateTable('product_images').set({ alt: 'x' }).where('product_id', '=', 'golden-raisins').execute(),
  ],
  [
    'product golden-raisins',
    'its category',
    (t) => t.db.updateTable('products').set({ category_id: 'nuts' }).where('id', '=', 'golden-raisins').execute(),
  ],
  [
    'product golden-raisins',
    'the label of a size',
    (t) =>
      t.db
        .updateTable('product_sizes')
        .set({ label: '245 g' })
        .where('product_id', '=', 'golden-raisins')
        .where('position', '=', 0)
        .execute(),
  ],
  [
    'category nuts',
    'a description',
    (t) => t.db.updateTable('categories').set({ description: 'x' }).where('id', '=', 'nuts').execute(),
  ],
  [
    'landing fitness-mix',
    'a route',
    (t) => t.db.updateTable('product_pages').set({ route: '/fit' }).where('id', '=', 'fitness-mix').execute(),
  ],
  [
    'page banner',
    'all of it',
    (t) =>
      t.db
        .updateTable('page_content')
        .set({
          content: JSON.stringify({
            text: 'Diwali',
            backgroundColor: '#000000',
            textColor: '#ffffff',
            isVisible: true,
          }),
        })
        .where('id', '=', 'banner')
        .execute(),
  ],
])('%s stays when the owner has changed %s', async (key, _, change) => {
  const { t, auth } = await demoShop();
  await using __ = t;
  for (const table of ['products', 'categories', 'product_pages'] as const) {
    await t.db.updateTable(table).set({ version: 2 }).execute();
  }
  await change(t);
  const { stays } = (await t.get('/api/settings/demo', auth)).body;
  expect(stays).toContainEqual(
    expect.objectContaining({ why: expect.stringMatching(/^You have changed/), id: key.split(' ')[1] }),
  );
});

test('an order with an invoice stays', async () => {
  const { t, auth } = await demoShop();
  await using _ = t;
  const { order_number } = await t.db
    .selectFrom('orders')
    .select('order_number')
    .where('status', '=', 'delivered')
    .executeTakeFirstOrThrow();
  const invoice = { number: '2026-27/0001', order_number, financial_year: '2026-27', data: '{}' };
  await t.db.insertInto('invoices').values(invoice).execute();
  const { stays } = (await t.delete('/api/settings/demo', auth)).body;
  expect(stays).toContainEqual({
    kind: 'order',
    id: order_number,
    name: `Order ${order_number}`,
    why: 'It has an invoice, a refund, a replacement or a bank credit.',
  });
  expect(await count(t, 'orders')).toBe(1);
});

test('a removal that fails leaves the demo whole, and of two at once one is made', async () => {
  const { t, auth } = await demoShop();
  await using _ = t;
  const before = await Promise.all(FILLED.map((table) => count(t, table)));
  await t.db.schema.alterTable('audit_log').renameTo('audit_gone').execute();
  expect((await t.delete('/api/settings/demo', auth)).status).toBe(500);
  await t.db.schema.alterTable('audit_gone').renameTo('audit_log').execute();
  expect(await Promise.all(FILLED.map((table) => count(t, table)))).toEqual(before);
  const both = await Promise.all([t.delete('/api/settings/demo', auth), t.delete('/api/settings/demo', auth)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});
