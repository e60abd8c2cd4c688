import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import {
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
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
import { replacementOf } from './demo/files.ts';
import { API_RULES } from './http/api-rules.ts';
import { sendError } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { describeRoute } from './http/implement.ts';
import { answerInItsLanguage } from './http/language.ts';
import { limitWide } from './http/limits.ts';
import { shedWhenLate } from './http/pressure.ts';
import { recordRoutes } from './http/route-table.ts';
import type { ShopApp } from './http/routes.ts';
import { API_CSP, DOCS_CSP, securityHeaders } from './http/security.ts';
import { refuseBytes, type ShopServer, shopServer } from './http/server.ts';
import { uploadsFolder } from './media/picture-store.ts';
import { uploadRoutes } from './media/routes.ts';
import { type Metrics, metricsRoute } from './operations/metrics.ts';
import { operationsRoutes } from './operations/routes.ts';
import { couponRoutes } from './orders/coupons/routes.ts';
import { paymentRoutes } from './orders/payments/routes.ts';
import { upiAppRoutes } from './orders/payments/upi-apps.ts';
import { replacementsRoutes } from './orders/replacements/routes.ts';
import { ordersRoutes } from './orders/routes.ts';
import { PageCache } from './pages/cache.ts';
import { pages } from './pages/plugin.ts';
import type { Renderer } from './pages/render.ts';
import { foundRoutes } from './pages/robots-and-sitemap.ts';
import { ROOT } from './root.ts';
import type { Services } from './services.ts';
import { settingsRoutes } from './settings/routes.ts';

/** Largest JSON body, bytes: 100 order lines and an address are about 30 kB. */
const BODY_LIMIT = 256 * 1024;

const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

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
  /** Development: the Vite middleware, which handles requests for browser modules first. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

class ShopLogController extends LogController {
  constructor() {
    // Replaced by the onResponse hook of the app: Fastify's log lines contain the full URL, which
    // may have a mobile number in it (D47).
    super({ disableRequestLogging: true });
  }

  /** The response has begun, so its reader sees a file that breaks off, and no message. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    request.log.error({ err: error, route: request.routeOptions.url }, 'response broken off');
  }
}

/** Builds the Fastify app with all routes. Does not listen, so tests can use `inject()`. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<ShopApp> {
  const { env, log, versions } = services.context;
  const cache = new PageCache(versions, options.routeIds);
  const keep = options.keepPages ?? true;
  const security = securityHeaders(env.publicUrl);

  let http: ShopServer | undefined;
  let metrics: Metrics | null = null;
  const app = fastify({
    loggerInstance: log,
    logController: new ShopLogController(),
    bodyLimit: BODY_LIMIT,
    // Trust as many proxies as configured, so that a forged X-Forwarded-For entry beyond them is
    // ignored.
    trustProxy: env.trustProxy > 0 ? (_address: string, hop: number) => hop < env.trustProxy : false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // A URL that cannot be decoded reaches no route and no hook. The response does not echo it.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(security);
      sendError(new ShopError('validation', { message: 'This address cannot be read.' }), request, reply);
    },
    clientErrorHandler: (error, socket) => {
      log.trace({ err: error }, 'client error');
      refuseBytes(error, socket, security);
    },
    // A fresh cache entry is sent before routing, hooks and parsing.
    serverFactory: (handler) => {
      http = shopServer((request, response) => {
        const fresh = keep && cache.serveFresh(request, response);
        if (metrics && keep && cache.keyOf(request) !== null) metrics.cacheable(fresh);
        if (fresh) return;
        if (options.middleware) {
          options.middleware(request, response, () => handler(request, response));
          return;
        }
        handler(request, response);
      }, log);
      return http.server;
    },
  }).withTypeProvider<ZodTypeProvider>() as unknown as ShopApp;

  app.decorate('authenticator', services.accounts);
  recordRoutes(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // A form of another site can send text/plain without a CORS preflight (CSRF).
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  answerInItsLanguage(app);
  app.addHook('preClose', async () => http?.drain());

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(security);
  });
  // The server may have cut the connection since the hook before this one. Such a request has no
  // address any more that could be counted.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });
  // Without a route there is no limit outside the API, so nothing may keep the body. After
  // `onRequest`, where the API sets its headers.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { method, headers } = request;
    if (!request.is404 || method === 'GET' || method === 'HEAD') return done();
    if (headers['transfer-encoding'] || Number(headers['content-length'] ?? 0) > 0) reply.header('connection', 'close');
    done(new ShopError('not_found'));
  });
  app.addHook('onResponse', async (request, reply) => {
    // Log the route pattern, never the URL, which may contain a mobile number or a token (D47).
    log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request completed',
    );
  });

  if (options.maxEventLoopDelayMs !== 0) {
    shedWhenLate(app, options.maxEventLoopDelayMs ?? 2_000, log);
  }
  // Each use of `app.rateLimit({})` counts by itself.
  await app.register(fastifyRateLimit, {
    global: false,
    max: env.rateLimit,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ShopError('rate_limited'),
  });
  await app.register(fastifySwagger, {
    openapi: {
      info: {
        title: 'Kishmish',
        version,
        description: API_RULES,
      },
      components: {
        securitySchemes: {
          admin: { type: 'http', scheme: 'bearer' },
          order: { type: 'apiKey', in: 'header', name: 'x-order-token' },
        },
      },
    },
    transform: describeRoute,
    transformObject: jsonSchemaTransformObject,
  });

  healthRoutes(app, services.context, options.isOpen ?? (() => true));
  metrics = await metricsRoute(app, services.context, { cache, counts: services.counts, proof: services.proof });

  // Made once, and as bytes: each client that does not read its response would keep a copy of a
  // text.
  let description: Buffer | undefined;
  const sendDescription = (reply: FastifyReply) => {
    description ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(description);
  };

  // Outside the API scope, because the page needs its own CSP and the plugin writes its prefix into
  // the page.
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'content-security-policy': DOCS_CSP, 'cache-control': 'no-cache' });
    });
    docs.addHook('onRequest', app.rateLimit({}));
    docs.addHook('preHandler', (request, reply, done) => {
      if (request.routeOptions.url === '/api/docs/json') sendDescription(reply);
      else done();
    });
    await docs.register(fastifySwaggerUi, { routePrefix: '/api/docs' });
  });

  await app.register(
    async (instance) => {
      const api = instance as unknown as ShopApp;
      api.addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', API_CSP);
      });
      api.addHook('onSend', async (request, reply, payload) => {
        const key = keep && !request.headers.authorization ? cache.keyOf(request.raw) : null;
        if (key !== null && reply.statusCode === 200 && typeof payload === 'string') {
          reply.header('cache-control', 'no-cache');
          const headers: Record<string, string> = {};
          for (const [name, value] of Object.entries(reply.getHeaders())) {
            if (value !== undefined && !/^(content-length|x-ratelimit-.*|date|connection)$/.test(name)) {
              headers[name] = String(value);
            }
          }
          cache.keep(key, stampOfArrival.get(request.raw) ?? '', { status: 200, headers, body: Buffer.from(payload) });
        } else if (!reply.hasHeader('cache-control')) {
          reply.header('cache-control', 'no-store');
        }
        return payload;
      });
      // A response is cached under the data version that was current before its data was read,
      // never under a newer one. A WeakMap, because onResponse is not called for aborted requests.
      const stampOfArrival = new WeakMap<IncomingMessage, string>();
      api.addHook('onRequest', async (request) => {
        stampOfArrival.set(request.raw, versions.stamp);
      });
      api.addHook('onRequest', async (request) => services.arrivals.count(request.headers['x-forwarded-for']));
      // Before the guards, which are hooks of the routes, so that requests with a wrong token count
      // too.
      const limits = new Map([
        ['POST /api/orders', app.rateLimit({ max: Math.ceil(env.rateLimit / 10) })],
        ['POST /api/orders/draft', app.rateLimit({ max: Math.ceil(env.rateLimit / 4) })],
        // Asked every two seconds by each phone that pays; many share one address.
        ['GET /api/orders/draft/:orderNumber/payment', app.rateLimit({ max: env.rateLimit * 3 })],
      ]);
      const limit = app.rateLimit({});
      api.addHook('onRequest', function (request, reply) {
        // Orders write far more than other requests. The browser sends again what is refused (D25).
        const own = limits.get(`${request.method} ${request.routeOptions.url}`);
        return (own ?? limit).call(this, request, reply);
      });
      api.addHook('onRequest', limitWide(app, env.rateLimit));

      api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => sendDescription(reply));
      settingsRoutes(api, services, version);
      contentRoutes(api, services);
      productRoutes(api, services);
      categoryRoutes(api, services);
      accountsRoutes(api, services);
      auditRoutes(api, services);
      dashboardRoutes(api, services);
      ordersRoutes(api, services);
      paymentRoutes(api, services);
      upiAppRoutes(api, services);
      replacementsRoutes(api, services);
      couponRoutes(api, services);
      customerRoutes(api, services);
      contactsRoutes(api, services);
      newsletterRoutes(api, services);
      alertRoutes(api, services);
      reviewRoutes(api, services);
      wishlistRoutes(api, services);
      uploadRoutes(api, services);
      operationsRoutes(api, services);
      api.setNotFoundHandler((request, reply) => sendError(new ShopError('not_found'), request, reply));
      api.all('/*', { schema: { hide: true } }, async () => {
        throw new ShopError('not_found');
      });
    },
    { prefix: '/api' },
  );

  app.setNotFoundHandler((request, reply) => sendError(new ShopError('not_found'), request, reply));
  foundRoutes(app, { publicUrl: env.publicUrl, ...services }, cache, keep);
  if (options.renderer) {
    await pages(
      app,
      { env, pictures: { folder: uploadsFolder(env), find: services.uploads.find, replacementOf } },
      cache,
      options.renderer,
    );
  }
  await app.ready();
  return app;
}
