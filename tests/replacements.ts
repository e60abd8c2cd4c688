import { expect } from 'vitest';
import { type TestApp, type TestResponse, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { sendPhotos } from '#tests/photos.ts';

export const DAY = 86_400_000;

export interface Sold {
  orderNumber: string;
  url: string;
  /** The shopper's credentials header. */
  own: Record<string, string>;
}

let utr = 500;

/** An order of three packs of almonds and one of dates, with the status `last`. */
export async function sold(
  t: TestApp,
  admin: Record<string, string>,
  last = 'delivered',
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Sold> {
  utr += 1;
  const body = orderBody({
    ...paid(utr),
    items: [
      { product: 'almonds', size: '250g', quantity: 3 },
      { product: 'dates', size: '500g', quantity: 1 },
    ],
    total: undefined,
    ...more,
  });
  const { order } = (await t.post('/api/orders', body, headers)).body;
  const url = `/api/orders/${order.orderNumber}`;
  await t.put(`${url}/payment`, { status: 'completed' }, admin);
  for (const status of ['shipped', 'delivered']) {
    if (last === 'confirmed') break;
    expect((await t.put(`${url}/status`, { status }, admin)).status).toBe(200);
    if (status === last) break;
  }
  return { orderNumber: order.orderNumber, url, own: { 'x-order-token': order.accessToken } };
}

export async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 50 }] });
  await addProduct(t.db, { id: 'dates', name: 'Medjool Dates', sizes: [{ size: '500g', stock: 50, price: 499 }] });
  const admin = t.auth(await t.adminToken());
  return { t, admin };
}

export const request = (more: Record<string, unknown> = {}) => ({
  items: [{ line: 0, quantity: 2 }],
  reason: 'damaged',
  description: 'Two packs came with a hole in them.',
  ...more,
});

/** Sends photos for a replacement of this order. */
export const send = (
  t: TestApp,
  { url, own }: Sold,
  bytes: Buffer | Buffer[],
  { headers = own, ...options }: { headers?: Record<string, string>; field?: string; name?: string } = {},
): Promise<TestResponse> => sendPhotos(t, `${url}/replacement/photos`, bytes, { headers, ...options });

export const mailsOf = (t: TestApp) =>
  t.db
    .selectFrom('mail_outbox')
    .select(['kind', 'subject', 'text_body', 'html_body', 'order_number'])
    .where('kind', 'like', 'replacement%')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
