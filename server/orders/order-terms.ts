import { inEach, type Language, type Translation } from '#shop/language.ts';
import { toPaise } from '#shop/money/money.ts';
import type { CheckoutTerms } from '#shop/orders/checkout/order.ts';
import type { MessageSettings } from '#shop/settings/messages.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import type { PaymentSettings, ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import type { Env } from '../env.ts';
import { mailWords } from '../mail/words.ts';
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

export type Translators = Readonly<Record<Translation, (text: string) => string>>;

/** The settings that apply to an order. */
export interface OrderTerms extends CheckoutTerms {
  estimatedDeliveryDays: number;
  /** Sender of the emails, by the language of the order. */
  shops: Readonly<Record<Language, MailShop>>;
  /** Issuer of the invoices. */
  issuer: Issuer;
}

/** @param translators translate a built-in text, and return any other as it is */
export function orderTerms(
  env: Pick<Env, 'publicUrl'>,
  settings: {
    shop: ShopSettings;
    payment: PaymentSettings;
    config: ShopConfig;
    messages: MessageSettings;
    proof: ProofSettings;
  },
  translators: Translators,
): OrderTerms {
  const { shop, payment, config, messages, proof } = settings;
  const shopIn = (language: Language): MailShop => ({
    language,
    brandName: shop.brandName,
    email: shop.email,
    phone: shop.phone,
    supportHours: language === 'en' ? shop.supportHours : translators[language](shop.supportHours),
    url: env.publicUrl,
    texts: mailWords(language).texts ?? messages.mails,
  });
  const amount = toPaise(offerAmount(payment.onlineOffer));
  return {
    offer: amount > 0 ? { amount } : null,
    paymentCodes: proof.byPaise,
    reservationMs: config.reservationMinutes * 60_000,
    unpaidMs: config.unpaidHours * 3_600_000,
    unprovenMs: config.unprovenHours * 3_600_000,
    estimatedDeliveryDays: config.estimatedDeliveryDays,
    shops: inEach(shopIn),
    issuer: { shop, defaultRateBp: Math.round(config.productDefaults.gstRate * 100) },
  };
}
