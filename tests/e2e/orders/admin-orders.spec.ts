import type { Locator, Page } from '@playwright/test';
import {
  expectNoErrorToast,
  OWNER,
  openOrder,
  ownerToken,
  placeOrder,
  reachedAtOnce,
  showFilters,
  signIn,
  signOut,
} from '../admin.ts';
import { verify } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';
import { freshPhone } from '../shopping.ts';

/**
 * The owner's workflow: sign in, verify the payment, ship, deliver; with failures and conflicts.
 */

const UPDATED = 'Order status updated successfully!';

/** Presses Tab until `target` has the focus; fails after 25 presses. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let press = 0; press < 25; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('sign-in: field errors, wrong password, success', { tag: '@journey' }, async ({ page, isMobile }) => {
  await page.goto('/admin-login');
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByText('Sign in to access the admin dashboard')).toBeVisible();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Please fill all required fields correctly')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();

  await page.getByLabel('Email address').fill('owner');
  await expect(page.getByText('Email is required')).toBeHidden();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Email is invalid')).toBeVisible();

  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  // It stays at the field when the toast has gone.
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Check the email address and the password.');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Admin login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('adminUser') ?? 'null'));
  expect(kept).toMatchObject({ email: OWNER.email, role: 'admin' });
  // On a phone they are at the end of the overview.
  if (isMobile) await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'Quick Stats' })).toContainText(/\d+ products\s*\d+ active orders/);
});

test('the admin guard redirects signed-out visitors to the sign-in', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/admin?section=orders');
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
});

test('an order is verified, shipped and delivered', { tag: '@journey' }, async ({ page, request }) => {
  const order = await placeOrder(request, { note: 'Please ring twice' });
  await signIn(page);

  // The search also finds it by UTR.
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(order.utr);
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  const drawer = await openOrder(page, order.orderNumber);
  await expect(page).toHaveURL(new RegExp(`section=orders.*order=${order.orderNumber}`));
  await expect(drawer.getByText('Please ring twice')).toBeVisible();
  await expect(drawer.getByText(order.utr)).toBeVisible();

  await drawer.getByRole('button', { name: 'Payment received' }).click();
  await expect(page.getByText('Payment verified successfully!')).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Payment received' })).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Done: Payment verified/ })).toContainText('by Admin');

  await drawer.getByRole('button', { name: 'Ship', exact: true }).click();
  const ship = page.getByRole('dialog', { name: 'Ship this order' });
  await ship.getByLabel('Courier').selectOption('Delhivery');
  await ship.getByLabel('Tracking number').fill('DL123456789');
  await ship.getByRole('button', { name: 'Ship', exact: true }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(drawer.getByText('DL123456789')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Start processing' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: `Deliver ${order.orderNumber}` }).click();
  await expect(page.getByRole('row', { name: order.orderNumber }).getByText('Delivered')).toBeVisible();

  // The shopper sees the same status.
  const response = await request.get(`/api/orders/${order.orderNumber}`, {
    headers: { 'x-order-token': order.accessToken },
  });
  expect((await response.json()).order).toMatchObject({ status: 'delivered', payment: { status: 'completed' } });
});

test('an order that was delivered is not returned by the same press', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  await verify(request, order.orderNumber);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const data = { status: 'shipped' };
  expect((await request.put(`/api/orders/${order.orderNumber}/status`, { headers, data })).status()).toBe(200);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const reached = reachedAtOnce(page, 'Take items back…');
  await drawer.getByRole('button', { name: 'Deliver', exact: true }).click();
  expect(await reached).toBe(false);
  await drawer.getByRole('button', { name: 'Take items back…' }).click({ trial: true });
});

test('an order is verified and shipped with the keyboard only', async ({ page, request }) => {
  const order = await placeOrder(request);
  await page.goto('/kingadminlogin');
  await page.getByLabel('Email address').focus();
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Order Management' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Find an order' }).focus();
  await page.keyboard.type(order.orderNumber);
  const view = page.getByRole('button', { name: `View ${order.orderNumber}` });
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  // J goes to the first row from outside the list; X ticks it.
  await page.keyboard.press('Tab');
  await page.keyboard.press('j');
  await expect(view).toBeFocused();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Ticked orders' })).toContainText('1 order ticked');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Ticked orders' })).toBeHidden();
  await expect(view).toBeFocused();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await expect(drawer.getByRole('heading', { name: order.orderNumber })).toBeFocused();
  const received = drawer.getByRole('button', { name: 'Payment received' });
  await expect(received).toBeVisible();
  await tabTo(page, received);
  await page.keyboard.press('Enter');
  // The button is gone, so the focus moves to the order's heading.
  await expect(drawer.getByRole('heading', { name: order.orderNumber })).toBeFocused();

  await tabTo(page, drawer.getByRole('button', { name: 'Ship', exact: true }));
  // A busy button ignores key presses.
  await expect(drawer.getByRole('button', { name: 'Ship', exact: true })).not.toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  const ship = page.getByRole('dialog', { name: 'Ship this order' });
  await page.keyboard.press('Escape');
  await expect(ship).toBeHidden();
  await expect(drawer.getByRole('button', { name: 'Ship', exact: true })).toBeFocused();
  await expect(drawer.getByRole('button', { name: 'Ship', exact: true })).not.toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Enter');
  await ship.getByLabel('Courier').focus();
  await page.keyboard.type('Blue');
  await expect(ship.getByLabel('Courier')).toHaveValue('Blue Dart');
  await page.keyboard.press('Tab');
  await page.keyboard.type('81234567890');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Deliver', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();
});

test('rejecting a payment needs a reason; shipping without payment needs confirmation', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);

  await drawer.getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await expect(question.getByText('Please say what is wrong with the payment')).toBeVisible();
  await question.getByLabel('Reason').fill('No credit with this UTR');
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await expect(drawer.getByRole('heading', { name: 'Payment not received' })).toBeVisible();
  await expect(drawer.getByText('No credit with this UTR').first()).toBeVisible();

  await drawer.getByRole('button', { name: 'Start processing' }).click();
  const unpaid = page.getByRole('dialog', { name: 'Continue without a verified payment?' });
  await expect(unpaid).toContainText(order.utr);
  await unpaid.getByRole('button', { name: 'Check the payment' }).click();
  await expect(unpaid).toBeHidden();
  await drawer.getByRole('button', { name: 'Start processing' }).click();
  await unpaid.getByRole('button', { name: 'Start processing anyway' }).click();
  await drawer.getByRole('button', { name: 'Ship', exact: true }).click();
  await page.getByRole('button', { name: 'Ship without verified payment' }).click();
  await expect(drawer.getByText('Shipped before the payment was verified.')).toBeVisible();
});

test('cancelling asks for a reason and cannot be undone', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(question.getByText(order.orderNumber)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question.getByText('Please give a reason')).toBeVisible();
  await expect(question.getByLabel('Reason')).toBeFocused();
  await question.getByRole('button', { name: 'Keep the order' }).click();
  await expect(question).toBeHidden();

  await drawer.getByRole('button', { name: 'Cancel Order' }).click();
  await question.getByLabel('Reason').fill('Ordered twice');
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(drawer.getByText('Reason of the cancellation')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Cancel Order' })).toBeHidden();
});

test('two admins on one order: the second gets a notice, nothing is overwritten', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const moved = await request.put(`/api/orders/${order.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'processing' },
  });
  expect(moved.status()).toBe(200);

  await drawer.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm anyway' }).click();
  await expect(drawer.getByText('Nothing was overwritten. This is the order as it is now.')).toBeInViewport();
  await expectNoErrorToast(page);
  await expect(drawer.locator('.pill').getByText('Processing')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Confirm', exact: true })).toBeHidden();
});

test('two admins on one order: the reason that the second has typed stays, and can be sent again', async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Cancel Order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await question.getByLabel('Reason').fill('Ordered twice');
  const moved = await request.put(`/api/orders/${order.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'processing' },
  });
  expect(moved.status()).toBe(200);
  const send = question.getByRole('button', { name: 'Cancel Order' });
  await send.click();
  await expect(question.locator('.note', { hasText: 'Someone else has changed this in the meantime.' })).toBeVisible();
  await expectNoErrorToast(page);
  await expect(question.getByLabel('Reason')).toHaveValue('Ordered twice');
  await send.click();
  await expect(question).toBeHidden();
  await expect(drawer.getByText('Reason of the cancellation')).toBeVisible();
});

test('the answer about one order leaves the question about another alone, and holds none up', async ({
  page,
  request,
}) => {
  const name = `Ira Slow${freshPhone()}`;
  const [slow, second, third] = [
    await placeOrder(request, { name }),
    await placeOrder(request, { name }),
    await placeOrder(request, { name }),
  ];
  await verify(request, slow.orderNumber);
  const shipped = await request.put(`/api/orders/${slow.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'shipped' },
  });
  expect(shipped.status(), await shipped.text()).toBe(200);
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(page.getByText('1–3 of 3 orders')).toBeVisible();
  const deliver = page.getByRole('button', { name: `Deliver ${slow.orderNumber}` });
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  const reason = question.getByLabel('Reason');
  const askToCancel = async (orderNumber: string) => {
    await page.getByRole('button', { name: `View ${orderNumber}` }).click();
    await page
      .getByRole('dialog', { name: `Order ${orderNumber}` })
      .getByRole('button', { name: 'Cancel Order' })
      .click();
    await reason.fill('Ordered twice');
  };
  /** The answers to 'Deliver', one for each press. */
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let presses = 0;
  await page.route(`**/api/orders/${slow.orderNumber}/status`, async (route) => {
    const press = presses++;
    await answers[press]?.promise;
    if (press > 0) await route.continue();
    else await route.fulfill({ status: 409, json: { success: false, message: 'Someone else has changed this.' } });
  });

  // Another order is cancelled meanwhile.
  await deliver.click();
  await askToCancel(second.orderNumber);
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${second.orderNumber}` });
  await expect(drawer.getByText('Reason of the cancellation')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(deliver).toHaveAttribute('aria-busy', 'true');

  // A conflict of one order is none of the other.
  await askToCancel(third.orderNumber);
  answers[0]?.resolve();
  await expect(page.getByText('Someone else has changed this.')).toBeVisible();
  await expect(question.locator('.note')).toBeHidden();
  await expect(reason).toHaveValue('Ordered twice');
  await question.getByRole('button', { name: 'Keep the order' }).click();
  await page.keyboard.press('Escape');

  // Nor does its success close the question.
  await expect(deliver).not.toHaveAttribute('aria-busy', 'true');
  await deliver.click();
  await askToCancel(third.orderNumber);
  answers[1]?.resolve();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(reason).toHaveValue('Ordered twice');
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question).toBeHidden();
  await expect(
    page.getByRole('dialog', { name: `Order ${third.orderNumber}` }).getByText('Reason of the cancellation'),
  ).toBeVisible();
});

test('the drawer shows reasons for attention and the order with the same UTR', async ({ page, request }) => {
  const first = await placeOrder(request);
  const second = await placeOrder(request, { utr: first.utr, total: 1 });
  await signIn(page);
  const drawer = await openOrder(page, second.orderNumber);
  await expect(drawer.getByText('Amount differs.')).toBeVisible();
  await expect(drawer.getByText('UTR used before.')).toBeVisible();
  await expect(drawer.getByRole('heading', { name: 'Same UTR' })).toBeVisible();
  await drawer.getByRole('link', { name: first.orderNumber }).click();
  await expect(page.getByRole('dialog', { name: `Order ${first.orderNumber}` })).toBeVisible();
});

test('the figures link to filtered lists; settling a reason removes the order from them', async ({ page, request }) => {
  const name = `Ira Figure${freshPhone()}`;
  const first = await placeOrder(request, { name });
  const order = await placeOrder(request, { name, utr: first.utr, total: 1 });
  await signIn(page);
  const figures = page.getByRole('region', { name: 'Order figures' });
  const attention = figures.getByRole('link', { name: /needs? attention$/ });
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await attention.click();
  await expect(page).toHaveURL(/\?section=orders&attention=true$/);
  await expect(attention).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await expect(page.getByText(first.orderNumber)).toBeHidden();
  // The list has as many orders as the figure, and the search narrows it.
  const count = Number.parseInt(await attention.innerText(), 10);
  await expect(page.getByRole('status').filter({ hasText: /orders?$/ })).toContainText(
    count === 1 ? '1 order' : `of ${count} orders`,
  );
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: `View ${order.orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
  await drawer.getByRole('button', { name: 'Mark as done: UTR used before' }).click();
  await expect(drawer.getByText('UTR used before.')).toBeHidden();
  const settle = drawer.getByRole('button', { name: 'Mark as done: Amount differs' });
  await expect(settle).not.toHaveAttribute('aria-busy', 'true');
  // Another admin changes the order first.
  const note = await request.put(`/api/orders/${order.orderNumber}/notes`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { internalNotes: 'Rang on Monday' },
  });
  expect(note.status()).toBe(200);
  await settle.click();
  await expect(drawer.getByText('Nothing was overwritten. This is the order as it is now.')).toBeInViewport();
  await expect(drawer.getByLabel('Internal notes')).toHaveValue('Rang on Monday');
  await settle.click();
  await expect(drawer.getByText('Amount differs.')).toBeHidden();
  await expect(drawer.getByRole('listitem').filter({ hasText: /^Done: Marked as done/ })).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No orders match these filters')).toBeVisible();

  // Another view keeps the search.
  const views = page.getByRole('group', { name: 'Views' });
  await views.getByRole('button', { name: /^All/ }).click();
  await expect(page.getByText('1–2 of 2 orders')).toBeVisible();
  await figures.getByRole('link', { name: /^\d+ To verify$/ }).click();
  await expect(page).toHaveURL(/\?section=orders&payment=pending$/);
  const toVerify = views.getByRole('button', { name: /^To verify/ });
  await expect(toVerify).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await page.goBack();
  await expect(toVerify).toHaveAttribute('aria-pressed', 'false');
});

