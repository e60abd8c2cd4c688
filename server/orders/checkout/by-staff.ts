import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import type { SettingsService } from '#server/settings/service.ts';
import type { Language } from '#shop/language.ts';
import type { StaffOrderInput, StaffPriceInput } from '#shop/orders/by-staff.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import type { TermsSource } from '../order-terms.ts';
import { knownCustomer } from '../rows/known-customer.ts';
import { linkedPayment, orderOfLink, payByLink, payLinkOf } from './pay-link.ts';
import { priceByStaff } from './price-by-staff.ts';
import { linkAgain, type PaidAs, type Taken, type Taker, takeOrder, takePayment } from './take-order.ts';
import type { OrderAlerts } from './write.ts';

export type ByStaffService = ReturnType<typeof createByStaffService>;

/** Orders that staff take, and the link that opens the payment of one (D67). Results contain rupees. */
export function createByStaffService(
  context: ServiceContext,
  deps: {
    settings: Pick<SettingsService, 'payment' | 'proof' | 'staff'>;
    mail: MailService;
    alerts: OrderAlerts;
    orders: TermsSource & { forStaff(orderNumber: string): Promise<AdminOrder> };
    onPlaced(): void;
  },
) {
  const { db } = context.database;
  const { settings, mail, alerts, orders } = deps;
  const placing = async () => ({ mail, alerts, terms: await orders.terms() });

  async function withLink({ orderNumber, code }: Taken, url: string) {
    const order = await orders.forStaff(orderNumber);
    if (code === null) return { order, link: null };
    const facts = { terms: await orders.terms(), payment: await settings.payment(), url };
    return { order, link: await payLinkOf(db, facts, orderNumber, code) };
  }

  return {
    /** Percent of the price below which only an admin may sell. */
    lowestPercent: async () => (await settings.staff()).lowestPricePercent,
    customer: (phone: string) => knownCustomer(db, phone, context.now()),
    price: async (input: StaffPriceInput, lowestPercent: number | null) =>
      priceByStaff(context, await orders.terms(), input, lowestPercent),
    /** @param url of the shop, without a trailing slash */
    async take(input: StaffOrderInput, taker: Taker, url: string) {
      const taken = await takeOrder(context, await placing(), input, taker);
      if (taken.code === null) deps.onPlaced();
      return withLink(taken, url);
    },
    link: async (orderNumber: string, actor: Actor, url: string) =>
      withLink(await linkAgain(context, orderNumber, actor), url),
    async paid(orderNumber: string, payment: PaidAs, taker: Taker): Promise<AdminOrder> {
      await takePayment(context, await placing(), orderNumber, payment, taker);
      deps.onPlaced();
      return orders.forStaff(orderNumber);
    },

    linked: async (code: string) => linkedPayment(context, await settings.proof(), code),
    async payLinked(code: string, payment: { utr: string; app: string }): Promise<void> {
      if (await payByLink(context, await placing(), code, payment)) deps.onPlaced();
    },
    orderOfLink: async (code: string, language: Language) => orderOfLink(context, code, language),
  };
}
