import type { Page } from '@playwright/test';
import { expectNoErrorToast, openOrder, ownerToken, placeOrder, signIn } from '../admin.ts';
import { deliveredOrder, keepOnDevice } from '../after-sale.ts';
import { expect, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Replacements, from the shopper's request to the new parcel (R3.8). */

/** A JPEG drawn by the browser; width and height in pixels. */
async function jpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      const pen = canvas.getContext('2d');
      if (pen) {
        pen.fillStyle = '#a52';
        pen.fillRect(0, 0, w / 2, h);
      }
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    },
    [width, height] as const,
  );
  return Buffer.from(base64, 'base64');
}

test('a shopper requests a replacement with photos, the owner approves and ships it, the shopper sees each step', {
  tag: '@journey',
}, async ({ page, request, browser }) => {
  const order = await deliveredOrder(request);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  const panel = page.getByRole('region', { name: 'Replacement' });
  await expect(panel.getByText(/You can request a replacement until \d+ \w{3} \d{4}/)).toBeVisible();
  await expect(panel.getByText(/Damage should be reported within 48 hours/)).toBeVisible();
  await panel.getByRole('button', { name: 'Request a replacement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a replacement' });

  // Each missing field shows its message, and the first one gets the focus.
  await dialog.getByRole('checkbox', { name: /Medjool Dates/ }).uncheck();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('Please choose at least one item')).toBeVisible();
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await expect(dialog.getByText('Please describe the problem in at least 10 characters')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /Medjool Dates/ })).toBeFocused();

  await dialog.getByRole('checkbox', { name: /Medjool Dates/ }).check();
  await dialog.getByLabel('Reason').selectOption('Arrived damaged');
  await dialog.getByLabel('What is wrong?').fill('The box came open and half of the dates were out.');
  const large = await jpeg(page, 4000, 3000);
  await dialog.getByLabel('Add photos').setInputFiles([
    { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: large },
    { name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await jpeg(page, 600, 400) },
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
  ]);
  await expect(dialog.getByText('Added')).toHaveCount(2);
  await expect(dialog.getByText('Invalid image file. Please select a valid image.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Photo 3' }).click();
  await expect(dialog.getByText('Invalid image file.')).toBeHidden();
  await dialog
    .getByLabel('Add photos')
    .setInputFiles([1, 2, 3].map((index) => ({ name: `more-${index}.jpg`, mimeType: 'image/jpeg', buffer: large })));
  await expect(dialog.getByText('At most 4 photos')).toBeVisible();
  await expect(dialog.getByText('Added')).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Remove Photo 4' }).click();

  // A phone may discard the page while the camera is open: the draft is restored.
  await page.reload();
  await panel.getByRole('button', { name: 'Request a replacement' }).click();
  await expect(dialog.getByLabel('What is wrong?')).toHaveValue('The box came open and half of the dates were out.');
  await expect(dialog.getByText('Added')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Remove Photo 3' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();

  const mine = panel.getByRole('article', { name: 'Replacement request' });
  await expect(mine.getByText('Requested', { exact: true })).toBeVisible();
  await expect(mine.getByText('We are looking into it')).toBeVisible();
  await expect(mine.getByRole('button', { name: /^Photo \d$/ })).toHaveCount(2);
  await expect(panel.getByRole('button', { name: 'Request a replacement' })).toBeHidden();
  await mine.getByRole('button', { name: 'Photo 1' }).click();
  const enlarged = page.getByRole('dialog', { name: 'Photo 1 of 2' }).getByRole('img', { name: 'Photo 1' });
  await expect.poll(() => enlarged.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
  await page.keyboard.press('Escape');

  // The owner, in another browser context.
  const admin = await browser.newPage();
  await signIn(admin);
  await admin.getByRole('link', { name: /^Replacements/ }).click();
  await admin.getByRole('button', { name: `View the request for ${order.orderNumber}` }).click();
  const box = admin.getByRole('dialog', { name: 'Replacement request' }).getByRole('article');
  await expect(box.getByText('The box came open and half of the dates were out.')).toBeVisible();
  await expect(box.getByText(/reported within 48 hours, with photos/)).toBeVisible();
  const photo = box.getByRole('button', { name: 'Photo 1' }).locator('img');
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000);
  await box.getByRole('button', { name: 'Approve…', exact: true }).click();
  await admin.getByLabel(/^Note to the shopper/).fill('Sorry about that.');
  await admin.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(box.getByText('Approved', { exact: true }).first()).toBeVisible();
  await box.getByRole('button', { name: 'Send again…' }).click();
  await admin.getByLabel(/^Courier/).selectOption('India Post');
  await admin.getByLabel(/^Tracking number/).fill('EX9');
  await admin.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(box.getByText('India Post EX9')).toBeVisible();

  await page.reload();
  await expect(mine.getByText('Sent again', { exact: true }).first()).toBeVisible();
  await expect(mine.getByText('Sorry about that.')).toBeVisible();
  await expect(mine.getByText('India Post EX9')).toBeVisible();

  // The order's drawer shows every event and email.
  await admin.getByRole('link', { name: 'Open the whole order' }).click();
  const drawer = admin.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await expect(drawer.getByText(/^by Admin · Taken from stock: Medjool Dates/)).toBeVisible();
  for (const kind of ['Replacement received', 'Replacement approved', 'Replacement sent']) {
    await expect(drawer.getByRole('button', { name: `Send again: ${kind}` })).toBeVisible();
  }
  await drawer.getByRole('button', { name: 'Close…' }).click();
  await admin.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(drawer.getByText('Replacement completed', { exact: true })).toBeVisible();
  await admin.close();
});

