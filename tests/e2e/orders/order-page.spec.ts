import { ownerToken, placeOrder } from '../admin.ts';
import { deliveredOrder, keepOnDevice } from '../after-sale.ts';
import { expect, hydrated, screensOf, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, isPhone, orderNumber, payWith } from '../shopping.ts';

/** What shoppers do on the page of an order: buy it again, send a UTR that is missing or wrong. */

test('a copy with no more than the payload is not paid, whatever it claims', async ({ page }) => {
  const utrNumber = freshUtr();
  await arrive(page, [], freshPhone());
  await page.evaluate((utr) => {
    const shippingAddress = JSON.parse(localStorage.getItem('shippingAddress') ?? '{}');
    const item = { product: 'medjool-dates', name: 'Medjool Dates', size: '250g', quantity: 1, price: 299, image: '' };
    const copy = {
      id: 'ORD1763000000000',
      items: [item],
      shippingAddress,
      paymentMethod: 'upi',
      orderNote: '',
      paymentDetails: { utrNumber: utr, method: 'upi', status: 'completed' },
      subtotal: 299,
      shipping: 0,
      total: 299,
      status: 'pending',
      createdAt: new Date().toISOString(),
    };
    localStorage.setItem('orders', JSON.stringify([copy]));
  }, utrNumber);
  await page.goto('/order-confirmation/ORD1763000000000');
  await expect(page.getByRole('heading', { name: 'Order Is Placed After Payment Verfied' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^Pending$/ })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: utrNumber })).toBeVisible();
  await page.goto('/order-details/ORD1763000000000');
  await expect(page.getByRole('heading', { name: /ORD1763000000000/ })).toBeVisible();
  await expect(page.getByText('Payment received')).toHaveCount(0);
});

test('a delivered order is reordered at current prices; unavailable items are listed', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await deliveredOrder(request);
  await keepOnDevice(page, order);
  await page.evaluate(() => {
    const [copy] = JSON.parse(localStorage.getItem('orders') ?? '[]');
    const item = { product: 'medjool-dates', name: 'Medjool Dates', size: '250g', quantity: 2, price: 1, image: '' };
    const items = [item, { ...item, product: 'no-longer-sold', name: 'Old Figs' }];
    localStorage.setItem('orders', JSON.stringify([{ ...copy, items }]));
  });
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Orders' })).toHaveAttribute('href', '/orders');
  for (const step of ['Order Placed', 'Order Shipped', 'Order Delivered'])
    await expect(page.getByText(step, { exact: true })).toBeVisible();
  const help = page.getByRole('link', { name: 'Help with this order on WhatsApp' });
  expect(new URL((await help.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
    `Hello, I have a question about my order ${order.orderNumber}.`,
  );
  await page.getByRole('button', { name: 'Reorder Items' }).click();
  await expect(page.getByText(/Old Figs \(250g\) is no longer available/).last()).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'Medjool Dates' }).first()).toBeVisible();
  await expect(page.getByText('Old Figs')).toBeHidden();
  const [line] = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]'));
  expect(line).toMatchObject({ productId: 'medjool-dates', quantity: 2 });
  expect(line.price).toBeGreaterThan(1);

  // The list of orders and the home page of a device that has bought offer the same.
  const again = [
    { path: '/orders', button: page.getByRole('button', { name: `Buy again, order ${order.orderNumber}` }) },
    { path: '/', button: page.getByRole('region', { name: 'Buy again' }).getByRole('button', { name: 'Buy again' }) },
  ];
  for (const { path, button } of again) {
    await page.evaluate(() => localStorage.removeItem('cart'));
    await page.goto(path);
    await hydrated(page);
    await expect(button).toBeVisible();
    if (isPhone(page)) expect(await screensOf(page)).toBeLessThanOrEqual(10);
    await button.click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByText('The price of Medjool Dates (250g) changed from ₹1 to ₹349.').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Medjool Dates' }).first()).toBeVisible();
  }
  await page.evaluate(() => localStorage.removeItem('orders'));
  await page.goto('/');
  await hydrated(page);
  await expect(page.getByRole('region', { name: 'Buy again' })).toHaveCount(0);
});

