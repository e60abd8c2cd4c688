import type { Locator, Page } from '@playwright/test';
import { placeOrder, signIn } from '../admin.ts';
import { box, expectNoSideScroll } from '../layout.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, isPhone, payWith } from '../shopping.ts';

/** What must fit, line up and be big enough to press, from 320 to 1440 px. */

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

async function expectTarget(locator: Locator): Promise<void> {
  // The size in the layout: a toast that is still sliding in has a transform.
  const least = await locator.evaluate((element: HTMLElement) => Math.min(element.offsetWidth, element.offsetHeight));
  expect(least, String(locator)).toBeGreaterThanOrEqual(44);
}

test('the link to Hindi keeps its width in a font that is twice as wide: the icons beside it do not move', {
  tag: '@journey',
}, async ({ page }) => {
  await open(page, '/track-order');
  const link = page.getByRole('banner').locator('[hreflang=hi-IN]');
  await link.evaluate((element: HTMLElement) => {
    element.style.fontSize = '30px';
  });
  expect((await box(link)).width).toBe(44);
});

test('text of twice the size keeps the payment page and the strip of an unfinished payment whole', {
  tag: '@journey',
}, async ({ page }) => {
  test.skip(!isPhone(page), 'a desktop has room');
  const enlarge = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'));
  await arrive(page, ['golden-raisins'], freshPhone());
  await open(page, '/address');
  await enlarge();
  expect((await box(page.getByText('12, 3rd Cross Street').filter({ visible: true }))).width).toBeGreaterThan(150);
  await open(page, '/payment');
  await enlarge();
  await expectNoSideScroll(page);
  for (const text of await page
    .locator('.steps li > span, .tile-rows > span, .sum dd, .buybar *:not(.contents)')
    .all()) {
    const { x, width } = await box(text);
    expect(x + width).toBeLessThanOrEqual(390);
  }
  const steps = await page.locator('.steps li').evaluateAll((all) => all.map((li) => li.scrollWidth - li.clientWidth));
  expect(steps).toEqual([0, 0, 0]);
  await payWith(page, 'PhonePe');
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await page.getByRole('button', { name: 'Skip and enter UTR now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Completed!' })).toBeInViewport();
  await expectNoSideScroll(page);
  await open(page, '/product/golden-raisins');
  await enlarge();
  const facts = page.locator('.pack-facts dd');
  await expect(facts).not.toHaveCount(0);
  for (const fact of await facts.all()) expect((await box(fact)).width).toBeGreaterThan(200);
  for (const path of ['/all-products', '/orders']) {
    await open(page, path);
    await enlarge();
    for (const name of ['I have paid', 'Continue paying', 'I did not pay']) {
      const { x, width } = await box(page.getByRole('button', { name }));
      expect(x + width).toBeLessThanOrEqual(390);
    }
  }
});

