import { z } from 'zod';
import { PaymentSettings, ShopConfig } from '#shop/settings/settings.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

/** GET /config and GET /payment-settings (spec 1 §7, D42). */
export function settingsRoutes(app: ShopApp, { settings }: Services): void {
  app.get(
    '/config',
    {
      schema: {
        tags: ['shop'],
        summary: 'Limits and timings of the shop',
        response: { 200: z.object({ success: z.literal(true), config: ShopConfig }) },
      },
    },
    async () => ({ success: true as const, config: await settings.config() }),
  );

  // Public: a shopper pays to this UPI ID. Nothing else about payments is in here.
  app.get(
    '/payment-settings',
    {
      schema: {
        tags: ['shop'],
        summary: 'UPI ID, account holder and offer texts',
        response: { 200: z.object({ success: z.literal(true), settings: PaymentSettings }) },
      },
    },
    async () => ({ success: true as const, settings: await settings.payment() }),
  );
}
