import { formatDate } from '../../../shop/india/dates.ts';
import { expectAccessible, type PlacedOrder, placeOrder, reachedAtOnce, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';
import {
  authorized,
  holdToast,
  importCredits,
  makeConflict,
  messageOf,
  mistyped,
  openPayments,
  paymentOf,
  placeOrders,
  setPolicy,
  statement,
} from '../payments.ts';
import { freshUtr, isPhone } from '../shopping.ts';

/** The Payments screen and the import of bank statements. */

test('a statement with 18 exact and 5 odd lines: looked at, applied, undone', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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
    'Need a look1',
    'Will confirm18',
    'Without order2',
    'Left out1',
    'Not readable1',
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

test('exact matches are confirmed after a preview, each with its result, and undone', { tag: '@journey' }, async ({
  page,
  request,
}) => {
  await setPolicy(request, 'suggest');
  const orders = await placeOrders(request, 3);
  await importCredits(
    request,
    orders.map(({ utr, total }) => ({ utr, amount: total })),
  );
  await signIn(page);
  await openPayments(page);
  // Other tests may have left matches of their own.
  const offer = page.getByRole('button', { name: /^Confirm \d+ exact matches$/ });
  await offer.click();
  const preview = page.getByRole('dialog', { name: /^Confirm these \d+ orders\?$/ });
  for (const { orderNumber } of orders)
    await expect(preview.getByRole('row').filter({ hasText: orderNumber })).toBeVisible();
  await preview.getByRole('button', { name: /^Confirm \d+$/ }).click();
  await expect(preview).toBeHidden();
  await holdToast(page, 'payments confirmed. The shoppers get an email.');
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('completed');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/^Undone for \d+ orders\.$/)).toBeVisible();
  expect(await paymentOf(request, orders[0]!.orderNumber)).toBe('pending');

  // Another admin decides about one of them while the preview is open.
  await expect(offer).toBeVisible();
  await offer.click();
  const [gone] = orders;
  await request.put(`/api/orders/${gone!.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'failed', note: 'Wrong account' },
  });
  await preview.getByRole('button', { name: /^Confirm \d+$/ }).click();
  await expect(preview.getByRole('row').filter({ hasText: gone!.orderNumber })).toContainText(
    'no exact match any more',
  );
  await expect(preview.getByRole('row').filter({ hasText: orders[1]!.orderNumber })).toContainText('Confirmed');
  await preview.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('button', { name: /^Confirm \d+ exact/ })).toBeHidden();
});

test('payments are verified one after the other, by keys or by touch', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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
  await holdToast(page, `${third.orderNumber} marked as not received`);
  await expect(row(third)).toBeHidden();
  expect(await paymentOf(request, third.orderNumber)).toBe('failed');

  const toast = page.locator('.toast').filter({ hasText: 'marked as not received' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(
    page.getByText('Undone. The order is to verify again. An email to the shopper cannot be taken back.'),
  ).toBeVisible();
  await expect(row(third)).toBeVisible();
  expect(await paymentOf(request, third.orderNumber)).toBe('pending');
});

test('a payment found in the bank without a credit is confirmed, and taken back', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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

test('a pasted message is read first, then saved, and confirms nothing by itself', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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
  await expect(dialog.getByText('No bank message')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();

  await field.fill(messageOf(order.total, order.utr));
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

test('a credit without an order is matched by a search, another is set aside', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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
  // To whoever the bank says has paid, with another amount another link.
  const send = (amount: string) => refund.getByRole('link', { name: `Send ${amount} by UPI app` });
  const pay = 'upi://pay?pa=payer@okexample&pn=Meera%20Nair&cu=INR';
  const linkOf = (amount: string) => `${pay.replace('&cu', `&am=${amount}&cu`)}&tn=Refund%20for%20${order.orderNumber}`;
  await expect(send('₹25')).toHaveAttribute('href', linkOf('25.00'));
  await refund.getByText('QR code for your phone').click();
  await expect(refund.getByRole('img', { name: 'QR code to send ₹25 to payer@okexample' })).toBeVisible();
  await expectAccessible(page);
  await refund.getByLabel('Amount ₹').fill('');
  await expect(refund.getByRole('img')).toHaveCount(0);
  await refund.getByLabel('Amount ₹').fill('24.50');
  await expect(send('₹24.50')).toHaveAttribute('href', linkOf('24.50'));
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

test('a conflict shows both amounts, and the right one proves the order', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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
