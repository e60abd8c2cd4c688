import { sql } from 'kysely';
import type { ServiceContext } from '../context.ts';
import { isMigrated } from '../database/migrate.ts';
import type { ShopApp } from './routes.ts';

const READY_TIMEOUT_MS = 2_000;

/**
 * `/healthz`: the process is up. `/readyz`: the shop is open, the database responds and its schema is current (D5).
 *
 * @param isOpen false until the start is complete: the server listens before the first admin exists (D41)
 */
export function healthRoutes(app: ShopApp, { database, log }: ServiceContext, isOpen: () => boolean): void {
  let migrated = false;

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOpen()) {
      return reply.code(503).send({ status: 'unavailable', message: 'The shop is starting.' });
    }
    try {
      await within(READY_TIMEOUT_MS, sql`select 1`.execute(database.db));
      migrated ||= await within(READY_TIMEOUT_MS, isMigrated(database));
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable', message: 'The database does not answer.' });
    }
    if (!migrated) {
      return reply.code(503).send({ status: 'unavailable', message: 'The database schema is not up to date.' });
    }
    return { status: 'ready' };
  });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
