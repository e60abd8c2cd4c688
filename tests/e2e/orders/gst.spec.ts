import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { ownerToken, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** GST of a month in the admin. */

test('GST of the month is shown, and a table is saved', async ({ page, request }) => {
  const { orderNumber } = await placeOrder(request);
  const authorization = `Bearer ${await ownerToken(request)}`;
  const url = `/api/orders/${orderNumber}/payment`;
  const verified = await request.put(url, { headers: { authorization }, data: { status: 'completed' } });
  expect(verified.status()).toBe(200);

  await signIn(page);
  await page.getByRole('link', { name: 'GST', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'GST' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tax by state' })).toContainText('09-Uttar Pradesh');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'b2cs.csv' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('OE,09-Uttar Pradesh,,5.00,');
});
