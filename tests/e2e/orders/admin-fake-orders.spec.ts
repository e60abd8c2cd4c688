import type { APIRequestContext } from '@playwright/test';
import { ownerToken, placeOrder, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/**
 * Sixty invented orders are worked off in three actions (D65), in a shop of its own: the lists must
 * hold only these.
 */

const FAKE = 60;

async function counts(request: APIRequestContext): Promise<{ pending: number; cancelled: number }> {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const { stats } = (await (await request.get('/api/orders/stats/summary', { headers })).json()) as {
    stats: { byStatus: Record<string, number>; pendingPayments: number };
  };
  return { pending: stats.pendingPayments, cancelled: stats.byStatus.cancelled ?? 0 };
}

test('sixty unproven orders from one network are marked as not received, taken back, and cancelled', {
  tag: '@journey',
}, async ({ page, request }) => {
  const before = await counts(request);
  for (let number = 0; number < FAKE; number++) await placeOrder(request, { name: `Nobody ${number}` });
  expect((await counts(request)).pending).toBe(before.pending + FAKE);
  await signIn(page);

  await test.step('Payments, To verify: three actions', async () => {
    await page.goto('/admin?section=payments');
    const group = page.getByRole('listitem').filter({ hasText: `${FAKE} unproven orders from one network` });
    await group.getByRole('button', { name: `Tick all ${FAKE} of them` }).click();
    const bar = page.getByRole('region', { name: 'Ticked orders' });
    await expect(bar.getByRole('status')).toHaveText(`${FAKE} orders ticked`);
    await page.screenshot({ path: test.info().outputPath('to-verify.png') });
    await bar.getByRole('button', { name: `Not received ${FAKE}` }).click();
    const dialog = page.getByRole('dialog', { name: `Mark ${FAKE} orders as not received?` });
    await expect(dialog.getByLabel('Email the shoppers')).not.toBeChecked();
    await page.screenshot({ path: test.info().outputPath('question.png') });
    await dialog.getByRole('button', { name: `Mark ${FAKE} as not received` }).click();
    await expect(page.getByText(`${FAKE} orders marked as not received`)).toBeVisible();
    await expect(group).toBeHidden();
    expect((await counts(request)).pending).toBe(before.pending);
  });

  await test.step('Undo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`Undone for ${FAKE} orders.`)).toBeVisible();
    expect((await counts(request)).pending).toBe(before.pending + FAKE);
  });

  await test.step('Order Management: three actions', async () => {
    await page.goto('/admin?section=orders');
    await page.getByRole('button', { name: `Tick all ${FAKE} of them` }).click();
    const bar = page.getByRole('region', { name: 'Ticked orders' });
    await expect(bar.getByRole('status')).toHaveText(`${FAKE} orders ticked`);
    await page.screenshot({ path: test.info().outputPath('orders.png') });
    await bar.getByRole('button', { name: `Cancel ${FAKE}` }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel ${FAKE} orders?` });
    await dialog.getByRole('button', { name: `Cancel ${FAKE} orders` }).click();
    await expect(page.getByText(`${FAKE} orders cancelled`)).toBeVisible();
    await expect(page.getByText(`${FAKE} unproven orders from one network`)).toBeHidden();
    expect(await counts(request)).toEqual({ pending: before.pending, cancelled: before.cancelled + FAKE });
  });
});
