import { ShopError } from '#shop/errors.ts';
import { accountsRoutes } from './accounts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { categoryRoutes } from './catalogue/categories/routes.ts';
import { productRoutes } from './catalogue/products/routes.ts';
import { reviewRoutes } from './catalogue/reviews/routes.ts';
import { wishlistRoutes } from './catalogue/wishlist/routes.ts';
import { alertRoutes } from './contacts/back-in-stock/routes.ts';
import { newsletterRoutes } from './contacts/newsletter/routes.ts';
import { contactsRoutes } from './contacts/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { cacheApi } from './http/api-cache.ts';
import type { ApiDocument } from './http/api-docs.ts';
import { limitApi } from './http/api-limits.ts';
import { sendError } from './http/errors.ts';
import type { ShopApp } from './http/routes.ts';
import { API_CSP } from './http/security.ts';
import { uploadRoutes } from './media/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { couponRoutes } from './orders/coupons/routes.ts';
import { paymentRoutes } from './orders/payments/routes.ts';
import { upiAppRoutes } from './orders/payments/upi-apps.ts';
import { replacementsRoutes } from './orders/replacements/routes.ts';
import { ordersRoutes } from './orders/routes.ts';
import type { PageCache } from './pages/cache.ts';
import type { Services } from './services.ts';
import { settingsRoutes } from './settings/routes.ts';

interface ApiOptions {
  services: Services;
  /** Null in development: responses are not kept. */
  cache: PageCache | null;
  document: ApiDocument;
  /** Of the shop, as in package.json. */
  version: string;
}

/** Everything below `/api`: what happens to each of its requests, and the areas with their routes. */
export async function api(app: ShopApp, { services, cache, document, version }: ApiOptions): Promise<void> {
  const { env, versions } = services.context;
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', API_CSP);
  });
  cacheApi(app, cache, versions);
  app.addHook('onRequest', async (request) => services.arrivals.count(request.headers['x-forwarded-for']));
  limitApi(app, env.rateLimit);

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => document.send(reply));
  settingsRoutes(app, services, version);
  contentRoutes(app, services);
  productRoutes(app, services);
  categoryRoutes(app, services);
  accountsRoutes(app, services);
  auditRoutes(app, services);
  dashboardRoutes(app, services);
  ordersRoutes(app, services);
  paymentRoutes(app, services);
  upiAppRoutes(app, services);
  replacementsRoutes(app, services);
  couponRoutes(app, services);
  customerRoutes(app, services);
  contactsRoutes(app, services);
  newsletterRoutes(app, services);
  alertRoutes(app, services);
  reviewRoutes(app, services);
  wishlistRoutes(app, services);
  uploadRoutes(app, services);
  operationsRoutes(app, services);
  app.setNotFoundHandler((request, reply) => sendError(new ShopError('not_found'), request, reply));
  app.all('/*', { schema: { hide: true } }, async () => {
    throw new ShopError('not_found');
  });
}
