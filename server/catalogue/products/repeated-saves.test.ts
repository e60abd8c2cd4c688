import { expect, test, vi } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct, stockOf } from '#tests/factories.ts';

/** Saves of the product form that are sent again, because their response was lost (fault 2). */

const ONCE = 'a1'.repeat(16);
const REFUSED = [{ path: 'once', msg: expect.stringContaining('saved after all') }];

async function shop(size = '250g') {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ size, stock: 10 }] });
  t.context.versions.touch('catalogue');
  const auth = t.auth(await t.adminToken());
  const { product } = (await t.get('/api/products/almonds')).body;
  const { sizes, ...fields } = product;
  return {
    ...t,
    auth,
    version: product.version as number,
    /** Saves the product with a typed stock, as a form that was opened with 10 pieces. */
    save: (stock: number, more: object = {}) => {
      const typed = size
        ? { sizes: [{ ...sizes[0], stock, stockBefore: 10 }] }
        : { sizes: [], stockCount: stock, stockCountBefore: 10 };
      return t.put('/api/products/almonds', { ...fields, ...typed, once: ONCE, ...more }, auth);
    },
    create: (more: object = {}) =>
      t.post('/api/products', { ...fields, sizes, name: 'Figs', once: ONCE, ...more }, auth),
    reviews: () => t.db.selectFrom('reviews').select(['comment', 'helpful']).orderBy('id').execute(),
    audited: async (action: string) =>
      (await t.db.selectFrom('audit_log').select('id').where('action', '=', action).execute()).length,
    [Symbol.asyncDispose]: () => t[Symbol.asyncDispose](),
  };
}

test.each(['250g', ''])('a save of a product (size "%s") that is sent again counts once', async (size) => {
  await using s = await shop(size);
  const reviews = [{ customerName: 'Asha', customerEmail: '', rating: 5, title: '', comment: 'Good', helpful: 3 }];
  const sent = await Promise.all([s.save(60, { reviews }), s.save(60, { reviews }), s.save(60, { reviews })]);
  sent.push(await s.save(60, { reviews }));
  expect(sent.map(({ status, body }) => [status, body.product.stockCount, body.product.version])).toEqual(
    sent.map(() => [200, 60, s.version + 1]),
  );
  expect([await s.reviews(), await s.audited('save')]).toEqual([[{ comment: 'Good', helpful: 3 }], 1]);
  // Something else was typed after the first try.
  const other = await s.save(61, { reviews });
  expect([other.status, other.body.errors]).toEqual([409, REFUSED]);
  expect((await stockOf(s.db, 'almonds', size)).stock).toBe(60);
});

test('what is sent again while this process does not know of the first yet returns what that one saved', async () => {
  await using s = await shop();
  const { versions } = s.context;
  /** Sends it twice; the process learns of the first only after the response to the second. */
  async function second<T>(send: () => Promise<T>): Promise<T> {
    const wrote = versions.wrote.bind(versions);
    const late = Promise.withResolvers<void>();
    const spy = vi.spyOn(versions, 'wrote').mockImplementationOnce((change) => late.promise.then(() => wrote(change)));
    const first = send();
    await expect.poll(() => spy.mock.calls.length).toBe(1);
    const again = await send();
    late.resolve();
    await first;
    spy.mockRestore();
    return again;
  }
  expect((await second(() => s.save(60))).body.product).toMatchObject({ stockCount: 60, version: s.version + 1 });
  expect((await second(() => s.create({ once: 'b2'.repeat(16) }))).body.product).toMatchObject({ id: 'figs' });
  const stock = { once: 'c3'.repeat(16), reason: 'received', sizes: [{ size: '250g', change: 5 }] };
  const { body } = await second(() => s.post('/api/admin/products/almonds/stock', stock, s.auth));
  expect(body.product).toMatchObject({ stockCount: 65 });
});

test('a save that was refused may be sent again with the same key, and a key belongs to one product', async () => {
  await using s = await shop();
  expect((await s.save(60, { version: s.version - 1 })).body.errors).toBeUndefined();
  expect((await s.save(60, { category: 'No such' })).status).toBe(400);
  expect((await s.save(60)).status).toBe(200);
  expect((await s.create()).body.errors).toEqual(REFUSED);
});

test('a new product that is sent again is made once, also when it was renamed meanwhile', async () => {
  await using s = await shop();
  expect((await s.create({ once: 'b2'.repeat(16) })).body.product.id).toBe('figs');
  s.clock.advance(60_000);
  const sent = await Promise.all([s.create(), s.create(), s.create()]);
  s.clock.advance(60_000);
  expect((await s.create({ once: 'c3'.repeat(16) })).body.product.id).toBe('figs-3');
  const renamed = await s.put('/api/products/figs-2', { ...sent[0]?.body.product, name: 'Soft figs' }, s.auth);
  expect(renamed.status).toBe(200);
  sent.push(await s.create());
  expect(sent.map(({ status, body }) => [status, body.product.id])).toEqual(sent.map(() => [201, 'figs-2']));
  expect(sent.at(-1)?.body.product.name).toBe('Soft figs');
  const other = await s.create({ description: 'Dried.' });
  expect([other.status, other.body.errors]).toEqual([409, REFUSED]);
  expect(await s.audited('create')).toBe(3);
});
