import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { expectNoErrorToast, hold, ownerToken, reachedAtOnce, signIn } from '../admin.ts';
import { expect, hydrated, test } from '../shop.ts';

/** Reviews in the admin: approve, reply, reject and delete. */

const PRODUCT = 'medjool-dates';

async function postReview(request: APIRequestContext, customerName: string, words = 'Soft and fresh'): Promise<string> {
  // The same text from the same email address would be a duplicate.
  const comment = `${words}, says ${customerName}`;
  const response = await request.post('/api/reviews', {
    data: { productId: PRODUCT, customerName, customerEmail: 'meera@example.com', rating: 5, title: 'Good', comment },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { review: { id: string } }).review.id;
}

test('a review is approved, replied to, shown on the product page, and rejected again', { tag: '@journey' }, async ({
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

  // The list of before the approval is not shown again meanwhile: the reply to its row would be
  // refused.
  const loading = Promise.withResolvers<void>();
  await page.route('**/api/reviews?**', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^All/ }).click();
  await expect(page.getByRole('button', { name: /^All/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toHaveCount(0);
  loading.resolve();
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

test('photos of a review: sent with it, seen and removed by staff, shown large once it is approved', {
  tag: '@journey',
}, async ({ page, isMobile }) => {
  const name = `Photos ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const file = async (width: number, height: number, background: string) => ({
    name: 'IMG_1.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await page.goto(`/product/${PRODUCT}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Write a review' }).click();
  const form = page.getByRole('dialog', { name: 'Write a review' });
  await form.getByRole('radio', { name: '5 stars, Excellent' }).check({ force: true });
  await form.getByLabel('Comment').fill(`The box as it came, says ${name}`);
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Email').fill('meera@example.com');
  // What the browser sends when the file picker is dismissed.
  await form.getByLabel('Add photos').dispatchEvent('cancel', { bubbles: true });
  await expect(form).toBeVisible();
  await form
    .getByLabel('Add photos')
    .setInputFiles([
      await file(2400, 1800, '#a9683a'),
      await file(600, 900, '#3a69a8'),
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: svg },
    ]);
  await expect(form.getByText('Added')).toHaveCount(2);
  // What cannot be taken is said; the text and the other photos stay.
  await expect(form.getByText('Invalid image file. Please select a valid image.')).toBeVisible();
  await expect(form.getByText('Add photos')).toBeHidden();
  await form.getByRole('button', { name: 'Remove Photo 3' }).click();
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();

  await signIn(page);
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByText('Only staff see them until you approve.')).toBeVisible();
  await row.getByRole('button', { name: 'Photo 2' }).click();
  const large = page.getByRole('dialog', { name: 'Photo 2 of 2' });
  await expect(large.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await large.getByRole('button', { name: 'Remove this photo' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this photo?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Photo 2' })).toHaveCount(0);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Review approved successfully')).toBeVisible();

  await page.goto(`/product/${PRODUCT}`);
  await hydrated(page);
  const photo = page.getByRole('link', { name: `Photo 1 by ${name}` });
  const widthOf = (image: HTMLImageElement) => image.complete && image.naturalWidth;
  await photo.scrollIntoViewIfNeeded();
  await expect.poll(() => photo.locator('img').evaluate(widthOf)).toBe(320);
  await expect(page.getByRole('link', { name: `Photo 2 by ${name}` })).toHaveCount(0);
  await photo.click();
  const zoom = page.getByRole('dialog', { name: `Photos by ${name}` });
  await expect.poll(() => zoom.getByRole('img').evaluate(widthOf)).toBe(1200);
  await page.keyboard.press('Escape');
  await expect(zoom).toBeHidden();
  await expect(photo).toBeFocused();

  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  await row.getByRole('button', { name: /^Reject/ }).click();
  await expect(row.getByRole('button', { name: /^Reject/ })).toHaveCount(0);
  await expect(row.getByRole('button', { name: /^Photo/ })).toHaveCount(0);
  const address = await page.request.get('/api/reviews/product/medjool-dates');
  expect(await address.text()).not.toContain(name);
});

test('a review that was approved is not rejected by the same press, and a late figure moves no tab', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Again ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  await postReview(request, name);
  const figures = Promise.withResolvers<void>();
  await page.route('**/api/reviews/stats', async (route) => {
    await figures.promise;
    const response = await route.fetch();
    const body = await response.json();
    const stats = { ...body.stats, totalReviews: 1057, pending: 119, approved: 938 };
    await route.fulfill({ response, json: { ...body, stats } });
  });
  await signIn(page);
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toBeVisible();
  const tab = page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Rejected/ });
  const before = await tab.boundingBox();
  figures.resolve();
  await expect(tab).toHaveText(/\d/);
  await expect(page.getByRole('button', { name: 'All 1057' })).toBeVisible();
  expect((await tab.boundingBox())?.x).toBe(before?.x);

  await row.getByRole('button', { name: /^Reject/ }).scrollIntoViewIfNeeded();
  const reached = reachedAtOnce(page, 'Mark Pending');
  await row.getByRole('button', { name: /^Approve/ }).click();
  expect(await reached).toBe(false);
  await row.getByRole('button', { name: /^Reject/ }).click({ trial: true });
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

test('a late answer about one review leaves the others free and their dialogs open', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Apart ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const [late, next] = [`${name} A`, `${name} B`];
  const id = await postReview(request, late);
  await postReview(request, next);
  await signIn(page);
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  const rowOf = (who: string) => page.getByRole('listitem').filter({ hasText: `says ${who}` });
  const button = (what: string, who: string) => page.getByRole('button', { name: `${what} the review of ${who}` });
  const replies = page.getByRole('dialog', { name: 'Reply to this review' });
  const save = replies.getByRole('button', { name: 'Save reply' });

  const approval = await hold(page, `**/api/reviews/${id}/status`);
  await button('Approve', late).click();
  await approval.held;
  await button('Approve', next).click();
  await expect(rowOf(next)).toContainText('Approved');
  await button('Reply to', next).click();
  await replies.getByLabel('Reply').fill('Thank you, B.');
  approval.release();
  await expect(rowOf(late)).toContainText('Approved');
  await expect(replies.getByLabel('Reply')).toHaveValue('Thank you, B.');
  await save.click();
  await expect(rowOf(next)).toContainText('Thank you, B.');
  await expect(replies).toBeHidden();

  // A dialog about the same review stays too, and knows of the change.
  const rejection = await hold(page, `**/api/reviews/${id}/status`);
  await button('Reject', late).click();
  await rejection.held;
  await button('Reply to', late).click();
  await replies.getByLabel('Reply').fill('Thank you, A.');
  rejection.release();
  await expect(rowOf(late)).toContainText('Rejected');
  await save.click();
  await expect(rowOf(late)).toContainText('Thank you, A.');
  await expectNoErrorToast(page);

  const deletion = await hold(page, `**/api/reviews/${id}`);
  const question = page.getByRole('dialog', { name: 'Delete this review?' });
  await button('Delete', late).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await deletion.held;
  await page.keyboard.press('Escape');
  await button('Delete', next).click();
  deletion.release();
  await expect(rowOf(late)).toHaveCount(0);
  await expect(question).toContainText(next);
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

test('two admins reply to one review: the second chooses, and nothing is overwritten', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Reply ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const id = await postReview(request, name);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const other = async (what: 'status' | 'reply', data: object) =>
    expect((await request.put(`/api/reviews/${id}/${what}`, { headers, data })).status()).toBe(200);
  await signIn(page);
  await page.goto(`/admin?section=reviews&status=pending&q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Reply to the review of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply to this review' });
  const reply = dialog.getByLabel('Reply');
  const save = dialog.getByRole('button', { name: 'Save reply' });
  const notice = dialog.getByRole('alert').filter({ hasText: 'changed this reply in the meantime' });
  await reply.fill('Mine.');
  // It leaves the list of pending reviews.
  await other('status', { status: 'approved' });
  await other('reply', { reply: 'Of the other.' });
  await save.click();
  await expect(notice).toContainText('Someone else has changed this reply in the meantime.');
  await expectNoErrorToast(page);
  await expect(save).toBeHidden();
  await notice.getByRole('button', { name: 'Show theirs' }).click();
  await expect(reply).toHaveValue('Of the other.');

  await reply.fill('Mine.');
  await other('reply', { reply: 'Of the other again.' });
  await save.click();
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(reply).toHaveValue('Mine.');
  await save.click();
  await expect(dialog).toBeHidden();
  await page.goto(`/admin?section=reviews&q=${encodeURIComponent(name)}`);
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Mine.');

  // What is typed is not saved over the reply of another either when the form was closed meanwhile.
  await row.getByRole('button', { name: /^Edit reply/ }).click();
  await reply.fill('Mine, later.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await other('reply', { reply: 'Of the other at last.' });
  await row.getByRole('button', { name: /^Reject/ }).click();
  await expect(row).toContainText('Of the other at last.');
  await row.getByRole('button', { name: /^Edit reply/ }).click();
  await expect(notice).toBeVisible();
  await expect(reply).toHaveValue('Mine, later.');
});
