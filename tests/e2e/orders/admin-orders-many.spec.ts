import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import {
  expectNoErrorToast,
  hold,
  openOrder,
  ownerToken,
  type PlacedOrder,
  pdfOf,
  placeOrder,
  selectOrders,
  showFilters,
  signIn,
} from '../admin.ts';
import { expect, test } from '../shop.ts';
import { freshPhone } from '../shopping.ts';

/** Bulk shipping, internal notes, packing slips, CSV export, and taking a payment back. */

async function verify(request: APIRequestContext, { orderNumber }: PlacedOrder): Promise<void> {
  const response = await request.put(`/api/orders/${orderNumber}/payment`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'completed' },
  });
  expect(response.status()).toBe(200);
}

async function statusOf(request: APIRequestContext, { orderNumber, accessToken }: PlacedOrder): Promise<string> {
  const response = await request.get(`/api/orders/${orderNumber}`, { headers: { 'x-order-token': accessToken } });
  return ((await response.json()) as { order: { status: string } }).order.status;
}

/** Filters the list to the orders of one customer. */
async function find(page: Page, name: string, count: number): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(
    page.getByText(count === 1 ? '1 order' : `1–${count} of ${count} orders`, { exact: true }),
  ).toBeVisible();
}

test('several orders are shipped at once; unpaid ones need confirmation', { tag: '@journey' }, async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Bulk ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const first = await placeOrder(request, { name });
  const second = await placeOrder(request, { name });
  const pending = await placeOrder(request, { name });
  const unpaid = await placeOrder(request, { name });
  await verify(request, first);
  await verify(request, second);
  const moved = await request.put(`/api/orders/${unpaid.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'confirmed' },
  });
  expect(moved.status()).toBe(200);

  await signIn(page);
  await find(page, name, 4);
  await selectOrders(page, isMobile);
  for (const order of [first, second, pending, unpaid]) {
    await page.getByRole('checkbox', { name: `Tick ${order.orderNumber}` }).check();
  }
  const bar = page.getByRole('region', { name: 'Ticked orders' });
  await expect(bar).toContainText('4 orders ticked');
  // The pending order cannot be shipped (D36), so three are offered.
  await bar.getByRole('button', { name: 'Ship 3' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 3 orders' });
  await expect(dialog.getByText(pending.orderNumber)).toBeHidden();
  await dialog.getByLabel('Courier').selectOption('Delhivery');
  await dialog.getByLabel(`Tracking number of ${first.orderNumber}`).fill('DL-ONE');
  await dialog.getByLabel(`Tracking number of ${second.orderNumber}`).fill('DL-TWO');
  await expect(dialog.getByLabel(`Tracking number of ${unpaid.orderNumber}`)).toBeDisabled();
  await dialog.getByRole('button', { name: 'Ship 2' }).click();
  await expect(dialog.getByText('Shipped', { exact: true })).toHaveCount(2);
  expect(await statusOf(request, unpaid)).toBe('confirmed');
  expect(await statusOf(request, first)).toBe('shipped');

  await dialog.getByRole('checkbox', { name: 'Ship them without verified payment' }).check();
  await dialog.getByRole('button', { name: 'Ship 1' }).click();
  await expect(dialog).toBeHidden();
  expect(await statusOf(request, unpaid)).toBe('shipped');
  expect(await statusOf(request, pending)).toBe('pending');
  await expect(bar).toBeHidden();

  const drawer = await openOrder(page, second.orderNumber);
  await expect(drawer.getByText('DL-TWO')).toBeVisible();
});

test('Enter in a tracking number, as a scanner sends it, goes to the next one and ships nothing', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Scan ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const first = await placeOrder(request, { name });
  const placed = [first, await placeOrder(request, { name })];
  for (const order of placed) await verify(request, order);
  await signIn(page);
  await find(page, name, 2);
  await selectOrders(page, isMobile);
  for (const order of placed) await page.getByRole('checkbox', { name: `Tick ${order.orderNumber}` }).check();
  await page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Ship 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  await dialog.getByLabel('Courier').selectOption('Delhivery');
  const numbers = dialog.getByRole('textbox', { name: /^Tracking number of/ });
  await numbers.first().focus();
  await page.keyboard.type('DL-1');
  await page.keyboard.press('Enter');
  await expect(numbers.last()).toBeFocused();
  await page.keyboard.type('DL-2');
  await page.keyboard.press('Enter');
  const ship = dialog.getByRole('button', { name: 'Ship 2' });
  await expect(ship).toBeFocused();
  expect(await statusOf(request, first)).toBe('confirmed');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 orders shipped')).toBeVisible();
});

test('closing the dialog stops shipping after the current order and keeps the typed numbers', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Stop ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const placed = [await placeOrder(request, { name }), await placeOrder(request, { name })];
  for (const order of placed) await verify(request, order);
  await signIn(page);
  await find(page, name, 2);
  await selectOrders(page, isMobile);
  for (const order of placed) await page.getByRole('checkbox', { name: `Tick ${order.orderNumber}` }).check();
  const open = page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Ship 2' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  const numbers = dialog.getByRole('textbox', { name: /^Tracking number of/ });
  await numbers.first().fill('DL-FIRST');
  await numbers.last().fill('DL-LAST');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(numbers.first()).toHaveValue('DL-FIRST');
  await expect(numbers.last()).toHaveValue('DL-LAST');

  let respond = () => {};
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/orders/*/status', async (route) => {
    await response;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/orders/*/status');
  await dialog.getByRole('button', { name: 'Ship 2' }).click();
  await sent;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  respond();
  await expect(page.getByText('1 order shipped')).toBeVisible();
  const statuses = await Promise.all(placed.map((order) => statusOf(request, order)));
  expect(statuses.sort()).toEqual(['confirmed', 'shipped']);
});

test('an order that is refused after the dialog was closed is named', async ({ page, request, isMobile }) => {
  const name = `Unseen ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const order = await placeOrder(request, { name });
  await verify(request, order);
  await signIn(page);
  await find(page, name, 1);
  await selectOrders(page, isMobile);
  await page.getByRole('checkbox', { name: `Tick ${order.orderNumber}` }).check();
  await page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Ship 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 1 order' });
  const other = await request.put(`/api/orders/${order.orderNumber}/status`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { status: 'processing' },
  });
  expect(other.status()).toBe(200);
  const answer = await hold(page, '**/api/orders/*/status');
  await dialog.getByRole('button', { name: 'Ship 1' }).click();
  await answer.held;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  answer.release();
  await expect(page.locator('.toast-error')).toContainText(order.orderNumber);
  expect(await statusOf(request, order)).toBe('processing');
});

