import type { APIRequestContext } from '@playwright/test';
import { isoDay } from '../../../shop/india/dates.ts';
import { expectAccessible, ownerToken, type PlacedOrder, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';
import { freshUtr } from '../shopping.ts';

/**
 * A table of dates and amounts from no bank that the shop knows: it suggests, and a person
 * confirms.
 */

const fileOf = (lines: readonly string[]) => ({
  name: 'Rajkot Nagarik co-operative, नवंबर.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${['Dt,What happened,Amount', ...lines].join('\n')}\n`),
});

async function paymentOf(request: APIRequestContext, { orderNumber }: PlacedOrder): Promise<string> {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { order } = (await (await request.get(`/api/orders/${orderNumber}`, { headers })).json()) as {
    order: { payment: { status: string } };
  };
  return order.payment.status;
}

test('a statement with an unknown layout shows every line, suggests, and leaves the decision to a person', {
  tag: '@journey',
}, async ({ page, request }) => {
  const [paid, short] = [await placeOrder(request), await placeOrder(request)];
  const other = freshUtr();
  const [year, month, day] = isoDay(Date.now()).split('-');
  const on = `${day}/${month}/${year}`;
  const lines = [
    `${on},By UPI ${paid.utr} from Meera Nair,${paid.total}.00 Cr`,
    `${on},By UPI ${short.utr} from Meera Nair,${short.total - 10}.00 Cr`,
    `${on},By UPI ${other} from Blue Leaf Traders,5000.00 Cr`,
    `${on},To courier,700.00 Dr`,
    `${on},Something happened,123.00`,
    `${on},By UPI ${freshUtr()} from a smudged line,12x.00 Cr`,
  ];
  await signIn(page);
  await page.goto('/admin?section=payments');
  await page.getByRole('link', { name: 'Import statement' }).click();
  await page.getByLabel('Statement file').setInputFiles(fileOf(lines));

  await expect(page.getByText('We do not know this file’s layout, so nothing is confirmed by itself.')).toBeVisible();
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
  const tabs = page.getByRole('group', { name: 'What will happen' });
  await expect(tabs.getByRole('button')).toHaveText(['Suggested1', 'Without order2', 'Left out2', 'Not readable1']);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row(paid.utr)).toContainText('Waits for your confirmation');
  await expect(row(paid.utr)).toContainText(paid.orderNumber);
  await expectAccessible(page);
  await tabs.getByRole('button', { name: 'Without order' }).click();
  for (const text of [short.utr, other]) await expect(row(text)).toContainText('Kept without order');
  await tabs.getByRole('button', { name: 'Left out' }).click();
  await expect(row('To courier')).toContainText('Money sent or charged');
  await expect(row('Something happened')).toContainText('Not clear whether money came in');
  await expect(page.getByText('no money received')).toHaveCount(0);
  await tabs.getByRole('button', { name: 'Not readable' }).click();
  await expect(page.getByText('Line 7: The amount cannot be read.')).toBeVisible();
  await expect(page.getByText('from a smudged line')).toBeVisible();

  await page.getByRole('button', { name: 'Apply import' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('0 orders confirmed')).toBeVisible();
  await expect(result.getByText('1 line waits for you under Payments')).toBeVisible();
  await expect(page.getByText('Line 7: The amount cannot be read.')).toBeVisible();
  for (const order of [paid, short]) expect(await paymentOf(request, order)).toBe('pending');

  const fits = page.getByRole('region', { name: 'Lines that fit an order' });
  await expect(fits.getByRole('listitem')).toHaveCount(1);
  await expect(fits.getByText('UTR and amount agree, but this file alone is not enough')).toBeVisible();
  await fits.getByRole('button', { name: `Confirm order ${paid.orderNumber}` }).click();
  await expect(page.getByText(`Order ${paid.orderNumber} is confirmed`)).toBeVisible();
  expect(await paymentOf(request, paid)).toBe('completed');
  expect(await paymentOf(request, short)).toBe('pending');
});
