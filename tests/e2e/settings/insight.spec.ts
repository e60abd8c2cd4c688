import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { expectAccessible, ownerToken, placeOrder, signIn } from '../admin.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone, typeAddress } from '../shopping.ts';

/** What the owner's insight counts of a visit today, and how often it was searched in vain. */
async function counted(request: APIRequestContext, authorization: string): Promise<(number | null)[]> {
  const response = await request.get('/api/admin/insight?days=1', { headers: { authorization } });
  const { insight } = (await response.json()) as {
    insight: { funnel: { count: number | null }[]; searches: { times: number } };
  };
  return [...insight.funnel.slice(0, 4).map(({ count }) => count ?? 0), insight.searches.times];
}

test('a visit is counted once, and the owner sees it as bars, as a table and as a file', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const authorization = `Bearer ${await ownerToken(request)}`;
  const { orderNumber } = await placeOrder(request);
  const verified = { headers: { authorization }, data: { status: 'completed' } };
  expect((await request.put(`/api/orders/${orderNumber}/payment`, verified)).status()).toBe(200);
  const before = await counted(request, authorization);

  await page.goto('/all-products?q=zzyzx');
  await hydrated(page);
  await page.goto('/product/california-almonds');
  await hydrated(page);
  await page.reload();
  await hydrated(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('added to cart')).toBeVisible();
  await page.goto('/address');
  await hydrated(page);
  await typeAddress(page, freshPhone());
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  await expect.poll(() => counted(request, authorization)).toEqual(before.map((count) => (count ?? 0) + 1));

  await signIn(page);
  await page.goto('/admin?section=insight&days=1');
  const bars = page.getByRole('list', { name: 'From product to payment' });
  await expect(bars.getByRole('listitem')).toHaveText([
    /^Saw a product/,
    /^Added to cart/,
    /^Gave an address/,
    /^Opened the payment page/,
    /^Sent a UTR/,
    /^Payment received/,
  ]);
  const card = page.getByRole('region', { name: 'From product to payment' });
  await card.getByText('Show as table').click();
  await expect(card.getByRole('row', { name: /Saw a product/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Payment received');
});
