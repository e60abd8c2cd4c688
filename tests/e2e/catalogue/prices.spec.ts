import { isoMinute } from '../../../shop/india/dates.ts';
import { expectAccessible, placeOrder } from '../admin.ts';
import { add, cleanAfterEach, idOf, nameOf, openList, rowOf, searchQuery } from '../admin-products.ts';
import { verify } from '../after-sale.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, test } from '../shop.ts';

/** What goods cost, sale prices with their time, and the margin that is left. */

cleanAfterEach();

const HALF_HOUR = 30 * 60_000;

test('a sale begins and ends at its time, and the margin counts what was sold', { tag: '@journey' }, async ({
  page,
  request,
  isMobile,
}) => {
  const name = nameOf('Sale Almonds', isMobile);
  await add(request, name);
  const began = Math.floor(Date.now() / HALF_HOUR) * HALF_HOUR;
  const ends = began + 48 * 2 * HALF_HOUR;
  await openList(page, searchQuery(name));
  const prices = rowOf(page, name).getByRole('button', { name: `Prices of ${name}` });
  await prices.click();
  const dialog = page.getByRole('dialog', { name: `Prices of ${name}` });
  const now = dialog.getByRole('group', { name: '250g · ₹299' });
  const later = dialog.getByRole('group', { name: '500g · ₹549' });
  await now.getByLabel('Sale until').fill(isoMinute(ends));
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  await expect(now.getByText('Please enter the sale price')).toBeVisible();
  await expect(now.getByLabel('Sale price ₹')).toBeFocused();
  await now.getByLabel('Cost ₹').fill('180');
  await now.getByLabel('Sale price ₹').fill('249');
  await now.getByLabel('Sale from').fill(isoMinute(began));
  await later.getByLabel('Sale price ₹').fill('499');
  await later.getByLabel('Sale from').fill(isoMinute(ends));
  await later.getByLabel('Sale until').fill(isoMinute(began));
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  await expect(later.getByText('The sale must end after it begins')).toBeVisible();
  await later.getByLabel('Sale until').fill('');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save prices' }).click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(prices).toContainText('₹249');
  await expect(prices).toContainText('Sale, usually ₹299');
  await prices.click();
  await expect(later.getByLabel('Sale price ₹')).toHaveValue('499');
  await expect(later.getByLabel('Sale from')).toHaveValue(isoMinute(ends));
  await expect(now.getByLabel('Cost ₹')).toHaveValue('180');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // Shoppers see the sale that has begun, not the one that is to come.
  const { product } = await (await request.get(`/api/products/${idOf(name)}`)).json();
  expect(product.sizes.map(({ price }: { price: number }) => price)).toEqual([249, 549]);
  await page.goto(`/product/${idOf(name)}`);
  await expect(page.getByText('₹249').first()).toBeVisible();

  const order = await placeOrder(request, { product: idOf(name) });
  await verify(request, order.orderNumber);
  await page.goto('/admin?section=margin');
  const row = page.getByRole('table', { name: 'Margin by size' }).getByRole('row').filter({ hasText: name });
  // ₹249 with 5% GST are ₹237.14.
  for (const figure of ['250g', '₹237.14', '₹180', '₹57.14', '24.1%']) await expect(row).toContainText(figure);
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByLabel('Period', { exact: true }).selectOption('Financial year');
  await expect(page).toHaveURL(/span=year/);
  await expect(row).toContainText('₹57.14');
  await page.getByLabel('Month').fill('2020-01');
  await expect(page.getByText('No sales with a known cost in this period')).toBeVisible();
});
