import type { APIRequestContext, Page } from '@playwright/test';
import { formatDate } from '../../../shop/india/dates.ts';
import { hold, ownerToken, type PlacedOrder, placeOrder, reachedAtOnce, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';
import { freshUtr, isPhone } from '../shopping.ts';

/** The Payments screen and the import of bank statements, in a shop of its own: the lists must hold only these payments. */

interface Entry {
  utr: string;
  /** Rupees; below 0 for money that went out. */
  amount: number;
  payer?: string;
}

/** A statement file as HDFC gives it, of today. */
function statement(
  entries: readonly Entry[],
  more: readonly string[] = [],
): { name: string; mimeType: string; buffer: Buffer } {
  const [day = '', month = '', year = ''] = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' })
    .format(new Date())
    .split('/');
  const date = `${day}/${month}/${year.slice(2)}`;
  let balance = 50_000;
  const lines = entries.map(({ utr, amount, payer = 'MEERA NAIR' }) => {
    balance += amount;
    const [out, paid] = amount < 0 ? [(-amount).toFixed(2), ''] : ['', amount.toFixed(2)];
    const narration = `UPI-${payer}-PAYER@OKEXAMPLE-EXMD0364589-${utr}-ORDER`;
    return `${date},${narration},0000${utr},${date},${out},${paid},${balance.toFixed(2)}`;
  });
  const head = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  const text = [head, ...lines, ...more.map((line) => line.replace('DATE', date))].join('\n');
  return { name: `Statement ${lines.length}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${text}\n`) };
}

async function authorized(request: APIRequestContext) {
  return { authorization: `Bearer ${await ownerToken(request)}` };
}

async function paymentOf(request: APIRequestContext, orderNumber: string): Promise<string> {
  const response = await request.get(`/api/orders/${orderNumber}`, { headers: await authorized(request) });
  const { order } = (await response.json()) as { order: { payment: { status: string } } };
  return order.payment.status;
}

/** Whether statements confirm orders by themselves, or a person does. The shop also applies it to credits that wait. */
async function setPolicy(request: APIRequestContext, policy: 'suggest' | 'confirm'): Promise<void> {
  const data = { sources: { statement: { policy } } };
  const response = await request.post('/api/payment-settings', { headers: await authorized(request), data });
  expect(response.status(), await response.text()).toBe(200);
}

async function importCredits(request: APIRequestContext, entries: readonly Entry[]): Promise<void> {
  const headers = await authorized(request);
  const response = await request.post('/api/payments/statements', { headers, multipart: { file: statement(entries) } });
  expect(response.status(), await response.text()).toBe(200);
}

async function placeOrders(request: APIRequestContext, count: number): Promise<PlacedOrder[]> {
  const orders: PlacedOrder[] = [];
  for (let index = 0; index < count; index++) orders.push(await placeOrder(request));
  return orders;
}

/** Another last digit. */
const mistyped = (utr: string) => `${utr.slice(0, -1)}${(Number(utr.at(-1)) + 1) % 10}`;

