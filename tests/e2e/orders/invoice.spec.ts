import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { extractText } from 'unpdf';
import { openOrder, placeOrder, signIn } from '../admin.ts';
import { keepOnDevice, verify } from '../after-sale.ts';
import { expect, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** The invoice PDF, downloaded as the shopper and as the owner (R3.8). */

async function textOf(file: Download): Promise<string> {
  expect(file.suggestedFilename()).toMatch(/^Invoice-[A-Z]{3}-\d\d-\d\d-\d{6}\.pdf$/);
  const { text } = await extractText(new Uint8Array(await readFile(await file.path())), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** Parses an amount such as '1,299.00' into paise. */
const paise = (text: string | undefined) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100);

test('the shopper downloads the invoice once the payment is verified', { tag: '@journey' }, async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const order = await placeOrder(request);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  const button = page.getByRole('button', { name: 'Download Invoice' });
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Your invoice is ready as soon as we have checked your payment');

  await verify(request, order.orderNumber);
  await page.reload();
  const downloading = page.waitForEvent('download');
  await button.click();
  const file = await downloading;
  const text = await textOf(file);
  for (const part of [
    'TAX INVOICE',
    'GSTIN: 27',
    'FSSAI Licence No.:',
    `Order No. ${order.orderNumber}`,
    'Meera Nair',
    // From Maharashtra to Uttar Pradesh: IGST.
    'Place of Supply Uttar Pradesh (09)',
    'Medjool Dates',
    'IGST',
    'Reverse Charge No',
    'Rupees Only',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('CGST');
  // The file name contains the invoice number.
  const number = /Invoice No\. ([A-Z]{3}\/\d\d-\d\d\/\d{6})/.exec(text)?.[1] ?? '';
  expect(file.suggestedFilename()).toBe(`Invoice-${number.replaceAll('/', '-')}.pdf`);
  // Taxable value plus tax of the only line is its total, which is the amount paid.
  const [, taxable, rate, igst, total] = /([\d,]+\.\d\d) (\d+)% ([\d,]+\.\d\d) ([\d,]+\.\d\d) Total/.exec(text) ?? [];
  expect(paise(total)).toBe(order.total * 100);
  expect(paise(taxable) + paise(igst)).toBe(paise(total));
  expect(Math.abs(paise(igst) - (paise(taxable) * Number(rate)) / 100)).toBeLessThan(1);

  await page.route('**/invoice', (route) => route.abort());
  await button.click();
  await expect(page.getByText('The shop cannot be reached. Please check your connection.')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-busy');
});

test('the invoice is offered from the copy of the device until the order is loaded, also when it cannot be', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const order = await placeOrder(request);
  await keepOnDevice(page, order);
  const reading = Promise.withResolvers<void>();
  await page.route(`**/api/orders/${order.orderNumber}`, async (route) => {
    await reading.promise;
    await route.abort('internetdisconnected');
  });
  await page.goto(`/order-details/${order.orderNumber}`);
  const button = page.getByRole('button', { name: 'Download Invoice' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Your invoice is ready as soon as we have checked your payment');
  reading.resolve();
  await expect(page.getByText('This is the copy on your device.')).toBeVisible();
  await expect(button).toBeDisabled();

  const keep = (change: object) =>
    page.evaluate((changed) => {
      const [copy] = JSON.parse(localStorage.getItem('orders') ?? '[]');
      localStorage.setItem('orders', JSON.stringify([{ ...copy, ...changed }]));
    }, change);
  await keep({ payment: { status: 'completed', utrNumber: order.utr, app: '' }, status: 'confirmed' });
  await page.reload();
  await expect(button).toBeEnabled();
  const payment = { status: 'pending', utrNumber: '', app: '' };
  await keep({ status: 'cancelled', payment });
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Order/, level: 1 })).toBeVisible();
  await expect(button).toHaveCount(0);
  await keep({ accessToken: null, status: 'pending' });
  await page.reload();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Your invoice is ready as soon as we have checked your payment');
  await keep({ status: 'delivered' });
  await page.reload();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('');
});

test('the owner downloads the same invoice from the order', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const button = drawer.getByRole('button', { name: 'Invoice', exact: true });
  await expect(button).toBeHidden();
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(button).toBeVisible();
  const downloading = page.waitForEvent('download');
  await button.click();
  const text = await textOf(await downloading);
  expect(text).toContain(order.orderNumber);
  const response = await request.get(`/api/orders/${order.orderNumber}/invoice`, {
    headers: { 'x-order-token': order.accessToken },
  });
  const shopperPdf = await extractText(new Uint8Array(await response.body()), { mergePages: true });
  expect(shopperPdf.text.replace(/\s+/g, ' ')).toBe(text);
});