test('an order that another admin changed first does not block the rest', async ({ page, request, isMobile }) => {
  const name = `Race ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const mine = await placeOrder(request, { name });
  const theirs = await placeOrder(request, { name });
  await verify(request, mine);
  await verify(request, theirs);
  await signIn(page);
  await find(page, name, 2);
  await selectOrders(page, isMobile);
  await page.getByRole('checkbox', { name: `Tick ${mine.orderNumber}` }).check();
  await page.getByRole('checkbox', { name: `Tick ${theirs.orderNumber}` }).check();
  await page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Ship 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  await dialog.getByLabel('Courier').selectOption('Delhivery');
  const other = await request.post(`/api/orders/${theirs.orderNumber}/cancel`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { reason: 'The shopper rang' },
  });
  expect(other.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Ship 2' }).click();
  await expect(dialog.getByText('Shipped', { exact: true })).toHaveCount(1);
  await expect(dialog.getByRole('listitem').filter({ hasText: theirs.orderNumber }).getByRole('alert')).toBeVisible();
  expect(await statusOf(request, mine)).toBe('shipped');
  expect(await statusOf(request, theirs)).toBe('cancelled');
});

test('the list is exported as CSV with the current filter', async ({ page, request, isMobile }) => {
  const name = `किशमिश ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const order = await placeOrder(request, { name });
  await signIn(page);
  await find(page, name, 1);
  const saved = page.waitForEvent('download');
  await showFilters(page, isMobile);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const rows = parse(await readFile(await download.path()), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ 'Order number': order.orderNumber, Name: name, UTR: `="${order.utr}"` });
});