test('the figures below the list come with it, not before', async ({ page, request }) => {
  const order = await placeOrder(request);
  const listed = Promise.withResolvers<void>();
  await page.route('**/api/orders?**', async (route) => {
    await listed.promise;
    await route.continue();
  });
  const counted = page.waitForResponse('**/api/orders/stats/**');
  await signIn(page);
  await counted;
  const figures = page.getByRole('region', { name: 'Order figures' });
  await expect(page.getByRole('status', { name: 'Loading orders' })).toBeVisible();
  await expect(figures).toHaveCount(0);
  listed.resolve();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await expect(figures).toBeVisible();
});

test('rows that a load has moved are not pressed in place of others', async ({ page, request, isMobile }) => {
  await placeOrder(request);
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 2000 });
  await signIn(page);
  await expect(page.getByRole('table')).toBeVisible();
  await showFilters(page, isMobile);
  // Watched before it is placed: the list is also loaded by itself.
  const orderNumber = `ORD${Date.now()}`;
  const reached = reachedAtOnce(page, orderNumber);
  await placeOrder(request, { orderNumber });
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect(await reached).toBe(false);
  await page.getByRole('button', { name: `View ${orderNumber}` }).click({ trial: true });
});

test('a failed load keeps the last list and offers Retry', async ({ page, request, isMobile }) => {
  const order = await placeOrder(request);
  await signIn(page);
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await page.route('**/api/orders?**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<p>a proxy speaks</p>' }),
  );
  await showFilters(page, isMobile);
  await page.getByRole('button', { name: 'Refresh' }).click();
  const message = 'Failed to load orders. Please check your connection.';
  await expect(page.getByText(message).first()).toBeVisible();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await page.unroute('**/api/orders?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden();
});

