import { formatDate } from '../../../shop/india/dates.ts';
import { expectAccessible, ownerToken, placeOrder, reachedAtOnce, signIn } from '../admin.ts';
import { expect, test } from '../shop.ts';

/** What the admin shows of the whole shop: overview, search, audit. */

test('overview: figures, periods, a table for each chart', { tag: '@journey' }, async ({ page, request }) => {
  await placeOrder(request);
  await signIn(page);
  await page.goto('/admin?section=overview');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const strip = page.getByRole('region', { name: 'Last 7 days' });
  await expect(strip.getByText('Revenue')).toBeVisible();
  await expect(strip.locator('dd').first()).toHaveText(/^₹[\d,.]+$/);
  await page.getByRole('button', { name: 'Orders', exact: true }).click();
  await page.getByText('Orders as a table').click();
  const rows = page.getByRole('table', { name: 'Orders by day' }).getByRole('row');
  await expect(rows).toHaveCount(8);
  await expect(rows.filter({ hasText: `${formatDate(Date.now())}, today` })).toHaveCount(1);
  const work = page.getByRole('region', { name: 'Needs you' });
  await expect(work.getByRole('link', { name: 'Reviews to approve or reject' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: 'Today' }).click();
  await expect(page).toHaveURL(/days=1/);
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
});

test('tasks that a load has moved are not pressed in place of others', async ({ page, isMobile }) => {
  await page.clock.install();
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 4000 });
  let overdue = 0;
  await page.route('**/api/contacts/stats/summary', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, grievances: { ...json.grievances, overdue } } });
  });
  await signIn(page);
  await page.goto('/admin?section=overview');
  const work = page.getByRole('region', { name: 'Needs you' });
  await expect(work.getByRole('link', { name: 'Reviews to approve or reject' })).toBeVisible();
  overdue = 1;
  const reached = reachedAtOnce(page, 'Overdue complaints');
  await page.clock.fastForward(31_000);
  expect(await reached).toBe(false);
  await work.getByRole('link', { name: 'Overdue complaints' }).click({ trial: true });
});

test('search by keyboard finds an order and a section; the list of shortcuts', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  await signIn(page);
  await page.locator('main').focus();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  const box = palette.getByRole('combobox');
  await expect(box).toBeFocused();
  await box.fill(order.orderNumber);
  await expect(palette.getByRole('option', { name: new RegExp(order.orderNumber) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: `Order ${order.orderNumber}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: `Order ${order.orderNumber}` })).toBeHidden();
  await page.keyboard.press('Control+k');
  await box.fill('%%');
  await expect(palette.getByText('Nothing begins with this.')).toBeVisible();
  await box.fill('audit');
  await expect(palette.getByRole('option', { name: 'Audit' })).toBeVisible();
  await palette.getByRole('option', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await expect(palette).toBeHidden();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search everything').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('Enter opens what was found for the text, not what is still shown for the one before', async ({
  page,
  request,
}) => {
  const [before, wanted] = [await placeOrder(request), await placeOrder(request)];
  const found = Promise.withResolvers<void>();
  await page.route('**/api/admin/search?**', async (route) => {
    if (route.request().url().includes(wanted.orderNumber)) await found.promise;
    await route.continue();
  });
  await signIn(page);
  await page.getByRole('button', { name: /^Search/ }).click();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  const box = palette.getByRole('combobox');
  await box.fill(before.orderNumber);
  await expect(palette.getByRole('option', { name: new RegExp(before.orderNumber) })).toBeVisible();
  await box.fill(wanted.orderNumber);
  await page.keyboard.press('Enter');
  await expect(palette.getByText('Searching…')).toBeVisible();
  found.resolve();
  await expect(page.getByRole('dialog', { name: `Order ${wanted.orderNumber}` })).toBeVisible();
});

test('audit: who changed what, with before and after', async ({ page, request }) => {
  const order = await placeOrder(request);
  await request.put(`/api/orders/${order.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'processing' },
  });
  await signIn(page);
  await page.goto('/admin?section=audit');
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(order.orderNumber);
  await expect(page).toHaveURL(/text=ORD/);
  const line = page.getByRole('listitem').filter({ hasText: order.orderNumber });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('Admin');
  await line.getByRole('button', { name: 'Show change' }).click();
  const row = line.getByRole('row', { name: /status/ });
  await expect(row.locator('del')).toHaveText('pending');
  await expect(row.locator('ins')).toHaveText('processing');
  await expectAccessible(page);
});

test('a page of a list whose rows have gone becomes the last page that there is', async ({ page }) => {
  await signIn(page);
  for (const section of [
    'orders',
    'reviews',
    'contacts',
    'products',
    'customers',
    'compliance',
    'newsletter',
    'replacements',
  ]) {
    await page.goto(`/admin?section=${section}&page=99`);
    await expect.poll(() => Number(new URL(page.url()).searchParams.get('page') ?? 1)).toBeLessThan(90);
  }
  await page.goto('/admin?section=orders&page=99');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
});

test('a figure that comes while a link of the navigation is pressed moves no link', async ({
  page,
  request,
  isMobile,
}) => {
  await placeOrder(request);
  const figures = Promise.withResolvers<void>();
  await page.route('**/api/orders/stats/**', async (route) => {
    await figures.promise;
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({
      response,
      json: { ...body, stats: { ...body.stats, needsAttention: 123, pendingPayments: 123 } },
    });
  });
  await signIn(page);
  const rail = page.getByRole('navigation', { name: 'Admin' });
  const [name, title, orders] = isMobile
    ? [/^Products/, 'Product Management', /^Orders 123 waiting/]
    : [/^Customers/, 'Customers', /^Order Management 123 waiting/];
  const link = rail.getByRole('link', { name });
  await link.hover();
  await page.mouse.down();
  const before = await link.boundingBox();
  figures.resolve();
  await expect(rail.getByRole('link', { name: orders })).toBeAttached();
  expect(await link.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(link).toBeInViewport({ ratio: 1 });
});