async function openPayments(page: Page, view?: string): Promise<void> {
  await page.goto(`/admin?section=payments${view ? `&view=${view}` : ''}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
}

test('a statement with 18 exact and 5 odd lines: looked at, applied, undone', async ({ page, request }) => {
  await setPolicy(request, 'confirm');
  const orders = await placeOrders(request, 20);
  const [short, typo] = [orders[18]!, orders[19]!];
  const file = statement(
    [
      ...orders.slice(0, 18).map(({ utr, total }) => ({ utr, amount: total })),
      { utr: short.utr, amount: short.total - 10 },
      { utr: mistyped(typo.utr), amount: typo.total },
      { utr: freshUtr(), amount: 5_000, payer: 'BLUE LEAF TRADERS' },
      { utr: freshUtr(), amount: -700, payer: 'COURIER' },
    ],
    ['DATE,UPI-NOBODY-0000,0000,DATE,,abc,xyz'],
  );
  await signIn(page);
  await openPayments(page);
  await page.getByRole('link', { name: 'Import statement' }).click();
  await expect(page.getByRole('heading', { name: 'Drop your bank statement here' })).toBeVisible();
  await page.getByLabel('Statement file').setInputFiles(file);

  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  await expect(page.getByText('Apply it to confirm 18 orders; their shoppers get an email.')).toBeVisible();
  const tabs = page.getByRole('group', { name: 'What will happen' });
  await expect(tabs.getByRole('button')).toHaveText([
    ...['Need a look1', 'Will confirm18', 'Without order2', 'Left out1', 'Not readable1'],
  ]);
  await expect(page.getByRole('row').filter({ hasText: short.utr })).toContainText('The amount differs from the order');
  await expect(page.getByRole('row').filter({ hasText: short.utr })).toContainText(
    `UPI-MEERA NAIR-PAYER@OKEXAMPLE-EXMD0364589-${short.utr}-ORDER`,
  );
  await tabs.getByRole('button', { name: 'Will confirm' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Confirms the order' })).toHaveCount(18);
  await tabs.getByRole('button', { name: 'Not readable' }).click();
  await expect(page.getByText('Line 24: The amount cannot be read.')).toBeVisible();
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('pending');

  await page.getByRole('button', { name: 'Apply import' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('18 orders confirmed, their shoppers get an email')).toBeVisible();
  await expect(result.getByText('2 credits kept without an order')).toBeVisible();
  await expect(result.getByText('1 line could not be read')).toBeVisible();
  await expect(page.getByText('Line 24: The amount cannot be read.')).toBeVisible();
  expect(await paymentOf(request, orders[17]!.orderNumber)).toBe('completed');
  expect(await paymentOf(request, short.orderNumber)).toBe('pending');

  await result.getByRole('link', { name: 'Review the 1' }).click();
  const row = page.locator(`[data-order="${short.orderNumber}"]`);
  await expect(row).toContainText('₹10 short');
  await expect(page.locator(`[data-order="${typo.orderNumber}"]`)).toContainText('One digit differs');

  await page.getByRole('link', { name: 'Import statement' }).click();
  await page.getByRole('button', { name: `Undo the import of ${file.name}` }).click();
  const question = page.getByRole('dialog', { name: 'Undo this import?' });
  await expect(question).toContainText('the orders that they confirmed are to verify again');
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import is undone')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: file.name })).toContainText(`Undone ${formatDate(Date.now())}`);
  await expect(page.getByRole('button', { name: `Undo the import of ${file.name}` })).toBeHidden();
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('pending');
});

test('of too many payments the list says which it has', async ({ page, request }) => {
  await placeOrders(request, 1);
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const { toVerify, ...rest } = await response.json();
    const many = Array.from({ length: 200 }, (_, index) => ({ ...toVerify[0], orderNumber: `ORD${1e12 + index}` }));
    await route.fulfill({ response, json: { ...rest, toVerify: many } });
  });
  await page.route('**/api/orders/stats/summary', async (route) => {
    const response = await route.fetch();
    const { stats } = await response.json();
    await route.fulfill({ response, json: { success: true, stats: { ...stats, pendingPayments: 1_234 } } });
  });
  await signIn(page);
  await openPayments(page);
  const list = page.getByRole('region', { name: 'Orders to verify' });
  await expect(list).toContainText(
    '1234 payments wait. Here are the oldest and the newest; Order Management has them all.',
  );
});

test('of too many refunds the list says how many there are, and how much is to send', async ({ page }) => {
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const one = {
      ...{ name: 'Meera Nair', phone: '9876543210', total: 10, utrNumber: null, app: '', status: 'cancelled' },
      ...{ paymentStatus: 'completed', createdAt: Date.now(), version: 1, due: 10, why: 'cancelled' },
    };
    const refunds = Array.from({ length: 200 }, (_, index) => ({ ...one, orderNumber: `ORD${1e12 + index}` }));
    const json = { ...(await response.json()), refunds, refundTotal: { count: 1_234, due: 12_340 } };
    await route.fulfill({ response, json });
  });
  await signIn(page);
  await openPayments(page);
  await page.getByRole('group', { name: 'Payments' }).getByRole('button', { name: 'Refunds 1234' }).click();
  await expect(page.getByText('The first 200 of 1234 refunds, ₹12,340 in all.')).toBeVisible();
});

test('of too many credits their lists say how many there are', async ({ page }) => {
  const credit = {
    ...{ amount: 10, rrn: null, at: Date.now(), account: null, payer: 'Meera Nair', flags: [] },
    ...{ status: 'open', reversed: false, sources: [{ kind: 'statement', at: Date.now() }] },
  };
  const many = Array.from({ length: 200 }, (_, index) => ({ ...credit, id: `crd_${index}` }));
  const without = many.map((one) => ({ credit: one, suggestions: [] }));
  const conflicts = many.map((one) => ({ ...one, status: 'conflict' }));
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const totals = { withoutOrderTotal: { count: 1_234, amount: 12_340 }, conflictCount: 2_345 };
    const json = { ...(await response.json()), withoutOrder: without, conflicts, ...totals };
    await route.fulfill({ response, json });
  });
  await signIn(page);
  await openPayments(page);
  const tabs = page.getByRole('group', { name: 'Payments' });
  await tabs.getByRole('button', { name: 'Without order 1234' }).click();
  await expect(
    page.getByText('The first 200 of 1234 credits, ₹12,340 in all. The others follow as you settle these.'),
  ).toBeVisible();
  await tabs.getByRole('button', { name: 'Conflicts 2345' }).click();
  await expect(
    page.getByText('The first 200 of 2345 payments. The others follow as you decide about these.'),
  ).toBeVisible();
});

test('a file that is no statement is refused with one sentence', async ({ page }) => {
  await signIn(page);
  await openPayments(page, 'import');
  const brochure = {
    name: 'brochure.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Dry fruits\nfresh every week\n'),
  };
  await page.getByLabel('Statement file').setInputFiles(brochure);
  await expect(page.getByRole('alert').filter({ hasText: 'brochure.csv' })).toContainText(
    'This file is no bank statement: it has no table with dates, amounts and balances.',
  );
  await expect(page.getByRole('button', { name: 'Apply import' })).toBeHidden();
});

test('exact matches are confirmed after a preview, each with its result, and undone', async ({ page, request }) => {
  await setPolicy(request, 'suggest');
  const orders = await placeOrders(request, 3);
  await importCredits(
    request,
    orders.map(({ utr, total }) => ({ utr, amount: total })),
  );
  await signIn(page);
  await openPayments(page);
  await page.getByRole('button', { name: 'Confirm 3 exact matches' }).click();
  const preview = page.getByRole('dialog', { name: 'Confirm these 3 orders?' });
  for (const { orderNumber } of orders)
    await expect(preview.getByRole('row').filter({ hasText: orderNumber })).toBeVisible();
  await preview.getByRole('button', { name: 'Confirm 3' }).click();
  await expect(preview).toBeHidden();
  await holdToast(page, '3 payments confirmed. The shoppers get an email.');
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('completed');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone for 3 orders.')).toBeVisible();
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('pending');

  // Another admin decides about one of them while the preview is open.
  const offer = page.getByRole('button', { name: 'Confirm 3 exact matches' });
  await expect(offer).toBeVisible();
  await offer.click();
  const [gone] = orders;
  await request.put(`/api/orders/${gone!.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'failed', note: 'Wrong account' },
  });
  await preview.getByRole('button', { name: 'Confirm 3' }).click();
  await expect(preview.getByRole('row').filter({ hasText: gone!.orderNumber })).toContainText(
    'no exact match any more',
  );
  await expect(preview.getByRole('row').filter({ hasText: orders[1]!.orderNumber })).toContainText('Confirmed');
  await preview.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('button', { name: /^Confirm \d+ exact/ })).toBeHidden();
});

