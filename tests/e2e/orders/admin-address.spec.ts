import { openOrder, ownerToken, pdfOf, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../shop.ts';
import { freshPhone } from '../shopping.ts';

/** Staff correct the address of an order before it is shipped. */

test('a wrong address is corrected with the checkout rules; the shopper and the packing slip get the new one', {
  tag: '@journey',
}, async ({ page, request }) => {
  const order = await placeOrder(request);
  const phone = freshPhone();
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Correct address' }).click();
  const question = page.getByRole('dialog', { name: 'Correct address' });
  await expect(question.getByLabel('First name')).toHaveValue('Meera');
  await expect(question.getByLabel('Last name')).toHaveValue('Nair');
  await expect(question.getByLabel('State')).toHaveValue('Uttar Pradesh');

  await question.getByLabel('Phone').fill('12345');
  await question.getByLabel('Address', { exact: true }).fill('');
  await question.getByLabel('PIN code').fill('2260');
  await question.getByRole('button', { name: 'Save address' }).click();
  await expect(question.getByText('Phone number must be 10 digits')).toBeVisible();
  await expect(question.getByText('Address is required')).toBeVisible();
  await expect(question.getByText('Pincode must be 6 digits')).toBeVisible();
  await expect(question.getByText('Please fill all required fields correctly')).toBeVisible();
  await expect(question.getByLabel('Phone')).toBeFocused();

  await question.getByLabel('Phone').fill(phone);
  await question.getByLabel('Address', { exact: true }).fill('9 Cantonment Road');
  await question.getByLabel('PIN code').fill('226001');
  await question.getByRole('button', { name: 'Save address' }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('9 Cantonment Road')).toBeVisible();
  await expect(drawer.getByRole('link', { name: phone })).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Done: Address corrected/ })).toContainText(
    'by Admin · Phone, Address, PIN code',
  );
  const response = await request.get(`/api/orders/${order.orderNumber}`, {
    headers: { 'x-order-token': order.accessToken },
  });
  expect((await response.json()).order.shippingAddress).toMatchObject({ phone, address: '9 Cantonment Road' });

  expect(await pdfOf(page, drawer.getByRole('button', { name: 'Packing slip' }))).toContain('9 Cantonment Road');
});

test('two admins: the second gets a conflict notice; a shipped order cannot be corrected', async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const url = `/api/orders/${order.orderNumber}`;
  const { shippingAddress } = (await (await request.get(url, { headers })).json()).order;
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Correct address' }).click();
  const question = page.getByRole('dialog', { name: 'Correct address' });
  await question.getByLabel('City').fill('Kanpur');
  const other = await request.put(`${url}/address`, {
    headers,
    data: { shippingAddress: { ...shippingAddress, city: 'Varanasi' } },
  });
  expect(other.status()).toBe(200);
  await question.getByRole('button', { name: 'Save address' }).click();
  await expect(question.locator('.note', { hasText: 'Someone else has changed this in the meantime.' })).toBeVisible();
  await expect(question.getByText(/^The address is now: .*Varanasi/)).toBeVisible();
  await expect(question.getByLabel('City')).toHaveValue('Kanpur');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(drawer.getByText('Nothing was overwritten. This is the order as it is now.')).toBeVisible();
  await expect(drawer.getByText('Varanasi')).toBeVisible();

  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(drawer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Correct address' }).click();
  await expect(question.getByText('The invoice of this order has been issued and will not change.')).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Ship this order' })
    .getByRole('button', { name: 'Ship', exact: true })
    .click();
  await expect(drawer.getByRole('button', { name: 'Deliver', exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Correct address' })).toBeHidden();
});
