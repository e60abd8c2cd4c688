import { toPaise } from '#shop/money/money.ts';
import type { CheckoutTerms } from '#shop/orders/checkout/order.ts';
import type { MessageSettings } from '#shop/settings/messages.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import type { PaymentSettings, ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import type { Env } from '../env.ts';
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
  /** Sender of the emails. */
  shop: MailShop;
  /** Issuer of the invoices. */
  issuer: Issuer;
}

export function orderTerms(
  env: Pick<Env, 'publicUrl'>,
  settings: {
    shop: ShopSettings;
    payment: PaymentSettings;
    config: ShopConfig;
    messages: MessageSettings;
    proof: ProofSettings;
  },
): OrderTerms {
  const { shop, payment, config, messages, proof } = settings;
  const amount = toPaise(offerAmount(payment.onlineOffer));
  return {
    offer: amount > 0 ? { amount } : null,
    paymentCodes: proof.byPaise,
    reservationMs: config.reservationMinutes * 60_000,
    unpaidMs: config.unpaidHours * 3_600_000,
    unprovenMs: config.unprovenHours * 3_600_000,
    estimatedDeliveryDays: config.estimatedDeliveryDays,
    shop: {
      language: 'en',
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