test('what could not be confirmed is said although the preview was closed', async ({ page, request }) => {
  await setPolicy(request, 'suggest');
  const [fine, gone] = (await placeOrders(request, 2)) as [PlacedOrder, PlacedOrder];
  await importCredits(
    request,
    [fine, gone].map(({ utr, total }) => ({ utr, amount: total })),
  );
  await signIn(page);
  await openPayments(page);
  await page.getByRole('button', { name: 'Confirm 2 exact matches' }).click();
  const preview = page.getByRole('dialog', { name: 'Confirm these 2 orders?' });
  await request.put(`/api/orders/${gone.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'failed', note: 'Wrong account' },
  });
  const answer = await hold(page, '**/api/payments/confirm-exact');
  await preview.getByRole('button', { name: 'Confirm 2' }).click();
  await answer.held;
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  answer.release();
  await expect(page.getByText('1 payment confirmed. The shoppers get an email.')).toBeVisible();
  await expect(page.getByText('1 payment was not confirmed.')).toBeVisible();
});

test('payments are verified one after the other, by keys or by touch', async ({ page, request }) => {
  await setPolicy(request, 'suggest');
  const orders = await placeOrders(request, 3);
  const amounts = orders.map(({ utr, total }, index) => ({ utr, amount: total - 10 * (index + 1) }));
  await importCredits(request, amounts);
  const [first, second, third] = orders as [PlacedOrder, PlacedOrder, PlacedOrder];
  await signIn(page);
  await openPayments(page);
  const row = (order: PlacedOrder) => page.locator(`[data-order="${order.orderNumber}"]`);
  const pane = (order: PlacedOrder) => page.getByRole('region', { name: `Payment of ${order.orderNumber}` });
  const accept = 'Payment confirmed';

  if (isPhone(page)) {
    await row(first).click();
    await expect(pane(first)).toContainText('The shopper paid ₹10 less than the order');
    const nextWord = `Accept ₹${(second.total - 20).toLocaleString('en-IN')} and confirm`;
    const reached = reachedAtOnce(page, nextWord);
    await pane(first)
      .getByRole('button', { name: /^Accept ₹[\d,]+ and confirm$/ })
      .click();
    await expect(page.getByText(accept)).toBeVisible();
    await expect(pane(second)).toContainText('The shopper paid ₹20 less than the order');
    // A second press on the first one does not reach it.
    expect(await reached).toBe(false);
    await pane(second).getByRole('button', { name: 'Back to the list' }).click();
    await expect(row(second)).toBeVisible();
  } else {
    await row(first).click();
    // Two presses before the page has displayed the first of them.
    await page.evaluate(() => {
      for (const _ of [1, 2])
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
    });
    await expect(row(third)).toBeFocused();
    await expect(pane(third)).toBeVisible();
    await page.keyboard.press('k');
    await expect(row(second)).toBeFocused();
    await expect(pane(second)).toBeVisible();
    await page.keyboard.press('k');
    await expect(row(first)).toBeFocused();
    // Enter confirms only the order on display.
    await expect(pane(first)).toBeVisible();
    await page.keyboard.press('Enter');
    await holdToast(page, accept);
    await expect(pane(second)).toContainText('The shopper paid ₹20 less than the order');
    await expect(row(first)).toBeHidden();
    await page.keyboard.press('u');
    await expect(page.getByText('Undone. The order is to verify again.')).toBeVisible();
    await expect(row(first)).toBeVisible();
    expect(await paymentOf(request, first.orderNumber)).toBe('pending');
    // A field keeps its letters.
    await page.getByRole('searchbox', { name: 'Find a payment' }).fill(third.utr);
    await page.keyboard.press('j');
    await expect(page.getByRole('searchbox', { name: 'Find a payment' })).toHaveValue(`${third.utr}j`);
    await page.getByRole('searchbox', { name: 'Find a payment' }).fill('');
  }

  await row(third).click();
  await pane(third).getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await expect(question.getByText('Please say what is wrong with the payment')).toBeVisible();
  await question.getByLabel('Reason').fill('₹30 are missing');
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await holdToast(page, `${third.orderNumber} marked as not received. The shopper gets an email.`);
  await expect(row(third)).toBeHidden();
  expect(await paymentOf(request, third.orderNumber)).toBe('failed');

  const toast = page.locator('.toast').filter({ hasText: 'marked as not received' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByText('Undone. The order is to verify again. The email to the shopper has gone out.'),
  ).toBeVisible();
  await expect(row(third)).toBeVisible();
  expect(await paymentOf(request, third.orderNumber)).toBe('pending');
});

test('a payment found in the bank without a credit is confirmed, and taken back', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(order.orderNumber);
  await page.getByRole('row', { name: order.orderNumber }).getByRole('link', { name: 'To verify' }).click();
  const pane = page.getByRole('region', { name: `Payment of ${order.orderNumber}` });
  await pane.getByRole('button', { name: 'Found in my bank' }).click();
  await holdToast(page, 'Payment confirmed');
  const row = page.locator(`[data-order="${order.orderNumber}"]`);
  await expect(row).toBeHidden();
  expect(await paymentOf(request, order.orderNumber)).toBe('completed');
  await expect(page.getByText(/\d+ of \d+ confirmed automatically today/)).toBeVisible();

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone. The order is to verify again.')).toBeVisible();
  await expect(row).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('pending');
});

test('a UTR that came while the order was open is seen before the payment is decided', async ({ page, request }) => {
  const order = await placeOrder(request, { utr: '' });
  await signIn(page);
  await page.goto(`/admin?section=payments&order=${order.orderNumber}`);
  const pane = page.getByRole('region', { name: `Payment of ${order.orderNumber}` });
  await expect(pane.getByText('None entered').first()).toBeVisible();
  const utr = freshUtr();
  const headers = { 'x-order-token': order.accessToken };
  const sent = await request.post(`/api/orders/${order.orderNumber}/utr`, { headers, data: { utrNumber: utr } });
  expect(sent.status()).toBe(200);
  await pane.getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByLabel('Reason').fill('No UTR came');
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(pane.getByText(utr).first()).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('pending');
});

test('a pasted message is read first, then saved, and confirms nothing by itself', async ({ page, request }) => {
  const data = { sources: { sms: { policy: 'confirm' } } };
  await request.post('/api/payment-settings', { headers: await authorized(request), data });
  const order = await placeOrder(request);
  await signIn(page);
  await openPayments(page);
  await page.getByRole('button', { name: 'Paste a message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a message' });
  await expect(dialog).toContainText('a pasted message never confirms an order by itself');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText('Please paste the text of a message')).toBeVisible();
  const field = dialog.getByLabel('SMS or email of your bank');
  await field.fill('Your OTP is 482913. Do not share it.');
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText('A code, dropped unread')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();

  await field.fill(`Rs.${order.total}.00 credited to a/c XX4821 from VPA meera@okexample. UPI Ref No ${order.utr}`);
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText(order.orderNumber)).toBeVisible();
  await expect(dialog.getByText('Suggest it to you: an exact match, but anyone can write such a text')).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('pending');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Saved. ${order.orderNumber} waits for your OK.`)).toBeVisible();
  await expect(page.locator(`[data-order="${order.orderNumber}"]`)).toContainText('Exact, pasted');
  if (!isPhone(page)) await expect(page.getByText('since the last credit, by pasted message')).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('pending');
});

