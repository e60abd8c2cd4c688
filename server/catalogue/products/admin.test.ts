import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { CSV_COLUMNS } from '#shop/catalogue/product-columns.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';

const auditOf = async (t: TestApp, id: string) =>
  t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'product')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();

interface Json {
  action: string;
  errors: { column: string }[];
}

describe('the list', () => {
  test('staff see inactive products; status, stock and lacking filter the list', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Inactive' }, auth);
    const ids = async (query: string, headers = auth) => {
      const { body } = await t.get(`/api/products?limit=100&_t=1&${query}`, headers);
      return (body.products as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('')).toHaveLength(34);
    expect(await ids('', {} as typeof auth)).toHaveLength(33);
    expect(await ids('status=Inactive')).toEqual(['golden-raisins']);
    expect(await ids('status=Inactive', {} as typeof auth)).toEqual([]);
    const low = await ids('stock=low');
    const out = await ids('stock=out');
    expect(low.length).toBeGreaterThan(out.length);
    expect(low).toEqual(expect.arrayContaining(out));
    expect((await ids('lacking=true')).length + (await ids('lacking=false')).length).toBe(34);
    for (const query of ['status=Gone', 'stock=high', 'lacking=perhaps']) {
      expect((await t.get(`/api/products?${query}`, auth)).status).toBe(400);
    }
  });

  test('the figures agree with the lists', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    await t.patch('/api/products/golden-raisins/toggle-status', { status: 'Inactive' }, auth);
    const { stats } = (await t.get('/api/admin/products/stats', auth)).body;
    const total = async (query: string) => (await t.get(`/api/products?_t=1&${query}`, auth)).body.total;
    expect(stats).toMatchObject({ total: 34, inactive: 1, active: await total('status=Active') });
    expect(stats.lowProducts).toBe(await total('stock=low'));
    expect(stats.incomplete).toBe(await total('lacking=true'));
    for (const section of ['bestSellers', 'valueCombos', 'youMayAlsoLike', 'popular', 'regular']) {
      expect([section, stats.sections[section]]).toEqual([section, await total(`section=${section}`)]);
    }
    expect(stats.active + stats.inactive + stats.outOfStock).toBe(34);
  });
});

