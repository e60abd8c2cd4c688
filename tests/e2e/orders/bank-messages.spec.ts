import type { APIRequestContext, Page } from '@playwright/test';
import { isoDay } from '../../../shop/india/dates.ts';
import { expectAccessible, ownerToken, type PlacedOrder, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';
import { freshUtr } from '../shopping.ts';

/**
 * Messages of the bank that the shop does not know: a wording is learned, a sender is added. The
 * shop of this file is its own.
 */

test.describe.configure({ mode: 'serial' });

const SETTINGS = '/admin?section=payment-settings';

/** The secret address that SMS are posted to. */
let secret = '';

async function staff(request: APIRequestContext) {
  return { authorization: `Bearer ${await ownerToken(request)}` };
}

async function post(request: APIRequestContext, path: string, data: object): Promise<Record<string, unknown>> {
  const response = await request.post(path, { headers: await staff(request), data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

async function sendSms(request: APIRequestContext, from: string, text: string): Promise<void> {
  const data = { from, text, sentStamp: Date.now(), receivedStamp: Date.now(), sim: 'SIM1' };
  expect((await request.post(`/api/payments/inbox/${secret}`, { data })).status()).toBe(200);
}

/** '28-11-26' */
function today(): string {
  const [year = '', month, day] = isoDay(Date.now()).split('-');
  return `${day}-${month}-${year.slice(2)}`;
}

/** A wording of no bank that the shop knows. */
const hdfcSms = ({ utr, total }: PlacedOrder, payer: string) =>
  `Dear Customer, Rs.${total}.00 is credited to HDFC Bank A/c XX4821 on ${today()} by UPI from ${payer}, Ref ${utr}. Happy selling`;
const kotakSms = ({ utr, total }: PlacedOrder) =>
  `Received Rs.${total}.00 in your Kotak Bank AC X7730 from ravi.t@okexample on ${today()}.UPI Ref:${utr}.`;

async function paymentOf(request: APIRequestContext, { orderNumber }: PlacedOrder): Promise<string> {
  const response = await request.get(`/api/orders/${orderNumber}`, { headers: await staff(request) });
  const { order } = (await response.json()) as { order: { payment: { status: string } } };
  return order.payment.status;
}

const newOrder = (request: APIRequestContext, name: string) => placeOrder(request, { utr: freshUtr(), name });

/** Confirms an order by its message, which waits. */
async function confirmByHand(page: Page, { orderNumber, utr }: PlacedOrder): Promise<void> {
  const waiting = page.getByRole('region', { name: 'Messages of your bank that wait for you' });
  const message = waiting.getByRole('listitem').filter({ hasText: utr });
  await message.getByRole('button', { name: `Confirm for ${orderNumber}` }).click();
  await expect(page.getByText(`Payment confirmed for ${orderNumber}`)).toBeVisible();
  await expect(message).toHaveCount(0);
}

test('the screen says what is missing, and the owner names the account first', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await signIn(page);
  await page.goto('/admin?section=payments');
  await page.getByRole('link', { name: 'Name your account' }).click();
  const add = page.getByRole('button', { name: 'Add an account' });
  await expect(add).toBeFocused();
  await expect(page.getByText('Without your own account, only a statement confirms orders by itself.')).toBeVisible();
  await add.click();
  await page.getByLabel('Bank or app').selectOption('HDFC Bank');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Please enter the last 3 or 4 digits of the account')).toBeVisible();
  await page.getByLabel('Last 3 or 4 digits').fill('4821');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  await page.goto('/admin?section=payments');
  await expect(page.getByRole('link', { name: 'Set up your phone' })).toBeVisible();

  const sms = { policy: 'confirm', limitPerOrder: null, limitPerDay: 50_000 };
  await post(request, '/api/payment-settings', { sources: { sms } });
  ({ secret } = (await post(request, '/api/payments/inbox', {})) as { secret: string });
  await page.reload();
  await expect(page.getByRole('button', { name: /^To verify/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Name your account|Set up your phone/ })).toHaveCount(0);
});

test('a wording is learned from two messages, trusted once, and the third confirms by itself', {
  tag: '@journey',
}, async ({ page, request }) => {
  const [first, second, third] = [
    await newOrder(request, 'Ananya Iyer'),
    await newOrder(request, 'Venkatanarasimharajuvaripeta Subramaniam'),
    await newOrder(request, 'Ravi Thomas'),
  ];
  await sendSms(request, 'VM-HDFCBK-S', hdfcSms(first, 'ANANYA IYER'));
  await sendSms(request, 'VM-HDFCBK-S', hdfcSms(second, 'VENKATANARASIMHARAJUVARIPETA R'));
  expect(await paymentOf(request, first)).toBe('pending');

  await signIn(page);
  await page.goto('/admin?section=payments&view=without');
  await expect(page.getByText('The shop does not know this wording yet.').first()).toBeVisible();
  await expectAccessible(page);
  await confirmByHand(page, first);
  await confirmByHand(page, second);
  expect(await paymentOf(request, second)).toBe('completed');

  await page.goto('/admin?section=overview');
  await page.getByRole('link', { name: 'A wording of your bank to trust or not' }).click();
  const question = page.getByRole('region', { name: /^HDFC Bank writes to you like this/ });
  await expect(question.getByText('must be yours, ending 4821')).toBeVisible();
  await expect(question.getByText('Then the third confirms by itself, up to ₹50,000 a day.')).toBeVisible();
  await expect(question.getByText(hdfcSms(first, 'ANANYA IYER'))).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Trust this wording' }).click();
  await expect(page.getByText('Trusted. The next message like this confirms its order by itself.')).toBeVisible();
  await expect(question).toHaveCount(0);

  await sendSms(request, 'VM-HDFCBK-S', hdfcSms(third, 'RAVI T'));
  await expect.poll(() => paymentOf(request, third)).toBe('completed');
});

test('a wording that is switched off lets its messages wait, until it is on again', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const [off, on] = [await newOrder(request, 'Meera Nair'), await newOrder(request, 'Asha Rao')];
  await signIn(page);
  await page.goto(`${SETTINGS}&setup=bank`);
  const list = page.getByRole('region', { name: 'Wordings you trust' });
  const learned = list.getByRole('listitem').filter({ hasText: 'Learned' });
  const toggle = learned.getByRole('checkbox', { name: 'HDFC Bank, HDFCBK' });
  await toggle.click();
  await expect(page.getByText('Switched off. Such messages of HDFC Bank wait for you again.')).toBeVisible();
  await expect(learned.getByText(/switched off by/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await expect(learned.getByText(/switched off by/)).toBeVisible();

  await sendSms(request, 'VM-HDFCBK-S', hdfcSms(off, 'MEERA NAIR'));
  await page.goto('/admin?section=payments&view=without');
  const waiting = page.getByRole('listitem').filter({ hasText: off.utr });
  await waiting.getByRole('button', { name: 'Not a sale' }).click();
  await expect(waiting).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(waiting).toBeVisible();
  expect(await paymentOf(request, off)).toBe('pending');

  await page.goto(`${SETTINGS}&setup=bank`);
  await toggle.click();
  await expect(toggle).toBeChecked();
  await expect(page.getByText('Switched on. Such messages of HDFC Bank may confirm again.')).toBeVisible();
  await sendSms(request, 'VM-HDFCBK-S', hdfcSms(on, 'ASHA RAO'));
  await expect.poll(() => paymentOf(request, on)).toBe('completed');
});

test('a sender that is not listed is added with its account, and its next message counts', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  const [before, after] = [await newOrder(request, 'Ravi Thomas'), await newOrder(request, 'Asha Rao')];
  await sendSms(request, 'VM-KOTAKD-S', kotakSms(before));
  expect(await paymentOf(request, before)).toBe('pending');
  await signIn(page);
  await page.goto('/admin?section=overview');
  await page.getByRole('link', { name: 'Bank messages from senders you have not listed' }).click();
  const asked = page.getByRole('group', { name: 'KOTAKD' });
  await expect(asked.getByText('Is this your bank?')).toBeVisible();
  await asked.getByRole('button', { name: 'No, ignore KOTAKD' }).click();
  await expect(asked).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop ignoring KOTAKD' }).click();
  await expect(page.getByText('KOTAKD is not ignored any more.')).toBeVisible();

  await sendSms(request, 'VM-KOTAKD-S', kotakSms(after).replace('Received', 'Received now'));
  await page.reload();
  await asked.getByRole('button', { name: 'Yes, this is my bank' }).click();
  await expect(asked.getByLabel('Bank or app')).toBeFocused();
  await asked.getByLabel('Bank or app').selectOption('Kotak Mahindra Bank');
  await asked.getByLabel('Account ends in').fill('');
  await asked.getByRole('button', { name: 'Add account and sender' }).click();
  await expect(asked.getByText('Please enter the last 3 or 4 digits of the account')).toBeVisible();
  await asked.getByLabel('Account ends in').fill('7730');
  await asked.getByRole('button', { name: 'Add account and sender' }).click();
  await expect(page.getByText('KOTAKD is listed. From now on its messages count.')).toBeVisible();
  const accounts = page.getByRole('list', { name: 'Your accounts' });
  await expect(accounts.getByText('…7730')).toBeVisible();

  await sendSms(request, 'VM-KOTAKD-S', kotakSms(after));
  await expect.poll(() => paymentOf(request, after)).toBe('completed');
});

test('two messages in one pasted text are both shown and saved', { tag: '@journey' }, async ({ page, request }) => {
  const [one, other] = [await newOrder(request, 'Asha Rao'), await newOrder(request, 'Meera Nair')];
  await signIn(page);
  await page.goto('/admin?section=payments&view=without');
  await page.getByRole('button', { name: 'Paste a message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a message' });
  await dialog.getByLabel('SMS or email of your bank').fill(`${kotakSms(one)}\n\n${kotakSms(other)}`);
  await dialog.getByRole('button', { name: 'Read it' }).click();
  await expect(dialog.getByText('Message 1 of 2')).toBeVisible();
  await expect(dialog.getByText(one.utr)).toHaveCount(2);
  await expect(dialog.getByText('Message 2 of 2')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`1: ${one.orderNumber} waits for your OK. 2: ${other.orderNumber}`)).toBeVisible();
});
