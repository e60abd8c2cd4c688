import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { ownerToken, signIn } from './admin.ts';
import { expect, test } from './shop.ts';

/** Shared by the tests of the admin's products. */

const created = new Set<string>();

/** Deletes the test's products after the test, also when it fails. */
export function cleanAfterEach(): void {
  test.afterEach(async ({ request }) => {
    if (created.size === 0) return;
    const headers = { authorization: `Bearer ${await ownerToken(request)}` };
    for (const id of created) await request.delete(`/api/products/${id}`, { headers });
    created.clear();
  });
}

/** Marks a product for deletion after the test; it need not exist yet. */
export const deleteAfterTest = (id: string) => created.add(id);

export const nameOf = (what: string, isMobile: boolean) => `${what} ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
export const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

/** Creates a product through the API and deletes it after the test. Returns its id. */
export async function add(request: APIRequestContext, name: string, more: object = {}): Promise<string> {
  const response = await request.post('/api/products', {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: {
      name,
      description: 'Whole and crisp.',
      category: 'nuts',
      sizes: [
        { size: '250g', price: 299, originalPrice: 349, stock: 40, netQuantityGrams: 250 },
        { size: '500g', price: 549, originalPrice: 649, stock: 3, netQuantityGrams: 500 },
      ],
      quickRating: 4,
      quickReviewCount: 2,
      ...more,
    },
  });
  expect(response.status()).toBe(201);
  const { product } = (await response.json()) as { product: { id: string } };
  created.add(product.id);
  return product.id;
}

export async function picture(name: string, width: number, height = width, background = '#a9683a') {
  const image = sharp({ create: { width, height, channels: 3, background } }).jpeg();
  return { name, mimeType: 'image/jpeg', buffer: await image.toBuffer() };
}

export async function openList(page: Page, query = ''): Promise<void> {
  await signIn(page);
  await page.goto(`/admin?section=products${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible();
  await expect(page.getByText(/^\d+ results?$/)).toBeVisible();
}

export const searchQuery = (name: string) => `&q=${encodeURIComponent(name)}`;
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
export const files = (form: Locator) => form.getByLabel('Images to upload');