describe('many sizes at once', () => {
  const row = (more: object) => ({ id: 'almonds', size: '250g', ...more });

  test('prices and stock change, and change back', async () => {
    await using t = await testApp();
    await addProduct(t.db);
    const auth = t.auth(await t.adminToken());
    const open = (await t.get('/api/products/almonds')).body.product;
    const there = [
      row({ price: { from: 299, to: 279.5 }, originalPrice: { from: 349, to: 359 }, stock: { from: 10, to: 25 } }),
    ];
    const done = await t.post('/api/admin/products/bulk', { rows: there }, auth);
    expect(done).toMatchObject({ status: 200, body: { message: '1 size updated', changed: 1 } });
    const product = (await t.get('/api/products/almonds')).body.product;
    expect(product).toMatchObject({ price: 279.5, originalPrice: 359, stockCount: 25 });
    expect((await t.get('/api/products?minPrice=279&maxPrice=280')).body.total).toBe(1);
    // A form with the former prices is rejected as stale.
    expect((await t.put('/api/products/almonds', open, auth)).status).toBe(409);
    const back = [
      row({ price: { from: 279.5, to: 299 }, originalPrice: { from: 359, to: 349 }, stock: { from: 25, to: 10 } }),
    ];
    await t.post('/api/admin/products/bulk', { rows: back }, auth);
    expect((await t.get('/api/products/almonds')).body.product).toMatchObject({ price: 299, stockCount: 10 });
    expect(await auditOf(t, 'almonds')).toMatchObject([
      { action: 'prices', before_value: expect.stringContaining('299'), after_value: expect.stringContaining('279.5') },
      { action: 'prices' },
    ]);
  });

  test('pieces sold meanwhile stay sold, and an open form is not rejected because of stock', async () => {
    await using t = await testApp();
    await addProduct(t.db);
    const auth = t.auth(await t.adminToken());
    const { version } = (await t.get('/api/products/almonds')).body.product;
    await t.post('/api/orders', orderBody(paid(1)));
    expect(
      (await t.post('/api/admin/products/bulk', { rows: [row({ stock: { from: 10, to: 30 } })] }, auth)).status,
    ).toBe(200);
    expect(await stockOf(t.db)).toMatchObject({ stock: 29, sold: 1 });
    expect((await t.get('/api/products/almonds')).body.product.version).toBe(version);
    await t.post('/api/admin/products/bulk', { rows: [row({ stock: { from: 40, to: 0 } })] }, auth);
    expect(await stockOf(t.db)).toMatchObject({ stock: 0, sold: 1 });
    expect((await auditOf(t, 'almonds')).map(({ action }) => action)).toEqual(['stock', 'stock']);
  });

  test('all or none: a price has changed, or a size or a product is gone', async () => {
    await using t = await testApp();
    await addProduct(t.db);
    await addProduct(t.db, { id: 'cashews', name: 'Cashews' });
    const auth = t.auth(await t.adminToken());
    const good = row({ price: { from: 299, to: 99 } });
    const bad: [object, number, string][] = [
      [{ id: 'cashews', size: '250g', price: { from: 298, to: 99 } }, 409, 'Cashews, 250g has changed meanwhile'],
      [{ id: 'cashews', size: '1kg', stock: { from: 1, to: 2 } }, 409, 'Cashews, 1kg has changed meanwhile'],
      [{ id: 'gone', size: '250g', stock: { from: 1, to: 2 } }, 404, ''],
      [{ id: 'cashews', size: '250g', price: { from: 299, to: 0 } }, 400, 'Price must be more than 0'],
      [{ id: 'cashews', size: '250g', stock: { from: 1, to: -2 } }, 400, 'Stock must not be negative'],
    ];
    for (const [wrong, status, msg] of bad) {
      const response = await t.post('/api/admin/products/bulk', { rows: [good, wrong] }, auth);
      expect([response.status, response.body.errors?.[0]?.msg ?? '']).toEqual([status, msg]);
    }
    expect((await t.get('/api/products/almonds')).body.product.price).toBe(299);
    expect((await t.post('/api/admin/products/bulk', { rows: [] }, auth)).body.message).toBe(
      'There is nothing to change',
    );
    expect(await auditOf(t, 'almonds')).toEqual([]);
  });
});

/** The lines of a CSV file as the admin sends them. */
function linesOf(text: string) {
  const records = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  return records.map((cells, index) => ({ line: index + 2, cells }));
}

