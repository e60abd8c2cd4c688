import { expect, test } from 'vitest';
import { bumpVersions } from '#server/database/versions.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, orderBody, paid } from '#tests/factories.ts';
import { createCatalogueSnapshot } from './snapshot.ts';

type Write = (t: TestApp, auth: Record<string, string>, random: (below: number) => number) => Promise<unknown>;

async function someProduct(t: TestApp, random: (below: number) => number): Promise<string> {
  const { length } = await t.services.catalogue.all();
  const row = await t.db
    .selectFrom('products')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .offset(random(length))
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function items(t: TestApp, random: (below: number) => number) {
  const id = await someProduct(t, random);
  const { product } = (await t.get(`/api/products/${id}`)).body;
  return [{ product: id, size: product.sizes[0]?.size ?? '', quantity: 1 + random(2) }];
}

/** What another process writes: its version says only that something has changed. */
const elsewhere: Write = async (t, _auth, random) => {
  const id = await someProduct(t, random);
  await t.db
    .updateTable('product_sizes')
    .set({ stock: random(50) })
    .where('product_id', '=', id)
    .execute();
  await bumpVersions(t.db, new Map([['catalogue', null]]));
};

const placed: { orderNumber: string }[] = [];
let utr = 0;

const WRITES: Record<string, Write> = {
  edit: async (t, auth, random) => {
    const { product } = (await t.get(`/api/products/${await someProduct(t, random)}`)).body;
    return t.put(`/api/products/${product.id}`, { ...product, description: `Edited ${random(1_000)}` }, auth);
  },
  create: (t, auth, random) =>
    t.post('/api/products', { name: `New ${random(9)}`, description: 'New', category: 'Nuts', price: 99 }, auth),
  remove: async (t, auth, random) => t.delete(`/api/products/${await someProduct(t, random)}`, auth),
  status: async (t, auth, random) =>
    t.patch(
      `/api/products/${await someProduct(t, random)}/toggle-status`,
      { status: ['Active', 'Inactive', 'Out of Stock'][random(3)] },
      auth,
    ),
  stock: async (t, auth, random) => {
    const [one] = await items(t, random);
    const sizes = [{ size: one?.size, change: 1 + random(5) }];
    return t.post(`/api/admin/products/${one?.product}/stock`, { reason: 'received', sizes }, auth);
  },
  draft: async (t, _auth, random) =>
    t.post('/api/orders/draft', { items: await items(t, random), shippingAddress: ADDRESS }),
  order: async (t, _auth, random) => {
    const order = await t.post(
      '/api/orders',
      orderBody({ items: await items(t, random), total: undefined, ...paid(++utr) }),
    );
    if (order.status === 201) placed.push(order.body.order);
  },
  cancel: async (t, auth, random) => {
    const order = placed[random(placed.length || 1)];
    if (order) await t.post(`/api/orders/${order.orderNumber}/cancel`, { reason: 'test' }, auth);
  },
  review: async (t, auth, random) => {
    const { reviews } = (await t.get('/api/reviews?limit=50', auth)).body;
    const { id } = reviews[random(reviews.length)];
    return t.put(`/api/reviews/${id}/status`, { status: ['approved', 'rejected'][random(2)] }, auth);
  },
  category: async (t, auth, random) => {
    const { categories } = (await t.get('/api/admin/categories', auth)).body;
    const category = categories[random(categories.length)];
    return t.put(`/api/categories/${category.id}`, { ...category, name: `Category ${random(100)}` }, auth);
  },
  elsewhere,
};

test('after any writes, the catalogue that is kept equals one that is read anew', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (seed >> 8) % below;
  };
  const compare = async (name: string) => {
    await t.context.versions.flush();
    await t.context.versions.refresh();
    expect(await t.services.catalogue.snapshot(), name).toEqual(
      await createCatalogueSnapshot(t.context, t.services.settings.config)(),
    );
  };
  const names = Object.keys(WRITES);
  const done = new Set<string>();
  for (let step = 0; step < 120; step++) {
    // Over a minute, so that the orders of seven days are counted again.
    t.clock.advance(61_000);
    const name = names[random(names.length)] as string;
    const response = (await WRITES[name]?.(t, auth, random)) as { status?: number } | undefined;
    if ((response?.status ?? 200) < 300) done.add(name);
    await compare(name);
  }
  t.clock.advance(8 * 86_400_000);
  await compare('nothing, but the orders of seven days are others now');
  expect([...done].sort()).toEqual(names.sort());
});

test('after a sale only the product that was sold is read', async () => {
  await using t = await testApp({ seed: 'demo' });
  const [first] = await t.services.catalogue.all();
  const version = t.context.versions.changesSince(undefined).version;
  const body = { product: first?.id ?? '', size: first?.sizes[0]?.size ?? '', quantity: 1 };
  await t.post('/api/orders', orderBody({ items: [body], total: undefined, ...paid(1) }));
  await t.context.versions.flush();
  expect(t.context.versions.changesSince(version).products).toEqual(new Set([first?.id]));
  await elsewhere(t, {}, () => 0);
  await t.context.versions.refresh();
  expect(t.context.versions.changesSince(version).products).toBeNull();
});
