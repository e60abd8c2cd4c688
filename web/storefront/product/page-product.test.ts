import { expect, test } from 'vitest';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import { clocksOf, makerOf } from './page-product.ts';

const config = ShopConfig.parse({ offerCountdownEnabled: true, deliveryCutoffEnabled: true });
const offer = (enabled: boolean, duration: number, more: Partial<Product> = {}, delivery = true) =>
  ({
    popularitySettings: {
      orderCount: 0,
      offerCountdown: { enabled, duration, startTime: null },
      deliveryCutoff: { enabled: delivery },
    },
    ...more,
  }) as Product;

test('the offer begins at 15 min 30 s, the delivery cutoff at 15 min (D14)', () => {
  expect(clocksOf(offer(true, 15), config)).toEqual({ offer: 930, delivery: 900 });
});

test('uses configured minutes that differ from the default', () => {
  expect(clocksOf(offer(true, 40), config).offer).toBe(2400);
});

test('a shop whose owner has switched nothing on shows no countdown (D64)', () => {
  expect(clocksOf(offer(true, 15), ShopConfig.parse({}))).toEqual({ offer: null, delivery: null });
});

test('each countdown has a switch per product and one for the shop', () => {
  expect(clocksOf(offer(false, 15), config)).toEqual({ offer: null, delivery: 900 });
  expect(clocksOf(offer(true, 15, {}, false), config)).toEqual({ offer: 930, delivery: null });
  expect(clocksOf(offer(true, 15), { ...config, deliveryCutoffEnabled: false })).toEqual({
    offer: 930,
    delivery: null,
  });
  expect(clocksOf(offer(true, 15), { ...config, offerCountdownEnabled: false, deliveryCutoffEnabled: false })).toEqual({
    offer: null,
    delivery: null,
  });
});

test('the maker is the product’s own, or the shop with its address', () => {
  const shop = ShopSettings.parse({ brandName: 'Kishmish', address: 'Demo House', city: 'Vashi', pincode: '400703' });
  expect(makerOf(offer(true, 15, { maker: 'Nut Works, Pune' }), shop)).toBe('Nut Works, Pune');
  expect(makerOf(offer(true, 15, { maker: '' }), shop)).toBe('Kishmish, Demo House, Vashi, 400703');
});