describe('CSV', () => {
  test('the export is safe against formulas, follows the filter, and comes back unchanged', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const { product } = (await t.get('/api/products/golden-raisins')).body;
    await t.put(
      '/api/products/golden-raisins',
      { ...product, name: '=HYPERLINK("http://evil")', features: ['-5 %'] },
      auth,
    );
    const file = await t.get('/api/admin/products/export?section=bestSellers', auth);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="products-2026-11-20.csv"');
    const all = await t.get('/api/admin/products/export', auth);
    expect(all.text.startsWith('\uFEFFid,name,')).toBe(true);
    const rows = linesOf(all.text);
    expect(Object.keys(rows[0]?.cells ?? {})).toEqual(CSV_COLUMNS);
    expect(new Set(rows.map(({ cells }) => cells.id)).size).toBe(34);
    expect(new Set(linesOf(file.text).map(({ cells }) => cells.id)).size).toBeLessThan(34);
    // A code of digits is a formula that is its text.
    const formula = /^(?!="\d+"$)[=+\-@\t\r]/;
    expect(rows.flatMap(({ cells }) => Object.values(cells)).filter((cell) => formula.test(cell))).toEqual([]);
    expect(rows.some(({ cells }) => cells.name === `'=HYPERLINK("http://evil")`)).toBe(true);
    for (const dryRun of [true, false]) {
      const { results } = (await t.post('/api/admin/products/import', { dryRun, rows }, auth)).body;
      expect(results).toHaveLength(34);
      expect(new Set(results.map(({ action }: { action: string }) => action))).toEqual(new Set(['unchanged']));
    }
    expect((await t.get('/api/admin/products/export')).status).toBe(401);
  });

  test('a dry run changes nothing; the import does, and invalid products do not block the others', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const rows = [
      { line: 2, cells: { id: 'golden-raisins', size: '250g', price: '333', tags: 'sweet | sun-dried' } },
      {
        line: 3,
        cells: {
          id: '',
          name: 'Salted Makhana',
          category: 'nuts',
          description: 'Puffed',
          size: '100g',
          price: '149',
          stock: '20',
        },
      },
      { line: 4, cells: { id: 'medjool-dates', size: '250g', price: 'dear' } },
      { line: 5, cells: { id: 'no-such-thing', price: '1' } },
    ];
    const before = (await t.get('/api/products/golden-raisins')).body.product;
    const dry = (await t.post('/api/admin/products/import', { dryRun: true, rows }, auth)).body.results;
    expect(dry).toMatchObject([
      { line: 2, action: 'update', id: 'golden-raisins', errors: [] },
      { line: 3, action: 'create', id: null, name: 'Salted Makhana', errors: [] },
      { line: 4, action: 'error', errors: [{ line: 4, column: 'price', msg: 'price must be a number' }] },
      { line: 5, action: 'error', errors: [{ line: 5, column: 'id' }] },
    ]);
    const old = before.sizes.find(({ size }: { size: string }) => size === '250g');
    expect(dry[0].fields).toContainEqual({ column: 'price', size: '250g', from: String(old.price), to: '333' });
    expect((await t.get('/api/products/golden-raisins')).body.product).toEqual(before);
    expect(await t.services.catalogue.all()).toHaveLength(34);

    const done = (await t.post('/api/admin/products/import', { dryRun: false, rows }, auth)).body.results;
    expect(done.map(({ action, id }: { action: string; id: string }) => [action, id])).toEqual([
      ['update', 'golden-raisins'],
      ['create', 'salted-makhana'],
      ['error', 'medjool-dates'],
      ['error', null],
    ]);
    const { product } = (await t.get('/api/products/golden-raisins')).body;
    expect(product.tags).toEqual(['sweet', 'sun-dried']);
    expect(product.sizes.find(({ size }: { size: string }) => size === '250g').price).toBe(333);
    expect(product.sizes).toHaveLength(before.sizes.length);
    expect((await t.get('/api/products/salted-makhana')).body.product).toMatchObject({ price: 149, stockCount: 20 });
    expect((await auditOf(t, 'salted-makhana')).map(({ action }) => action)).toEqual(['create']);

    const again = (await t.post('/api/admin/products/import', { dryRun: false, rows: rows.slice(0, 2) }, auth)).body
      .results;
    expect(again).toMatchObject([
      { action: 'unchanged' },
      { action: 'error', errors: [{ msg: 'There is a product of this name; its id is salted-makhana' }] },
    ]);
  });
});

