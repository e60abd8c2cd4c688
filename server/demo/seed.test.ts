import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { startOfDay } from '#shop/india/dates.ts';
import { MAX_REPLACEMENT_PHOTOS } from '#shop/orders/replacements.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import type { ServiceContext } from '../context.ts';
import { connectSqlite, type Database } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import type { Tables } from '../database/schema.ts';
import { Versions } from '../database/versions.ts';
import { readDemo } from './files.ts';
import { momentAt, shiftToToday } from './moments.ts';
import { seedDemo } from './seed.ts';

const count = async (t: TestApp, table: keyof Tables) =>
  Number(
    (
      await t.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

const SEEDED = {
  categories: 11,
  products: 34,
  reviews: 78,
  orders: 14,
  contacts: 12,
  page_content: 12,
  product_pages: 7,
  settings: 3,
} as const;

async function expectOneShop(t: TestApp): Promise<void> {
  for (const [table, rows] of Object.entries(SEEDED)) {
    expect(await count(t, table as keyof Tables), table).toBe(rows);
  }
}

test('loads the demo shop once; a second call changes nothing', async () => {
  await using t = await testApp({ seed: 'demo' });
  await expectOneShop(t);
  await t.db.updateTable('products').set({ name: 'Changed by the owner' }).where('id', '=', 'golden-raisins').execute();
  expect(await seedDemo(t.context)).toBe(false);
  await expectOneShop(t);
  expect(
    (await t.db.selectFrom('products').select('name').where('id', '=', 'golden-raisins').executeTakeFirstOrThrow())
      .name,
  ).toBe('Changed by the owner');
});

test('concurrent calls: exactly one loads it', async () => {
  await using t = await testApp();
  const results = await Promise.all([seedDemo(t.context), seedDemo(t.context), seedDemo(t.context)]);
  expect(results.filter(Boolean)).toHaveLength(1);
  await expectOneShop(t);
});

test.runIf(dialect === 'sqlite')('two processes on one file: exactly one loads it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-seed-'));
  const open = (): Database => connectSqlite(path.join(folder, 'shop.db'));
  const [one, two] = [open(), open()];
  try {
    await migrate(one);
    const contextOf = (database: Database): ServiceContext => {
      const log = pino({ level: 'silent' });
      return {
        database,
        reports: database,
        env: {} as ServiceContext['env'],
        log,
        now: () => START,
        versions: new Versions(database, log),
      };
    };
    const results = await Promise.all([seedDemo(contextOf(one)), seedDemo(contextOf(two))]);
    expect(results.sort()).toEqual([false, true]);
    const rows = await two.db.selectFrom('products').select('id').execute();
    expect(rows).toHaveLength(34);
  } finally {
    await one.close();
    await two.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('a failed load leaves an empty database, and the next start loads it', async () => {
  await using t = await testApp();
  await t.db
    .insertInto('users')
    .values({ id: 'u', email: 'a@b.c', name: 'A', role: 'admin', password_hash: '', created_at: 1 })
    .execute();
  const broken: ServiceContext = { ...t.context, now: () => Number.NaN };
  await expect(seedDemo(broken)).rejects.toThrow();
  expect(await count(t, 'categories')).toBe(0);
  expect(await count(t, 'meta')).toBe(0);
  expect(await seedDemo(t.context)).toBe(true);
  await expectOneShop(t);
});

test('a shop with its own data is not changed', async () => {
  await using t = await testApp();
  await t.db
    .insertInto('categories')
    .values({ id: 'tea', name: 'Tea', slug: 'tea', created_at: 1, updated_at: 1 })
    .execute();
  expect(await seedDemo(t.context)).toBe(false);
  expect(await count(t, 'products')).toBe(0);
  expect(await count(t, 'settings')).toBe(0);
});

test('stock: sold pieces match the orders, nothing is negative, and sold-out products were not taken', async () => {
  await using t = await testApp({ seed: 'demo' });
  const sizes = await t.db.selectFrom('product_sizes').selectAll().execute();
  const lines = await t.db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.order_number', 'order_lines.order_number')
    .select([
      'order_lines.product_id',
      'order_lines.stock_size',
      'order_lines.taken',
      'order_lines.quantity',
      'orders.status',
    ])
    .execute();
  const catalogue = readDemo('catalogue').products;
  for (const row of sizes) {
    const mine = lines.filter((line) => line.product_id === row.product_id && line.stock_size === row.size);
    expect(row.sold).toBe(mine.reduce((sum, line) => sum + line.taken, 0));
    const written = catalogue.find(({ id }) => id === row.product_id)?.sizes.find(({ size }) => size === row.size);
    expect(row.stock + row.held).toBe(written?.stock);
  }
  for (const line of lines) {
    if (line.status === 'draft' || line.status === 'cancelled') expect(line.taken).toBe(0);
    expect(line.stock_size).not.toBeNull();
  }
  expect(
    lines.filter((line) => line.product_id === 'turkish-apricots' && line.taken > 0 && line.status === 'pending'),
  ).toEqual([]);
});

test('a recent draft holds its stock; an old one does not', async () => {
  await using t = await testApp();
  t.clock.time = startOfDay(START) + 12 * 60_000;
  expect(await seedDemo(t.context)).toBe(true);
  const holds = await t.db.selectFrom('holds').selectAll().orderBy('product_id').execute();
  expect(holds).toMatchObject([
    { product_id: 'corn-nuts-cheese', size: '250g', quantity: 2 },
    { product_id: 'trail-mix-dark-chocolate', size: '400g', quantity: 1 },
  ]);
  const row = await t.db
    .selectFrom('product_sizes')
    .selectAll()
    .where('product_id', '=', 'corn-nuts-cheese')
    .where('size', '=', '250g')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ stock: 88, held: 2 });

  await using later = await testApp({ seed: 'demo' });
  expect(await count(later, 'holds')).toBe(0);
});

