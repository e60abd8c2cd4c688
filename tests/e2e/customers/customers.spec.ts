import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectAccessible, hold, ownerToken, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** Customers in the admin: find, note, export, erase. */

test('a customer is found, noted, exported and erased', { tag: '@journey' }, async ({ page, request }) => {
  const { name, phone, orderNumber } = await placeOrder(request, { name: `Lakshmi ${Date.now()}` });
  const authorization = `Bearer ${await ownerToken(request)}`;
  const url = `/api/orders/${orderNumber}/cancel`;
  expect((await request.post(url, { headers: { authorization }, data: { reason: 'Twice' } })).ok()).toBe(true);

  await signIn(page);
  await page.goto('/admin?section=customers');
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  const people = page.getByRole('list', { name: 'Customers' });
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill(phone);
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await people.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Orders of the customer' })).toContainText(orderNumber);

  await page.getByLabel('Add a note').fill('Likes the soft dates');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Likes the soft dates');
  await page.getByLabel('Add a tag').fill('Diwali gifts');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Remove the tag Diwali gifts' })).toBeVisible();
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: "Export this person's data" }).click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data).toMatchObject({ customer: { phone, tags: ['Diwali gifts'] }, orders: [{ order_number: orderNumber }] });

  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: "Erase this person's data?" });
  await expect(dialog).toContainText(name);
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('No customer matches these filters')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0);
});

test('an erasure that is answered late closes nobody but the erased person', async ({ page, request, isMobile }) => {
  const surname = `Late${Date.now()}`;
  const placed = [
    await placeOrder(request, { name: `Asha ${surname}` }),
    await placeOrder(request, { name: `Bina ${surname}` }),
  ] as const;
  const authorization = `Bearer ${await ownerToken(request)}`;
  for (const { orderNumber } of placed) {
    const url = `/api/orders/${orderNumber}/cancel`;
    expect((await request.post(url, { headers: { authorization }, data: { reason: 'Twice' } })).ok()).toBe(true);
  }
  await signIn(page);
  await page.goto(`/admin?section=customers&q=${surname}`);
  const people = page.getByRole('list', { name: 'Customers' });
  const [erased, other] = placed.map(({ name }) => ({
    row: people.getByRole('link', { name }),
    heading: page.getByRole('heading', { level: 2, name }),
  })) as [{ row: Locator; heading: Locator }, { row: Locator; heading: Locator }];
  await erased.row.click();
  const answer = await hold(page, '**/api/customers/*/erase');
  await page.getByRole('button', { name: 'Erase…' }).click();
  await page.getByRole('dialog', { name: "Erase this person's data?" }).getByRole('button', { name: 'Erase' }).click();
  await answer.held;
  await page.keyboard.press('Escape');
  if (isMobile) await page.getByRole('link', { name: 'All customers' }).click();
  await other.row.click();
  await expect(other.heading).toBeVisible();
  answer.release();
  await expect(page.locator('.toast-success')).toBeVisible();
  await expect(erased.row).toHaveCount(0);
  await expect(other.heading).toBeVisible();
  await expect(page).toHaveURL(/customer=/);
});