test('pages fit and line up at 320, 390, 768 and 1440 px, and targets are big enough', { tag: '@journey' }, async ({
  page,
  watch,
}) => {
  test.skip(isPhone(page), 'runs once: it sets the size of the window itself');
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  await arrive(page, ['golden-raisins']);
  await page.evaluate(() => {
    const [line] = JSON.parse(localStorage.getItem('cart') ?? '[]');
    const name = 'Roasted California Almonds in an Extraordinarilylongunbreakablename Gift Edition';
    localStorage.setItem('cart', JSON.stringify([{ ...line, name, price: 123_456, quantity: 3 }]));
  });
  // The long name and the price are this device's: a comparison with the catalogue would replace
  // them.
  watch.allow(/status of 503/);
  for (const path of ['**/api/products/golden-raisins', '**/api/orders/draft']) {
    await page.route(path, (route) => route.fulfill({ status: 503, json: { success: false } }));
  }
  for (const path of ['/cart', '/address', '/payment', '/']) {
    await open(page, path);
    // Folded on a phone.
    if (path === '/address') await page.getByText('Order Summary · 3 items').click();
    if (path !== '/') await expect(page.getByText('₹3,70,368').filter({ visible: true }).first()).toBeVisible();
    await expectNoSideScroll(page);
  }
  const search = page.getByRole('combobox', { name: 'Search products' });
  await search.fill('almonds');
  const field = await box(search);
  expect(field.width).toBeGreaterThan(200);
  expect(field.height).toBeGreaterThanOrEqual(44);
  // The left edge of the clear button, at the top.
  await page.mouse.click(field.x + field.width - 43, field.y + 3);
  await expect(search).toHaveValue('');

  // The link to English is wider than the link to Hindi.
  await open(page, '/hi/cart');
  const icons = page.getByRole('banner').locator('.nav-icons a');
  const rows = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().y));
  expect(rows).toEqual([rows[0], rows[0], rows[0]]);

  await open(page, '/cart');
  for (const name of [/^One less/, /^One more/]) await expectTarget(page.getByRole('button', { name }));
  await expectTarget(page.getByRole('spinbutton', { name: /^Quantity of/ }));
  await page.getByRole('button', { name: /^Remove Roasted/ }).click();
  await expectTarget(page.getByRole('button', { name: 'Dismiss' }).first());

  await open(page, '/product/california-almonds');
  const share = page.getByRole('button', { name: /^Share/ });
  expect((await box(page.getByRole('link', { name: /WhatsApp/ }).first())).y).toBeCloseTo((await box(share)).y, 0);
  const footer = page.getByRole('contentinfo');
  for (const name of ['X', 'हिन्दी']) await expectTarget(footer.getByRole('link', { name, exact: true }));
  await expectTarget(page.getByRole('banner').getByRole('link', { name: 'हिन्दी' }));
  // Links of two lines do not touch.
  const [upper, lower] = ['Delivery Information', 'Replacement & Refunds'].map((name) =>
    footer.getByRole('link', { name }).evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { top, bottom } = text.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  expect((await lower!).top - (await upper!).bottom).toBeGreaterThan(8);
  await open(page, '/payment');
  expect((await box(page.getByText('Secure Payment'))).height).toBeLessThan(30);

  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/return-refund-policy');
  const tab = await box(page.getByRole('navigation', { name: 'Policies' }).locator('[aria-current]'));
  expect(tab.x).toBeGreaterThanOrEqual(0);
  expect(tab.x + tab.width).toBeLessThanOrEqual(390);

  await page.setViewportSize({ width: 768, height: 1024 });
  await open(page, '/product/california-almonds');
  const pictures = await box(page.locator('.gal'));
  const buy = await box(page.getByRole('region', { name: 'Buy', exact: true }));
  expect(buy.x).toBeGreaterThan(pictures.x + pictures.width);
  expect(buy.width).toBeGreaterThan(300);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/');
  const row = page.getByRole('region', { name: 'You May Also Like' }).locator('.grid-products');
  const [grid, last] = [await box(row), await box(row.locator('.pc').last())];
  expect(last.x + last.width).toBeCloseTo(grid.x + grid.width, 0);
  await open(page, '/all-products?inStock=true');
  await expectTarget(page.getByRole('link', { name: /^Remove filter/ }));
  await open(page, '/fitness-mix');
  const hero = page.locator('.cathero-picture');
  const { x, width } = await box(hero);
  expect(x + width).toBeGreaterThanOrEqual(await page.evaluate(() => document.documentElement.clientWidth));
  await expectNoSideScroll(page);
  expect(await hero.locator('img').evaluate((img) => getComputedStyle(img).maskImage)).toContain('gradient');
  const edges: number[] = [];
  for (const path of [
    '/',
    '/all-products',
    '/cart',
    '/track-order',
    '/orders',
    '/address',
    '/payment',
    '/order-review',
  ]) {
    await open(page, path);
    edges.push((await box(page.locator('header').getByRole('link', { name: /home$/ }))).x);
  }
  expect(new Set(edges).size, edges.join(', ')).toBe(1);
  await open(page, '/track-order');
  expect((await box(page.getByRole('heading', { level: 1 }))).x).toBe(edges[0]);
});

