import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';

/** A shop without the demo, whose owner has typed how many have bought and how many stars it has. */
async function typedShop(): Promise<TestApp> {
  const t = await testApp();
  await addProduct(t.db, { id: 'almonds', name: 'Almonds' });
  await t.db.updateTable('products').set({ order_count: 400, quick_rating: 4.9, quick_review_count: 900 }).execute();
  return t;
}

const OFF = { offerCountdownEnabled: false, deliveryCutoffEnabled: false };

test('typed numbers are hidden until the owner switches them on, each by itself (D64)', async () => {
  await using t = await typedShop();
  const auth = t.auth(await t.adminToken());
  const seen = async () => {
    const { product } = (await t.get('/api/products/almonds')).body;
    const [card] = (await t.get('/api/products?sort=rating')).body.products;
    expect(card).toMatchObject({ rating: product.rating, totalReviews: product.rating.count });
    return { people: product.peopleOrdered, stars: product.rating };
  };
  const save = (typed: object) => t.put('/api/settings/urgency', { ...OFF, ...typed }, auth);
  const none = { average: 0, count: 0 };
  expect((await t.get('/api/config')).body.config).toMatchObject({ ...OFF, typedCountsEnabled: false });
  expect(await seen()).toEqual({ people: 0, stars: none });

  expect((await save({ typedCountsEnabled: true })).status).toBe(200);
  expect(await seen()).toEqual({ people: 400, stars: none });
  // What is left out stays.
  await save({ typedRatingsEnabled: true });
  expect(await seen()).toEqual({ people: 400, stars: { average: 4.9, count: 900 } });
  await save({ typedCountsEnabled: false });
  expect(await seen()).toEqual({ people: 0, stars: { average: 4.9, count: 900 } });
});
