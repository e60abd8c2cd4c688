import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { extractText } from 'unpdf';
import { ownerToken, placeOrder, showFilters, signIn } from '../admin.ts';
import { expect, test } from '../shop.ts';

/** What a whole day of fifty orders costs in presses, choices and files. */

const ORDERS = 50;
/** The most actions from the list of new orders to the last parcel at its door. */
const BUDGET = 40;

/** The rows of the list that are wholly on the screen. */
function rowsOnScreen(page: Page): Promise<number> {
  return page
    .getByRole('row', { name: /ORD/ })
    .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
}

test('fifty orders are verified, packed, labelled, shipped and delivered in at most 40 actions', {
  tag: '@journey',
}, async ({ page, request, isMobile }) => {
  const name = `Fifty ${isMobile ? 'Phone' : 'Desktop'} ${Date.now()}`;
  const numbers: string[] = [];
  for (let index = 0; index < ORDERS; index++) {
    // Of a product with stock for many: other tests buy from the same shop.
    numbers.push((await placeOrder(request, { name, product: 'golden-raisins' })).orderNumber);
  }
  await signIn(page);
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(name);
  await expect(page.getByText(`1–${ORDERS} of ${ORDERS} orders`)).toBeVisible();

  expect(await rowsOnScreen(page)).toBeGreaterThanOrEqual(isMobile ? 8 : 20);

  const ofStatus = async (status: string) => {
    const headers = { authorization: `Bearer ${await ownerToken(request)}` };
    const query = `status=${status}&limit=100&search=${encodeURIComponent(name)}`;
    const response = await request.get(`/api/orders?${query}`, { headers });
    return ((await response.json()) as { orders: { orderNumber: string; courierTracking: string }[] }).orders;
  };
  let actions = 0;
  const act = async <T>(action: Promise<T>): Promise<T> => {
    actions += 1;
    return action;
  };
  const saved = async (button: Locator): Promise<Download> => {
    const download = page.waitForEvent('download');
    await act(button.click());
    return download;
  };
  const textOf = async (download: Download): Promise<string> => {
    const file = new Uint8Array(await readFile(await download.path()));
    return (await extractText(file, { mergePages: true })).text;
  };
  const bar = page.getByRole('region', { name: 'Ticked orders' });
  const tickAll = async () => {
    if (!isMobile) return act(page.getByRole('checkbox', { name: 'Tick all orders of this page' }).check());
    // A phone has no header of the table, and its checkboxes come with 'Select orders'.
    const select = page.getByRole('button', { name: 'Select orders', pressed: false });
    if ((await select.count()) > 0) await act(select.click());
    await act(
      page
        .getByRole('checkbox', { name: /^Tick ORD/ })
        .first()
        .check(),
    );
    await act(bar.getByRole('button', { name: `Tick all ${ORDERS}` }).click());
  };
  const views = page.getByRole('group', { name: 'Views' });

  // The payments, after a look at the bank.
  await act(views.getByRole('button', { name: /^To verify/ }).click());
  await expect(page).toHaveURL(/payment=pending/);
  await expect(page.getByText(`1–${ORDERS} of ${ORDERS} orders`)).toBeVisible();
  await tickAll();
  await act(bar.getByRole('button', { name: `Verify ${ORDERS}` }).click());
  await act(page.getByRole('button', { name: `${ORDERS} payments received` }).click());
  await expect(page.getByText('No orders match these filters')).toBeVisible({ timeout: 120_000 });

  // Papers and the file for the courier.
  await act(views.getByRole('button', { name: /^To ship/ }).click());
  await expect(page.getByText(`1–${ORDERS} of ${ORDERS} orders`)).toBeVisible();
  await tickAll();
  await act(bar.getByRole('button', { name: 'Print' }).click());
  const print = page.getByRole('dialog', { name: `Print for ${ORDERS} orders` });
  const picked = await textOf(await saved(print.getByRole('button', { name: 'Pick list' })));
  const slips = await textOf(await saved(print.getByRole('button', { name: 'Packing slips' })));
  const labels = await textOf(await saved(print.getByRole('button', { name: /^Labels/ })));
  for (const number of numbers) {
    for (const text of [picked, slips, labels]) expect(text).toContain(number);
  }
  const file = await saved(print.getByRole('button', { name: 'Delhivery' }));
  const rows = parse(await readFile(await file.path()), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row['Reference No']).sort()).toEqual(numbers.toSorted());
  await act(print.getByRole('button', { name: 'Close' }).click());

  // The courier's answer: its numbers beside those of the orders.
  const answer = ['Waybill,Reference No', ...rows.map((row, index) => `${Date.now()}${index},${row['Reference No']}`)];
  if (isMobile) await act(showFilters(page, isMobile));
  await act(page.getByRole('button', { name: 'Tracking file' }).click());
  const tracking = page.getByRole('dialog', { name: 'Tracking numbers from a courier' });
  const upload = { name: 'manifest.csv', mimeType: 'text/csv', buffer: Buffer.from(answer.join('\n')) };
  await act(tracking.getByLabel('CSV file from the courier').setInputFiles(upload));
  await expect(tracking.getByRole('region', { name: 'What will happen' })).toContainText(`Will be shipped ${ORDERS}`);
  await act(tracking.getByRole('button', { name: `Update ${ORDERS} orders` }).click());
  await expect(tracking.getByRole('region', { name: 'Result' })).toContainText(`Shipped ${ORDERS}`, {
    timeout: 120_000,
  });
  await act(tracking.getByRole('button', { name: 'Close' }).last().click());

  // On the evening of the next day.
  await act(views.getByRole('button', { name: /^On the way/ }).click());
  await expect(page.getByText(`1–${ORDERS} of ${ORDERS} orders`)).toBeVisible();
  const sent = await ofStatus('shipped');
  // They are still ticked.
  await act(bar.getByRole('button', { name: `Deliver ${ORDERS}` }).click());
  const question = page.getByRole('dialog', { name: `Deliver ${ORDERS} orders` });
  await act(question.getByRole('button', { name: `Deliver ${ORDERS}` }).click());
  await expect(page.getByText(`${ORDERS} orders delivered`)).toBeVisible({ timeout: 60_000 });

  expect(actions).toBeLessThanOrEqual(BUDGET);
  expect(actions).toBe(isMobile ? 23 : 19);
  expect(sent.map(({ orderNumber }) => orderNumber).sort()).toEqual(numbers.toSorted());
  expect(new Set(sent.map(({ courierTracking }) => courierTracking)).size).toBe(ORDERS);
  expect(await ofStatus('delivered')).toHaveLength(ORDERS);
});