test('filters are kept in the URL and survive a reload', async ({ page, request, isMobile }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const status = page.getByRole('combobox', { name: 'Status' });
  await showFilters(page, isMobile);
  await status.selectOption('delivered');
  await expect(page).toHaveURL(/status=delivered/);
  await expect(page.getByText(order.orderNumber)).toBeHidden();
  await page.getByRole('button', { name: 'Save view' }).click();
  const naming = page.getByRole('dialog', { name: 'Save this view' });
  await naming.getByLabel('Name').fill('Arrived');
  await naming.getByRole('button', { name: 'Save view' }).click();
  const arrived = page.getByRole('group', { name: 'Views' }).getByRole('button', { name: 'Arrived' });
  await expect(arrived).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await showFilters(page, isMobile);
  await expect(status).toHaveValue('delivered');
  await expect(arrived).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByText(order.orderNumber)).toBeVisible();
  await page.getByLabel('to', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No orders match these filters')).toBeVisible();
});

test('an expired session shows a message, is cleared, and redirects to the sign-in', async ({ page, isMobile }) => {
  await signIn(page);
  await showFilters(page, isMobile);
  await page.evaluate(() => localStorage.setItem('adminToken', 'x'.repeat(32)));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Authentication expired. Redirecting to login...')).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('adminToken'), localStorage.getItem('adminUser')])).toEqual([
    null,
    null,
  ]);
  await expect(page).toHaveURL(/\/kingadminlogin$/);
});

