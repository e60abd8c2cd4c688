import { CompiledQuery } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { Product } from '#shop/catalogue/catalogue.ts';
import { isBestSeller, isCombo, isYouMayAlsoLike } from '#shop/catalogue/sections.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { countRecentOrders } from './products.queries.ts';

const ids = (list: { id: string }[]) => list.map(({ id }) => id);
const demo = () => testApp({ seed: 'demo' });

/** Makes the snapshot stale, as a write by another process would. */
async function touched(t: TestApp): Promise<void> {
  t.context.versions.touch('catalogue');
  await t.context.versions.flush();
}

describe('GET /products', () => {
  test('returns 12 of 34 products with every field of the specification, in rupees', async () => {
    await using t = await demo();
    const { status, body } = await t.get('/api/products');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.products).toHaveLength(12);
    expect(body.total).toBe(34);
    expect(body.pagination).toEqual({ page: 1, limit: 12, total: 34, totalPages: 3 });
    for (const product of body.products) {
      expect(Product.parse(product)).toEqual(product);
      expect(product._id).toBe(product.id);
    }
    const { products } = (await t.get('/api/products?limit=1000&_t=1795113600037')).body;
    expect(products).toHaveLength(34);
    const classic = products.find(({ id }: Product) => id === 'fitness-mix-classic');
    expect(classic).toMatchObject({
      name: 'Fitness Mix Classic',
      category: 'Fitness Mix',
      categorySlug: 'fitness-mix',
      image: expect.stringMatching(/^\/media\/products\/fitness-mix-classic-1-1000x1000-[0-9a-f]{8}\.webp$/),
      price: 349,
      currentPrice: 349,
      originalPrice: 399,
      weight: '250g',
      stockCount: 140,
      badge: 'Best Seller',
      badgeColor: 'green',
      rating: { average: 4.7, count: 3 },
      totalRatings: 3,
      totalReviews: 3,
      reviews: [],
      gstRate: 5,
      hsnCode: '200897',
    });
    expect(classic.sizes[0]).toEqual({
      size: '250g',
      price: 349,
      originalPrice: 399,
      stock: 140,
      netQuantityGrams: 250,
    });
    expect(classic.maker).toMatch(/^Kishmish Foods .*Navi Mumbai/);
  });

  test('products are picked by id; unknown and inactive ones are left out', async () => {
    await using t = await demo();
    await t.db.updateTable('products').set({ status: 'Inactive' }).where('id', '=', 'roasted-chana').execute();
    await touched(t);
    const { body } = await t.get('/api/products?ids=cashews-w240,nothing,roasted-chana,medjool-dates&limit=100');
    expect(ids(body.products).sort()).toEqual(['cashews-w240', 'medjool-dates']);
    expect(body.total).toBe(2);
    const found = await t.get('/api/products?ids=cashews-w240,nothing,medjool-dates&search=dates');
    expect(ids(found.body.products)).toEqual(['medjool-dates']);
    expect(ids((await t.get('/api/products?ids=cashews-w240&search=almonds')).body.products)).toEqual([]);
    expect((await t.get('/api/products?ids=a%20b')).status).toBe(400);
  });

  test('a limit above 1000 is reduced, pages do not overlap, a page after the last is empty', async () => {
    await using t = await demo();
    expect((await t.get('/api/products?limit=5000')).body.pagination.limit).toBe(1000);
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      pages.push((await t.get(`/api/products?limit=12&page=${page}&sort=price-asc`)).body.products);
    }
    expect(pages.map((page) => page.length)).toEqual([12, 12, 10, 0]);
    expect(new Set(pages.flatMap(ids)).size).toBe(34);
  });

  test('a malformed parameter is rejected with a message', async () => {
    await using t = await testApp();
    const wrong = [
      'limit=abc',
      'limit=0',
      'limit=-5',
      'limit=1.5',
      'page=0',
      'page=one',
      'minPrice=cheap',
      'maxPrice=-1',
    ];
    wrong.push('inStock=maybe', 'sort=random', 'section=nothing', 'rating=6', 'sort=rating&sort=newest');
    for (const query of wrong) {
      const { status, body } = await t.get(`/api/products?${query}`);
      expect(status, query).toBe(400);
      expect(body.success).toBe(false);
      expect(body.errors).toEqual([{ path: query.split('=')[0], msg: body.message }]);
      expect(body.message.length).toBeGreaterThan(10);
    }
  });

  test('filters: category by slug and name, price, tags, size, sugar, stock, country, rating', async () => {
    await using t = await demo();
    const all = (await t.get('/api/products?limit=1000')).body.products as Product[];
    const query = async (text: string) => (await t.get(`/api/products?limit=1000&${text}`)).body.products as Product[];
    const expectSame = (found: Product[], rule: (product: Product) => boolean) => {
      const wanted = all.filter(rule);
      expect(wanted.length).toBeGreaterThan(0);
      expect(ids(found).sort()).toEqual(ids(wanted).sort());
    };
    expectSame(await query('category=nuts'), ({ categorySlug }) => categorySlug === 'nuts');
    expectSame(await query('category=Dry%20Fruits'), ({ categorySlug }) => categorySlug === 'dry-fruits');
    expectSame(await query('minPrice=300&maxPrice=500'), ({ price }) => price >= 300 && price <= 500);
    expectSame(await query('tags=value,everyday'), ({ tags }) => tags.includes('value') || tags.includes('everyday'));
    expectSame(await query('inStock=true'), ({ status, stockCount }) => status === 'Active' && stockCount > 0);
    expectSame(await query('inStock=false'), ({ status, stockCount }) => status !== 'Active' || stockCount === 0);
    expectSame(await query('sizes=1kg,300g'), ({ sizes }) => sizes.some(({ size }) => ['1kg', '300g'].includes(size)));
    expectSame(await query('noAddedSugar=true'), ({ noAddedSugar }) => noAddedSugar === true);
    expectSame(await query('country=usa'), ({ countryOfOrigin }) => countryOfOrigin.includes('USA'));
    expectSame(await query('rating=4.5'), ({ rating }) => rating.average >= 4.5);
    expect(await query('category=unknown')).toEqual([]);
    expect(await query('category=nuts&tags=no-such-tag')).toEqual([]);
  });

  test('sections, by every name that the specification gives them', async () => {
    await using t = await demo();
    const all = (await t.get('/api/products?limit=1000')).body.products as Product[];
    const names: [string, (product: Product) => boolean][] = [
      ['bestSellers', isBestSeller],
      ['bestSeller', isBestSeller],
      ['valueCombos', isCombo],
      ['valueCombo', isCombo],
      ['youMayAlsoLike', isYouMayAlsoLike],
      ['youMayLike', isYouMayAlsoLike],
      ['popular', ({ isPopular }) => isPopular],
    ];
    for (const [name, rule] of names) {
      const { products } = (await t.get(`/api/products?limit=1000&section=${name}`)).body;
      expect(ids(products).sort(), name).toEqual(ids(all.filter(rule)).sort());
    }
    const regular = (await t.get('/api/products?limit=1000&section=regular')).body.products as Product[];
    expect(regular.some((product) => isCombo(product) || isBestSeller(product))).toBe(false);
  });

  test('sorts', async () => {
    await using t = await demo();
    const sorted = async (sort: string) =>
      (await t.get(`/api/products?limit=1000&sort=${sort}`)).body.products as Product[];
    const falls = (values: number[]) => expect(values).toEqual([...values].sort((a, b) => b - a));
    falls((await sorted('price-asc')).map(({ price }) => -price));
    falls((await sorted('price-desc')).map(({ price }) => price));
    falls((await sorted('rating')).map(({ rating }) => rating.average));
    falls((await sorted('popularity')).map(({ peopleOrdered }) => peopleOrdered));
    falls((await sorted('newest')).map(({ createdAt }) => createdAt));
    const origins = (await sorted('origin')).map(({ countryOfOrigin }) => countryOfOrigin);
    expect(origins).toEqual([...origins].sort(new Intl.Collator('en').compare));
    falls((await sorted('unit-price')).map(({ price, sizes }) => -(price / (sizes[0]?.netQuantityGrams ?? 0.001))));
  });

  test('search returns the best match first, also with filters and another order', async () => {
    await using t = await demo();
    const query = async (text: string) => (await t.get(`/api/products?limit=1000&${text}`)).body.products as Product[];
    const kaju = await query('search=kaju');
    expect(kaju[0]?.id).toBe('cashews-w240');
    expect(ids(await query(`search=${encodeURIComponent('काजू')}`))[0]).toBe('cashews-w240');
    const cheap = await query('search=kaju&sort=price-asc');
    expect(ids(cheap).sort()).toEqual(ids(kaju).sort());
    expect(cheap[0]?.price).toBe(Math.min(...kaju.map(({ price }) => price)));
    expect(ids(await query('search=kaju&category=nuts'))).toEqual(['cashews-w240']);
    expect(await query('search=qqqqqqq')).toEqual([]);
  });

  test('inactive products are listed for staff only; a stranger’s token changes nothing', async () => {
    await using t = await demo();
    const token = await t.adminToken();
    await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Inactive' }, t.auth(token));
    const total = async (headers = {}) => (await t.get('/api/products', headers)).body.total;
    expect(await total()).toBe(33);
    expect(await total(t.auth('x'.repeat(32)))).toBe(33);
    expect(await total(t.auth(token))).toBe(34);
    expect((await t.get('/api/products/search?q=kishmish')).body.products.map(({ id }: Product) => id)).not.toContain(
      'golden-raisins',
    );
    expect((await t.get('/api/products/golden-raisins')).body.product.status).toBe('Inactive');
  });
});