test('a credit without an order is matched by a search, another is set aside', async ({ page, request }) => {
  const order = await placeOrder(request);
  const [mine, other] = [order.total + 25, order.total + 4_321];
  await importCredits(request, [
    { utr: freshUtr(), amount: mine },
    { utr: freshUtr(), amount: other },
  ]);
  const rupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`;
  await signIn(page);
  await openPayments(page, 'without');
  await page.getByRole('button', { name: `Match ${rupees(mine)} to an order` }).click();
  const match = page.getByRole('dialog', { name: 'Match to an order' });
  await match.getByRole('searchbox', { name: 'Find the order' }).fill(order.orderNumber);
  await expect(match.getByText('₹25 too much')).toBeVisible();
  await match.getByRole('button', { name: `Accept ${rupees(mine)} for ${order.orderNumber}` }).click();
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('completed');

  await page.getByRole('button', { name: `${rupees(other)} is not a sale` }).click();
  const dismiss = page.getByRole('dialog', { name: 'Not a sale?' });
  await dismiss.getByRole('button', { name: 'Set aside' }).click();
  await expect(dismiss.getByText('Please give the reason.')).toBeVisible();
  await expect(dismiss.getByLabel('Reason')).toBeFocused();
  await dismiss.getByLabel('Reason').fill('My own transfer');
  await dismiss.getByRole('button', { name: 'Set aside' }).click();
  await holdToast(page, `The credit of ${rupees(other)} is set aside`);
  await expect(page.getByRole('button', { name: `${rupees(other)} is not a sale` })).toBeHidden();
  const setAside = page.getByRole('table', { name: 'Set aside as no sale' });
  await expect(setAside.getByRole('row').filter({ hasText: rupees(other) })).toContainText('My own transfer');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Undone. The credit waits again.')).toBeVisible();
  await page.getByRole('button', { name: `${rupees(other)} is not a sale` }).click();
  await dismiss.getByLabel('Reason').fill('My own transfer');
  await dismiss.getByRole('button', { name: 'Set aside' }).click();
  await setAside.getByRole('button', { name: `Open ${rupees(other)} again` }).click();
  await expect(page.getByText('The credit is open again')).toBeVisible();
  await expect(page.getByRole('button', { name: `${rupees(other)} is not a sale` })).toBeVisible();

  // What came too much has to go back.
  await page.getByRole('group', { name: 'Payments' }).getByRole('button', { name: 'Refunds' }).click();
  await page.getByRole('button', { name: `Record refund of ${order.orderNumber}` }).click();
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  await expect(refund.getByLabel('Amount ₹')).toHaveValue('25');
  await refund.getByLabel('Amount ₹').fill('26');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund.getByText('Please enter an amount up to ₹25')).toBeVisible();
  await refund.getByLabel('Amount ₹').fill('25');
  await refund.getByLabel('UTR or reference').fill('632799000001');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('Refund recorded')).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Refunds sent' }).getByRole('row').filter({ hasText: order.orderNumber }),
  ).toContainText('632799000001');
});

/** A message of the bank says `more` rupees than its statement. */
async function makeConflict(request: APIRequestContext, more: number): Promise<PlacedOrder> {
  const order = await placeOrder(request);
  const headers = await authorized(request);
  const text = `Rs.${order.total + more}.00 credited to a/c XX4821 from VPA meera@okexample. UPI Ref No ${order.utr}`;
  const pasted = await request.post('/api/payments/messages', { headers, data: { via: 'text', text } });
  expect((await pasted.json()).credit, await pasted.text()).toBeTruthy();
  await importCredits(request, [{ utr: order.utr, amount: order.total }]);
  return order;
}

test('a conflict shows both amounts, and the right one proves the order', async ({ page, request }) => {
  await setPolicy(request, 'suggest');
  const order = await makeConflict(request, 36);
  await signIn(page);
  await openPayments(page, 'conflicts');
  const conflict = page.getByRole('region', { name: `Conflict ${order.utr}` });
  await expect(conflict.getByRole('heading', { name: 'One UTR, two amounts' })).toBeVisible();
  await expect(conflict.getByRole('listitem')).toHaveCount(2);
  await conflict.getByRole('button', { name: `Use ₹${order.total}`, exact: true }).click();
  const match = page.getByRole('dialog', { name: 'Match to an order' });
  await match.getByRole('searchbox', { name: 'Find the order' }).fill(order.utr);
  await match.getByRole('button', { name: `Match ${order.orderNumber}` }).click();
  await expect(page.getByText('Payment confirmed')).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('completed');

  await conflict.getByRole('button', { name: `Set ₹${order.total + 36} aside` }).click();
  const dismiss = page.getByRole('dialog', { name: 'Not a sale?' });
  await dismiss.getByLabel('Reason').fill('Typing error in the message');
  await dismiss.getByRole('button', { name: 'Set aside' }).click();
  await expect(conflict).toBeHidden();
});

test('what a load has moved among the conflicts takes no press at once', async ({ page, request, isMobile }) => {
  await page.clock.install();
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 2000 });
  await setPolicy(request, 'suggest');
  const first = await makeConflict(request, 41);
  await signIn(page);
  await openPayments(page, 'conflicts');
  await expect(page.getByRole('button', { name: `Use ₹${first.total + 41}` })).toBeVisible();
  const next = await makeConflict(request, 42);
  const use = `Use ₹${next.total + 42}`;
  const reached = reachedAtOnce(page, use);
  await nextLoad(page);
  expect(await reached).toBe(false);
  await page.getByRole('button', { name: use }).click({ trial: true });
});

test('the figures of the payments push no option from under a finger when they come', async ({ page }) => {
  const known = Promise.withResolvers<void>();
  await page.route('**/api/payments/review', async (route) => {
    await known.promise;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/admin?section=payments');
  const tab = page.getByRole('button', { name: /^Conflicts/ });
  await expect(tab).toBeVisible();
  const before = await tab.boundingBox();
  known.resolve();
  await expect(tab).toHaveText(/\d/);
  expect((await tab.boundingBox())?.y).toBe(before?.y);
});

const rowOf = (page: Page, order: PlacedOrder) => page.locator(`[data-order="${order.orderNumber}"]`);

const paneOf = (page: Page, order: PlacedOrder) =>
  page.getByRole('region', { name: `Payment of ${order.orderNumber}` });

/** A toast disappears by itself, but not under the pointer. */
const holdToast = (page: Page, message: string) => page.locator('.toast', { hasText: message }).hover();

/** The list of Payments is loaded again every 30 s. */
const nextLoad = (page: Page) => page.clock.fastForward(31_000);

/** Orders whose credits came with another amount, listed alone by a search for their name. */
async function openDiffering(page: Page, request: APIRequestContext, name: string, count: number) {
  await setPolicy(request, 'suggest');
  const orders: PlacedOrder[] = [];
  for (let index = 0; index < count; index++) orders.push(await placeOrder(request, { name }));
  await importCredits(
    request,
    orders.map(({ utr, total }) => ({ utr, amount: total - 10 })),
  );
  await signIn(page);
  await page.goto(`/admin?section=payments&q=${encodeURIComponent(name)}`);
  await expect(page.locator('[data-order]')).toHaveCount(count);
  return orders;
}

test('an order that leaves the list says so, and no other takes its place', async ({ page, request }) => {
  await page.clock.install();
  const [first, gone, last] = (await openDiffering(page, request, 'Ira Gone', 3)) as [
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
  ];
  await rowOf(page, gone).click();
  await expect(paneOf(page, gone)).toContainText('The shopper paid ₹10 less than the order');
  const response = await request.put(`/api/orders/${gone.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'completed' },
  });
  expect(response.status()).toBe(200);
  await paneOf(page, gone).getByRole('button', { name: 'Not received…' }).focus();
  await nextLoad(page);
  await expect(rowOf(page, gone)).toBeHidden();
  // A screen reader says it, and Tab goes on from there.
  await expect(page.getByText(`${gone.orderNumber} is not waiting any more`)).toBeFocused();
  await page.keyboard.press('Enter');
  await paneOf(page, gone).getByRole('button', { name: 'Next order' }).click();
  await expect(paneOf(page, last)).toContainText('The shopper paid ₹10 less than the order');
  for (const other of [first, last]) expect(await paymentOf(request, other.orderNumber)).toBe('pending');
});

