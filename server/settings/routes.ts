import { isShopError, ShopError } from '#shop/errors.ts';
import { settingsAdminApi, settingsApi } from '#shop/settings/api.ts';
import type { DemoRemoval } from '#shop/settings/demo.ts';
import type { MailText, ShopperMailKind } from '#shop/settings/mail-texts.ts';
import { ProofInput, shownProof } from '#shop/settings/proof.ts';
import type { Actor } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { actorOf, userOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Message } from '../mail/mail-queue.ts';
import { senderText } from '../mail/sender.ts';
import type { ChecklistService } from './checklist.ts';
import type { SettingsService } from './service.ts';
import { sendTestMail, testMail } from './test-mail.ts';

interface RouteDeps {
  context: ServiceContext;
  settings: SettingsService;
  checklist: ChecklistService;
  demo: {
    preview(): Promise<DemoRemoval>;
    remove(actor: Actor): Promise<DemoRemoval>;
  };
  mail: Pick<MailService, 'enqueue' | 'wake' | 'onItsWay'>;
  /** A mail to shoppers with this text and example values. */
  sampleMail(kind: ShopperMailKind, text: MailText): Promise<Message>;
  /** Of the shop, as in package.json. */
  version: string;
}

/** Public settings for the clients, and the settings of the admin. */
export async function settingsArea(
  app: ShopApp,
  { context, settings, checklist, demo, mail, sampleMail, version }: RouteDeps,
): Promise<void> {
  implement(app, settingsApi, {
    'GET /': async () => ({ name: 'Kishmish', version }),
    'GET /config': async () => ({ config: await settings.config() }),
    'GET /payment-settings': async () => ({ settings: await settings.payment() }),
  });

  /** The payment settings with the rules for proof. */
  const paymentRecord = async () => {
    const { settings: payment, ...record } = await settings.record('payment');
    const { settings: rules, ...proof } = await settings.record('proof');
    return { settings: { ...payment, ...shownProof(rules) }, ...record, proof };
  };

  implement(app, settingsAdminApi, {
    'GET /settings/payment': paymentRecord,

    'POST /payment-settings': async (request) => {
      const { upiId, accountHolderName, proofVersion, ...body } = request.body;
      const input = ProofInput.parse(body);
      const saved = await settings
        .savePayment(
          upiId === undefined || accountHolderName === undefined ? null : { ...body, upiId, accountHolderName },
          actorOf(request),
          Object.keys(input).length > 0 ? { input, version: proofVersion } : null,
        )
        .catch(async (error) => {
          // With the record as the form has loaded it.
          throw isShopError(error) && error.code === 'stale'
            ? new ShopError('stale', { details: { data: await paymentRecord() } })
            : error;
        });
      const { settings: payment, version } = saved.payment ?? (await settings.record('payment'));
      return {
        message: 'Payment settings saved successfully!',
        settings: { ...payment, ...(saved.proof ? shownProof(saved.proof.settings) : {}) },
        version,
        ...(saved.proof ? { proofVersion: saved.proof.version } : {}),
      };
    },

    'GET /settings/shop': async () => {
      const { mailFrom, smtpUrl } = context.env;
      const shop = await settings.record('shop');
      const from = senderText(mailFrom, shop.settings.brandName);
      return { ...shop, mail: { by: smtpUrl ? ('smtp' as const) : ('files' as const), from } };
    },

    'PUT /settings/shop': async (request) => ({
      message: 'Shop settings saved successfully!',
      ...(await settings.saveShop(request.body, actorOf(request))),
    }),

    'GET /settings/checklist': () => checklist.read(),

    'PUT /settings/checklist/:step': (request) => checklist.change(request.params.step, request.body, actorOf(request)),

    'GET /settings/opening': () => settings.record('opening'),

    'PUT /settings/opening': async (request) => {
      const saved = await checklist.saveOpening(request.body, actorOf(request));
      const { state } = saved.settings;
      return { message: state === 'open' ? 'Your shop is open.' : 'Your shop takes no orders now.', ...saved };
    },

    'GET /settings/demo': () => demo.preview(),

    'DELETE /settings/demo': async (request) => ({
      message: 'The demo has been removed.',
      ...(await demo.remove(actorOf(request))),
    }),

    'GET /settings/urgency': async () => settings.record('config'),

    'PUT /settings/urgency': async (request) => ({
      message: 'Time limits saved successfully!',
      ...(await settings.saveUrgency(request.body, actorOf(request))),
    }),

    'GET /settings/staff-prices': async () => settings.record('staff'),

    'PUT /settings/staff-prices': async (request) => {
      const { lowestPricePercent, version } = request.body;
      const saved = await settings.saveStaff({ lowestPricePercent }, actorOf(request), version);
      return { message: 'Price limit saved successfully!', ...saved };
    },

    'GET /settings/messages': async () => {
      const { brandName } = await settings.shop();
      return { ...(await settings.record('messages')), shop: { name: brandName, url: context.env.publicUrl } };
    },

    'PUT /settings/messages': async (request) => ({
      message: 'Messages saved successfully!',
      ...(await settings.saveMessages(request.body, actorOf(request))),
    }),

    'POST /settings/messages/preview': async (request) => {
      const { kind, ...typed } = request.body;
      const { subject, text, html } = await sampleMail(kind, typed);
      return { subject, text, html };
    },

    'POST /settings/messages/test': async (request) => {
      const { kind, ...typed } = request.body;
      const { email } = userOf(request);
      await sendTestMail(context, mail, { ...(await sampleMail(kind, typed)), to: email }, actorOf(request));
      return { message: mail.onItsWay(`This email is on its way to ${email}`) };
    },

    'POST /settings/test-mail': async (request) => {
      const { email } = userOf(request);
      const { brandName } = await settings.shop();
      await sendTestMail(context, mail, testMail(brandName, email), actorOf(request));
      return { message: mail.onItsWay(`A test email is on its way to ${email}`) };
    },
  });
}
