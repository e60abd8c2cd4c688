import { writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { code128 } from '#server/orders/documents/barcode.ts';
import { ownerToken, placeOrder, signIn } from '../admin.ts';
import { verify } from '../after-sale.ts';
import { BROWSER_ARGS, headlessShell } from '../chromium.ts';
import { expect, test } from '../shop.ts';

test('a scanned label opens its order, which is packed line by line @journey', async ({ page, request }) => {
  const order = await placeOrder(request);
  const unpaid = await placeOrder(request);
  await verify(request, order.orderNumber);
  await signIn(page);
  await page.goto('/admin?section=packing');
  const number = page.getByLabel('Order number');
  const scan = async (text: string) => {
    await number.focus();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };

  await scan('AWB1490812345678');
  await expect(page.getByText('This is not the barcode of an order.')).toBeVisible();
  await number.fill('');

  await scan(unpaid.orderNumber);
  const wrong = page.getByRole('region', { name: `Order ${unpaid.orderNumber}` });
  await expect(wrong.getByRole('alert')).toHaveText('Do not pack: its payment is not verified.');
  await expect(wrong.getByRole('checkbox')).toHaveCount(0);

  await scan(order.orderNumber.toLowerCase());
  const parcel = page.getByRole('region', { name: `Order ${order.orderNumber}` });
  const packed = parcel.getByRole('button', { name: 'Packed, next parcel' });
  await expect(packed).toBeDisabled();
  for (const line of await parcel.getByRole('checkbox').all()) await line.check();
  await expect(parcel.getByRole('status')).toHaveText('All lines are in the box.');
  await packed.click();
  await expect(page.getByText(`${order.orderNumber} is packed`)).toBeVisible();
  await expect(parcel).toBeHidden();
  const response = await request.get(`/api/orders/${order.orderNumber}`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
  });
  const now = (await response.json()).order as { status: string; events: { note: string; by: string }[] };
  expect(now.status).toBe('processing');
  expect(now.events.at(-1)).toMatchObject({ note: 'Packed' });
});

test('a scanner types into the field, wherever the focus is', async ({ page, request, isMobile }) => {
  test.skip(isMobile, 'USB scanners are used at a desk');
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  await signIn(page);
  await page.goto('/admin?section=packing');
  await expect(page.getByLabel('Order number')).toBeFocused();
  await page.getByRole('button', { name: 'Use the camera' }).focus();
  await page.keyboard.type(order.orderNumber);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: `Order ${order.orderNumber}` })).toBeVisible();
});

test('the camera reads the barcode of a label', async ({ request, baseURL, isMobile }, info) => {
  test.skip(isMobile, 'one browser with a made-up camera is enough');
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const film = info.outputPath('label.mjpeg');
  await writeFile(film, await labelPicture(order.orderNumber));
  const browser = await chromium.launch({
    executablePath: headlessShell(),
    args: [
      ...BROWSER_ARGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
  try {
    const page = await browser.newPage(baseURL === undefined ? {} : { baseURL });
    await signIn(page);
    await page.goto('/admin?section=packing');
    await page.getByRole('button', { name: 'Use the camera' }).click();
    await expect(page.getByRole('region', { name: `Order ${order.orderNumber}` })).toBeVisible();
    await page.getByRole('button', { name: 'Close the camera' }).click();
    await expect(page.getByRole('button', { name: 'Use the camera' })).toBeVisible();
  } finally {
    await browser.close();
  }
});

test('without a camera a sentence says so, and the number can be typed', async ({ page }) => {
  await signIn(page);
  await page.goto('/admin?section=packing');
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByText('The camera could not be opened.')).toBeVisible();
  await expect(page.getByLabel('Order number')).toBeEditable();
});

/** A JPEG of the barcode as on a label; Chromium plays it as a film of one picture. */
function labelPicture(orderNumber: string): Promise<Buffer> {
  const { bars, modules } = code128(orderNumber);
  const drawn = bars.map(({ at, width }) => `<rect x="${at}" y="20" width="${width}" height="60"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules} 100" width="640" height="480"
    style="background:#fff"><rect width="100%" height="100%" fill="#fff"/>${drawn}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg().toBuffer();
}
