import type { APIRequestContext, Locator } from '@playwright/test';
import { expectAccessible, openOrder, ownerToken, placeOrder, signIn } from '../admin.ts';
import { deliveredOrder, keepOnDevice, verify } from '../after-sale.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, test } from '../shop.ts';

/** Staff change an order before it ships, and take single items back after it is delivered. */

test.use({ serviceWorkers: 'block' });

async function sizesOf(request: APIRequestContext, product: string) {
  const { product: found } = (await (await request.get(`/api/products/${product}`)).json()) as {
    product: { sizes: { size: string; price: number }[] };
  };
  return found.sizes;
}

test('a size is swapped with at most six actions, the money is named before, and the change can be undone', {
  tag: '@journey',
}, async ({ page, request }) => {
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const [first, other] = await sizesOf(request, 'medjool-dates');
  if (!first || !other) throw new Error('the demo product has one size');
  const actions: string[] = [];
  const act = async (name: string, run: () => Promise<unknown>) => {
    actions.push(name);
    await run();
  };
  const press = (name: string, target: Locator) => act(name, () => target.click());
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  actions.push('open the order');
  await press('Change order', drawer.getByRole('button', { name: 'Change order' }));
  const dialog = page.getByRole('dialog', { name: 'Change order' });
  const size = dialog.getByLabel('Size of Medjool Dates');
  await expect(size.locator('option')).not.toHaveCount(1);
  await act('size', () => size.selectOption({ value: other.size }));
  const apart = other.price - first.price;
  const result = apart > 0 ? 'Still to pay' : 'Refund due';
  await expect(dialog.getByRole('status').filter({ hasText: result })).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Papers' })).toContainText('Credit note over');
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await press('Save changes', dialog.getByRole('button', { name: 'Save changes' }));
  await expect(dialog).toBeHidden();
  expect(actions.length, actions.join(', ')).toBeLessThanOrEqual(6);
  await expect(drawer.getByText(`${other.size} × 1 at`)).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Done: Items changed/ })).toBeVisible();
  if (apart > 0) {
    await expect(drawer.getByRole('button', { name: /to pay…$/ })).toBeVisible();
    await drawer.getByRole('button', { name: /to pay…$/ }).click();
    const rest = page.getByRole('dialog', { name: 'The rest of this order' });
    await rest.getByRole('checkbox', { name: 'The shopper need not pay it' }).check();
    await rest.getByRole('button', { name: 'Waive the rest' }).click();
    await expect(rest.getByText('Please give the reason.')).toBeVisible();
    await rest.getByRole('button', { name: 'Back' }).click();
  }
  await drawer.getByRole('button', { name: 'Undo the change' }).click();
  await expect(drawer.getByText(`${first.size} × 1 at`)).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Undo the change' })).toBeHidden();
});

for (const later of [false, true]) {
  test(`an order that somebody else has changed is not overwritten, sums ${later ? 'refused' : 'counted'}`, async ({
    page,
    request,
  }) => {
    const order = await placeOrder(request);
    await verify(request, order.orderNumber);
    await signIn(page);
    const drawer = await openOrder(page, order.orderNumber);
    await drawer.getByRole('button', { name: 'Change order' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change order' });
    await dialog.getByRole('button', { name: 'One more Medjool Dates' }).click();
    await expect(dialog.getByText('was ')).toBeVisible();
    await expect(dialog.getByText('Total before')).toBeVisible();
    const headers = { authorization: `Bearer ${await ownerToken(request)}` };
    const notes = await request.put(`/api/orders/${order.orderNumber}/attention`, {
      headers,
      data: { settled: 'price_changed' },
    });
    expect(notes.status()).toBe(200);
    const { order: now } = await (await request.get(`/api/orders/${order.orderNumber}`, { headers })).json();
    const data = { lines: [{ line: 0, quantity: 3 }], reason: 'our_mistake', version: now.version };
    expect((await request.put(`/api/orders/${order.orderNumber}/lines`, { headers, data })).status()).toBe(200);
    // Whether its sums were counted before that change or are refused after it.
    if (later) {
      const refused = page.waitForResponse((response) => response.url().endsWith('/lines'));
      await dialog.getByRole('button', { name: 'One more Medjool Dates' }).click();
      expect((await refused).status()).toBe(409);
    } else await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this');
    await dialog.getByRole('button', { name: 'Start again' }).click();
    await expect(dialog.getByRole('spinbutton', { name: /Medjool Dates/ })).toHaveValue('3');
  });
}

test('the shopper pays the rest of a changed order on its page', { tag: '@journey' }, async ({ page, request }) => {
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { order: now } = await (await request.get(`/api/orders/${order.orderNumber}`, { headers })).json();
  const data = { lines: [{ line: 0, quantity: 2 }], reason: 'customer_asked', version: now.version };
  expect((await request.put(`/api/orders/${order.orderNumber}/lines`, { headers, data })).status()).toBe(200);
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  const link = page.getByRole('link', { name: /^Pay ₹[\d,.]+ with a UPI app$/ });
  await expect(link).toHaveAttribute('href', new RegExp(`^upi://pay\\?.*tn=Payment%20for%20${order.orderNumber}`));
  await page.getByLabel('UTR/Reference number').fill('632499990001');
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Payment reference received.' })).toBeVisible();
});

test('single items of a delivered order come back, and the return can be undone', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await deliveredOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Take items back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take items back' });
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog.getByText('Please choose what came back')).toBeVisible();
  await expect(dialog.getByText('Please give the reason.')).toBeVisible();
  await dialog.getByRole('button', { name: /^One more Medjool Dates/ }).click();
  await dialog.getByLabel('Goes back to the shopper, ₹').fill('100');
  await dialog.getByLabel('Reason').fill('One tin was dented');
  await expect(dialog.getByRole('checkbox', { name: 'Put the items back in stock' })).not.toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog).toBeHidden();
  const back = drawer.getByRole('listitem').filter({ hasText: 'One tin was dented' }).first();
  await expect(back).toContainText('₹100');
  await back.getByRole('button', { name: 'Undo' }).click();
  await expect(drawer.getByRole('heading', { name: 'Taken back' })).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Take items back…' })).toBeVisible();
});
