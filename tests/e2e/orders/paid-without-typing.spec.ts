import type { Page } from '@playwright/test';
import { bankReports, freshRrn, watchBank } from '../bank.ts';
import { expect, test } from '../own-shop.ts';
import { openStopped, stopClock } from '../shop.ts';
import { arrive, freshPhone, freshUtr, isPhone, payWith, skipToUtr } from '../shopping.ts';

/**
 * Payments that the bank reports need no UTR (D61). The shop of this file is its own: its rules for
 * proof change.
 */

test.describe.configure({ mode: 'serial' });

/** The report must be seen within five seconds, without a press. */
const SEEN = { timeout: 5_000 };

/**
 * Goes to /payment with a pack of walnuts and waits until its total stands.
 *
 * @returns the total in rupees
 */
async function toPayment(page: Page): Promise<number> {
  await arrive(page, ['walnut-kernels'], freshPhone());
  await page.goto('/payment');
  await expect.poll(() => total(page)).toBeGreaterThan(0);
  return total(page);
}

const total = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('draftOrder') ?? '{}').pricing?.total ?? 0);

const received = (page: Page) => page.getByRole('dialog', { name: 'Payment received' });

test('by exact paise: the overlay turns to the payment that came, and the confirmation opens', {
  tag: '@journey',
}, async ({ page, request }) => {
  const secret = await watchBank(request, { byPaise: true });
  const rupees = await toPayment(page);
  expect(rupees).toBeGreaterThan(365);
  expect(rupees).toBeLessThan(366);
  await expect(page.getByText('Payment code', { exact: true })).toBeVisible();
  await expect(page.getByText(/^We take \d+ pais[ae] off so that this amount is yours alone\./)).toBeVisible();
  const number = await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  const verifying = page.getByRole('dialog', { name: 'Verifying Payment' });
  await expect(verifying.getByText(`We are looking for your payment of ₹${rupees} with our bank.`)).toBeVisible();
  await expect(
    verifying.getByText(isPhone(page) ? 'Pay in PhonePe, then' : 'Pay in PhonePe on your phone, then'),
  ).toBeVisible();

  const rrn = freshRrn();
  const tab = page.context().waitForEvent('page');
  await bankReports(request, secret, { rupees, rrn });
  const dialog = received(page);
  await expect(dialog).toBeVisible(SEEN);
  await expect(dialog.getByRole('heading', { name: 'Payment received' })).toBeFocused();
  for (const text of [`₹${rupees}`, number, rrn]) await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Your order is placed. You need not type anything.')).toBeVisible();
  await expect(page.getByText('Payment verified! Order created successfully!')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  const confirmation = await tab;
  await expect(confirmation).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
  await expect(confirmation.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible();
  await expect(confirmation.getByText(rrn)).toBeVisible();
  await expect(confirmation.getByText('from our bank’s message')).toBeVisible();
  await expect(confirmation.getByText('Payment code')).toBeVisible();
  const left = await page.evaluate(() => ['cart', 'draftOrder', 'unfinishedPayment'].map((key) => localStorage[key]));
  expect(left.map((text) => text ?? null)).toEqual([null, null, null]);
  // The tab that stayed behind leads to the order, too.
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('by order number: a note that names it needs no code and no UTR', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const secret = await watchBank(request);
  const rupees = await toPayment(page);
  const number = await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await bankReports(request, secret, { rupees, rrn: freshRrn(), note: `Payment for ${number}` });
  await expect(received(page).getByText(number)).toBeVisible(SEEN);
});

test('found while the UTR is typed: the digits are dropped, and a reload comes back to it', {
  tag: '@journey',
}, async ({ page, request, context }) => {
  const secret = await watchBank(request, { byPaise: true });
  const rupees = await toPayment(page);
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  const entry = page.getByRole('dialog', { name: 'Payment Completed!' });
  await expect(entry.getByText('We keep looking for your payment.')).toBeVisible();
  await page.getByLabel('UTR/Reference number').fill('12345');
  // The clock stands, so that the confirmation does not open meanwhile.
  await stopClock(page);
  await bankReports(request, secret, { rupees, rrn: freshRrn() });
  await expect(async () => {
    await page.clock.runFor(250);
    await expect(received(page)).toBeVisible({ timeout: 250 });
  }).toPass();
  await expect(received(page).getByText('You need not type the UTR any more: our bank has told us.')).toBeVisible();
  await openStopped(page, '/payment');
  await expect(received(page).getByText(number)).toBeVisible();
  const tab = context.waitForEvent('page');
  await received(page).getByRole('button', { name: 'Open confirmation' }).click();
  await expect(await tab).toHaveURL(new RegExp(`/order-confirmation/${number}$`));
});

test('the code on the desktop is paid without a press on the page', { tag: '@journey' }, async ({ page, request }) => {
  test.skip(isPhone(page), 'a phone shows no code before the payment begins');
  const secret = await watchBank(request, { byPaise: true });
  const rupees = await toPayment(page);
  await expect(page.getByText('Come back here. We recognise the amount.')).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await bankReports(request, secret, { rupees, rrn: freshRrn() });
  await expect(received(page)).toBeVisible(SEEN);
});

test('the page asks while it is visible, and at once when it is visible again', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await watchBank(request, { byPaise: true });
  await toPayment(page);
  let asked = 0;
  page.on('request', (sent) => {
    if (/\/api\/orders\/draft\/ORD\d+\/payment$/.test(sent.url())) asked += 1;
  });
  await page.clock.install();
  await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  await expect.poll(() => asked).toBeGreaterThan(1);
  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  // An answer that is under way may still start the clock of the next one.
  await page.clock.runFor(4_000);
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
  await hide('visible');
  await expect.poll(() => asked).toBe(before + 1);
});

test('not reported within 20 seconds: the UTR is asked for, and does its work', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await watchBank(request, { policy: 'suggest' });
  await toPayment(page);
  await page.clock.install();
  await payWith(page, 'PhonePe');
  await page.getByRole('button', { name: "I've Paid - Continue" }).click();
  const verifying = page.getByRole('dialog', { name: 'Verifying Payment' });
  await expect(verifying.getByText('Pay in PhonePe, then come back here to enter your UTR.')).toBeVisible();
  await expect(verifying.getByText('We are looking for your payment')).toHaveCount(0);
  await page.clock.runFor(21_000);
  const entry = page.getByRole('dialog', { name: 'Payment Completed!' });
  await expect(entry).toBeVisible();
  await expect(entry.getByText('We keep looking for your payment.')).toHaveCount(0);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.clock.resume();
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page).toHaveURL(/\/payment-success\?orderId=ORD/);
  await expect((await tab).getByText('Order Is Placed After Payment Verfied')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('unfinishedPayment'))).toBeNull();
});
