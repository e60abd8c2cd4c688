import type { Page } from '@playwright/test';
import { expectAccessible, ownerToken, placeOrder, signIn, signOut } from '../admin.ts';
import { box, expectNoSideScroll } from '../layout.ts';
import { expect, test } from '../shop.ts';

/** What is around the sections: places, side bar, header, and what stays on the screen. */

const places = (page: Page) => page.getByRole('navigation', { name: 'Admin' });

test('on a phone four places are below, the first order is near the top, and its row says what was bought', {
  tag: '@journey',
}, async ({ page, request, isMobile }) => {
  test.skip(!isMobile, 'a desktop has the side bar');
  await placeOrder(request, { product: 'golden-raisins', name: 'Venkatanarasimharajuvaripeta Subramaniam' });
  // Unpaid orders of other tests may look like one person's, and are then shown above the list.
  await page.route('**/api/orders/unproven-groups', (route) => route.fulfill({ json: { groups: [] } }));
  await signIn(page);
  await expect(places(page).getByRole('link')).toHaveText([/^Orders/, /^Payments/, 'Products', 'More']);
  for (const place of await places(page).getByRole('link').all()) {
    const { height, y } = await box(place);
    expect(height).toBeGreaterThanOrEqual(44);
    expect(y + height).toBe(844);
  }
  expect((await box(page.getByRole('banner'))).height).toBeLessThanOrEqual(56);
  const first = page.getByRole('row', { name: /ORD/ }).first();
  expect((await box(first)).y).toBeLessThan(200);
  await expect(first.getByText(/^Golden Raisins \S+/)).toBeVisible();
  await expect(first.getByText('₹', { exact: false }).first()).toBeVisible();
  for (const width of [320, 360, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSideScroll(page);
    await expect(places(page).getByRole('link')).toHaveCount(4);
  }
  await page.setViewportSize({ width: 390, height: 844 });

  await places(page).getByRole('link', { name: 'More' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible();
  await expect(page.getByRole('main').getByText('owner@kishmish.test', { exact: false }).last()).toBeVisible();
  const rows = page.getByRole('main').getByRole('link');
  await expect(rows.filter({ hasText: 'Coupons' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Order Management' })).toHaveCount(0);
  await expectAccessible(page);
  await rows.filter({ hasText: 'Coupons' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Coupons' })).toBeVisible();
  await expect(places(page).getByRole('link', { name: 'More' })).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'More' })).toBeVisible();

  // The mark leads to the overview, where what waits comes first.
  await page.getByRole('link', { name: 'Overview' }).first().click();
  const needs = page.getByRole('region', { name: 'Needs you' });
  expect((await box(needs)).y).toBeLessThan(100);
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toBeVisible();
  await expect(places(page).locator('[aria-current]')).toHaveCount(0);
  await expectAccessible(page);
  await signOut(page, true);
  await expect(page).toHaveURL(/\/kingadminlogin$/);
});

test('on a phone what is ticked has its actions below, in the place of the places', async ({
  page,
  request,
  isMobile,
}) => {
  test.skip(!isMobile, 'a desktop has the side bar');
  await placeOrder(request);
  await signIn(page);
  await page.getByRole('button', { name: 'Select orders' }).click();
  await page
    .getByRole('checkbox', { name: /^Tick ORD/ })
    .first()
    .check();
  const bar = page.getByRole('region', { name: 'Ticked orders' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await expect(places(page)).toBeHidden();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(places(page)).toBeVisible();
});

test('at 1440 × 900 every section is in the side bar without scrolling', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a phone has four places');
  await signIn(page);
  const links = places(page).getByRole('link');
  await expect(links).toHaveCount(23);
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
});

test('the header of a table is not overprinted by the rows that scroll below it', async ({ page, isMobile }) => {
  test.skip(isMobile, 'on a phone rows are cards');
  await signIn(page);
  await page.setViewportSize({ width: 1440, height: 500 });
  for (const section of ['orders', 'products', 'contacts']) {
    await page.goto(`/admin?section=${section}`);
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    const foreign = await page.evaluate(async () => {
      const covered = new Set<string>();
      const heads = [...document.querySelectorAll('th')];
      for (let step = 0; step < 30; step++) {
        window.scrollBy(0, 17);
        await new Promise(requestAnimationFrame);
        for (const head of heads) {
          const { left, top, width, height } = head.getBoundingClientRect();
          if (width === 0 || top < 0) continue;
          for (const part of [0.2, 0.5, 0.8]) {
            const at = document.elementFromPoint(left + width / 2, top + height * part);
            if (at && !at.closest('thead')) covered.add(`${head.textContent}: ${at.textContent?.slice(0, 40)}`);
          }
        }
      }
      return [...covered];
    });
    expect(foreign, section).toEqual([]);
    expect(await page.evaluate(() => window.scrollY), `${section} scrolls`).toBeGreaterThan(0);
  }
});

test('a customer who is opened from a scrolled list is on the screen', async ({ page, request, isMobile }) => {
  const surname = `Scroll${Date.now()}`;
  for (let index = 0; index < 14; index++) await placeOrder(request, { name: `Asha ${surname} ${index}` });
  await signIn(page);
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 600 });
  await page.goto(`/admin?section=customers&q=${surname}`);
  const last = page.getByRole('list', { name: 'Customers' }).getByRole('link').last();
  await last.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  const name = (await last.locator('b').first().textContent()) ?? '';
  await last.click();
  await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport({ ratio: 1 });
});

test('a delivery by mistake is taken back before anybody is told', { tag: '@journey' }, async ({
  page,
  request,
  isMobile,
}) => {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const name = `Undo ${Date.now()}`;
  const placed = [await placeOrder(request, { name }), await placeOrder(request, { name })] as const;
  for (const { orderNumber } of placed) {
    await request.put(`/api/orders/${orderNumber}/payment`, { headers, data: { status: 'completed' } });
    const sent = await request.put(`/api/orders/${orderNumber}/status`, { headers, data: { status: 'shipped' } });
    expect(sent.status()).toBe(200);
  }
  const stateOf = async (orderNumber: string) => {
    const { order, mails } = (await (await request.get(`/api/orders/${orderNumber}`, { headers })).json()) as {
      order: { status: string };
      mails: { kind: string }[];
    };
    return [order.status, mails.some(({ kind }) => kind === 'delivered')];
  };
  const { orderNumber } = placed[0];
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(page.getByText('1–2 of 2 orders')).toBeVisible();
  await page.getByRole('button', { name: `Deliver ${orderNumber}` }).click();
  await expect(page.getByText('Order status updated successfully!')).toBeVisible();
  expect(await stateOf(orderNumber)).toEqual(['delivered', true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  // Toasts move into a dialog: what was pressed does not come back there.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByText('Undone for 1 order.')).toBeVisible();
  await expect(page.getByText('Order status updated successfully!')).toBeHidden({ timeout: 3_000 });
  await page.keyboard.press('Escape');
  expect(await stateOf(orderNumber)).toEqual(['shipped', false]);
  await expect(page.getByRole('button', { name: `Deliver ${orderNumber}` })).toBeVisible();

  // The same for several.
  if (isMobile) await page.getByRole('button', { name: 'Select orders' }).click();
  for (const one of placed) await page.getByRole('checkbox', { name: `Tick ${one.orderNumber}` }).check();
  await page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Deliver 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deliver 2 orders' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Deliver 2' }).click();
  await expect(page.getByText('2 orders delivered')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 2 orders.')).toBeVisible();
  for (const one of placed) expect(await stateOf(one.orderNumber)).toEqual(['shipped', false]);
  await page.getByRole('button', { name: `View ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  const earlier = drawer.getByText(/earlier/i);
  if ((await earlier.count()) > 0) await earlier.first().click();
  await expect(drawer.getByText('Delivery taken back')).toHaveCount(2);
});

test('an order is found by its numbers as people write and copy them', async ({ page, request }) => {
  const order = await placeOrder(request, { name: `Find ${Date.now()}` });
  const { phone, utr, orderNumber } = order;
  const spaced = `${phone.slice(0, 5)} ${phone.slice(5)}`;
  await signIn(page);
  const find = page.getByRole('searchbox', { name: 'Find an order' });
  for (const typed of [
    `+91 ${spaced}`,
    `91${phone}`,
    `0${phone}`,
    `\u202a+91 ${spaced}\u202c`,
    `#${orderNumber}`,
    `UTR ${utr}`,
  ]) {
    await find.fill('nobody at all');
    await expect(page.getByText('No orders match these filters')).toBeVisible();
    await find.fill(typed);
    await expect(page.getByRole('button', { name: `View ${orderNumber}` }), typed).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Search/ }).click();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  for (const typed of [`+91 ${spaced}`, `UTR ${utr}`, `#${orderNumber}`]) {
    await palette.getByRole('combobox').fill(typed);
    await expect(palette.getByRole('option', { name: new RegExp(orderNumber) }), typed).toBeVisible();
  }
});
