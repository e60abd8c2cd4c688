import { ownerToken } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** What a shop without the demo does not claim by itself (D64). */
test.use({ ownEnv: { DEMO: 'false' } });

test('typed buyers and stars wait for the owner, and are never in structured data', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const category = await request.post('/api/categories', { headers, data: { name: `Nuts ${Date.now()}` } });
  const made = await request.post('/api/products', {
    headers,
    data: {
      name: 'Claimed Cashews',
      description: 'Crisp.',
      category: (await category.json()).category.slug,
      sizes: [{ size: '200g', price: 120, originalPrice: 150, stock: 30, netQuantityGrams: 200 }],
      quickRating: 4.9,
      quickReviewCount: 900,
      popularitySettings: { orderCount: 400, offerCountdown: { enabled: true, duration: 15 } },
    },
  });
  expect(made.status()).toBe(201);
  const { id } = (await made.json()).product;
  const claims = /400 people|4\.9|900 reviews/;
  const structured = () => page.locator('script[type="application/ld+json"]').allTextContents();

  await page.goto(`/product/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claimed Cashews');
  await expect(page.getByRole('main')).not.toContainText(claims);
  await expect(page.getByRole('main')).not.toContainText('Offer ends in');
  await page.goto('/all-products');
  await expect(page.getByRole('main')).toContainText('Claimed Cashews');
  await expect(page.getByRole('main')).not.toContainText(claims);

  const on = { offerCountdownEnabled: false, deliveryCutoffEnabled: false };
  const data = { ...on, typedCountsEnabled: true, typedRatingsEnabled: true };
  expect((await request.put('/api/settings/urgency', { headers, data })).status()).toBe(200);
  await page.goto(`/product/${id}`);
  await expect(page.getByRole('main')).toContainText('400 people');
  const told = (await structured()).join('');
  expect(told).toContain('Claimed Cashews');
  expect(told).not.toContain('aggregateRating');
});