/** Saves notes as another admin with the current version of the order. */
async function noteByOther(request: APIRequestContext, { orderNumber }: PlacedOrder, text: string): Promise<void> {
  const response = await request.put(`/api/orders/${orderNumber}/notes`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { internalNotes: text },
  });
  expect(response.status()).toBe(200);
}

async function notesOf(request: APIRequestContext, { orderNumber }: PlacedOrder): Promise<string> {
  const response = await request.get(`/api/orders/${orderNumber}`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
  });
  return ((await response.json()) as { order: { internalNotes: string } }).order.internalNotes;
}

/** Returns to the admin's tab, which refetches stale orders, until `target` is visible. */
async function refetchUntil(page: Page, target: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(target).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('internal notes are saved, and a conflict loses nothing', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const notes = drawer.getByLabel('Internal notes');
  await notes.fill('Rang on Monday');
  await noteByOther(request, order, 'Wants it before Diwali');
  await drawer.getByRole('button', { name: 'Save notes' }).click();
  const notice = drawer.locator('.note').filter({ hasText: 'Someone else has changed these notes' });
  await expect(notice).toContainText('Wants it before Diwali');
  await expectNoErrorToast(page);
  await expect(notes).toHaveValue('Rang on Monday');
  await expect(drawer.getByRole('button', { name: 'Save notes' })).toBeHidden();
  expect(await notesOf(request, order)).toBe('Wants it before Diwali');

  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await drawer.getByRole('button', { name: 'Save notes' }).click();
  await expect.poll(() => notesOf(request, order)).toBe('Rang on Monday');
  await page.reload();
  await expect(page.getByLabel('Internal notes')).toHaveValue('Rang on Monday');
});

test('refetching an order does not hide a conflict with unsaved notes', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const notes = drawer.getByLabel('Internal notes');
  await notes.fill('Rang on Monday');
  // Other changes to the order are no conflict.
  await verify(request, order);
  await refetchUntil(page, drawer.getByRole('heading', { name: 'Payment received' }));
  await expect(notes).toHaveValue('Rang on Monday');
  await expect(drawer.getByRole('button', { name: 'Save notes' })).toBeVisible();

  await noteByOther(request, order, 'Wants it before Diwali');
  const notice = drawer.locator('.note').filter({ hasText: 'Someone else has changed these notes' });
  await refetchUntil(page, notice);
  await expect(notice).toContainText('Wants it before Diwali');
  await expect(notes).toHaveValue('Rang on Monday');
  // The notes cannot be saved over the other admin's.
  await expect(drawer.getByRole('button', { name: 'Save notes' })).toBeHidden();
  expect(await notesOf(request, order)).toBe('Wants it before Diwali');
  await notice.getByRole('button', { name: 'Show theirs' }).click();
  await expect(notes).toHaveValue('Wants it before Diwali');
  await expect(notice).toBeHidden();
  expect(await notesOf(request, order)).toBe('Wants it before Diwali');
});

