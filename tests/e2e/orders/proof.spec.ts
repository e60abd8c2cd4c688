import type { APIRequestContext } from '@playwright/test';
import { isoDay } from '../../../shop/india/dates.ts';
import { openOrder, ownerToken, placeOrder, signIn } from '../admin.ts';
import { keepOnDevice } from '../after-sale.ts';
import { expect, hydrated, test } from '../own-shop.ts';

/**
 * Payments that prove themselves: the owner's phone, the shopper who waits, and refunds. The shop
 * of this file is its own: rules change.
 */

test.describe.configure({ mode: 'serial' });

let count = 0;

/** A UTR of today, which no other test uses. */
function todaysUtr(): string {
  const day = isoDay(Date.now());
  const ofYear = Math.round((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000) + 1;
  count += 1;
  return `${day.at(3)}${String(ofYear).padStart(3, '0')}${String(Date.now() % 1e6).padStart(6, '0')}${String(count).padStart(2, '0')}`;
}

async function staff(request: APIRequestContext) {
  return { authorization: `Bearer ${await ownerToken(request)}` };
}

/** Makes a secret address. SMS may confirm by themselves when `confirm` is set. */
async function inbox(request: APIRequestContext, confirm: boolean): Promise<string> {
  const headers = await staff(request);
  const sms = { policy: confirm ? 'confirm' : 'suggest', limitPerOrder: null, limitPerDay: null };
  const data = { sources: { sms }, accounts: [{ bank: 'HDFC Bank', tail: '4821' }] };
  expect((await request.post('/api/payment-settings', { headers, data })).status()).toBe(200);
  const response = await request.post('/api/payments/inbox', { headers, data: {} });
  return ((await response.json()) as { secret: string }).secret;
}

async function bankSms(request: APIRequestContext, secret: string, utr: string, rupees: number): Promise<void> {
  const [year = '', month, day] = isoDay(Date.now()).split('-');
  const text = `Rs.${rupees}.00 credited to HDFC Bank A/c XX4821 on ${day}-${month}-${year.slice(2)} from VPA meera@okhdfc (UPI ${utr})`;
  const data = { from: 'VM-HDFCBK-S', text, sentStamp: Date.now(), receivedStamp: Date.now(), sim: 'SIM1' };
  expect((await request.post(`/api/payments/inbox/${secret}`, { data })).status()).toBe(200);
}

const PATIENCE = "It's May take up to 30 min to verify your payment thank you for your patience";
/** The credit must be seen within five seconds, without a reload. */
const SEEN = { timeout: 5_000 };

test('an SMS confirms an order while its shopper watches', { tag: '@journey' }, async ({ page, request }) => {
  const secret = await inbox(request, true);
  const order = await placeOrder(request, { utr: todaysUtr() });
  await keepOnDevice(page, order);
  await page.goto(`/order-confirmation/${order.orderNumber}`);
  await expect(page.getByRole('status').getByText('Checking your UTR')).toBeVisible();
  await expect(page.getByText(PATIENCE)).toBeVisible();
  // The same promise as above, and nothing of another time.
  await expect(
    page.getByText(/This may take up to 30 minutes; at night and on holidays, until we are back/),
  ).toBeVisible();
  await expect(page.getByText(/about \d+ (minutes|hours)/)).toHaveCount(0);
  await expect(page.getByText('We are checking your UTR with our bank.')).toBeVisible();
  await bankSms(request, secret, order.utr, order.total);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible(SEEN);
  await expect(page.locator('.pill').getByText('Payment received')).toBeVisible();
  // Nothing on the page waits for the payment any more (D51).
  for (const stale of ['Checking your UTR', 'We are checking', 'Pending', PATIENCE, 'once your payment is verified']) {
    await expect(page.getByText(stale)).toHaveCount(0);
  }

  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await expect(drawer.getByText('The shop itself, by a bank SMS')).toBeVisible();
  await drawer.getByRole('button', { name: 'Wrong credit…' }).click();
  await page.getByRole('button', { name: 'Take it off' }).click();
  await expect(page.getByText('The payment is open again')).toBeVisible();
  await expect(drawer.getByText('Payment to verify').first()).toBeVisible();
  await expect(drawer.getByText('Payment reopened.')).toBeVisible();
});

test('tracking an order of this device turns to the payment that came', async ({ page, request }) => {
  const secret = await inbox(request, true);
  const order = await placeOrder(request, { utr: todaysUtr() });
  await keepOnDevice(page, order);
  await page.goto('/track-order');
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(order.phone);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByRole('status').getByText('Checking your UTR')).toBeVisible();
  await bankSms(request, secret, order.utr, order.total);
  await expect(page.getByRole('status').getByText('Payment received')).toBeVisible(SEEN);
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('a refund is recorded by staff and seen by the shopper', { tag: '@journey' }, async ({ page, request }) => {
  const secret = await inbox(request, true);
  const order = await placeOrder(request, { utr: todaysUtr() });
  await bankSms(request, secret, order.utr, order.total);
  await signIn(page);
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'Record a refund…' }).click();
  const form = page.getByRole('dialog', { name: 'Record a refund' });
  await form.getByLabel('Amount ₹').fill(String(order.total + 1));
  await form.getByLabel('Reason').fill('One pack was torn');
  await form.getByRole('button', { name: 'Record refund' }).click();
  await expect(form.getByText(`Please enter an amount up to ₹${order.total}`)).toBeVisible();
  await expect(form.getByLabel('Amount ₹')).toBeFocused();
  await form.getByLabel('Amount ₹').fill('100');
  await form.getByLabel('Reference').fill('632600000001');
  await form.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('Refund recorded')).toBeVisible();
  await expect(drawer.getByText('Refund of ₹100 sent, reference 632600000001')).toBeVisible();

  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText('₹100 refunded')).toBeVisible();
  await expect(page.getByText(/^Refund of ₹100 sent, reference 632600000001\. Your bank/)).toBeVisible();
  await expect(page.getByText('One pack was torn')).toBeHidden();

  await page.goto('/admin?section=orders');
  const same = await openOrder(page, order.orderNumber);
  await same.getByRole('button', { name: 'Not sent: refund of ₹100' }).click();
  const undo = page.getByRole('dialog', { name: 'Was this refund not sent?' });
  await undo.getByRole('button', { name: 'Take the refund back' }).click();
  await expect(undo.getByText('Please give the reason.')).toBeVisible();
  await undo.getByLabel('Reason').fill('The transfer failed');
  await undo.getByRole('button', { name: 'Take the refund back' }).click();
  await expect(page.getByText('Refund taken back')).toBeVisible();
  await expect(same.getByRole('list', { name: 'Refunds sent' })).toHaveCount(0);
  await page.goto(`/order-details/${order.orderNumber}`);
  await expect(page.getByText('₹100 refunded')).toHaveCount(0);
});

