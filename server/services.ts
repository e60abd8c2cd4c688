import { createAccountsService } from './accounts/accounts.service.ts';
import { createCatalogueService } from './catalogue/catalogue.service.ts';
import { createContactsService } from './contacts/contacts.service.ts';
import { createContentService } from './content/content.service.ts';
import type { ServiceContext } from './context.ts';
import { createInvoicesService, storedInvoice } from './invoices/invoices.service.ts';
import { createMailService } from './mail/mail.service.ts';
import { createNewsletterService } from './newsletter/newsletter.service.ts';
import { createOrdersService } from './orders/orders.service.ts';
import { createPaymentsService } from './payments/payments.service.ts';
import { createReviewsService } from './reviews/reviews.service.ts';
import { createSearchService } from './search/search.service.ts';
import { createSettingsService } from './settings/settings.service.ts';
import { createWishlistService } from './wishlist/wishlist.service.ts';

/** The one object that API routes and page loaders both call. Wired by hand, in the order of who needs whom. */
export function createServices(context: ServiceContext) {
  const settings = createSettingsService(context);
  const content = createContentService(context);
  const search = createSearchService();
  const catalogue = createCatalogueService(context, { search });
  const mail = createMailService(context, {
    attach: async (_kind, { order_number }) => (order_number === null ? null : storedInvoice(context, order_number)),
  });
  const accounts = createAccountsService(context);
  const orders = createOrdersService(context, { settings, mail });
  const payments = createPaymentsService(context, { orders, mail });
  const invoices = createInvoicesService(context, { orders });
  const contacts = createContactsService(context, { settings, mail });
  const newsletter = createNewsletterService(context);
  const reviews = createReviewsService(context, { catalogue });
  const wishlist = createWishlistService(context, { catalogue });
  return {
    context,
    settings,
    content,
    search,
    catalogue,
    mail,
    accounts,
    orders,
    payments,
    invoices,
    contacts,
    newsletter,
    reviews,
    wishlist,
    /** Begins the work that goes on beside requests: expiring holds, sending mail. */
    start(): void {
      orders.start();
      mail.start();
    },
    /** Ends it and waits for what is under way. */
    async stop(): Promise<void> {
      await orders.stop();
      await mail.stop();
    },
  };
}

export type Services = ReturnType<typeof createServices>;
