import { ownerToken, placeOrder, showFilters, signIn } from '../admin.ts';
import { verify } from '../after-sale.ts';
import { expect, test } from '../shop.ts';

test('a courier’s report is looked at first, then delivers its orders', async ({ page, request, isMobile }) => {
  const awb = `14${Date.now()}${isMobile ? 1 : 2}`;
  const sent = await placeOrder(request);
  const back = await placeOrder(request);
  for (const [order, courierTracking] of [
    [sent, awb],
    [back, `${awb}9`],
  ] as const) {
    await verify(request, order.orderNumber);
    const shipped = await request.put(`/api/orders/${order.orderNumber}/status`, {
      headers: { authorization: `Bearer ${await ownerToken(request)}` },
      data: { status: 'shipped', courier: 'Delhivery', courierTracking },
    });
    expect(shipped.status()).toBe(200);
  }
  await signIn(page);
  await showFilters(page, isMobile);
  await page.getByRole('button', { name: 'Delivery report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivered by a courier' });
  const choose = (text: string | Buffer) =>
    dialog
      .getByLabel('Report from the courier')
      .setInputFiles({ name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]));
  await expect(dialog.getByText('This is not a CSV file.')).toBeVisible();
  await choose(`AWB,Status\n${awb},Delivered\n${awb}9,RTO\n999,Delivered\n`);
  const summary = '1 will be marked delivered, 1 is not in the shop, 1 was returned: do it by hand.';
  await expect(dialog.getByText(summary)).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'What will happen' })).toContainText(sent.orderNumber);
  const statusOf = async ({ orderNumber, accessToken }: typeof sent) => {
    const response = await request.get(`/api/orders/${orderNumber}`, { headers: { 'x-order-token': accessToken } });
    return ((await response.json()) as { order: { status: string } }).order.status;
  };
  expect(await statusOf(sent)).toBe('shipped');
  await dialog.getByRole('button', { name: 'Mark 1 order delivered' }).click();
  await expect(dialog.getByRole('region', { name: 'Result' })).toContainText('Marked delivered');
  expect([await statusOf(sent), await statusOf(back)]).toEqual(['delivered', 'shipped']);
});
