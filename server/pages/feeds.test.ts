import { expect, test, vi } from 'vitest';
import { MOST_ITEMS } from '#shop/catalogue/feeds/items.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, fromNetwork, orderBody } from '#tests/factories.ts';
import { type Fields, googleFaults, metaFaults, readGoogle, readMeta } from '#tests/feed-rules.ts';

const FEEDS = ['/feeds/google.xml', '/feeds/meta.csv'];
const env = { publicUrl: 'https://shop.example' };

async function itemsOf(t: TestApp): Promise<{ google: Fields[]; meta: Fields[] }> {
  const [google, meta] = await Promise.all(FEEDS.map((path) => t.get(path)));
  return { google: readGoogle(google!.text), meta: readMeta(meta!.text) };
}

const valuesOf = (items: readonly Fields[], name: string) => items.map((item) => new Map(item).get(name));

test('every visible product of the demo is in both feeds, as their rules want it', async () => {
  await using t = await testApp({ seed: 'demo', env });
  const { google, meta } = await itemsOf(t);
  const sizes = (await t.services.catalogue.visible()).flatMap(({ id, sizes }) =>
    sizes.map(({ size }) => `${id} ${size}`),
  );
  expect(google).toHaveLength(sizes.length);
  expect([googleFaults(google), metaFaults(meta)]).toEqual([[], []]);
  expect(valuesOf(meta, 'id')).toEqual(valuesOf(google, 'g:id'));
  const [xml, csv] = await Promise.all(FEEDS.map((path) => t.get(path, { host: 'evil.example' })));
  expect(xml?.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(csv?.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(`${xml?.text}${csv?.text}`).not.toContain('evil.example');
  expect((await t.get('/api/admin/products/feeds', t.auth(await t.adminToken()))).body).toMatchObject({
    google: ['https://shop.example/feeds/google.xml'],
    meta: ['https://shop.example/feeds/meta.csv'],
    items: sizes.length,
    withoutPicture: 0,
  });
});

test('prices and shipping are what checkout charges, and each link opens the size', async () => {
  await using t = await testApp({ seed: 'demo', env });
  const { google } = await itemsOf(t);
  let bought = 0;
  for (const item of google) {
    const value = new Map(item);
    const link = new URL(value.get('g:link') ?? '');
    const product = link.pathname.replace('/product/', '');
    const size = link.searchParams.get('size') ?? '';
    const draft = await t.post(
      '/api/orders/draft',
      orderBody({ items: [{ product, size, quantity: 1 }] }),
      fromNetwork(bought + 1),
    );
    if (value.get('g:availability') === 'out_of_stock') {
      expect(draft.status).toBe(409);
      continue;
    }
    bought += 1;
    const { subtotal, shippingCharges } = draft.body.order.pricing;
    expect([value.get('g:price'), value.get('g:shipping/g:price')]).toEqual([
      `${subtotal.toFixed(2)} INR`,
      `${shippingCharges.toFixed(2)} INR`,
    ]);
  }
  expect(bought).toBeGreaterThan(20);
}, 120_000);

test('a sold-out size is out of stock, an inactive product is gone, a closed shop sells nothing', async () => {
  await using t = await testApp({ env });
  await addProduct(t.db, { sizes: [{ size: '250g', stock: 0 }, { size: '500g' }] });
  await addProduct(t.db, { id: 'hidden', status: 'Inactive' });
  const stocks = async () => {
    const { google, meta } = await itemsOf(t);
    return [valuesOf(google, 'g:availability'), valuesOf(meta, 'availability')];
  };
  expect(await stocks()).toEqual([
    ['out_of_stock', 'in_stock'],
    ['out of stock', 'in stock'],
  ]);
  const auth = t.auth(await t.adminToken());
  expect((await t.put('/api/settings/opening', { state: 'holiday', backOn: '' }, auth)).status).toBe(200);
  expect(await stocks()).toEqual([
    ['out_of_stock', 'out_of_stock'],
    ['out of stock', 'out of stock'],
  ]);
});

test('a GTIN is saved with its check digit, and is in both feeds and in the CSV of the products', async () => {
  await using t = await testApp({ env });
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const { product } = (await t.get('/api/products/almonds')).body;
  const save = (gtin: string | undefined) =>
    t.put('/api/products/almonds', { ...product, version: undefined, sizes: [{ ...product.sizes[0], gtin }] }, auth);
  const wrong = await save('8901030865238');
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toEqual([expect.objectContaining({ path: 'sizes.0.gtin' })]);
  expect((await save(' 8901030-865237 ')).status).toBe(200);
  const { google, meta } = await itemsOf(t);
  expect([valuesOf(google, 'g:gtin'), valuesOf(google, 'g:identifier_exists')]).toEqual([
    ['8901030865237'],
    [undefined],
  ]);
  expect(valuesOf(meta, 'gtin')).toEqual(['8901030865237']);
  expect((await t.get('/api/admin/products/export', auth)).text).toContain('"=""8901030865237"""');
  expect((await save('')).status).toBe(200);
  expect(valuesOf((await itemsOf(t)).google, 'g:identifier_exists')).toEqual(['no']);
});

test.each(FEEDS)('%s is made once for each state of the catalogue, however its address is written', async (path) => {
  await using t = await testApp({ seed: 'demo', env });
  const reads = vi.spyOn(t.services.catalogue, 'visible');
  const { text, headers } = await t.get(path);
  for (const other of [`${path}?_t=1`, `${path}?page=2`, `${path}/`, `${path}?${'a'.repeat(600)}`]) {
    expect(await t.get(other, { authorization: 'Bearer x' })).toMatchObject({ status: 200, text });
  }
  expect((await t.get(path, { 'if-none-match': headers.etag as string })).status).toBe(304);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('there is no file without items, nor a feed without PUBLIC_URL', async () => {
  await using t = await testApp({ seed: 'demo', env });
  for (const path of ['/feeds/google-0.xml', '/feeds/google-1.xml', '/feeds/google-2.xml', '/feeds/meta-999.csv']) {
    expect((await t.get(path)).status).toBe(404);
  }
  await using nowhere = await testApp({ seed: 'demo', env: { publicUrl: null } });
  for (const path of FEEDS) expect((await nowhere.get(path)).status).toBe(404);
  const auth = nowhere.auth(await nowhere.adminToken());
  expect((await nowhere.get('/api/admin/products/feeds', auth)).body).toMatchObject({ google: [], meta: [] });
});

test('a large shop has several files, and other requests have their turn while one is made', async () => {
  await using t = await testApp({ env });
  await addProduct(t.db);
  const [product] = await t.services.catalogue.visible();
  const many = Array.from({ length: MOST_ITEMS + 1 }, (_, index) => ({ ...product!, id: `p${index}` }));
  vi.spyOn(t.services.catalogue, 'visible').mockResolvedValue(many);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const first = await t.get('/feeds/google.xml');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  expect(readGoogle(first.text)).toHaveLength(MOST_ITEMS);
  const second = readGoogle((await t.get('/feeds/google-2.xml')).text);
  expect(valuesOf(second, 'g:id')).toEqual([`p${MOST_ITEMS}_250g`]);
});
