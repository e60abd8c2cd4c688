import { emailOf, ownerToken, placeOrder } from '../admin.ts';
import { keepOnDevice, verify } from '../after-sale.ts';
import { readMail } from '../mailbox.ts';
import { expect, hydrated, markHydrated, test } from '../shop.ts';

/** The parcel of an order, and opening the order on another device (D33). */

test('the parcel: courier, number and link on the order page; a code opens it on another device', {
  tag: '@journey',
}, async ({ page, request, browser }) => {
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const move = async (data: object) =>
    expect((await request.put(`/api/orders/${order.orderNumber}/status`, { headers, data })).status()).toBe(200);
  await move({ status: 'shipped', courier: 'blue dart', courierTracking: '81234567890' });
  const url = 'https://www.bluedart.com/web/guest/trackdartresultthirdparty?trackFor=0&trackNo=81234567890';
  expect(await readMail(emailOf(order.phone), /(https:\/\/www\.bluedart\.com\S+)/)).toBe(url);

  // On the device that ordered: order page, confirmation and tracking.
  await keepOnDevice(page, order);
  for (const path of ['order-details', 'order-confirmation']) {
    await page.goto(`/${path}/${order.orderNumber}`);
    const parcel = page.getByRole('region', { name: 'Parcel' });
    await expect(parcel.getByRole('heading', { name: 'On its way with Blue Dart' })).toBeVisible();
    await expect(parcel.getByText(/^Expected by \w+day, \d+ \w{3}$/)).toBeVisible();
    await expect(parcel.getByText('81234567890')).toBeVisible();
    const link = parcel.getByRole('link', { name: 'Track on Blue Dart' });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('rel', /noreferrer/);
  }
  await expect(page.getByText(`Your parcel is on its way to Lucknow.`)).toBeVisible();
  await expect(page.getByText(/30 min|We are checking your UTR|We pack your order/)).toHaveCount(0);

  // Another device knows the mobile number only: it sees the courier, and needs the code for the
  // number.
  const context = await browser.newContext({
    viewport: page.viewportSize() ?? null,
    baseURL: new URL(page.url()).origin,
  });
  await markHydrated(context);
  const other = await context.newPage();
  await other.goto('/track-order');
  await hydrated(other);
  await other.getByRole('textbox', { name: 'Mobile number' }).fill(order.phone);
  await other.getByRole('button', { name: 'Track Orders' }).click();
  await expect(other.getByText('With Blue Dart')).toBeVisible();
  await expect(other.getByText('81234567890')).toHaveCount(0);
  await other.getByRole('button', { name: 'See the tracking number' }).click();
  await other.getByRole('button', { name: 'Send code' }).click();
  await expect(other.getByText('If we have an email address for this order, a code is on its way.')).toBeVisible();
  await other.getByRole('button', { name: 'Open order' }).click();
  await expect(other.getByText('Please enter the 6-digit code')).toBeVisible();
  const code = await readMail(emailOf(order.phone), /^ {4}(\d{6})\r?$/m);
  const field = other.getByLabel('Code', { exact: true });
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'));
  await other.getByRole('button', { name: 'Open order' }).click();
  await expect(other.getByText('This code is wrong or has expired. Please try again.')).toBeVisible();
  await field.fill(code);
  await other.getByRole('button', { name: 'Open order' }).click();
  await expect(other.getByRole('link', { name: 'Track on Blue Dart' })).toHaveAttribute('href', url);

  // When what the code opened has expired, tracking offers a code again.
  const swapToken = (token: string) =>
    other.evaluate((next) => {
      const [kept] = JSON.parse(localStorage.getItem('orders') ?? '[]') as { accessToken: string }[];
      localStorage.setItem('orders', JSON.stringify([{ ...kept, accessToken: next }]));
      return kept?.accessToken ?? '';
    }, token);
  const token = await swapToken('expired');
  await other.reload();
  await hydrated(other);
  await other.getByRole('textbox', { name: 'Mobile number' }).fill(order.phone);
  await other.getByRole('button', { name: 'Track Orders' }).click();
  await expect(other.getByRole('button', { name: 'See the tracking number' })).toBeVisible();
  await swapToken(token);

  // Once it is delivered, tracking leads to the replacement form.
  await move({ status: 'delivered' });
  await other.goto('/return-refund-policy');
  await other.getByRole('article').getByRole('link', { name: 'Track Your Order' }).click();
  await hydrated(other);
  await other.getByRole('textbox', { name: 'Mobile number' }).fill(order.phone);
  await other.getByRole('button', { name: 'Track Orders' }).click();
  await other.getByRole('link', { name: 'Request a replacement' }).click();
  await expect(other).toHaveURL(`/order-details/${order.orderNumber}#replacement`);
  await other.getByRole('button', { name: 'Request a replacement' }).click();
  await expect(other.getByRole('dialog', { name: 'Request a replacement' })).toBeVisible();
  await context.close();
});
