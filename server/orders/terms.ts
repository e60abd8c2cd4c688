import { type Paise, toPaise } from '#shop/money/money.ts';
import type { MessageSettings } from '#shop/settings/messages.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import type { PaymentSettings, ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import type { Env } from '../env.ts';
import type { MailShop } from './order-mails.ts';

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
export interface OrderTerms {
  /** The discount of the online payment offer (D30); null when there is none. */
  offer: { amount: Paise } | null;
  /** How long a draft holds its stock, ms (D19). */
  reservationMs: number;
  /** How long an order without a UTR keeps its stock, ms (D53). */
  unpaidMs: number;
  estimatedDeliveryDays: number;
  /** Sender of the emails. */
  shop: MailShop;
  /** Issuer of the invoices. */
  issuer: Issuer;
}

export function orderTerms(
  env: Pick<Env, 'publicUrl'>,
  settings: { shop: ShopSettings; payment: PaymentSettings; config: ShopConfig; messages: MessageSettings },
): OrderTerms {
  const { shop, payment, config, messages } = settings;
  const amount = toPaise(offerAmount(payment.onlineOffer));
  return {
    offer: amount > 0 ? { amount } : null,
    reservationMs: config.reservationMinutes * 60_000,
    unpaidMs: config.unpaidHours * 3_600_000,
    estimatedDeliveryDays: config.estimatedDeliveryDays,
    shop: {
      brandName: shop.brandName,
      email: shop.email,
      phone: shop.phone,
      supportHours: shop.supportHours,
      url: env.publicUrl,
      texts: messages.mails,
    },
    issuer: { shop, defaultRateBp: Math.round(config.productDefaults.gstRate * 100) },
  };
}
