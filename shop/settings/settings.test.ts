import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  PaymentSettings,
  PaymentSettingsInput,
  SETTINGS,
  ShopConfig,
  ShopSettings,
  translatedSettings,
} from './settings.ts';

const demo = JSON.parse(readFileSync(new URL('../../demo/settings.json', import.meta.url), 'utf8'));

test.each(['shop', 'payment', 'config'] as const)('the demo settings %s are valid and not changed', (name) => {
  expect(SETTINGS[name].parse(demo[name])).toEqual(demo[name]);
});

test('an empty shop has the config of the specification and no company details', () => {
  // It claims nothing that its owner has not switched on (D64).
  expect(ShopConfig.parse({})).toEqual({
    ...demo.config,
    offerCountdownEnabled: false,
    deliveryCutoffEnabled: false,
    typedCountsEnabled: false,
    typedRatingsEnabled: false,
  });
  expect(ShopSettings.parse({})).toMatchObject({ brandName: 'Kishmish', gstin: '', grievanceOfficer: { name: '' } });
  // Offers are given by the owner, not by default (D30).
  expect(PaymentSettings.parse({})).toEqual({
    ...demo.payment,
    upiId: '',
    accountHolderName: '',
    onlineOffer: { ...demo.payment.onlineOffer, amount: 0, visible: false },
    paytmNote: { ...demo.payment.paytmNote, visible: false },
  });
});

test.each<[object, string[]]>([
  [{ upiId: 'kishmish@upi', accountHolderName: 'Kishmish' }, []],
  [{ upiId: ' a.b_c-d@ok-axis.x ', accountHolderName: 'K' }, []],
  [{}, ['UPI ID is required', 'Account holder name is required']],
  [{ upiId: ' ', accountHolderName: ' ' }, ['UPI ID is required', 'Account holder name is required']],
  [{ upiId: 'kishmish', accountHolderName: 'K' }, ['Please enter a valid UPI ID (e.g., yourname@paytm)']],
  [{ upiId: 'a b@upi', accountHolderName: 'K' }, ['Please enter a valid UPI ID (e.g., yourname@paytm)']],
  [{ upiId: 'a@upi', accountHolderName: 'K\r\nX' }, ['Account holder name must be on one line']],
])('payment settings %o', (value, messages) => {
  const result = PaymentSettingsInput.safeParse(value);
  expect(result.success ? [] : result.error.issues.map((issue) => issue.message)).toEqual(messages);
});

test.each([
  { gstin: '12' },
  { fssaiLicence: '1' },
  { pincode: '4007' },
  { pincode: '4007 A3' },
  { email: 'a\r\nb@c.d' },
  { brandName: 'A\nB' },
])('shop settings reject %o', (value) => {
  expect(ShopSettings.safeParse(value).success).toBe(false);
});

test.each(['302 003', ' 302003 ', '302-003', '३०२००३'])('the pincode %s is stored as 302003', (pincode) => {
  expect(ShopSettings.parse({ pincode }).pincode).toBe('302003');
});

test('in Hindi, the texts that shoppers read are translated, and nothing else', () => {
  const settings = {
    shop: ShopSettings.parse(demo.shop),
    payment: PaymentSettings.parse(demo.payment),
    config: ShopConfig.parse(demo.config),
  };
  const { shop, payment, config } = settings;
  expect(translatedSettings(settings, (text) => `हिं ${text}`)).toEqual({
    shop: {
      ...shop,
      tagline: `हिं ${shop.tagline}`,
      supportHours: `हिं ${shop.supportHours}`,
      grievanceOfficer: { ...shop.grievanceOfficer, name: `हिं ${shop.grievanceOfficer.name}` },
    },
    payment: {
      ...payment,
      onlineOffer: { ...payment.onlineOffer, text: `हिं ${payment.onlineOffer.text}` },
      paytmNote: { ...payment.paytmNote, text: `हिं ${payment.paytmNote.text}` },
    },
    config: { ...config, shippingMessage: `हिं ${config.shippingMessage}` },
  });
});
