import { ShopError } from '#shop/errors.ts';
import { accountsArea } from './accounts/routes.ts';
import { auditArea } from './audit/routes.ts';
import { catalogueArea } from './catalogue/plugin.ts';
import { connectArea } from './connect/routes.ts';
import { contactsArea } from './contacts/plugin.ts';
import { contentArea } from './content/routes.ts';
import { customersArea } from './customers/routes.ts';
import { dashboardArea } from './dashboard/routes.ts';
import { cacheApi } from './http/api-cache.ts';
import type { ApiDocument } from './http/api-docs.ts';
import { refuseKeysInAddresses } from './http/api-keys.ts';
import { limitApi } from './http/api-limits.ts';
import { sendError } from './http/errors.ts';
import type { ShopApp } from './http/routes.ts';
import { API_CSP } from './http/security.ts';
import { mediaArea } from './media/routes.ts';
import { operationsArea } from './operations/routes.ts';
import { ordersArea } from './orders/plugin.ts';
import type { PageCache } from './pages/cache.ts';
import type { Services } from './services.ts';
import { settingsArea } from './settings/routes.ts';

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
  refuseKeysInAddresses(app);
  cacheApi(app, cache, versions);
  app.addHook('onRequest', async (request) => services.arrivals.count(request.headers['x-forwarded-for']));
  limitApi(app, env.rateLimit);

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => document.send(reply));
  app.register(settingsArea, { ...services, version });
  app.register(contentArea, services);
  app.register(catalogueArea, services);
  app.register(accountsArea, services);
  app.register(auditArea, services);
  app.register(connectArea, services);
  app.register(dashboardArea, services);
  app.register(ordersArea, services);
  app.register(customersArea, services);
  app.register(contactsArea, services);
  app.register(mediaArea, services);
  app.register(operationsArea, services);
  app.setNotFoundHandler((request, reply) => sendError(new ShopError('not_found'), request, reply));
  app.all('/*', { schema: { hide: true } }, async () => {
    throw new ShopError('not_found');
  });
}