test('a session that the server has ended says so once, whatever is still to load', async ({ page }) => {
  await signIn(page);
  const admin = page.url();
  // What the page still loads would end the session before the next one is open.
  await page.goto('about:blank');
  const message = 'Authentication expired. Redirecting to login...';
  const list = '**/assets/orders-section-*.js';
  // Each toast as it appears: it may be gone before a slow machine has loaded the list.
  const toasts: string[] = [];
  await page.exposeFunction('toastShown', (text: string) => toasts.push(text));
  await page.addInitScript(() => {
    const said = /Authentication expired|No admin authentication/;
    const shown = (text: string) => (window as unknown as { toastShown(text: string): void }).toastShown(text);
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (said.test(node.textContent ?? '')) shown(node.textContent ?? '');
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.route('**/api/orders**', (route) => route.fulfill({ status: 401, json: { success: false } }));
  await page.route(list, async (route) => {
    await expect.poll(() => toasts).not.toEqual([]);
    await route.continue();
  });
  const loaded = page.waitForResponse(list);
  await page.goto(admin);
  await loaded;
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  expect(toasts).toEqual([expect.stringContaining(message)]);
});

test('logout ends the session on the server', async ({ page, request, isMobile }) => {
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  await signOut(page, isMobile);
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
  await expect
    .poll(async () =>
      (await request.get('/api/auth/admin-profile', { headers: { authorization: `Bearer ${token}` } })).status(),
    )
    .toBe(401);
});

test('shopper pages load no admin code', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text());
  });
  for (const path of ['/', '/product/california-almonds', '/cart', '/address', '/track-order']) {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
  }
  const sources = await Promise.all(scripts);
  expect(sources.length).toBeGreaterThan(3);
  for (const source of sources) {
    expect(source).not.toContain('Verifying admin access');
    expect(source).not.toContain('Order Management');
    expect(source).not.toContain('QueryClient');
  }
});