test('featured and best sellers follow the section rules', async () => {
  await using t = await demo();
  const all = (await t.services.catalogue.visible()) as Product[];
  const { body } = await t.get('/api/products/featured');
  expect(body.success).toBe(true);
  expect(ids(body.bestSellers)).toEqual(ids(all.filter(isBestSeller)));
  expect(ids(body.valueCombos)).toEqual(ids(all.filter(isCombo)));
  expect(ids(body.youMayAlsoLike)).toEqual(ids(all.filter(isYouMayAlsoLike)));
  expect(ids((await t.get('/api/products/best-sellers')).body.products)).toEqual(ids(body.bestSellers));
  // D31: the special offers of the demo catalogue are real.
  for (const combo of body.valueCombos as Product[]) {
    for (const { price, originalPrice } of combo.sizes) expect(price).toBeLessThanOrEqual(originalPrice * 0.8);
  }
});

describe('GET /products/search', () => {
  test('understands Hindi words and typing errors, returns 10 by default and at most 100', async () => {
    await using t = await demo();
    const search = async (q: string, more = '') =>
      (await t.get(`/api/products/search?q=${encodeURIComponent(q)}${more}`)).body;
    expect((await search('बादाम')).products[0].id).toBe('california-almonds');
    expect((await search('almnd')).products[0].id).toBe('california-almonds');
    expect((await search('mix')).products).toHaveLength(10);
    expect((await search('mix', '&limit=3')).products).toHaveLength(3);
    expect((await search('kishmish', '&limit=9999')).success).toBe(true);
    expect(await search('')).toEqual({ success: true, products: [], total: 0, exact: false, grams: null });
  });

  test('rejects a missing, repeated or too long text', async () => {
    await using t = await testApp();
    for (const query of ['', '?limit=5', '?q=a&q=b', '?q=a&limit=none', `?q=${'a'.repeat(201)}`]) {
      const { status, body } = await t.get(`/api/products/search${query}`);
      expect(status, query).toBe(400);
      expect(body).toMatchObject({ success: false, message: expect.any(String), errors: expect.any(Array) });
    }
  });
});

