import type { FastifyBaseLogger } from 'fastify';
import { ShopError } from '#shop/errors.ts';
import type { ShopApp } from './routes.ts';

const CHECK_MS = 100;
/**
 * As many requests since the loop was in time are no queue: a stall that has another cause, as on a
 * busy machine, refuses nothing.
 */
export const QUEUE = 20;

/** Requests of shoppers who may have paid already (S6.8). */
const NEVER_SHED = new Set(['POST /api/orders', 'POST /api/orders/:id/utr']);

/**
 * Returns 503 for API requests and pages while the event loop is late and has a queue, so that the
 * queue cannot grow without end. Health checks, files, orders and UTRs are always served, and so
 * are cached pages: fresh ones do not reach Fastify, and the route of the pages sends the last good
 * one instead of a 503.
 *
 * The loop is late from a delay above `maxDelayMs` until a timer runs in time again: a shorter
 * stall sheds nothing.
 */
export function shedWhenLate(app: ShopApp, maxDelayMs: number, log: Pick<FastifyBaseLogger, 'warn'>): void {
  let due = performance.now() + CHECK_MS;
  let delay = 0;
  let arrived = 0;
  let shed = 0;
  const timer = setInterval(() => {
    delay = performance.now() - due;
    due = performance.now() + CHECK_MS;
    if (delay > maxDelayMs) return;
    arrived = 0;
    if (shed > 0) {
      log.warn({ requests: shed }, 'the event loop is in time again; requests got 503 meanwhile');
      shed = 0;
    }
  }, CHECK_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.addHook('onRequest', async (request) => {
    const { method, url = '/*' } = request.routeOptions;
    if (!(url === '/*' || url.startsWith('/api/'))) return;
    arrived += 1;
    if (arrived <= QUEUE || NEVER_SHED.has(`${method} ${url}`)) return;
    // During the first requests after a stall the timer has not run yet.
    const now = Math.max(delay, performance.now() - due);
    if (now <= maxDelayMs) return;
    if (shed === 0) log.warn({ delayMs: Math.round(now) }, 'the event loop is late; requests get 503');
    shed += 1;
    throw new ShopError('busy');
  });
}
