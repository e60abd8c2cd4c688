import { emailOf, openOrder, ownerToken, placeOrder, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../shop.ts';
import { freshUtr } from '../shopping.ts';

/** Corrections to an order by staff: the UTR, the courier and the tracking number. */

test('courier and tracking number are entered and corrected after shipping, and sent to the shopper on request', {
  tag: '@journey',
}, async ({ page, request }) => {
  const order = await placeOrder(request);
  const wrong = `DL${freshUtr()}`;
  const right = `DL${freshUtr()}`;
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Ship this order' })
    .getByRole('button', { name: 'Ship', exact: true })
    .click();
  await expect(drawer.getByText('No courier and no tracking number yet.')).toBeVisible();
  await readMail(emailOf(order.phone), new RegExp(`(Your order ${order.orderNumber} has been shipped)`));

  await drawer.getByRole('button', { name: 'Edit parcel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit parcel' });
  await dialog.getByRole('checkbox', { name: 'Send the shopper the parcel’s number by email' }).check();
  await dialog.getByRole('button', { name: 'Save parcel' }).click();
  await expect(dialog.getByText('Please enter the tracking number')).toBeVisible();
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByLabel('Courier').selectOption('Delhivery');
  await dialog.getByLabel('Tracking number').fill(wrong);
  await dialog.getByRole('button', { name: 'Save parcel' }).click();
  await expect(dialog).toBeHidden();
  const parcelEvents = drawer.getByRole('listitem').filter({ hasText: /^Done: Parcel changed/ });
  await expect(parcelEvents).toContainText(`Delhivery ${wrong}`);

  // Another admin corrects it meanwhile: the stale dialog overwrites nothing.
  await drawer.getByRole('button', { name: 'Edit parcel' }).click();
  await expect(dialog.getByLabel('Tracking number')).toHaveValue(wrong);
  const other = await request.put(`/api/orders/${order.orderNumber}/parcel`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { courier: 'India Post', courierTracking: 'EX1' },
  });
  expect(other.status()).toBe(200);
  await dialog.getByLabel('Courier').selectOption('Blue Dart');
  await dialog.getByRole('button', { name: 'Save parcel' }).click();
  // What was typed stays, with the reason why it was not saved.
  await expect(dialog.locator('form').getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Courier')).toHaveValue('Blue Dart');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(drawer.getByText('Nothing was overwritten. This is the order as it is now.')).toBeVisible();
  await expect(dialog).toBeHidden();

  await drawer.getByRole('button', { name: 'Edit parcel' }).click();
  await expect(dialog.getByLabel('Courier')).toHaveValue('India Post');
  await dialog.getByLabel('Tracking number').fill(right);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Save parcel' }).click();
  await expect(dialog).toBeHidden();
  await expect(parcelEvents.filter({ hasText: `India Post ${right} (before: India Post EX1)` })).toBeVisible();
  await readMail(emailOf(order.phone), new RegExp(`Tracking number: (${right})`));
});

test('the payment to verify is on the first screen, and another amount is asked about', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await placeOrder(request, { total: 1 });
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(order.orderNumber);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  const row = page.getByRole('row', { name: order.orderNumber });
  await expect(row.getByText('Amount differs')).toBeInViewport();
  // The row opens the order wherever it is pressed.
  await row.getByText('Meera Nair').click({ force: true });
  const drawer = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  const received = drawer.getByRole('button', { name: 'Payment received' });
  await expect(received).toBeInViewport();
  // Page keys scroll the order, not the dialog around it, although the heading has the focus.
  await expect(drawer.getByRole('heading', { name: order.orderNumber })).toBeFocused();
  const body = drawer.getByRole('region', { name: 'Order details' });
  await page.keyboard.press('PageDown');
  await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
  expect(await drawer.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.keyboard.press('PageUp');
  await expect(received).toBeInViewport();
  await expect(drawer.getByText(`the shopper was shown ₹1, the order comes to ₹${order.total}`).first()).toBeVisible();

  await drawer.getByLabel('In the bank statement, ₹').fill(String(order.total - 10));
  await received.click();
  const question = page.getByRole('dialog', { name: 'Accept another amount?' });
  await expect(question).toContainText('₹10 short.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer.getByRole('heading', { name: /^Payment to verify/ })).toBeVisible();
  await received.click();
  await question.getByRole('button', { name: `Accept ₹${order.total - 10}` }).click();
  await expect(page.getByText('Payment verified successfully!')).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
});

test('the UTR from the bank statement is validated, stored and shown, and can replace a mistyped one', async ({
  page,
  request,
}) => {
  const bare = await placeOrder(request, { utr: '' });
  const found = freshUtr();
  await signIn(page);
  const drawer = await openOrder(page, bare.orderNumber);
  const field = drawer.getByLabel('UTR in the bank statement');
  await field.fill('1234');
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(drawer.getByText('UTR/Reference number must be at least 10 digits long')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(`UPI Ref No. ${found}`);
  await expect(drawer.getByText('UTR/Reference number must be at least 10 digits long')).toBeHidden();
  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(drawer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(drawer.getByRole('definition').filter({ hasText: found })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  // Another order with a mistyped UTR: one that is already used is rejected at the field.
  const mistyped = await placeOrder(request);
  const right = freshUtr();
  const second = await openOrder(page, mistyped.orderNumber);
  await second.getByRole('button', { name: 'UTR differs…' }).click();
  const correction = second.getByLabel('UTR in the bank statement');
  await expect(correction).toBeFocused();
  await expect(correction).toHaveValue(mistyped.utr);
  await correction.fill(found);
  await second.getByRole('button', { name: 'Payment received' }).click();
  const duplicate = `This UTR has already been accepted for order ${bare.orderNumber}.`;
  await expect(second.getByRole('definition').filter({ hasText: duplicate })).toBeVisible();
  await expect(correction).toHaveValue(found);
  await correction.fill(right);
  await second.getByRole('button', { name: 'Payment received' }).click();
  await expect(second.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(second.getByRole('definition').filter({ hasText: right })).toBeVisible();
  await expect(second.getByText(`The UTR before was ${mistyped.utr}.`, { exact: false })).toBeVisible();
  const response = await request.get(`/api/orders/${mistyped.orderNumber}`, {
    headers: { 'x-order-token': mistyped.accessToken },
  });
  expect((await response.json()).order.payment).toMatchObject({ status: 'completed', utrNumber: right });
});
