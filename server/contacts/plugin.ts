import { runBeside } from '#server/background.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { alertRoutes } from './back-in-stock/routes.ts';
import type { AlertsService } from './back-in-stock/service.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import type { NewsletterService } from './newsletter/service.ts';
import { contactsRoutes } from './routes.ts';
import type { ContactsService } from './service.ts';

interface ContactsServices {
  contacts: ContactsService;
  newsletter: NewsletterService;
  alerts: AlertsService;
  mail: Pick<MailService, 'onItsWay'>;
}

/** Messages to the shop, the newsletter, and 'Notify me'. */
export async function contactsArea(app: ShopApp, services: ContactsServices): Promise<void> {
  contactsRoutes(app, services);
  newsletterRoutes(app, services);
  alertRoutes(app, services);

  runBeside(app, () => [services.alerts]);
}