test('a file that was saved in a spreadsheet: zeros come back, what is lost is refused', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const row = (line: number, id: string, cells: Record<string, string>) => ({ line, cells: { id, ...cells } });
  const rows = [
    row(2, 'golden-raisins', { hsnCode: '80620', size: '250g', price: '299,50', originalPrice: '1.299,50' }),
    row(3, 'medjool-dates', { hsnCode: '8.04E+05' }),
    row(4, 'california-almonds', { storage: '???? ??? ?????' }),
  ];
  const { results } = (await t.post('/api/admin/products/import', { dryRun: false, rows }, auth)).body;
  expect(results.map(({ action, errors }: Json) => [action, errors.map(({ column }) => column)])).toEqual([
    ['update', []],
    ['error', ['hsnCode']],
    ['error', ['storage']],
  ]);
  const { product } = (await t.get('/api/products/golden-raisins', auth)).body;
  expect(product).toMatchObject({ hsnCode: '080620' });
  expect(product.sizes.find(({ size }: { size: string }) => size === '250g')).toMatchObject({
    price: 299.5,
    originalPrice: 1299.5,
  });
});

describe('reviews of the form', () => {
  test('are added, corrected and deleted; others stay, and the rating is updated', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const url = '/api/products/golden-raisins';
    const { product, reviews } = (await t.get(url)).body;
    await t.put(
      url,
      { ...product, reviews: undefined, removedReviews: reviews.map(({ id }: { id: string }) => id) },
      auth,
    );
    expect((await t.get(url)).body.reviews).toEqual([]);
    const save = async (more: object) => {
      const { version } = (await t.get(url)).body.product;
      return t.put(url, { ...product, reviews: undefined, version, ...more }, auth);
    };
    const added = [
      {
        customerName: 'Asha',
        customerEmail: 'Asha@Example.com',
        rating: 5,
        title: 'Sweet',
        comment: 'Plump',
        helpful: 2,
        date: 1_700_000_000_000,
      },
      { customerName: 'Ravi', rating: 2, comment: 'Small', verified: true },
      { customerName: '', rating: 5, comment: 'dropped' },
      { customerName: 'Dropped', rating: 0, comment: 'dropped' },
      { customerName: 'Dropped', rating: 5, comment: '  ' },
    ];
    expect((await save({ reviews: added })).status).toBe(200);
    const first = (await t.get(url)).body;
    expect(first.reviews).toMatchObject([
      { customerName: 'Ravi', rating: 2, verified: false, helpful: 0 },
      { customerName: 'Asha', rating: 5, helpful: 2, date: 1_700_000_000_000 },
    ]);
    expect(first.product.rating).toEqual({ average: 3.5, count: 2 });

    const [ravi, asha] = first.reviews;
    await save({
      reviews: [
        { ...ravi, rating: 4 },
        { id: 'rev_unknown', customerName: 'X', rating: 5, comment: 'X' },
      ],
    });
    const second = (await t.get(url)).body;
    expect(second.product.rating).toEqual({ average: 4.5, count: 2 });
    await save({ removedReviews: [asha.id, 'rev_unknown'] });
    expect((await t.get(url)).body.reviews.map(({ id }: { id: string }) => id)).toEqual([ravi.id]);
    const mine = await t.get('/api/reviews?productId=golden-raisins&status=approved', auth);
    // A review without a name is approved too, only hidden.
    expect(mine.body.reviews[0]).toMatchObject({ id: ravi.id, customerEmail: '' });
    expect(mine.body.reviews.every(({ productId }: { productId: string }) => productId === 'golden-raisins')).toBe(
      true,
    );
    const entries = await t.db
      .selectFrom('audit_log')
      .select(['action', 'entity_id'])
      .where('entity', '=', 'review')
      .orderBy('id')
      .execute();
    expect(entries.slice(-4).map(({ action }) => action)).toEqual(['create', 'create', 'save', 'delete']);
  });

  test('a review of another product cannot be changed', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const other = (await t.get('/api/products/medjool-dates')).body.reviews[0];
    const { product } = (await t.get('/api/products/golden-raisins')).body;
    const reviews = [{ ...other, comment: 'Taken over' }];
    await t.put('/api/products/golden-raisins', { ...product, reviews, removedReviews: [other.id] }, auth);
    expect((await t.get('/api/products/medjool-dates')).body.reviews[0]).toEqual(other);
  });
});
