import { expect, test } from 'vitest';
import { PaymentSettings, ShopConfig, ShopSettings, withShopBrand } from '#shop/settings/settings.ts';
import { type TestApp, testApp } from '#tests/app.ts';

const OWNER = { id: 'usr_1', name: 'Owner' };

async function store(t: TestApp, name: string, value: string): Promise<void> {
  await t.db.updateTable('settings').set({ value }).where('name', '=', name).execute();
  t.context.versions.touch('settings');
  await t.context.versions.flush();
}

test('GET /config returns the constants of the specification', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { status, body } = await t.get('/api/config');
  expect(status).toBe(200);
  expect(body.success).toBe(true);
  expect(ShopConfig.parse(body.config)).toEqual(body.config);
  expect(body.config).toMatchObject({
    maxFileSize: 5_000_000,
    defaultPageSize: 12,
    maxPageSize: 100,
    cacheDuration: 300_000,
    requestTimeoutMs: 10_000,
    reservationMinutes: 15,
  });
});

test('GET /payment-settings is public and contains only UPI ID, holder and offer texts (D42)', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { status, body } = await t.get('/api/payment-settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    settings: {
      upiId: 'kishmish@upi',
      accountHolderName: 'Kishmish Foods (Demo)',
      onlineOffer: { text: 'Pay online & get EXTRA ₹33 off', amount: 33, visible: true },
      paytmNote: { text: '20% Cashback in 24 hour', visible: true },
    },
  });
});

test('an empty shop returns the defaults, without a UPI ID', async () => {
  await using t = await testApp();
  expect((await t.get('/api/payment-settings')).body.settings).toEqual(PaymentSettings.parse({}));
  expect((await t.get('/api/payment-settings')).body.settings.upiId).toBe('');
  // No offer before the owner gives one (D30).
  expect((await t.get('/api/payment-settings')).body.settings).toMatchObject({
    onlineOffer: { visible: false },
    paytmNote: { visible: false },
  });
  expect((await t.get('/api/config')).body.config).toEqual(withShopBrand(ShopConfig.parse({}), ShopSettings.parse({})));
  expect((await t.services.settings.shop()).gstin).toBe('');
});

test('an invalid record falls back to its defaults, a missing field to its own default', async () => {
  await using t = await testApp({ seed: 'demo' });
  await store(t, 'payment', '{not json');
  expect(await t.services.settings.payment()).toEqual(PaymentSettings.parse({}));
  await store(t, 'payment', JSON.stringify({ upiId: 'a@b', accountHolderName: 'A' }));
  expect(await t.services.settings.payment()).toEqual({
    ...PaymentSettings.parse({}),
    upiId: 'a@b',
    accountHolderName: 'A',
  });
  await store(t, 'config', JSON.stringify({ defaultPageSize: 'many' }));
  expect(await t.services.settings.config()).toEqual(
    withShopBrand(ShopConfig.parse({}), await t.services.settings.shop()),
  );
});

test('a save is visible at once, keeps omitted fields, and is in the audit log', async () => {
  await using t = await testApp({ seed: 'demo' });
  const before = await t.services.settings.payment();
  await t.services.settings.savePayment({ upiId: 'new@upi', accountHolderName: 'New' }, OWNER);
  expect((await t.get('/api/payment-settings')).body.settings).toEqual({
    ...before,
    upiId: 'new@upi',
    accountHolderName: 'New',
  });
  const row = await t.db.selectFrom('settings').selectAll().where('name', '=', 'payment').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ version: 2, updated_by: 'Owner' });
  const entry = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity', '=', 'settings')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'save', entity_id: 'payment', actor: 'Owner' });

  const shop = await t.services.settings.shop();
  await t.services.settings.saveShop({ ...shop, brandName: 'Mewa' }, OWNER);
  expect((await t.services.settings.shop()).brandName).toBe('Mewa');
});
