import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { expectNoSideScroll } from '../layout.ts';
import { expect, setOffline, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, ordersOf, payWith, skipToUtr } from '../shopping.ts';

/**
 * The network is lost around 'Submit & Complete Order' (D25): the order is safe, says so
 * everywhere, and leaves by itself.
 */

test.beforeEach(({ watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK|status of 503|Failed to fetch/);
});

const SAVED = 'Your order is saved on this phone';
const WITH_US = 'We have received your order';

/** From the cart to the entered UTR. */
async function untilUtr(page: Page): Promise<{ number: string; phone: string }> {
  const phone = freshPhone();
  await arrive(page, ['golden-raisins'], phone);
  await page.goto('/payment');
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  return { number, phone };
}

/** Until the service worker keeps a page with everything it needs. */
async function isKept(page: Page, path: string): Promise<void> {
  const kept = async (path: string) => {
    const found = await caches.match(path);
    const files = (await found?.text())?.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
    const missing = await Promise.all(files.map(async (file) => !(await caches.match(file))));
    return files.length > 0 && !missing.includes(true);
  };
  await expect.poll(() => page.evaluate(kept, path)).toBe(true);
}

const press = (page: Page) => page.getByRole('button', { name: 'Submit & Complete Order' }).click();
const isOrder = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/orders');
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** 'Order … is saved on this phone. Do not pay again. …', in the page or in the strip above it. */
async function saysSaved(page: Page, number: string): Promise<void> {
  const sentence = `Order ${number} is saved on this phone. Do not pay again. We will send it when you are back online.`;
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();
}

/** No axe violations in this part, and no overflow at 320 px. */
async function accessible(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSideScroll(page);
  if (size) await page.setViewportSize(size);
}

/**
 * The network returns: the order leaves the page or the worker within 3 seconds, and the shop has
 * it once.
 */
async function backOnline(page: Page, context: BrowserContext, phone: string): Promise<void> {
  const leaves = context.waitForEvent('request', { predicate: isOrder, timeout: 3_000 });
  await setOffline(context, false);
  await leaves;
  await expect.poll(() => ordersOf(page, phone)).toBe(1);
}

test('the network is lost at each of the six seconds around the press: nobody is asked to pay twice', {
  tag: '@journey',
}, async ({ page, context }) => {
  test.slow();
  await page.clock.install();
  await page.goto('/product/golden-raisins');
  await isKept(page, '/product/golden-raisins');

  for (const second of [-3, -2, -1]) {
    await test.step(`${second} s`, async () => {
      const { number, phone } = await untilUtr(page);
      await isKept(page, '/saved-order');
      await setOffline(context, true);
      await page.clock.runFor(-second * 1_000);
      await press(page);
      await expect(page).toHaveURL(/\/payment-success/);
      await expect(heading(page, SAVED)).toBeVisible();
      await saysSaved(page, number);

      if (second === -2) {
        await page.reload();
        await expect(page).toHaveURL(new RegExp(`/saved-order#${number}$`));
        await expect(heading(page, SAVED)).toBeVisible();
        await saysSaved(page, number);
        await expect(page.getByText('Waiting for the internet')).toBeVisible();
        await accessible(page, 'main');
      }
      if (second === -1) {
        // A page that is not kept says so too.
        await page.goto('/about');
        await expect(page.getByText(`Order ${number} is saved on this phone. Do not pay again.`)).toBeVisible();
        for (const path of ['/product/golden-raisins', '/']) {
          await page.goto(path);
          await saysSaved(page, number);
        }
        await accessible(page, '.strips');
        await page.getByRole('link', { name: 'View order' }).click();
        await expect(heading(page, SAVED)).toBeVisible();
        await page.goto('/');
        await saysSaved(page, number);
      }

      await backOnline(page, context, phone);
      if (second === -1) {
        await expect(page.getByText(`Order ${number} has been sent.`)).toBeVisible();
        await page.getByRole('link', { name: 'View order' }).click();
      } else {
        await expect(heading(page, WITH_US)).toBeVisible();
        await page.getByRole('link', { name: 'View Order' }).click();
      }
      await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
      await expect(page.getByText('is saved on this phone')).toBeHidden();
    });
  }

  await test.step('0 s: the request is on its way', async () => {
    const { number, phone } = await untilUtr(page);
    const sent = page.waitForRequest(isOrder);
    await press(page);
    await sent;
    await setOffline(context, true);
    // Whether the shop has it depends on the last packet. Either way the page knows the order.
    await expect(page.getByText('Do not pay again').last()).toBeVisible();
    await page.reload();
    await expect(heading(page, new RegExp(`${SAVED}|${WITH_US}`))).toBeVisible();
    await expect(page.getByText(number).first()).toBeVisible();
    await setOffline(context, false);
    await expect(heading(page, WITH_US)).toBeVisible();
    expect(await ordersOf(page, phone)).toBe(1);
  });

  for (const second of [1, 2]) {
    await test.step(`+${second} s: the shop has the order`, async () => {
      const { number, phone } = await untilUtr(page);
      // Only runFor() moves the time between the press and the loss of the network.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000));
      await press(page);
      await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
      const tabs = context.pages().length;
      await page.clock.runFor((second - 1) * 900);
      await setOffline(context, true);
      await page.clock.resume();
      await expect(page.getByText(/we have received your order\. Do not pay again/)).toBeVisible();
      await page.clock.runFor(3_000);
      // A confirmation opened now would be an error page.
      expect(context.pages()).toHaveLength(tabs);
      await page.goto(`/order-confirmation/${number}`);
      await expect(heading(page, WITH_US)).toBeVisible();
      await expect(page.getByText(`Order ${number} has been sent.`)).toBeVisible();
      await setOffline(context, false);
      expect(await ordersOf(page, phone)).toBe(1);
    });
  }
});

