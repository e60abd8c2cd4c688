import { inEach, type Language, type Translator } from '#shop/language.ts';
import { toPaise } from '#shop/money/money.ts';
import type { CheckoutTerms } from '#shop/orders/checkout/order.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import type { OpeningSettings } from '#shop/settings/opening-input.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { Env } from '../env.ts';
import { translatedMailTexts } from '../mail/words.ts';
import type { SettingsService } from '../settings/service.ts';
import type { MailShop } from './mails/order-mails.ts';

/** The issuer of invoices; read from the settings before the transaction begins. */
export interface Issuer {
  shop: ShopSettings;
  /** For items without a known product (D26): basis points, D34's default. */
  defaultRateBp: number;
}

/** Source of the current terms. */
export interface TermsSource {
  terms(): Promise<OrderTerms>;
}

/** The settings that apply to an order. */
export interface OrderTerms extends CheckoutTerms {
  estimatedDeliveryDays: number;
  opening: OpeningSettings;
  /** Sender of the emails, by the language of the order. */
  shops: Readonly<Record<Language, MailShop>>;
  /** Issuer of the invoices. */
  issuer: Issuer;
}

/** Reads the settings that apply to an order placed now. */
export async function readOrderTerms(
  env: Pick<Env, 'publicUrl'>,
  { settings, translator }: { settings: Pick<SettingsService, 'all'>; translator: Translator },
): Promise<OrderTerms> {
  const { shop, payment, config, messages, proof, opening } = await settings.all();
  const shops = await inEach(async (language): Promise<MailShop> => {
    const text = language === 'en' ? (english: string) => english : await translator(language);
    return {
      language,
      brandName: shop.brandName,
      email: shop.email,
      phone: shop.phone,
      supportHours: text(shop.supportHours),
      url: env.publicUrl,
      texts: translatedMailTexts(language) ?? messages.mails,
    };
  });
  const amount = toPaise(offerAmount(payment.onlineOffer));
  return {
    offer: amount > 0 ? { amount } : null,
    paymentCodes: proof.byPaise,
    reservationMs: config.reservationMinutes * 60_000,
    unpaidMs: config.unpaidHours * 3_600_000,
    unprovenMs: config.unprovenHours * 3_600_000,
    estimatedDeliveryDays: config.estimatedDeliveryDays,
    opening,
    shops,
    issuer: { shop, defaultRateBp: Math.round(config.productDefaults.gstRate * 100) },
  };
}
