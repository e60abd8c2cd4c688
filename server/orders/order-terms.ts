import { inEach, type Language } from '#shop/language.ts';
import { toPaise } from '#shop/money/money.ts';
import type { CheckoutTerms } from '#shop/orders/checkout/order.ts';
import type { ShopperLimits } from '#shop/orders/checkout/shopper-limits.ts';
import { homeState } from '#shop/orders/other-state.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import { closedAt } from '#shop/settings/opening.ts';
import type { OpeningSettings } from '#shop/settings/opening-input.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { Env } from '../env.ts';
import type { MailShop } from '../mail/shopper-letter.ts';
import { type MailShopSource, readMailShop } from '../settings/mail-shop.ts';

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
  opening: OpeningSettings;
  /** Sender of the emails, by the language of the order. */
  shops: Readonly<Record<Language, MailShop>>;
  /** Issuer of the invoices. */
  issuer: Issuer;
}

/** What shoppers are held to at `at` (epoch ms). */
export function limitsOf({ opening, countries, home, refuseOtherStates }: OrderTerms, at: number): ShopperLimits {
  return { closed: closedAt(opening, at), countries, only: refuseOtherStates ? home : null };
}

/** Reads the settings that apply to an order placed now. */
export async function readOrderTerms(env: Pick<Env, 'publicUrl'>, source: MailShopSource): Promise<OrderTerms> {
  const { shop, payment, config, proof, opening } = await source.settings.all();
  const shops = await inEach((language) => readMailShop(env, source, language));
  const amount = toPaise(offerAmount(payment.onlineOffer));
  return {
    offer: amount > 0 ? { amount } : null,
    paymentCodes: proof.byPaise,
    countries: shop.countries,
    holdMs: config.reservationMinutes * 60_000,
    unpaidMs: config.unpaidHours * 3_600_000,
    unprovenMs: config.unprovenHours * 3_600_000,
    home: homeState(shop),
    refuseOtherStates: shop.refuseOtherStates,
    opening,
    shops,
    issuer: { shop, defaultRateBp: Math.round(config.productDefaults.gstRate * 100) },
  };
}