test('an order on this phone fits, however long its names are, also one that the shop has refused', {
  tag: '@journey',
}, async ({ page }) => {
  test.skip(!isPhone(page), 'the desktop has room');
  await open(page, '/track-order');
  await page.evaluate(() => {
    const name = 'Roasted California Almonds in an Extraordinarilylongunbreakablename Gift Edition';
    const order = {
      id: 'ORD1',
      orderNumber: 'ORD1795710999999999',
      accessToken: 'f'.repeat(32),
      paymentMethod: 'upi',
      orderNote: '',
      items: [{ product: 'california-almonds', name, size: '500g', quantity: 2, price: 649, image: '' }],
      shippingAddress: {
        name: 'Meera Nair',
        phone: '9812345678',
        address: '5/231',
        city: 'Lucknow',
        pincode: '226010',
      },
      payment: { status: 'pending', utrNumber: '', app: '' },
      subtotal: 1298,
      discount: 0,
      shipping: 0,
      total: 1298,
      status: 'pending',
      createdAt: Date.now(),
      delivery: 'refused',
      refusal: `Some items are out of stock: ${name}`,
    };
    localStorage.setItem('orders', JSON.stringify([order]));
  });
  for (const path of ['/orders', '/saved-order', '/order-details/ORD1795710999999999']) {
    await open(page, path);
    await expect(page.getByRole('button', { name: 'Remove order' })).toBeVisible();
    await expectNoSideScroll(page);
  }
});

test('an order whose shopper has one endless word for a name fits a phone, and so do its questions', {
  tag: '@journey',
}, async ({ page, request }) => {
  test.skip(!isPhone(page), 'the desktop has room');
  const name = 'Venkatanarasimharajuvaripetalakshminarayanansubramaniamsrimathi';
  const order = await placeOrder(request, { name });
  await signIn(page);
  await page.goto(`/admin?section=orders&order=${order.orderNumber}`);
  const drawer = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await expect(drawer.getByText('Deliver to')).toBeVisible();
  const wider = (element: HTMLElement) => element.scrollWidth - element.clientWidth;
  for (const part of ['header', '[aria-label="Order details"]']) {
    expect(await drawer.locator(part).first().evaluate(wider), part).toBe(0);
  }
  await expect(drawer.getByText('Saved as a file (no mail server)')).toBeVisible({ timeout: 60_000 });
  expect((await box(drawer.locator('.mail-log small').first())).width).toBeGreaterThan(150);
  await drawer.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(question.getByText(name)).toBeVisible();
  expect(await question.evaluate(wider)).toBe(0);
});

test('a tab of the admin that a link has chosen is in view on a phone', { tag: '@journey' }, async ({ page }) => {
  test.skip(!isPhone(page), 'the desktop has room');
  await signIn(page);
  await page.goto('/admin?section=payments&view=refunds');
  // With its count, which comes later.
  const tab = page.getByRole('button', { name: /^Refunds ?\d+$/, pressed: true });
  await expect(tab).toBeInViewport({ ratio: 0.99 });
});

test('the amount and the next step of an order are whole on narrow phones', async ({ page, request }) => {
  test.skip(!isPhone(page), 'the desktop has room');
  const { orderNumber } = await placeOrder(request);
  await signIn(page);
  const row = page.getByRole('row').filter({ hasText: orderNumber });
  for (const width of [320, 360, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/admin?section=orders');
    const step = await box(row.getByRole('button', { name: `Verify ${orderNumber}` }));
    expect(step.x + step.width, `${width} px`).toBeLessThan(width - 12);
    const amount = await box(row.getByText(/^₹[\d,]+$/));
    expect(amount.x + amount.width, `${width} px`).toBeLessThan(width - 12);
    const payment = await box(row.getByRole('link', { name: 'To verify' }));
    expect(payment.x + payment.width < step.x || payment.y > step.y + step.height, `${width} px`).toBe(true);
  }
});

test('wide admin tables fit at 1280, 1366 and 1440 px', { tag: '@journey' }, async ({ page }) => {
  test.skip(isPhone(page), 'runs once: it sets the size of the window itself');
  await signIn(page);
  for (const section of ['orders', 'products']) {
    await page.goto(`/admin?section=${section}`);
    const table = page.getByRole('main').getByRole('table').first();
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    for (const width of [1280, 1366, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The body clips what is wider than the window: nobody could reach it.
      const beyond = () =>
        table.evaluate((element: HTMLElement) => element.offsetWidth - (element.parentElement?.clientWidth ?? 0));
      await expect.poll(beyond, `${section} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test('the pause button of the banner is big enough for a thumb', { tag: '@journey' }, async ({ page }) => {
  test.skip(!isPhone(page), 'with a mouse the banner is 36 px high');
  await open(page, '/');
  await expectTarget(page.getByRole('button', { name: 'Pause announcement' }));
});
