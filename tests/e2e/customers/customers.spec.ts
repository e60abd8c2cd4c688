import { readFile } from 'node:fs/promises';
import { expectAccessible, ownerToken, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** Customers in the admin: find, note, export, erase. */

test('a customer is found, noted, exported and erased', async ({ page, request }) => {
  const { name, phone, orderNumber } = await placeOrder(request, { name: `Lakshmi ${Date.now()}` });
  const authorization = `Bearer ${await ownerToken(request)}`;
  const url = `/api/orders/${orderNumber}/cancel`;
  expect((await request.post(url, { headers: { authorization }, data: { reason: 'Twice' } })).ok()).toBe(true);

  await signIn(page);
  await page.getByRole('link', { name: /^Customers/ }).click();
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