test('a list that becomes narrow is covered only by an order that the person has chosen', async ({ page, request }) => {
  test.skip(isPhone(page), 'a phone has no wide list');
  const [first, second] = (await openDiffering(page, request, 'Ira Narrow', 2)) as [PlacedOrder, PlacedOrder];
  const drawer = (order: PlacedOrder) => page.getByRole('dialog', { name: `Payment of ${order.orderNumber}` });
  const wide = page.viewportSize()!;
  await expect(paneOf(page, first)).toBeVisible();
  await expect(page).toHaveURL(/order=/);
  await page.setViewportSize({ width: 800, height: 1_100 });
  await expect(page).not.toHaveURL(/order=/);
  await expect(drawer(first)).toBeHidden();
  // The key chooses it.
  await page.keyboard.press('j');
  await expect(drawer(first)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(first)).toBeHidden();
  await page.setViewportSize(wide);
  await rowOf(page, second).click();
  await expect(paneOf(page, second)).toBeVisible();
  await page.setViewportSize({ width: 800, height: 1_100 });
  await expect(drawer(second)).toBeVisible();
});

test('the first order stays on display when another comes before it', async ({ page, request }) => {
  test.skip(isPhone(page), 'a phone shows none before it is chosen');
  await page.clock.install();
  await setPolicy(request, 'suggest');
  const [shown, odd] = [
    await placeOrder(request, { name: 'Ira First' }),
    await placeOrder(request, { name: 'Ira First' }),
  ];
  await signIn(page);
  await page.goto('/admin?section=payments&q=Ira+First');
  await expect(paneOf(page, shown)).toBeVisible();
  await importCredits(request, [{ utr: odd.utr, amount: odd.total - 10 }]);
  await nextLoad(page);
  await expect(page.getByRole('region', { name: 'Need a look' }).locator('[data-order]')).toHaveCount(1);
  await expect(paneOf(page, shown)).toBeVisible();
  await expect(paneOf(page, odd)).toBeHidden();
  // What the person searches for is shown instead.
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill(odd.utr);
  await expect(paneOf(page, odd)).toBeVisible();
});

