import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

/** A shop without a GSTIN may sell within its own state only (D64). */

const HOME = { ...ADDRESS, city: 'Pune', state: 'Maharashtra', pincode: '411001' };
const KERALA = { ...ADDRESS, city: 'Kochi', state: 'Kerala', pincode: '682001' };

async function shopIn(settings: object): Promise<{ t: TestApp; staff: Record<string, string> }> {
  const t = await testApp();
  await addProduct(t.db);
  const shop = { state: 'Maharashtra', stateCode: '27', pincode: '411001' };
  await t.services.settings.saveShop({ ...shop, ...settings }, { id: null, name: 'test' });
  return { t, staff: t.auth(await t.adminToken()) };
}

const attentionOf = async ({ t, staff }: Awaited<ReturnType<typeof shopIn>>, number: string) =>
  (await t.get(`/api/orders/${number}`, staff)).body.order.needsAttention;

test('without the setting, an order to another state is taken and marked for staff', async () => {
  const shop = await shopIn({});
  await using t = shop.t;
  const abroad = await t.post('/api/orders', orderBody({ shippingAddress: KERALA }));
  expect(abroad.status).toBe(201);
  expect(await attentionOf(shop, abroad.body.order.orderNumber)).toEqual(['other_state']);
  const near = await t.post('/api/orders', orderBody({ shippingAddress: HOME }));
  expect(await attentionOf(shop, near.body.order.orderNumber)).toEqual([]);
});

test('with it, drafts and unpaid orders to another state are refused, whatever the client sends', async () => {
  const shop = await shopIn({ refuseOtherStates: true });
  await using t = shop.t;
  const sly = [
    KERALA,
    { ...KERALA, state: 'केरल' },
    { ...KERALA, addressType: 'pickup' },
    // The state of the shop, but the parcel would go to Kochi.
    { ...KERALA, state: 'Maharashtra' },
    { ...KERALA, pincode: '411001' },
    { ...KERALA, country: ' india ' },
  ];
  for (const shippingAddress of sly) {
    for (const path of ['/api/orders/draft', '/api/orders']) {
      const { status, body } = await t.post(path, orderBody({ shippingAddress }));
      expect(status, `${path} ${JSON.stringify(shippingAddress)}`).toBe(409);
      expect(body.message).toContain('within Maharashtra only');
    }
  }
  const hindi = await t.post('/api/orders/draft', orderBody({ shippingAddress: KERALA }), { 'x-language': 'hi' });
  expect(hindi.body.message).toContain('महाराष्ट्र');
  const count = await t.db.selectFrom('orders').select('order_number').execute();
  expect(count).toEqual([]);
  const near = await t.post('/api/orders/draft', orderBody({ shippingAddress: HOME }));
  expect(near.status).toBeLessThan(300);
});

test('a draft at home cannot become an unpaid order elsewhere; who has paid is taken and marked (D22)', async () => {
  const shop = await shopIn({ refuseOtherStates: true });
  await using t = shop.t;
  const draft = (await t.post('/api/orders/draft', orderBody({ shippingAddress: HOME }))).body;
  const credentials = { orderNumber: draft.order.orderNumber, accessToken: draft.accessToken };
  const moved = await t.post('/api/orders', orderBody({ ...credentials, shippingAddress: KERALA }));
  expect(moved.body.message).toContain('within Maharashtra only');
  const sent = await t.post('/api/orders', orderBody({ ...credentials, ...paid(1), shippingAddress: KERALA }));
  expect(sent.status).toBe(201);
  expect(await attentionOf(shop, sent.body.order.orderNumber)).toContain('other_state');
});

test('a GSTIN lifts both', async () => {
  const shop = await shopIn({ refuseOtherStates: true, gstin: '27AAPFU0939F1ZV' });
  await using t = shop.t;
  const sent = await t.post('/api/orders', orderBody({ shippingAddress: KERALA }));
  expect(sent.status).toBe(201);
  expect(await attentionOf(shop, sent.body.order.orderNumber)).toEqual([]);
});