test('what is typed stays when the order, the coupon, the customer or the review is closed', async ({
  page,
  request,
}) => {
  const order = await placeOrder(request);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByLabel('Internal notes').fill('Rang on Monday');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: `View ${order.orderNumber}` }).click();
  await expect(drawer.getByLabel('Internal notes')).toHaveValue('Rang on Monday');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Coupons' }).click();
  const open = page.getByRole('button', { name: 'New coupon' });
  const coupon = page.getByRole('region', { name: 'New coupon' });
  await open.click();
  await coupon.getByLabel('Code').fill('DIWALI');
  await coupon.getByRole('button', { name: 'Close' }).click();
  await open.click();
  await expect(coupon.getByLabel('Code')).toHaveValue('DIWALI');

  const customer = page.getByRole('list', { name: 'Customers' }).getByRole('link').first();
  await page.getByRole('link', { name: 'Customers' }).click();
  await customer.click();
  await page.getByLabel('Add a note').fill('Likes soft dates');
  await page.getByRole('link', { name: 'Coupons' }).click();
  await expect(open).toBeVisible();
  await page.getByRole('link', { name: 'Customers' }).click();
  await customer.click();
  await expect(page.getByLabel('Add a note')).toHaveValue('Likes soft dates');

  await page.getByRole('link', { name: /^Review Management/ }).click();
  const reply = page.getByRole('button', { name: /^Reply/ }).first();
  await reply.click();
  const dialog = page.getByRole('dialog', { name: 'Reply to this review' });
  await dialog.getByLabel('Reply').fill('Thank you');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await reply.click();
  await expect(dialog.getByLabel('Reply')).toHaveValue('Thank you');
});

test('a packing slip says what to pack and where to send it', async ({ page, request }) => {
  const order = await placeOrder(request, { note: 'Please ring twice', name: 'Lakshmi Narayanaswamy' });
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  const text = await pdfOf(page, drawer.getByRole('button', { name: 'Packing slip' }));
  for (const part of [order.orderNumber, 'Lakshmi Narayanaswamy', '226010', 'Please ring twice']) {
    expect(text).toContain(part);
  }
});

test('a tracking file that failed is sent again without choosing it again', async ({ page, isMobile, watch }) => {
  watch.allow(/ERR_FAILED/);
  await signIn(page);
  await showFilters(page, isMobile);
  await page.getByRole('button', { name: 'Tracking file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tracking numbers from a courier' });
  await page.route('**/api/orders/tracking-file', (route) => route.abort(), { times: 1 });
  const buffer = Buffer.from('Reference No,Waybill\nORD1,DL123456789\n');
  await dialog.getByLabel('CSV file from the courier').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog.getByRole('region', { name: 'What will happen' })).toContainText('ORD1');
});

test('orders with a reason for attention are not verified together with others', async ({
  page,
  request,
  isMobile,
}) => {
  const name = `Verify ${freshPhone()}`;
  const plain = await placeOrder(request, { name });
  const odd = await placeOrder(request, { name, total: plain.total + 1 });
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(page.getByRole('checkbox', { name: `Tick ${odd.orderNumber}` })).toBeVisible({ visible: !isMobile });
  await selectOrders(page, isMobile);
  for (const { orderNumber } of [plain, odd]) {
    await page.getByRole('checkbox', { name: `Tick ${orderNumber}` }).check();
  }
  await page.getByRole('button', { name: 'Verify 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify 2 orders' });
  await expect(dialog.getByRole('listitem').first()).toContainText(odd.orderNumber);
  await dialog.getByRole('button', { name: 'Payment received' }).click();
  await expect(dialog.getByRole('listitem').last()).toContainText('Received');
  await dialog.getByRole('button', { name: `Open ${odd.orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${odd.orderNumber}` });
  await expect(drawer.getByRole('heading', { name: 'Payment to verify' })).toBeVisible();
});

test('a verified payment can be taken back with a reason', async ({ page, request }) => {
  const order = await placeOrder(request);
  await verify(request, order);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Take back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take the payment back?' });
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog.getByText('Please say what is wrong with the payment')).toBeVisible();
  await dialog.getByLabel('Reason').fill('It was the payment of another order');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByRole('heading', { name: 'Payment not received' })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Payment received' })).toBeVisible();
});

test('a failed change shows an error and changes nothing', async ({ page, request, watch }) => {
  watch.allow(/ERR_FAILED/);
  const order = await placeOrder(request);
  await verify(request, order);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await page.route(`**/api/orders/${order.orderNumber}/status`, (route) => route.abort());
  await drawer.getByRole('button', { name: 'Start processing' }).click();
  await expect(page.getByRole('alert').getByText('Failed to update order status')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Start processing' })).toBeVisible();
  expect(await statusOf(request, order)).toBe('confirmed');
});