test('a refund of which the shop keeps a part is closed, and the shopper is promised no more', async ({
  page,
  request,
}) => {
  const headers = await staff(request);
  const [closed, whole] = [await placeOrder(request), await placeOrder(request)];
  for (const { orderNumber } of [closed, whole]) {
    await request.put(`/api/orders/${orderNumber}/payment`, { headers, data: { status: 'completed' } });
    await request.post(`/api/orders/${orderNumber}/cancel`, { headers, data: { reason: 'Changed my mind' } });
  }
  const data = { amount: closed.total - 10, date: isoDay(Date.now()), reason: 'One pack was opened' };
  await request.post(`/api/orders/${closed.orderNumber}/refunds`, { headers, data });
  const promised = page.getByText('We will send you the remaining ₹10 too.');
  const sent = page.getByText(`₹${(closed.total - 10).toLocaleString('en-IN')} refunded`);
  await keepOnDevice(page, closed);
  await page.goto(`/order-details/${closed.orderNumber}`);
  await expect(promised).toBeVisible();

  await signIn(page);
  const close = async (orderNumber: string, button: string, answer: string) => {
    const drawer = await openOrder(page, orderNumber);
    await drawer.getByRole('button', { name: button }).click();
    const form = page.getByRole('dialog', { name: 'What is still due?' });
    await form.getByRole('button', { name: answer }).click();
    await expect(form.getByText('Please give the reason.')).toBeVisible();
    await form.getByLabel('Reason').fill('One pack was opened');
    await form.getByRole('button', { name: answer }).click();
    await expect(form).toBeHidden();
    return drawer;
  };
  const drawer = await close(closed.orderNumber, 'No more is due…', 'Keep ₹10');
  await expect(drawer.getByText('No more is due, the shop keeps ₹10: One pack was opened')).toBeVisible();
  await page.goto(`/order-details/${closed.orderNumber}`);
  await expect(sent).toBeVisible();
  await expect(promised).toHaveCount(0);

  await page.goto('/admin?section=orders');
  await close(closed.orderNumber, 'Due after all…', '₹10 is due');
  await page.goto(`/order-details/${closed.orderNumber}`);
  await expect(promised).toBeVisible();

  await keepOnDevice(page, whole);
  await page.goto(`/order-details/${whole.orderNumber}`);
  const refund = page.getByText(/will refund it to you/);
  await expect(refund).toBeVisible();
  await page.goto('/admin?section=orders');
  await close(whole.orderNumber, 'No more is due…', 'Keep ₹');
  await page.goto(`/order-details/${whole.orderNumber}`);
  await expect(page.getByRole('status').getByText('Payment received')).toBeVisible();
  await expect(refund).toHaveCount(0);
});

