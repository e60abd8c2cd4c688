import { expect } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { ADDRESS, addProduct, orderBody, paid } from './factories.ts';

export const MAHARASHTRA = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' };

/** A shop in Maharashtra with a GSTIN and one product. */
export async function gstShop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 100 }] });
  await t.adminToken();
  const settings = {
    ...(await t.services.settings.shop()),
    state: 'Maharashtra',
    stateCode: '27',
    gstin: '27DEMCK0000D1ZV',
  };
  await t.services.settings.saveShop(settings, { id: null, name: 'test' });
  return { t, admin: async () => t.auth(await t.adminToken()) };
}

let utr = 800;

/** An order with a verified payment and an invoice. @returns its URL */
export async function sell(
  t: TestApp,
  headers: Record<string, string>,
  to: object = ADDRESS,
  quantity = 1,
): Promise<string> {
  utr += 1;
  const items = [{ product: 'almonds', name: 'California Almonds', size: '250g', quantity, price: 299 }];
  const body = orderBody({ ...paid(utr), items, shippingAddress: to, total: undefined });
  const url = `/api/orders/${(await t.post('/api/orders', body)).body.order.orderNumber}`;
  expect((await t.put(`${url}/payment`, { status: 'completed' }, headers)).status).toBe(200);
  return url;
}