test('the only order that a search finds is decided, and nothing looks wrong', async ({ page, request }) => {
  test.skip(isPhone(page), 'a phone goes back to the list');
  await placeOrder(request, { name: 'Ira Other' });
  const [only] = (await openDiffering(page, request, 'Ira Only', 1)) as [PlacedOrder];
  await paneOf(page, only)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await holdToast(page, 'Payment confirmed');
  await expect(rowOf(page, only)).toBeHidden();
  await expect(page.getByText('No payment matches your search.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing to verify here' })).toBeVisible();
  await expect(paneOf(page, only)).toBeHidden();
  await expect(page).not.toHaveURL(/order=/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(paneOf(page, only)).toContainText('The shopper paid ₹10 less than the order');
});

test('a late answer leads nobody back to where the payment was decided', async ({ page, request }) => {
  const [first, second, third] = (await openDiffering(page, request, 'Ira Late', 3)) as [
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
  ];
  await rowOf(page, first).click();
  const answer = await hold(page, '**/api/payments/credits/*/match');
  await paneOf(page, first)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await answer.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, third).click();
  await expect(paneOf(page, third)).toBeVisible();
  answer.release();
  const toast = page.locator('.toast', { hasText: 'Payment confirmed' });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(rowOf(page, first)).toBeHidden();
  await expect(paneOf(page, third)).toBeVisible();
  await expect(paneOf(page, second)).toBeHidden();

  const other = await hold(page, '**/api/payments/credits/*/match');
  await paneOf(page, third)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await other.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('group', { name: 'Payments' }).getByRole('button', { name: 'Refunds' }).click();
  await expect(page).toHaveURL(/view=refunds/);
  other.release();
  await expect(toast).toBeVisible();
  await expect.poll(() => paymentOf(request, third.orderNumber)).toBe('completed');
  await expect(page).not.toHaveURL(/order=/);
});

