import type { APIRequestContext } from '@playwright/test';
import { ownerToken, signIn } from '../admin.ts';
import { expect, test } from '../shop.ts';

/** Reviews in the admin: approve, reply, reject and delete. */

const PRODUCT = 'medjool-dates';

async function postReview(request: APIRequestContext, customerName: string, words = 'Soft and fresh'): Promise<string> {
  // The same text from the same e-mail address would be a duplicate.
  const comment = `${words}, says ${customerName}`;
  const response = await request.post('/api/reviews', {
    data: { productId: PRODUCT, customerName, customerEmail: 'meera@example.com', rating: 5, title: 'Good', comment },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { review: { id: string } }).review.id;
}

test('a review is approved, replied to, shown on the product page, and rejected again', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Ananya ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  await postReview(request, name, 'मुलायम और ताज़ा <b>dates</b>');
  await signIn(page);
  await page.getByRole('link', { name: /Review Management/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Management' })).toBeVisible();
  await page.getByRole('button', { name: /^Pending/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('मुलायम और ताज़ा <b>dates</b>');
  // The button of the current status is hidden.
  await expect(row.getByRole('button', { name: /^Mark Pending/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Review approved successfully')).toBeVisible();
  await expect(row).toBeHidden();

  await page.getByRole('button', { name: /^All/ }).click();
  await row.getByRole('button', { name: /^Reply/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply to this review' });
  await dialog.getByLabel('Reply').fill('Thank you, Ananya!');
  await dialog.getByRole('button', { name: 'Save reply' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Thank you, Ananya!');
  // Speech control finds the button by its visible text.
  await expect(row.getByRole('button', { name: `Edit reply to the review of ${name}` })).toHaveText('Edit reply');

  await page.goto(`/product/${PRODUCT}`);
  await expect(page.getByText('मुलायम और ताज़ा <b>dates</b>')).toBeVisible();
  await expect(page.getByText('Thank you, Ananya!')).toBeVisible();

  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  await row.getByRole('button', { name: /^Reject/ }).click();
  await expect(row.getByRole('button', { name: /^Reject/ })).toHaveCount(0);
  await page.goto(`/product/${PRODUCT}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Thank you, Ananya!')).toHaveCount(0);
});

test('deleting a review asks first', async ({ page, request, isMobile }) => {
  const name = `Delete ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  await postReview(request, name);
  await signIn(page);
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Delete the review of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this review?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Delete the review of ${name}` }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Review deleted successfully')).toBeVisible();
  await expect(page.getByText('No reviews match these filters')).toBeVisible();
});

test('the second of two admins gets a conflict notice; failures show the specified messages', async ({
  page,
  request,
  watch,
  isMobile,
}) => {
  watch.allow(/ERR_FAILED/);
  const name = `Twice ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const id = await postReview(request, name);
  await signIn(page);
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toBeVisible();
  const other = await request.put(`/api/reviews/${id}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'rejected' },
  });
  expect(other.status()).toBe(200);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(row.getByRole('button', { name: /^Reject/ })).toHaveCount(0);
  await expect(row).toContainText('Rejected');

  await page.route(`**/api/reviews/${id}**`, (route) => route.abort());
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByRole('alert').getByText('Failed to update review status')).toBeVisible();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete review')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.route('**/api/reviews?**', (route) => route.abort());
  await page.getByRole('button', { name: /^Approved/ }).click();
  await expect(
    page.getByText('Failed to fetch reviews from database. Please check your connection and admin token.').first(),
  ).toBeVisible();
  await expect(row).toBeVisible();
});
