import type { Page } from '@playwright/test';
import { ownerToken } from '../admin.ts';
import { expect, hydrated, openStopped, stopClock, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** The contact page (R1.2, R1.5, R1.8) and the toasts of every page (R1.2, R1.9). */

const form = (page: Page) => page.locator('form.panel');

async function fill(
  page: Page,
  more: Partial<Record<'name' | 'email' | 'phone' | 'subject' | 'message', string>> = {},
) {
  const message = {
    name: 'Asha Rao',
    email: 'asha@example.com',
    phone: '',
    subject: 'Festival boxes',
    message: `How much for forty boxes? (${Date.now()})`,
    ...more,
  };
  for (const [name, value] of Object.entries(message)) await form(page).locator(`[name="${name}"]`).fill(value);
}

test('contact details, reasons to choose the shop, and the reply time', async ({ page }) => {
  await page.goto('/contact-us');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main a[href^="tel:"]').first()).toBeVisible();
  await expect(page.locator('main a[href^="mailto:"]').first()).toBeVisible();
  await expect(page.getByText(/within 24 hours on business days/i).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /why/i })).toBeVisible();
});

test('each field has its own messages; editing a field clears its message', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/contact-us');
  await page.getByRole('button', { name: 'Send' }).click();
  for (const sentence of ['Name is required', 'Email is required', 'Subject is required', 'Message is required']) {
    await expect(form(page).getByText(sentence)).toBeVisible();
  }
  await expect(form(page).getByText('Please fill all required fields correctly')).toBeVisible();
  await expect(form(page).locator('[name="name"]')).toBeFocused();
  await fill(page, { name: 'A', email: 'asha', subject: 'Box', message: 'Too short' });
  await expect(form(page).getByText('Name is required')).toBeHidden();
  await page.getByRole('button', { name: 'Send' }).click();
  for (const sentence of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Subject must be at least 5 characters',
    'Message must be at least 10 characters',
  ]) {
    await expect(form(page).getByText(sentence)).toBeVisible();
  }
});

test('a sent message is confirmed and the form is cleared', { tag: '@journey' }, async ({ page, request }) => {
  await page.goto('/contact-us');
  const subject = `Torn pack ${Date.now()}`;
  await fill(page, { subject });
  const complaint = page.getByRole('checkbox', { name: 'This is a complaint' });
  // Before hydration a click is only kept: the box changes later.
  await hydrated(page);
  await complaint.check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your message has been sent successfully! We will get back to you soon.')).toBeVisible();
  await expect(form(page).locator('[name="message"]')).toHaveValue('');
  await expect(complaint).not.toBeChecked();
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const found = await request.get(`/api/contacts?grievances=all&search=${encodeURIComponent(subject)}`, { headers });
  expect(((await found.json()) as { contacts: unknown[] }).contacts).toHaveLength(1);
});

test('a company asks for gifts: packs and day are checked, and reach the shop', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await page.goto('/contact-us');
  const subject = `Diwali gifts ${Date.now()}`;
  await fill(page, { subject });
  const box = page.getByRole('checkbox', { name: 'Gifts for a company' });
  await hydrated(page);
  await box.check();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(form(page).getByText('Company is required')).toBeVisible();
  await expect(page.getByLabel('Company', { exact: true })).toBeFocused();
  await page.getByLabel('Company', { exact: true }).fill('Rao & Sons');
  await page.getByLabel('Number of packs').fill('2,00,000');
  await page.getByLabel('Needed by').fill('2020-01-01');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(form(page).getByText('Please enter a whole number from 1 to 1,00,000')).toBeVisible();
  await expect(form(page).getByText('This day is over. Please choose today or later.')).toBeVisible();
  await page.getByLabel('Number of packs').fill('1,250');
  const neededBy = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Needed by').fill(neededBy);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Your message has been sent successfully! We will get back to you soon.')).toBeVisible();
  await expect(box).not.toBeChecked();
  await expect(page.getByLabel('Number of packs')).toHaveCount(0);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const found = await request.get(`/api/contacts?search=${encodeURIComponent(subject)}`, { headers });
  const { contacts } = (await found.json()) as { contacts: { enquiry: unknown }[] };
  expect(contacts.map(({ enquiry }) => enquiry)).toEqual([{ company: 'Rao & Sons', packs: 1250, neededBy }]);
});

test('a failed send shows an error and keeps the text', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED|status of 503/);
  await page.goto('/contact-us');
  await fill(page, { message: 'Please keep these words' });
  await page.route('**/api/contacts', (route) => route.abort());
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByRole('alert').getByText('Failed to send message. Please try again later.').first(),
  ).toBeVisible();
  await expect(form(page).locator('[name="message"]')).toHaveValue('Please keep these words');
});

test('a toast under a resting pointer closes; moving the pointer onto it keeps it open', async ({ page, isMobile }) => {
  test.skip(isMobile, 'touch has no hover');
  await stopClock(page);
  await openStopped(page, '/product/medjool-dates');
  const toast = page.locator('.toast').first();
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  const expectClosed = async () => {
    await page.clock.runFor(4_500);
    await expect(async () => {
      await page.clock.runFor(100);
      expect(await toast.count()).toBe(0);
    }).toPass();
  };
  await add.click();
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const place = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await expectClosed();
  await page.mouse.move(place.x, place.y);
  await add.press('Enter');
  await expect(toast).toBeVisible();
  await expectClosed();
  await add.press('Enter');
  await expect(toast).toBeVisible();
  await page.mouse.move(place.x + 5, place.y);
  await page.clock.runFor(5_000);
  await expect(toast).toBeVisible();
});

test('a toast is shown at the top right for 3 seconds, then slides out', async ({ page, isMobile }) => {
  await page.clock.install();
  await page.goto('/contact-us');
  await hydrated(page);
  await fill(page);
  // Until resume() only runFor() moves the time.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
  await page.getByRole('button', { name: 'Send' }).click();
  const toast = page.locator('.toasts').getByText('Your message has been sent successfully!', { exact: false });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box && box.y < 200).toBe(true);
  if (!isMobile) expect(box && box.x > width / 2).toBe(true);
  await page.mouse.move(2, 600);
  await page.clock.runFor(2_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await expect(toast).toHaveCount(0);
});
