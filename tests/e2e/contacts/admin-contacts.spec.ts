import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoErrorToast, ownerToken, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../own-shop.ts';

/** Contact messages in the admin: search, triage, reply by email, delete. */

const sender = () => `asha-${Date.now()}@example.com`;

/** Sends a contact message through the API. Returns its id. */
async function sendMessage(page: Page, name: string, email: string): Promise<string> {
  const response = await page.request.post('/api/contacts', {
    data: { name, email, phone: '9876543210', subject: 'Forty gift boxes', message: `How much are they? ${name}` },
  });
  expect(response.status()).toBe(201);
  return ((await response.json()) as { contact: { id: string } }).contact.id;
}

const rows = (page: Page): Locator => page.getByRole('table', { name: /^Contact messages/ }).locator('tbody tr');

async function view(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `View the message of ${name}` }).click();
  const drawer = page.getByRole('dialog', { name: 'Message' });
  await expect(drawer.getByLabel('Admin notes')).toBeVisible();
  return drawer;
}

test('a message is found, triaged, replied to by email, and deleted', { tag: '@journey' }, async ({ page }) => {
  const name = `Asha ${Date.now()}`;
  const email = sender();
  const id = await sendMessage(page, name, email);
  await signIn(page);
  await page.getByRole('link', { name: /Contact Management/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Management' })).toBeVisible();
  const figures = page.getByRole('region', { name: 'Contact figures' });
  for (const label of ['Messages', 'New', 'Today', 'Response rate']) {
    await expect(figures.getByText(label, { exact: true })).toBeVisible();
  }
  await expect(figures.getByText(/^\d+%$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a message' }).fill(name);
  await expect(page.getByText('1 message', { exact: true })).toBeVisible();
  await expect(rows(page).first()).toContainText('Forty gift boxes');
  await expectAccessible(page);

  const drawer = await view(page, name);
  await expect(page).toHaveURL(new RegExp(`contact=${id}`));
  await expect(drawer.getByText(`How much are they? ${name}`)).toBeVisible();
  await expect(drawer.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  await expectAccessible(page);
  await drawer.getByLabel('Status').selectOption('Read');
  await drawer.getByLabel('Priority').selectOption('Urgent');
  await drawer.getByLabel('Admin notes').fill('Rang her on Monday');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Contact status updated successfully')).toBeVisible();

  // A reload keeps the message open with its saved fields.
  await page.reload();
  await expect(drawer.getByLabel('Admin notes')).toHaveValue('Rang her on Monday');
  await expect(drawer.getByLabel('Priority')).toHaveValue('urgent');
  await drawer.getByRole('button', { name: 'Reply by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply by email' });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Please write a reply')).toBeVisible();
  await dialog.getByLabel('Reply').fill('Forty boxes are 12,000 rupees.');
  // A dialog closed by mistake loses nothing.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await drawer.getByRole('button', { name: 'Reply by email' }).click();
  await expect(dialog.getByLabel('Reply')).toHaveValue('Forty boxes are 12,000 rupees.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText(/^Last reply/)).toBeVisible();
  await expect(drawer.getByLabel('Status')).toHaveValue('replied');
  expect(await readMail(email, /(Forty boxes are 12,000 rupees\.)/)).toBe('Forty boxes are 12,000 rupees.');
  expect(await readMail(email, /Subject: (Re: Forty gift boxes)/)).toBe('Re: Forty gift boxes');

  await drawer.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this message?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Contact message deleted successfully')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(page.getByText('No messages match these filters')).toBeVisible();
});

test('an unsaved note survives a reply without a conflict notice', async ({ page }) => {
  const name = `Noted ${Date.now()}`;
  const id = await sendMessage(page, name, sender());
  await signIn(page);
  await page.goto(`/admin?section=contacts&contact=${id}`);
  const drawer = page.getByRole('dialog', { name: 'Message' });
  await drawer.getByLabel('Admin notes').fill('Wants them by Diwali');
  await drawer.getByLabel('Priority').selectOption('High');
  await drawer.getByRole('button', { name: 'Reply by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply by email' });
  await dialog.getByLabel('Reply').fill('You will have them by Diwali.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText(/^Last reply/)).toBeVisible();
  await expect(drawer.getByLabel('Status')).toHaveValue('replied');
  await expect(drawer.getByLabel('Priority')).toHaveValue('high');
  await expect(drawer.getByLabel('Admin notes')).toHaveValue('Wants them by Diwali');
  await expect(drawer.getByText('Not saved yet')).toBeVisible();
  await expect(drawer.getByText(/Someone else has changed this message/)).toHaveCount(0);
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await drawer.getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(200);
  await expect(drawer.getByText('Not saved yet')).toBeHidden();

  await page.reload();
  await expect(drawer.getByLabel('Admin notes')).toHaveValue('Wants them by Diwali');
  await expect(drawer.getByLabel('Status')).toHaveValue('replied');
});

test('a reply whose response was lost is shown before it could be sent twice', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  const email = sender();
  const id = await sendMessage(page, 'Lost', email);
  await signIn(page);
  await page.goto(`/admin?section=contacts&contact=${id}`);
  const drawer = page.getByRole('dialog', { name: 'Message' });
  await drawer.getByRole('button', { name: 'Reply by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reply by email' });
  await dialog.getByLabel('Reply').fill('Forty boxes are 12,000 rupees.');
  await page.route(`**/api/contacts/${id}/reply`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Failed to send the reply')).toBeVisible();
  await page.unroute(`**/api/contacts/${id}/reply`);
  await dialog.getByRole('button', { name: 'Send' }).click();
  const note = dialog.getByRole('alert').filter({ hasText: 'A reply has been sent since you began yours.' });
  await expect(note).toContainText('Forty boxes are 12,000 rupees.');
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeHidden();

  await dialog.getByRole('button', { name: 'Keep my reply' }).click();
  await dialog.getByLabel('Reply').fill('And thirty are 9,000.');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.locator('.review-reply')).toHaveText('And thirty are 9,000.');
});

test('filters and pages: 10, 25 or 50 rows, at most five page buttons', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin?section=contacts');
  await expect(rows(page)).toHaveCount(10);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Rows on a page').selectOption('25 rows');
  await expect(rows(page)).not.toHaveCount(10);
  await expect(pages).toHaveCount(0);
  await expect(page.getByLabel('Rows on a page').locator('option')).toHaveText(['10 rows', '25 rows', '50 rows']);
  // Both before React has rendered the first.
  const closed = page.getByRole('group', { name: 'Status' }).getByRole('button', { name: /^Closed/ });
  await closed.evaluate((button: HTMLButtonElement) => {
    button.click();
    const priority = document.querySelector<HTMLSelectElement>('select[aria-label="Priority"]');
    if (!priority) throw new Error('no priority filter');
    priority.value = 'low';
    priority.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page).toHaveURL(/status=closed/);
  await expect(page).toHaveURL(/priority=low/);

  // Many messages: at most five page buttons.
  await page.route('**/api/contacts?**', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('page=7', 'page=1') });
    const body = (await response.json()) as { pagination: object };
    const pagination = { currentPage: 7, totalPages: 5000, totalContacts: 50_000, hasPrev: true, hasNext: true };
    await route.fulfill({ json: { ...body, pagination } });
  });
  await page.goto('/admin?section=contacts&page=7');
  await expect(pages.getByRole('link', { name: /^Page \d/ })).toHaveText(['5', '6', '7', '8', '9']);
});

test('the second of two admins gets a conflict notice; failures show the specified messages', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const name = `Twice ${Date.now()}`;
  const id = await sendMessage(page, name, sender());
  await signIn(page);
  await page.goto(`/admin?section=contacts&q=${encodeURIComponent(name)}`);
  const drawer = await view(page, name);
  await drawer.getByLabel('Admin notes').fill('Mine');
  const other = await page.request.put(`/api/contacts/${id}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(page.request)}` },
    data: { status: 'closed' },
  });
  expect(other.status()).toBe(200);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer.getByText(/Nothing was overwritten/)).toBeInViewport();
  await expectNoErrorToast(page);
  await expect(drawer.getByLabel('Admin notes')).toHaveValue('Mine');
  await drawer.getByRole('button', { name: 'Show theirs' }).click();
  await expect(drawer.getByLabel('Status')).toHaveValue('closed');

  await page.route(`**/api/contacts/${id}**`, (route) => route.abort());
  await drawer.getByLabel('Admin notes').fill('Mine again');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to update contact status')).toBeVisible();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this message?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Failed to delete contact message')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.route('**/api/contacts?**', (route) => route.abort());
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Replied/ })
    .click();
  await expect(page.getByText('Failed to fetch contact messages').first()).toBeVisible();
  // The last list stays visible (D37).
  await expect(rows(page).first()).toContainText(name);
});
