import { ShopError } from '#shop/errors.ts';
import { api } from './api.ts';
import { replacementOf } from './demo/files.ts';
import { apiDocs, describeApi } from './http/api-docs.ts';
import { limitKeys } from './http/api-keys.ts';
import { addRateLimit } from './http/api-limits.ts';
import { sendError } from './http/errors.ts';
import { type BeforeRouting, createFastify, onEveryRequest } from './http/fastify.ts';
import { healthRoutes } from './http/health.ts';
import { shedWhenLate } from './http/pressure.ts';
import { recordRoutes } from './http/route-table.ts';
import type { ShopApp } from './http/routes.ts';
import { mailArea } from './mail/plugin.ts';
import { uploadsFolder } from './media/picture-store.ts';
import { type Metrics, metricsRoute } from './operations/metrics.ts';
import { PageCache } from './pages/cache.ts';
import { pages } from './pages/plugin.ts';
import type { Renderer } from './pages/render.ts';
import { foundRoutes } from './pages/robots-and-sitemap.ts';
import { VERSION } from './root.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  /** Renders the pages. Only the API is served if omitted (route tests). */
  renderer?: Renderer;
  /** The ids of the routes that the renderer knows. */
  routeIds?: ReadonlySet<string>;
  /**
   * Event loop delay above which requests get 503, ms; 0 disables the check (tests on a busy
   * machine).
   */
  maxEventLoopDelayMs?: number;
  /** False until the start is complete, for `/readyz`. */
  isOpen?: () => boolean;
  /** False in development: pages are not cached. */
  keepPages?: boolean;
  /** Hooks before all others (telemetry.ts). */
  watch?: ((app: ShopApp) => void) | undefined;
  /** Development: the Vite middleware, which handles requests for browser modules first. */
  middleware?: BeforeRouting;
}

/** Builds the Fastify app with all routes. Does not listen, so tests can use `inject()`. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<ShopApp> {
  const { env, log, versions } = services.context;
  const { renderer, routeIds, maxEventLoopDelayMs = 2_000, isOpen = () => true, keepPages = true } = options;
  const cache = new PageCache(versions, routeIds);
  let metrics: Metrics | null = null;

  const app = createFastify({ env, log }, (request, response, next) => {
    const fresh = keepPages && cache.serveFresh(request, response);
    if (metrics && keepPages && cache.keyOf(request) !== null) metrics.cacheable(fresh);
    if (fresh) return;
    if (options.middleware) options.middleware(request, response, next);
    else next();
  });
  options.watch?.(app);
  app.decorate('authenticator', services.accounts);
  app.decorate('keyAuthenticator', services.apiKeys);
  recordRoutes(app);
  onEveryRequest(app, env, log);
  if (maxEventLoopDelayMs > 0) shedWhenLate(app, maxEventLoopDelayMs, log);
  await addRateLimit(app, env.rateLimit);
  app.decorate('limitKey', limitKeys(app));
  const document = await describeApi(app, VERSION);

  // First, so that it stops last: a mail server that hangs must not keep the areas from stopping.
  await app.register(mailArea, services);
  healthRoutes(app, services.context, isOpen);
  metrics = await metricsRoute(app, services.context, { cache, counts: services.counts, proof: services.proof });
  await app.register(apiDocs, { document });
  await app.register(api, { prefix: '/api', services, cache: keepPages ? cache : null, document, version: VERSION });

  app.setNotFoundHandler((request, reply) => sendError(new ShopError('not_found'), request, reply));
  foundRoutes(app, { publicUrl: env.publicUrl, ...services }, cache, keepPages);
  if (renderer) {
    const pictures = { folder: uploadsFolder(env), find: services.uploads.find, replacementOf };
    await pages(app, { env, pictures }, cache, renderer);
  }
  await app.ready();
  return app;
}