test('orders, payments, events and reviews are in the past, and payments match their orders', async () => {
  await using t = await testApp({ seed: 'demo' });
  const orders = await t.db.selectFrom('orders').selectAll().execute();
  const payments = await t.db.selectFrom('payments').selectAll().execute();
  const events = await t.db.selectFrom('order_events').selectAll().orderBy('at').orderBy('id').execute();
  for (const order of orders) {
    expect(order.created_at).toBeLessThanOrEqual(START);
    expect(order.placed_at === null).toBe(order.status === 'draft');
    const mine = events.filter((event) => event.order_number === order.order_number);
    expect(mine.at(-1)?.status).toBe(order.status);
    expect(mine.every((event) => event.at >= order.created_at && event.at <= START)).toBe(true);
    const accepted = payments.filter(
      ({ order_number, status }) => order_number === order.order_number && status === 'accepted',
    );
    expect(accepted).toHaveLength(order.payment_status === 'completed' ? 1 : 0);
    expect(accepted.every(({ utr, amount }) => utr === order.utr && amount === order.total)).toBe(true);
    expect(order.attention_count).toBe(JSON.parse(order.needs_attention).length);
    expect(order.access_token_hash).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(new Set(orders.map(({ access_token_hash }) => access_token_hash)).size).toBe(orders.length);
  const reviews = await t.db.selectFrom('reviews').select('date').execute();
  expect(reviews.every(({ date }) => date <= START)).toBe(true);
});

test('every image of products, pages and content is in demo/media', async () => {
  const text = JSON.stringify([readDemo('catalogue'), readDemo('content'), readDemo('pages'), readDemo('orders')]);
  const pictures = new Set([...text.matchAll(/"(\/media\/[^"]+)"/g)].map(([, address]) => address ?? ''));
  expect(pictures.size).toBeGreaterThan(75);
  expect(text).not.toMatch(/"(products|site)\//);
  const missing = [...pictures].filter((address) => !existsSync(path.join(import.meta.dirname, '../../demo', address)));
  expect(missing).toEqual([]);
});

test('moments are counted in days in India and are never in the future', () => {
  const now = Date.parse('2026-11-20T00:20:00+05:30');
  expect(momentAt({ daysAgo: 0, hour: 0, minute: 10 }, now)).toBe(Date.parse('2026-11-20T00:10:00+05:30'));
  expect(momentAt({ daysAgo: 1, hour: 23 }, now)).toBe(Date.parse('2026-11-19T23:00:00+05:30'));
  expect(momentAt({ daysAgo: 0, hour: 9 }, now)).toBe(now);
  expect(shiftToToday('2026-11-20', now)).toBe(0);
  expect(shiftToToday('2026-11-18', now)).toBe(2 * 86_400_000);
});

test('what says no added sugar has none in its ingredients, and a pack on a picture is a size of its product', () => {
  const sweet = /sugar|jaggery|chocolate|honey|syrup|glucose|maltodextrin|milk|juice/i;
  const { products } = readDemo('catalogue');
  const sugarFree = products.filter(({ noAddedSugar }) => noAddedSugar);
  expect(sugarFree.length).toBeGreaterThan(15);
  for (const { id, ingredients } of sugarFree) expect(ingredients.join(), id).not.toMatch(sweet);
  for (const { id, images, sizes } of products) {
    const grams = sizes.map((size) => size.netQuantityGrams);
    for (const { packGrams } of images) if (packGrams) expect(grams, id).toContain(packGrams);
  }
});

test('unsalted, roasted and raw are what the ingredients say', () => {
  const { products } = readDemo('catalogue');
  const tagged = (tag: string) => products.filter(({ tags }) => tags.includes(tag));
  expect(['unsalted', 'roasted', 'raw'].map((tag) => tagged(tag).length)).toEqual([13, 15, 6]);
  for (const { name, ingredients } of tagged('unsalted')) expect(ingredients.join(), name).not.toMatch(/salt/i);
  for (const { name, ingredients } of tagged('roasted')) expect(`${name} ${ingredients[0]}`, name).toMatch(/Roasted /);
  for (const { name, ingredients } of tagged('raw')) {
    expect(ingredients, name).toHaveLength(1);
    expect(ingredients[0], name).not.toMatch(/roasted|preservative|INS|:/i);
  }
});

test('the policies send photos of damage where the order page takes them', () => {
  const texts = JSON.stringify(readDemo('pages').staticPages);
  expect(texts).toContain(`add up to ${MAX_REPLACEMENT_PHOTOS} photos to the request`);
  expect(texts).not.toContain('reply to our email');
});