test('the tab is lost too: the service worker sends the order, once', { tag: '@journey' }, async ({
  page,
  context,
  baseURL,
}) => {
  const { number, phone } = await untilUtr(page);
  await isKept(page, '/saved-order');
  await setOffline(context, true);
  await press(page);
  await saysSaved(page, number);
  await page.goto('about:blank');
  await setOffline(context, false);

  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const sync = { origin: baseURL ?? '', registrationId: await registration, tag: 'kishmish-outbox', lastChance: false };
  await devtools.send('ServiceWorker.dispatchSyncEvent', sync);
  await expect.poll(() => ordersOf(page, phone)).toBe(1);

  // The page takes over what the worker has sent.
  const again: string[] = [];
  page.on('request', (request) => {
    if (isOrder(request)) again.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByText(`Order ${number} has been sent.`)).toBeVisible();
  expect(again).toEqual([]);
});

test('an order that only the worker still has is taken back by the page, and sent', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  const { number, phone } = await untilUtr(page);
  await isKept(page, '/saved-order');
  await setOffline(context, true);
  await press(page);
  await saysSaved(page, number);
  // The browser did not store what the page wrote last.
  await page.evaluate(() => ['orderOutbox', 'orders'].map((key) => localStorage.removeItem(key)));
  await page.goto('/payment');
  await expect(heading(page, SAVED)).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  await backOnline(page, context, phone);
  await expect(heading(page, WITH_US)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('orderOutbox'))).toBe('[]');
});

test('a payment that was interrupted before the UTR was sent is not forgotten', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  const { number } = await untilUtr(page);
  await isKept(page, '/saved-order');
  await setOffline(context, true);
  // The phone has discarded the tab while the UPI app was open.
  await page.goto('/payment');
  await expect(page.getByText(`Order ${number} is saved on this phone. If you have paid`)).toBeVisible();
  await setOffline(context, false);
  await expect(page).toHaveURL(/\/payment$/);
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue(/\d/);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('the order is safe as long as the page stays open, and leaves from there', { tag: '@journey' }, async ({
    page,
    context,
  }) => {
    const { number, phone } = await untilUtr(page);
    await page.waitForLoadState('networkidle');
    await setOffline(context, true);
    await press(page);
    await expect(heading(page, SAVED)).toBeVisible();
    await saysSaved(page, number);
    // Home could not be loaded, and what keeps the order in view would be gone.
    await page.getByRole('link', { name: /, home$/ }).click();
    await expect(page.getByText('Please keep this page open until your order is sent.')).toBeVisible();
    await expect(page).toHaveURL(/\/payment-success/);
    await saysSaved(page, number);
    await backOnline(page, context, phone);
    await expect(heading(page, WITH_US)).toBeVisible();
    await page.getByRole('link', { name: 'View Order' }).click();
    await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  });
});