test('what a person is asked to keep stays the same when a refund is saved meanwhile', async ({ page, request }) => {
  const headers = await staff(request);
  const { orderNumber, total } = await placeOrder(request);
  await request.put(`/api/orders/${orderNumber}/payment`, { headers, data: { status: 'completed' } });
  await request.post(`/api/orders/${orderNumber}/cancel`, { headers, data: { reason: 'Changed my mind' } });
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/orders/${orderNumber}/refunds`, async (route) => {
    await released.promise;
    await route.continue();
  });
  await signIn(page);
  const drawer = await openOrder(page, orderNumber);
  await drawer.getByRole('button', { name: 'Record a refund…' }).click();
  const refund = page.getByRole('dialog', { name: 'Record a refund' });
  await refund.getByLabel('Reason').fill('All of it');
  await refund.getByRole('button', { name: 'Record refund' }).click();
  await expect(refund.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await refund.getByRole('button', { name: 'Back' }).click();
  await drawer.getByRole('button', { name: 'No more is due…' }).click();
  const form = page.getByRole('dialog', { name: 'What is still due?' });
  const keep = form.getByRole('button', { name: `Keep ₹${total.toLocaleString('en-IN')}` });
  await form.getByLabel('Reason').fill('One pack was opened');
  released.resolve();
  await expect(page.getByText('Refund recorded')).toBeVisible();
  await expect(drawer.getByText(/Refund of ₹[\d,.]+ sent/)).toBeVisible();
  await keep.click();
  await expect(form).toBeHidden();
  await expect(drawer.getByRole('alert').filter({ hasText: 'changed' })).toBeVisible();
  await expect(drawer.getByText(/No more is due, |is due after all/)).toHaveCount(0);
});

test('a UTR of another day asks for a second look and is accepted all the same', async ({ page, request }) => {
  const order = await placeOrder(request, { utr: '' });
  await keepOnDevice(page, order);
  await page.goto(`/order-details/${order.orderNumber}`);
  const field = page.getByLabel('UTR/Reference number');
  const doubt = page.getByText('It does not look like a UTR from the last few days');
  const good = todaysUtr();
  await field.fill(good);
  await expect(page.getByText('12 digits entered, at least 10 needed')).toBeVisible();
  await expect(doubt).toBeHidden();
  await field.fill(`${(Number(good[0]) + 5) % 10}${good.slice(1)}`);
  await expect(doubt).toBeVisible();
  await page.getByRole('button', { name: 'Send UTR' }).click();
  await expect(page.getByRole('status').getByText('Checking your UTR')).toBeVisible();
});

test('the owner sets up the phone: address, test, rules, another address', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await signIn(page);
  await page.goto('/admin?section=payment-settings');
  // The form moves the links below it when it loads.
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Set up your phone' }).click();
  const make = page.getByRole('button', { name: 'New address' });
  await make.click();
  await page.getByRole('button', { name: 'Make a new address' }).click();
  await expect(page.getByRole('img', { name: 'QR code of your secret address' })).toBeVisible();
  const url = (await page.locator('code', { hasText: '/api/payments/inbox/' }).textContent()) ?? '';
  await expect(page.getByText('Waiting for the first message')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The address works: your shop has received the test.')).toBeVisible();
  await expect(page.getByText('Your phone is connected')).toBeVisible();
  await expect(page.getByText(/from SHOP-TEST: your test/)).toBeVisible();

  const order = await placeOrder(request, { utr: todaysUtr() });
  const sms = `Rs.${order.total}.00 credited to HDFC Bank A/c XX4821 on ${isoDay(Date.now())} from VPA a@okhdfc (UPI ${order.utr})`;
  const trial = page.getByRole('region', { name: 'Try an SMS' });
  await trial.getByLabel('Sender').fill('VM-HDFCBK-S');
  await trial.getByLabel('Text').fill(sms);
  await trial.getByRole('button', { name: 'Read it' }).click();
  await expect(trial.getByText(order.orderNumber)).toBeVisible();
  await expect(trial.getByText('Confirm it: UTR, amount and day agree')).toBeVisible();

  const may = page.getByRole('region', { name: 'What an SMS may do' });
  await may.getByRole('radio', { name: /Suggest, I confirm/ }).check({ force: true });
  await may.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  await trial.getByRole('button', { name: 'Read it' }).click();
  await expect(trial.getByText('Suggest it to you: an exact match, and your rules ask you first')).toBeVisible();
  await trial.getByLabel('Sender').fill('VM-HDFC8K-S');
  await trial.getByRole('button', { name: 'Read it' }).click();
  await expect(trial.getByText('From a sender that is not on your list')).toBeVisible();

  // A real one arrives while the page is open.
  await bankSms(request, url.split('/').at(-1) ?? '', order.utr, order.total);
  const last = page.getByRole('region', { name: 'Last credit by SMS' });
  await expect(last.getByText(order.utr)).toBeVisible();
  await expect(last.getByText('Waits for its order, or for your OK')).toBeVisible();

  // Another address ends this one.
  await make.click();
  await page.getByRole('button', { name: 'Make a new address' }).click();
  await expect(page.locator('code', { hasText: '/api/payments/inbox/' })).not.toHaveText(url);
  expect((await request.post(new URL(url).pathname, { data: { from: 'x', text: 'y' } })).status()).toBe(404);
});

test('the owner sets limits, accounts and the mailbox; what is wrong is said at its field', {
  tag: '@journey',
}, async ({ page, request }) => {
  await signIn(page);
  await page.goto('/admin?section=payment-settings');
  // The form moves the links below it when it loads.
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Rules: what proves a payment' }).click();
  const rules = page.getByRole('region', { name: 'What proves a payment' });
  const perOrder = rules.locator('[name="sources.email.limitPerOrder"]');
  await expect(perOrder).toHaveValue('5000');
  await rules.getByRole('button', { name: 'Remove account 1' }).click();
  await perOrder.fill('many');
  await rules.getByRole('button', { name: 'Add an account' }).click();
  await rules.getByLabel('Bank or app').selectOption('HDFC Bank');
  await rules.getByLabel('Last 3 or 4 digits').fill('12');
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(rules.getByText('A limit must be a number of rupees')).toBeVisible();
  await expect(rules.getByText('Please enter the last 3 or 4 digits of the account')).toBeVisible();
  await expect(rules.getByLabel('Last 3 or 4 digits')).toBeFocused();
  await perOrder.fill('1,500');
  await rules.getByLabel('Last 3 or 4 digits').fill('4821');
  await rules.getByLabel('IMAP server').fill('imap.example.com');
  await rules.getByLabel('Address the bank writes to').fill('pay@example.com');
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  const { settings } = (await (
    await request.get('/api/settings/payment', { headers: await staff(request) })
  ).json()) as { settings: Record<string, unknown> };
  expect(settings).toMatchObject({
    upiId: 'kishmish@upi',
    accounts: [{ bank: 'HDFC Bank', tail: '4821' }],
    mailbox: { host: 'imap.example.com', address: 'pay@example.com', passwordSet: false },
    sources: { email: { policy: 'confirm', limitPerOrder: 1500, limitPerDay: 25_000 } },
    senders: null,
  });
});

test('no address is made before it is known whether there is one', { tag: '@journey' }, async ({ page, request }) => {
  await inbox(request, false);
  const known = Promise.withResolvers<void>();
  await page.route('**/api/payments/inbox', async (route) => {
    await known.promise;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/admin?section=payment-settings&setup=phone');
  await expect(page.getByRole('heading', { name: 'Give the app your secret address' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make the address' })).toHaveCount(0);
  known.resolve();
  await expect(page.getByRole('button', { name: 'New address' })).toBeVisible();
});