test('items that are put into the cart late do not take the shopper from a page opened meanwhile', async ({
  page,
  request,
}) => {
  const order = await deliveredOrder(request);
  await keepOnDevice(page, order);
  await page.evaluate(() => {
    const [copy] = JSON.parse(localStorage.getItem('orders') ?? '[]');
    const item = { product: 'medjool-dates', name: 'Medjool Dates', size: '250g', quantity: 1, price: 1, image: '' };
    localStorage.setItem('orders', JSON.stringify([{ ...copy, items: [item] }]));
  });
  const looking = Promise.withResolvers<void>();
  await page.route('**/api/products/medjool-dates', async (route) => {
    await looking.promise;
    await route.continue();
  });
  await page.goto(`/order-details/${order.orderNumber}`);
  await page.getByRole('button', { name: 'Reorder Items' }).click();
  await page.getByRole('link', { name: 'Back to Orders' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  looking.resolve();
  await expect(page.getByText('The price of Medjool Dates (250g) changed from ₹1 to ₹349.').last()).toBeVisible();
  await page.getByRole('button', { name: /^Buy again, order/ }).hover();
  await expect(page).toHaveURL(/\/orders$/);
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('medjool-dates');
});

test('after a failed payment the right UTR is sent from the order page', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const failed = { status: 'failed', note: 'no such reference' };
  const put = await request.put(`/api/orders/${order.orderNumber}/payment`, { headers, data: failed });
  expect(put.status()).toBe(200);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByRole('heading', { name: 'Send the right UTR' })).toBeVisible();
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByText('Please enter UTR/Reference number')).toBeVisible();
  const utr = freshUtr();
  await page.getByLabel('UTR/Reference number').fill(utr);
  await page.reload();
  await expect(page.getByLabel('UTR/Reference number')).toHaveValue(utr);
  // The same failed UTR again: the form stays and shows a message.
  await page.getByLabel('UTR/Reference number').fill(order.utr);
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByText('We have this UTR and will look again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Send the right UTR' })).toBeVisible();
  await page.getByLabel('UTR/Reference number').fill(utr);
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByText('Payment reference received.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Send the right UTR' })).toBeHidden();
  // The button that was pressed is gone with its form.
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText(utr)).toBeVisible();
});

test('an order cancelled for want of a UTR is opened again by it, from its page', async ({ page, request }) => {
  const order = await placeOrder(request, { utr: '' });
  await keepOnDevice(page, order);
  let lapsed = true;
  await page.route(`**/api/orders/${order.orderNumber}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { order: object };
    if (lapsed) Object.assign(body.order, { status: 'cancelled', lapsed });
    await route.fulfill({ response, json: body });
  });
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText(/If you have paid ₹[\d,]+, enter the UTR here/)).toBeVisible();
  const utr = freshUtr();
  await page.getByLabel('UTR/Reference number').fill(utr);
  lapsed = false;
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByText('Checking your UTR').first()).toBeVisible();
  await expect(page.getByText(utr, { exact: true })).toBeVisible();
});

test('a missing UTR can be added on the confirmation or on the order page', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/payment');
  await payWith(page, 'PhonePe');
  await page.goto(`/payment-success?orderId=${await orderNumber(page)}&Status=FAILURE`);
  await page.getByRole('button', { name: 'Payment Done - Go to Summary' }).click();
  await expect(page.getByRole('heading', { name: 'Review your order' })).toBeVisible();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page).toHaveURL(/\/order-confirmation\/ORD\d+$/);
  await expect(page.getByRole('heading', { name: 'Send us your UTR' })).toBeVisible();
  await expect(page.getByText('Send us the UTR of your payment.')).toBeVisible();
  await expect(page.getByText('We are checking your UTR with our bank.')).toBeHidden();
  const send = page.getByRole('button', { name: 'Send UTR' });
  await expect(send).toHaveClass(/btn-bad/);
  const utr = freshUtr();
  await page.getByLabel('UTR/Reference number').fill(utr);
  await expect(send).toHaveClass(/btn-ok/);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Send us your UTR' })).toBeHidden();
  await expect(page.getByText('We are checking your UTR with our bank.')).toBeVisible();
  await expect(page.getByText(utr, { exact: true })).toBeVisible();

  const order = await placeOrder(request, { utr: '' });
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByRole('heading', { name: 'Send us your UTR' })).toBeVisible();
  await page.getByLabel('UTR/Reference number').fill(order.phone.padEnd(12, '7'));
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByRole('heading', { name: 'Send us your UTR' })).toBeHidden();
  await expect(page.getByText(order.phone.padEnd(12, '7'), { exact: true })).toBeVisible();
});

test('an order whose secret does not open it says that this is the copy of the device', async ({ page, request }) => {
  const order = await placeOrder(request);
  for (const accessToken of ['x'.repeat(32), '']) {
    await keepOnDevice(page, { ...order, accessToken });
    for (const path of ['order-details', 'order-confirmation']) {
      await page.goto(`/${path}/${order.orderNumber}`);
      const note = page
        .getByRole('status')
        .filter({ hasText: 'This is the copy on your device and may be out of date.' });
      await expect(note.getByRole('link', { name: 'Track this order' })).toHaveAttribute(
        'href',
        `/track-order?orderNumber=${order.orderNumber}`,
      );
    }
  }
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText('Checking your UTR').first()).toBeVisible();
  await expect(page.getByText('This is the copy on your device')).toHaveCount(0);
});

test('an order page that could not be loaded loads when the shop can be reached again', async ({
  page,
  request,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const order = await placeOrder(request, { utr: '' });
  await keepOnDevice(page, order);
  const read = `**/api/orders/${order.orderNumber}*`;
  await page.route(read, (route) => route.abort('internetdisconnected'));
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText('This is the copy on your device.')).toBeVisible();
  await page.unroute(read);
  await expect(page.getByText('This is the copy on your device.')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Send us your UTR' })).toBeVisible();
});
