import type { ServiceContext } from '../context.ts';
import { isReadOnly } from '../database/connect.ts';
import { isMigrated, isNewer } from '../database/migrate.ts';
import { describeRefusal, noteFailure, whyNoWrites } from '../database/writes.ts';
import type { ShopApp } from './routes.ts';

const READY_TIMEOUT_MS = 2_000;
/** How long another program may keep SQLite locked: orders wait longer for it. */
const LOCKED_MS = 1_500;
/** How long `/readyz` returns the same: anybody may request it, as often as they like. */
const READY_KEPT_MS = 1_000;

/**
 * `/healthz`: the process is up. `/readyz`: the shop is open, the database responds and takes
 * writes, and its schema is current (D5).
 *
 * @param isOpen false until the start is complete: the server listens before the first admin exists
 *   (D41)
 */
export function healthRoutes(app: ShopApp, { database, log }: ServiceContext, isOpen: () => boolean): void {
  app.addHook('onError', async (_request, _reply, error) => noteFailure(database, error));
  let migrated = false;

  /** Why the database cannot be used, or null. */
  async function trouble(): Promise<string | null> {
    const until = performance.now() + LOCKED_MS;
    if (await isReadOnly(database)) return 'The database is read-only.';
    migrated ||= await isMigrated(database);
    if (!migrated) return 'The database schema is not up to date.';
    if (await isNewer(database)) return 'The database schema is that of a newer version of the shop.';
    const refusal = await whyNoWrites(database, { until });
    return refusal ? describeRefusal(refusal) : null;
  }

  async function check(): Promise<string | null> {
    try {
      return await within(READY_TIMEOUT_MS, trouble());
    } catch (error) {
      log.warn({ err: error }, 'not ready');
      return 'The database does not answer.';
    }
  }

  let kept: Promise<string | null> | null = null;
  function keptCheck(): Promise<string | null> {
    kept ??= check().finally(() => {
      setTimeout(() => {
        kept = null;
      }, READY_KEPT_MS).unref();
    });
    return kept;
  }

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isOpen()) {
      return reply.code(503).send({ status: 'unavailable', message: 'The shop is starting.' });
    }
    const message = await keptCheck();
    return message === null ? { status: 'ready' } : reply.code(503).send({ status: 'unavailable', message });
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