test('a rejected request shows the reason; a failed send keeps the form', async ({ page, request, watch }) => {
  watch.allow(/Failed to load resource/);
  const order = await deliveredOrder(request);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Request a replacement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a replacement' });
  await dialog.getByLabel('Reason').selectOption('Not happy with the quality');
  await dialog.getByLabel('What is wrong?').fill('They taste bitter to me.');
  await page.route('**/replacement', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByText('The shop cannot be reached. Please check your connection.')).toBeVisible();
  await expect(dialog.getByLabel('What is wrong?')).toHaveValue('They taste bitter to me.');
  await page.unroute('**/replacement');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  const mine = page.getByRole('article', { name: 'Replacement request' });
  await expect(mine.getByText('Requested', { exact: true })).toBeVisible();

  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Not approve…' }).click();
  await page.getByRole('button', { name: 'Do not approve' }).click();
  await expect(page.getByText('Please give a reason')).toBeVisible();
  await page.getByLabel('Note to the shopper').fill('The pack was opened and half used.');
  await page.getByRole('button', { name: 'Do not approve' }).click();
  await expect(drawer.getByText('Replacement not approved', { exact: true }).first()).toBeVisible();

  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(mine.getByText('The pack was opened and half used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request a replacement' })).toBeVisible();
});

for (const { decision, note, next } of [
  { decision: 'approved', note: 'Sorry about that.', next: ['Packing slip', 'Label', 'Send again…', 'Close…'] },
  { decision: 'rejected', note: 'It was opened.', next: [] },
]) {
  test(`two admins, one request ${decision} by one: the other reads in it why nothing was saved`, async ({
    page,
    request,
  }) => {
    const order = await deliveredOrder(request);
    const asked = await request.post(`/api/orders/${order.orderNumber}/replacement`, {
      headers: { 'x-order-token': order.accessToken },
      data: { items: [{ line: 0, quantity: 1 }], reason: 'quality', description: 'They taste bitter to me.' },
    });
    expect(asked.status()).toBe(201);
    const { replacement } = (await asked.json()) as { replacement: { id: string; version: number } };
    await signIn(page);
    const drawer = await openOrder(page, order.orderNumber);
    const box = drawer.getByRole('article', { name: 'Replacement request' });
    await box.getByRole('button', { name: 'Approve…', exact: true }).click();
    const other = await request.put(`/api/replacements/${replacement.id}/status`, {
      headers: { authorization: `Bearer ${await ownerToken(request)}` },
      data: { status: decision, note, version: replacement.version },
    });
    expect(other.status()).toBe(200);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(box.getByText(note)).toBeVisible();
    await expect(box.getByText('Someone else has changed this in the meantime.')).toBeInViewport();
    await expectNoErrorToast(page);
    await expect(box.getByRole('button')).toHaveText(next);
  });
}

test('a parcel that is refused, say for too little stock, keeps what was typed', async ({ page, request }) => {
  const order = await deliveredOrder(request);
  const asked = await request.post(`/api/orders/${order.orderNumber}/replacement`, {
    headers: { 'x-order-token': order.accessToken },
    data: { items: [{ line: 0, quantity: 1 }], reason: 'quality', description: 'They taste bitter to me.' },
  });
  const { replacement } = (await asked.json()) as { replacement: { id: string; version: number } };
  const address = `/api/replacements/${replacement.id}/status`;
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const data = { status: 'approved', version: replacement.version };
  expect((await request.put(address, { headers, data })).status()).toBe(200);
  const message = 'Too few in stock.';
  await page.route(`**${address}`, (route) => route.fulfill({ status: 409, json: { success: false, message } }));
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Send again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send these items again' });
  await dialog.getByLabel('Tracking number').fill('DL123456789');
  await dialog.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(dialog.getByRole('alert').getByText(message)).toBeVisible();
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('DL123456789');
});

test('no replacement before delivery; the owner sees the emails and resends one', async ({ page, request }) => {
  const order = await placeOrder(request);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Replacement' })).toBeHidden();

  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const again = drawer.getByRole('button', { name: 'Send again: Order received' });
  await expect(drawer.getByText(/meera\.\d+@example\.com · /)).toHaveCount(1);
  await expect(drawer.locator('.mail-log').getByText('Saved as a file (no mail server)', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await again.click();
  await expect(again).toHaveCount(2);
});
