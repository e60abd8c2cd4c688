import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { ShopError } from '#shop/errors.ts';
import type { Env } from '../env.ts';
import { sendError } from './errors.ts';
import { answerInItsLanguage } from './language.ts';
import type { ShopApp } from './routes.ts';
import { securityHeaders } from './security.ts';
import { refuseBytes, type ShopServer, shopServer } from './server.ts';

/** Largest JSON body, bytes: 100 order lines and an address are about 30 kB. */
const BODY_LIMIT = 256 * 1024;

/** Handles a request before routing, hooks and parsing, or passes it on with `next`. */
export type BeforeRouting = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

class ShopLogController extends LogController {
  constructor() {
    // Replaced by the onResponse hook of `onEveryRequest`: Fastify's log lines contain the full
    // URL, which may have a mobile number in it (D47).
    super({ disableRequestLogging: true });
  }

  /** The response has begun, so its reader sees a file that breaks off, and no message. */
  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    request.log.error({ err: error, route: request.routeOptions.url }, 'response broken off');
  }
}

/** Fastify on the shop's own HTTP server, with Zod schemas and the errors of the API. No routes. */
export function createFastify(
  { env, log }: { env: Pick<Env, 'publicUrl' | 'trustProxy'>; log: FastifyBaseLogger },
  beforeRouting: BeforeRouting,
): ShopApp {
  const security = securityHeaders(env.publicUrl);
  let http: ShopServer | undefined;
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
    serverFactory: (handler) => {
      http = shopServer((request, response) => beforeRouting(request, response, () => handler(request, response)), log);
      return http.server;
    },
  }).withTypeProvider<ZodTypeProvider>() as unknown as ShopApp;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // A form of another site can send text/plain without a CORS preflight (CSRF).
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(sendError);
  answerInItsLanguage(app);
  app.addHook('preClose', async () => http?.drain());
  return app;
}

/** The hooks of every request, of pages and files too: security headers, cut connections, the log. */
export function onEveryRequest(app: ShopApp, { publicUrl }: Pick<Env, 'publicUrl'>, log: FastifyBaseLogger): void {
  const security = securityHeaders(publicUrl);
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
}
