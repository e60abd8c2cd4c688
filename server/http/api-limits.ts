import fastifyRateLimit from '@fastify/rate-limit';
import { ShopError } from '#shop/errors.ts';
import { limitWide } from './limits.ts';
import type { ShopApp } from './routes.ts';

/**
 * Adds `app.rateLimit`. Each use of `app.rateLimit({})` counts by itself.
 *
 * @param perMinute requests of one address
 */
export async function addRateLimit(app: ShopApp, perMinute: number): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    errorResponseBuilder: () => new ShopError('rate_limited'),
  });
}

/**
 * Limits the requests to the API. In hooks of its scope, which run before the guards of its routes:
 * requests with a wrong token count too.
 */
export function limitApi(api: ShopApp, perMinute: number): void {
  const limits = new Map([
    ['POST /api/orders', api.rateLimit({ max: Math.ceil(perMinute / 10) })],
    ['POST /api/orders/draft', api.rateLimit({ max: Math.ceil(perMinute / 4) })],
    // Asked every two seconds by each phone that pays; many share one address.
    ['GET /api/orders/draft/:orderNumber/payment', api.rateLimit({ max: perMinute * 3 })],
  ]);
  const limit = api.rateLimit({});
  api.addHook('onRequest', function (request, reply) {
    // Orders write far more than other requests. The browser sends again what is refused (D25).
    const own = limits.get(`${request.method} ${request.routeOptions.url}`);
    return (own ?? limit).call(this, request, reply);
  });
  api.addHook('onRequest', limitWide(api, perMinute));
}