test('a payment is decided while another is being saved, and its question stays', async ({ page, request }) => {
  const [slow, next] = (await openDiffering(page, request, 'Ira Slow', 2)) as [PlacedOrder, PlacedOrder];
  const { credits } = (await (
    await request.get('/api/payments/credits?status=open&limit=100', { headers: await authorized(request) })
  ).json()) as { credits: { id: string; rrn: string }[] };
  const slowCredit = credits.find(({ rrn }) => rrn === slow.utr)!;
  await rowOf(page, slow).click();
  const answer = await hold(page, `**/api/payments/credits/${slowCredit.id}/match`);
  await paneOf(page, slow)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await answer.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, next).click();
  await paneOf(page, next).getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByLabel('Reason').fill('₹10 are missing');
  answer.release();
  await holdToast(page, 'Payment confirmed');
  await expect(rowOf(page, slow)).toBeHidden();
  await expect(question.getByLabel('Reason')).toHaveValue('₹10 are missing');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rowOf(page, slow)).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();

  // Its own decision does not wait for the other.
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, slow).click();
  const again = await hold(page, `**/api/payments/credits/${slowCredit.id}/match`);
  await paneOf(page, slow)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await again.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, next).click();
  await paneOf(page, next)
    .getByRole('button', { name: /^Accept/ })
    .click();
  const nextDone = page.locator('.toast', { hasText: `Payment confirmed for ${next.orderNumber}` });
  await nextDone.hover();
  again.release();
  await expect.poll(() => paymentOf(request, slow.orderNumber)).toBe('completed');
  // The later success has not taken its Undo.
  await expect(page.getByText(`Payment confirmed for ${slow.orderNumber}`)).toBeVisible();
  await nextDone.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => paymentOf(request, next.orderNumber)).toBe('pending');
  expect(await paymentOf(request, slow.orderNumber)).toBe('completed');
});