describe('GET /products/:id', () => {
  test('includes the approved reviews with a name, and no email address', async () => {
    await using t = await demo();
    const { status, body, text } = await t.get('/api/products/golden-raisins');
    expect(status).toBe(200);
    expect(body.product.id).toBe('golden-raisins');
    expect(body.reviews.length).toBeGreaterThan(0);
    expect(body.product.reviews).toEqual(body.reviews);
    // The demo has an approved review without a name: it is not shown (D48), so it does not count
    // either.
    const named = await t.db
      .selectFrom('reviews')
      .select('customer_name')
      .where('product_id', '=', 'golden-raisins')
      .execute();
    expect(named.some(({ customer_name }) => customer_name.trim() === '')).toBe(true);
    expect(body.product.totalReviews).toBe(body.reviews.length);
    expect(body.reviews.every(({ customerName }: { customerName: string }) => customerName.trim() !== '')).toBe(true);
    const dates = body.reviews.map(({ date }: { date: number }) => date);
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    expect(text).not.toMatch(/customerEmail|@example\.com/);
  });

  test('pending and rejected reviews are not shown and do not count', async () => {
    await using t = await demo();
    const before = (await t.get('/api/products/golden-raisins')).body;
    await t.db
      .insertInto('reviews')
      .values({
        id: 'r-p',
        product_id: 'golden-raisins',
        customer_name: 'Asha',
        rating: 1,
        date: 1,
        status: 'pending',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
    await touched(t);
    const after = (await t.get('/api/products/golden-raisins')).body;
    expect(after.reviews).toEqual(before.reviews);
    expect(after.product.rating).toEqual(before.product.rating);
  });

  test('404 for unknown products', async () => {
    await using t = await testApp();
    for (const id of ['no-such-product', '%00', '..%2f..%2fetc', "'%20or%201=1", 'constructor', '__proto__']) {
      const { status, body } = await t.get(`/api/products/${id}`);
      expect(status, id).toBe(404);
      expect(body).toEqual({ success: false, message: 'Product not found' });
    }
  });
});

describe('figures that change', () => {
  test('without approved reviews the quick rating counts (D13)', async () => {
    await using t = await demo();
    const { product } = (await t.get('/api/products/trail-mix-tropical')).body;
    expect(product.rating).toEqual({ average: 4.2, count: 18 });
    expect(product.totalReviews).toBe(18);
  });

  test.runIf(dialect === 'sqlite')('the count of the orders of 7 days reads no lines of older orders', async () => {
    await using t = await testApp();
    const run = vi.spyOn(t.db.getExecutor(), 'executeQuery');
    await countRecentOrders(t.context.database.db, START);
    const [query] = run.mock.calls[0] ?? [];
    const explained = CompiledQuery.raw(`explain query plan ${query?.sql}`, [...(query?.parameters ?? [])]);
    const { rows } = await t.db.executeQuery<{ detail: string }>(explained);
    expect(rows.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^SEARCH orders .*created_at>/));
    expect(rows.map(({ detail }) => detail)).not.toContainEqual(expect.stringMatching(/^SCAN/));
  });

  test('people ordered: real orders of 7 days, or the admin’s number when higher; drafts and cancelled ones do not count', async () => {
    await using t = await demo();
    await t.db.updateTable('products').set({ order_count: 0 }).execute();
    await t.db.updateTable('products').set({ order_count: 40 }).where('id', '=', 'medjool-dates').execute();
    // A second process on the same database: the admin's number is cached per saved version.
    await t.db
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .execute();
    await touched(t);
    const people = async (id: string) => (await t.services.catalogue.get(id)).peopleOrdered;
    expect(await people('medjool-dates')).toBe(40);
    // California Almonds: one order today; Corn Nuts Chilli Lime only in a cancelled order; Corn
    // Nuts Cheese only in the draft.
    expect(await people('california-almonds')).toBeGreaterThan(0);
    expect(await people('corn-nuts-cheese')).toBe(0);
    // Without a new order or an edit.
    t.clock.advance(30 * 86_400_000);
    expect(await people('california-almonds')).toBe(0);
  });

  test('stock that an order reduced is visible as soon as the version is written', async () => {
    await using t = await demo();
    const stock = async () => (await t.get('/api/products/walnut-kernels')).body.product.stockCount;
    const before = await stock();
    await t.db
      .updateTable('product_sizes')
      .set((eb) => ({ stock: eb('stock', '-', 2) }))
      .where('product_id', '=', 'walnut-kernels')
      .execute();
    expect(await stock()).toBe(before);
    await touched(t);
    expect(await stock()).toBe(before - 2);
  });

  test('concurrent readers share one read of the database', async () => {
    await using t = await demo();
    const lists = await Promise.all(Array.from({ length: 20 }, () => t.services.catalogue.all()));
    expect(new Set(lists).size).toBe(1);
  });
});

describe('categories', () => {
  test('all, one by slug, below a parent, unknown', async () => {
    await using t = await demo();
    const { body } = await t.get('/api/categories');
    expect(body.categories).toHaveLength(11);
    expect(body.categories[0]).toEqual({
      _id: 'fitness-mix',
      id: 'fitness-mix',
      name: 'Fitness Mix',
      slug: 'fitness-mix',
      icon: 'fitness-mix',
      description: expect.any(String),
      landingPage: true,
      parentCategory: null,
      translations: {
        hi: expect.objectContaining({ name: 'फ़िटनेस मिक्स' }),
        mr: expect.objectContaining({ name: 'फिटनेस मिक्स' }),
      },
    });
    expect((await t.get('/api/products/categories')).body.categories).toEqual(body.categories);
    expect((await t.get('/api/categories/nuts')).body.category.name).toBe('Nuts');
    await t.db.updateTable('categories').set({ parent_id: 'nuts' }).where('id', '=', 'seeds').execute();
    await touched(t);
    expect(ids((await t.get('/api/categories?parentCategory=nuts')).body.categories)).toEqual(['seeds']);
    expect((await t.get('/api/categories?parentCategory=none')).body.categories).toEqual([]);
    expect(await t.get('/api/categories/none')).toMatchObject({
      status: 404,
      body: { success: false, message: 'Category not found' },
    });
    expect((await t.get('/api/categories?parentCategory=a&parentCategory=b')).status).toBe(400);
  });
});

test('an empty shop returns empty lists', async () => {
  await using t = await testApp();
  expect((await t.get('/api/products')).body).toEqual({
    success: true,
    products: [],
    total: 0,
    pagination: { page: 1, limit: 12, total: 0, totalPages: 0 },
  });
  expect((await t.get('/api/products/featured')).body).toEqual({
    success: true,
    bestSellers: [],
    valueCombos: [],
    youMayAlsoLike: [],
  });
  expect((await t.get('/api/products/search?q=kaju')).body.products).toEqual([]);
  expect((await t.get('/api/categories')).body.categories).toEqual([]);
});
