import { z } from 'zod';
import {
  PaymentSettings,
  PaymentSettingsInput,
  ShopConfig,
  ShopSettings,
  ShopSettingsInput,
  UrgencyInput,
} from '#shop/settings/settings.ts';
import { actorOf, adminOnly, userOf } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import { senderText } from '../mail/sender.ts';
import type { Services } from '../services.ts';
import { sendTestMail } from './test-mail.ts';

const success = z.literal(true);

/** A record with its version, for the form that will save it. */
const record = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({
    success,
    settings,
    version: z.number().describe('to be sent with the next save; 0 when nothing was saved yet'),
    updatedAt: z.number().nullable(),
    updatedBy: z.string().nullable(),
  });
const savedRecord = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({ success, message: z.string(), settings, version: z.number() });

/** Who the mails of the shop come from, and how they leave. */
const Mail = z.object({ by: z.enum(['smtp', 'files']), from: z.string() });

/** The owner's settings (spec 2 §7, D39, D42): for admins alone. Of two who save, the second gets 409 with the stored record. */
export function settingsAdminRoutes(app: ShopApp, services: Services): void {
  const { settings, context } = services;
  const onRequest = adminOnly(services);
  const shared = { tags: ['settings (admin)'], security: [{ admin: [] }] };

  app.get(
    '/settings/payment',
    {
      onRequest,
      schema: { ...shared, summary: 'Payment settings with their version', response: { 200: record(PaymentSettings) } },
    },
    async () => ({ success: true as const, ...(await settings.record('payment')) }),
  );

  app.post(
    '/payment-settings',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Save UPI ID, account holder, offer texts and the list of apps; what is left out stays',
        body: PaymentSettingsInput,
        response: { 200: savedRecord(PaymentSettings) },
      },
    },
    async (request) => {
      const saved = await settings.savePayment(request.body, actorOf(request));
      return { success: true as const, message: 'Payment settings saved successfully!', ...saved };
    },
  );

  app.get(
    '/settings/shop',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Who the shop is, with the version; and how its mails leave',
        response: { 200: record(ShopSettings).extend({ mail: Mail }) },
      },
    },
    async () => {
      const { mailFrom, smtpUrl } = context.env;
      const shop = await settings.record('shop');
      const from = senderText(mailFrom, shop.settings.brandName);
      return { success: true as const, ...shop, mail: { by: smtpUrl ? ('smtp' as const) : ('files' as const), from } };
    },
  );

  app.put(
    '/settings/shop',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Save who the shop is: the whole record',
        body: ShopSettingsInput,
        response: { 200: savedRecord(ShopSettings) },
      },
    },
    async (request) => {
      const saved = await settings.saveShop(request.body, actorOf(request));
      return { success: true as const, message: 'Shop settings saved successfully!', ...saved };
    },
  );

  app.get(
    '/settings/urgency',
    {
      onRequest,
      schema: { ...shared, summary: 'The config with its version', response: { 200: record(ShopConfig) } },
    },
    async () => ({ success: true as const, ...(await settings.record('config')) }),
  );

  app.put(
    '/settings/urgency',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Switch the countdowns of the product pages on or off (D14)',
        body: UrgencyInput,
        response: { 200: savedRecord(ShopConfig) },
      },
    },
    async (request) => {
      const saved = await settings.saveUrgency(request.body, actorOf(request));
      return { success: true as const, message: 'Countdowns saved successfully!', ...saved };
    },
  );

  app.post(
    '/settings/test-mail',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Send a test e-mail to the signed-in admin',
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      const { email } = userOf(request);
      await sendTestMail(context, services.mail, await settings.shop(), email, actorOf(request));
      return { success: true as const, message: `A test e-mail is on its way to ${email}` };
    },
  );
}