test('U undoes no longer than the toast offers it', async ({ page, request }) => {
  test.skip(isPhone(page), 'a phone has no keys');
  const [first] = await openDiffering(page, request, 'Ira Undo', 2);
  await rowOf(page, first!).click();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast', { hasText: 'Payment confirmed' });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(rowOf(page, first!)).toBeHidden();
  await page.keyboard.press('u');
  // A later decision is undone as before, by the key once.
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone. The order is to verify again.')).toBeVisible();
  await expect(toast).toBeHidden();
  expect(await paymentOf(request, first!.orderNumber)).toBe('completed');
});

test('no order is matched from the results of an earlier search', async ({ page, request }) => {
  await page.clock.install();
  const [one, other] = [await placeOrder(request), await placeOrder(request)];
  const amount = one.total + 5_555;
  await importCredits(request, [{ utr: freshUtr(), amount }]);
  await signIn(page);
  await openPayments(page, 'without');
  await page.getByRole('button', { name: `Match ₹${amount.toLocaleString('en-IN')} to an order` }).click();
  const match = page.getByRole('dialog', { name: 'Match to an order' });
  const accept = (order: PlacedOrder) => match.getByRole('button', { name: new RegExp(`for ${order.orderNumber}$`) });
  const search = match.getByRole('searchbox', { name: 'Find the order' });
  await search.fill(one.orderNumber);
  await expect(accept(one)).toBeEnabled();
  // The list stays as it is.
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes(`search=${one.orderNumber}`)) asked.push(sent.url());
  });
  const reviewed = page.waitForResponse('**/api/payments/review');
  await nextLoad(page);
  await reviewed;
  expect(asked).toEqual([]);

  const answer = await hold(page, '**/api/orders?search=*', { reads: true });
  await search.fill(other.orderNumber);
  await page.clock.fastForward(400);
  await answer.held;
  await expect(accept(one)).toBeDisabled();
  answer.release();
  await expect(accept(other)).toBeEnabled();
  await expect(accept(one)).toBeHidden();

  // A press that is refused shows what has happened to the order meanwhile.
  const paid = { headers: await authorized(request), data: { status: 'completed' } };
  expect((await request.put(`/api/orders/${other.orderNumber}/payment`, paid)).status()).toBe(200);
  await accept(other).click();
  await expect(match.getByText('Already paid')).toBeVisible();
});
