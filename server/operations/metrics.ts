import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceContext } from '../context.ts';
import { reportsBehind } from '../database/replica.ts';
import type { ShopApp } from '../http/routes.ts';
import { sha256 } from '../ids.ts';
import { lastBackup } from './automatic.ts';
import { freeOnDisk } from './disk.ts';
import type { Sources as Health } from './doctor.ts';
import { readCredits, readMailQueue } from './operations.queries.ts';

const DAY = 24 * 3_600_000;
/** Upper bounds of the latency buckets, seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What this process knows apart from the database. */
interface Sources {
  cache: { readonly size: { entries: number; bytes: number } };
  counts: { readonly ordersPlaced: number };
  proof: Health['proof'];
}

export interface Metrics {
  /**
   * Counts a request that the page cache could serve. It never reaches a route when it did (`hit`).
   */
  cacheable(hit: boolean): void;
}

/**
 * `GET /metrics` in the format of Prometheus, for those who send METRICS_TOKEN. Counters and
 * latencies are those of this process; what is read from the database is the same in every process.
 * Labels name route patterns and never addresses or people.
 *
 * @returns null without a token: then there is no such route
 */
export async function metricsRoute(
  app: ShopApp,
  context: ServiceContext,
  { cache, counts, proof }: Sources,
): Promise<Metrics | null> {
  const { database, env, now } = context;
  if (env.metricsToken === null) return null;
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const token = Buffer.from(sha256(env.metricsToken));
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  app.addHook('onClose', async () => registry.clear());

  const requests = new Histogram({
    name: 'kishmish_http_request_seconds',
    help: 'Requests that reached a route, by route pattern; those that the page cache served are not among them',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  const cacheable = new Counter({
    name: 'kishmish_page_cache_requests_total',
    help: 'Requests that the page cache could serve, by whether it did',
    labelNames: ['result'] as const,
    registers,
  });
  const orders = new Counter({
    name: 'kishmish_orders_placed_total',
    help: 'Orders placed with this process',
    registers,
  });
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `kishmish_${name}`, help, labelNames, registers });
  const entries = gauge('page_cache_entries', 'Pages in the cache');
  const bytes = gauge('page_cache_bytes', 'Size of the pages in the cache');
  const latency = gauge('database_seconds', 'Time of a query that reads nothing');
  const connections = gauge('database_connections', 'PostgreSQL: connections, and queries that wait', ['state']);
  const mails = gauge('mails', 'Mails that wait, and mails of the last day that could not be sent', ['state']);
  const oldestMail = gauge('mail_oldest_seconds', 'Age of the oldest mail that waits');
  const credits = gauge('credits', 'Bank credits of the last day, by state and by what matched them with an order', [
    'status',
    'matched_by',
  ]);
  const reports = gauge('credit_reports', 'Reports of the bank credits of the last day, by source', ['source']);

  const backup = gauge('backup_timestamp_seconds', 'Time of the last good backup, of any kind; 0 if there was none');
  const lacking = gauge('backup_missing_files', 'Pictures and photos that the last good backup lacks');
  const behind = gauge('reports_behind_seconds', 'How far the replica that reports read is behind; 0 without one');
  const disk = gauge('disk_free_bytes', 'Free space of the disk with DATA_DIR');
  const unread = gauge(
    'mailbox_unread_seconds',
    'Time since everything new in the mailbox for alerts of the bank had been read; 0 without a mailbox',
  );

  /** Sets what is read at each request for the metrics. */
  async function refresh(): Promise<void> {
    entries.set(cache.size.entries);
    bytes.set(cache.size.bytes);
    orders.reset();
    orders.inc(counts.ordersPlaced);
    for (const [state, count] of Object.entries(database.pool?.() ?? {})) connections.set({ state }, count);
    const at = now();
    const startedAt = performance.now();
    await sql`select 1`.execute(database.db);
    latency.set((performance.now() - startedAt) / 1000);
    const { waiting, oldestAt, failed } = await readMailQueue(database.db, at - DAY);
    mails.set({ state: 'waiting' }, waiting);
    mails.set({ state: 'failed' }, failed);
    oldestMail.set(oldestAt === null ? 0 : Math.max(0, at - oldestAt) / 1000);
    const { decided, sources } = await readCredits(database.db, at - DAY);
    credits.reset();
    reports.reset();
    for (const { status, by, count } of decided) credits.set({ status, matched_by: by }, count);
    for (const { source, count } of sources) reports.set({ source }, count);
    const last = await lastBackup(database);
    backup.set((last?.at ?? 0) / 1000);
    lacking.set(last?.missing ?? 0);
    // A replica that is away must not hide the other numbers.
    behind.set(((await reportsBehind(context).catch(() => Number.NaN)) ?? 0) / 1000);
    // Without the folder there is no number; that must not hide the others.
    disk.set(await freeOnDisk(env.dataDir).catch(() => Number.NaN));
    const mailbox = await proof.mailboxRead();
    // Nobody may have read it since this process started, which is all that it knows.
    const since = mailbox?.readAt ?? at - process.uptime() * 1000;
    unread.set(mailbox ? Math.max(0, at - since) / 1000 : 0);
  }

  app.get('/metrics', { schema: { hide: true }, onRequest: app.rateLimit({}) }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Hashes have one length, so the comparison takes the same time for every token.
    if (!timingSafeEqual(Buffer.from(sha256(given)), token)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('METRICS_TOKEN is needed.\n');
    }
    await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  return { cacheable: (hit) => cacheable.inc({ result: hit ? 'hit' : 'miss' }) };
}
