import { readFile } from 'node:fs/promises';
import { expectAccessible, ownerToken, placeOrder, signIn } from '../admin.ts';
import { expect, hydrated, test } from '../own-shop.ts';
import { arrive, freshPhone, typeAddress } from '../shopping.ts';

/** What the law asks for: GST of a month, the GSTIN of a buyer, what must be stated, complaints. */

test('GST of the month is shown, and a table is saved', { tag: '@journey' }, async ({ page, request }) => {
  const { orderNumber } = await placeOrder(request);
  const authorization = `Bearer ${await ownerToken(request)}`;
  const url = `/api/orders/${orderNumber}/payment`;
  const verified = await request.put(url, { headers: { authorization }, data: { status: 'completed' } });
  expect(verified.status()).toBe(200);

  await signIn(page);
  await page.goto('/admin?section=gst');
  await expect(page.getByRole('heading', { level: 1, name: 'GST' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Tax by state' })).toContainText('09-Uttar Pradesh');
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'b2cs.csv' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('OE,09-Uttar Pradesh,,5.00,');
});

test('the accountant’s files of a quarter are saved, and ticked invoices are printed', { tag: '@journey' }, async ({
  page,
  request,
  isMobile,
}) => {
  const { orderNumber } = await placeOrder(request);
  const authorization = `Bearer ${await ownerToken(request)}`;
  const url = `/api/orders/${orderNumber}/payment`;
  expect((await request.put(url, { headers: { authorization }, data: { status: 'completed' } })).status()).toBe(200);

  await signIn(page);
  await page.goto('/admin?section=gst');
  await page.getByLabel('Return').selectOption('Quarter (QRMP)');
  const files = page.getByRole('list', { name: 'Files for your books' });
  for (const [name, part] of [
    ['register.csv', orderNumber],
    ['register.xlsx', 'xl/worksheets'],
    ['ledgers.xml', '<LEDGER NAME="Online customers"'],
    ['vouchers.xml', `<NARRATION>Order ${orderNumber}`],
    ['invoices.csv', `Order ${orderNumber}`],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button', { name, exact: true }).click(),
    ]);
    expect(await readFile(await download.path(), 'latin1'), name).toContain(part);
  }
  await page.getByLabel('Return').selectOption('IFF (QRMP)');
  await expect(page.getByRole('button', { name: 'b2cs.csv' })).toBeHidden();
  await expectAccessible(page);

  await page.goto('/admin?section=orders');
  if (isMobile) await page.getByRole('button', { name: 'Select orders' }).click();
  await page.getByRole('checkbox', { name: new RegExp(`^Tick ${orderNumber}`) }).check();
  await page.getByRole('region', { name: 'Ticked orders' }).getByRole('button', { name: 'Print' }).click();
  const [invoices] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print invoices' }).click(),
  ]);
  expect(invoices.suggestedFilename()).toMatch(/^invoices-.*-1\.pdf$/);
  expect(await readFile(await invoices.path(), 'latin1')).toMatch(/^%PDF-/);
});

test('a business gives its GSTIN at checkout; the admin shows what the law asks for, and complaints', {
  tag: '@journey',
}, async ({ page, request }) => {
  await arrive(page, ['medjool-dates']);
  await page.goto('/address');
  await hydrated(page);
  const gstin = page.getByRole('textbox', { name: 'GSTIN' });
  await expect(gstin).toBeHidden();
  await typeAddress(page, freshPhone());
  await page.getByText('I have a GSTIN').click();
  await gstin.fill('27aapfu0939f1zv');
  const go = page.getByRole('button', { name: 'Continue to Payment' });
  await go.click();
  await expect(
    page.getByText('This GSTIN is registered in Maharashtra, but the parcel goes to Tamil Nadu.'),
  ).toBeVisible();
  await expect(gstin).toBeFocused();
  await gstin.fill('33aabct3518q1z3');
  await go.click();
  await expect(page).toHaveURL(/\/payment$/);
  await page.goto('/address');
  await hydrated(page);
  await expect(gstin).toHaveValue('33AABCT3518Q1Z3');

  await signIn(page);
  await page.goto('/admin?section=compliance');
  const shop = page.getByRole('region', { name: 'Your shop' });
  await expect(shop.getByRole('heading', { level: 3 })).toHaveCount(7);
  await expectAccessible(page);
  // Whom a breach concerns is known within a minute.
  const started = Date.now();
  const breach = page.getByRole('region', { name: 'Who was in this data' });
  await breach.getByLabel('From').fill('2026-01-01T00:00');
  await breach.getByLabel('To').fill('2099-01-01T00:00');
  const list = page.waitForEvent('download');
  await breach.getByRole('button', { name: 'Save the list' }).click();
  expect(await readFile(await (await list).path(), 'utf8')).toContain('@');
  expect(Date.now() - started).toBeLessThan(60_000);
  // The demo's values are examples.
  await shop.getByRole('link', { name: 'Fill in: FSSAI licence number' }).click();
  await expect(page.getByRole('textbox', { name: 'FSSAI licence' })).toBeFocused();

  const subject = `Torn pack ${Date.now()}`;
  const message = { name: 'Ravi Kumar', email: 'ravi@example.com', subject, message: 'The pack came torn open.' };
  expect((await request.post('/api/contacts', { data: message })).status()).toBe(201);
  await page.goto('/admin?section=contacts');
  await page.getByRole('button', { name: `View the message of Ravi Kumar: ${subject}` }).click();
  await page.getByRole('button', { name: 'Register as a complaint' }).click();
  const complaint = page.getByRole('region', { name: 'Complaint', exact: true });
  await expect(complaint).toContainText('Acknowledge by');
  await complaint.getByRole('button', { name: 'Acknowledge by email' }).click();
  await expect(complaint).toContainText('Acknowledged');
  await complaint.getByRole('button', { name: 'Close with a note…' }).click();
  await complaint.getByLabel('How it was settled').fill('A new pack was sent.');
  await complaint.getByRole('button', { name: 'Close the complaint' }).click();
  await expect(complaint).toContainText('A new pack was sent.');
});
