import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import type { DeliverWebhook } from '#server/connect/deliver-webhook.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { Versions } from '#server/database/versions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import type { Env } from '#server/env.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { FetchPicture } from '#server/media/fetch-picture.ts';
import { createServices, type Services } from '#server/services.ts';
import { ShopError } from '#shop/errors.ts';
import { wrongMessages, wrongStatus } from './contract.ts';
import { shopDatabase } from './database.ts';
import { READERS } from './readers.ts';
import { START } from './start.ts';

export { START };

export const ADMIN = { email: 'owner@kishmish.test', password: 'a long enough password' };
/**
 * The hash of the password with minimal parameters: hundreds of tests sign in, and production
 * parameters take 30 ms.
 */
const ADMIN_HASH = '$argon2id$v=19$m=8,t=1,p=1$BwcHBwcHBwcHBwcHBwcHBw$rTWQCW/qTIum0a++dQA13NhoTgLSi0I+dkgNasjPjbw';

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies of any shape
  body: any;
  headers: Record<string, unknown>;
  text: string;
}

type Headers = Record<string, string>;

export interface TestOptions {
  seed?: 'demo' | 'none';
  env?: Partial<Env>;
  database?: Database;
  /** What reports read, if not the database. */
  reports?: Database;
  /** Pictures of other sites. */
  fetchPicture?: FetchPicture;
  /** Where webhooks go. */
  deliverWebhook?: DeliverWebhook;
  /** Leaves invoices that are due to the test (`issueDue`). */
  invoicesWait?: boolean;
  /**
   * Builds an app for this test alone, for what an app remembers by itself, such as its rate
   * limits. So does an `env` of APP_ENV.
   */
  ownApp?: boolean;
}

/**
 * The routes, built once and used by one test after the other with its own services and database.
 */
interface SharedApp {
  app: ShopApp;
  serve(services: Services | null): void;
}

/** The variables that the app itself reads; the others reach it with the services. */
const APP_ENV = ['publicUrl', 'rateLimit', 'trustProxy', 'metricsToken'] as const;

/** Building an app takes 50 ms of CPU time, most of a small test. These are free to use. */
const idle: SharedApp[] = [];

async function sharedApp(first: Services): Promise<SharedApp> {
  let building = true;
  let current: Services | null = first;
  const services = (): Services => {
    if (!current) throw new Error('the test that used this app has ended');
    return current;
  };
  /**
   * Reads from the object of the current test. A route must not keep a part of it, which would
   * belong to the first test.
   */
  const relay = <T extends object>(now: () => T): T =>
    new Proxy({} as T, {
      get: (_, key) => {
        const value: unknown = Reflect.get(now(), key);
        if (typeof value === 'function') {
          return (...args: unknown[]) => Reflect.apply(Reflect.get(now(), key) as typeof value, now(), args);
        }
        if (building && typeof value === 'object' && value !== null) throw new Error(`kept by a route: ${String(key)}`);
        return value;
      },
    });
  const context = { ...first.context, versions: relay(() => services().context.versions) };
  for (const key of ['database', 'env', 'log', 'now'] as const) {
    Object.defineProperty(context, key, { enumerable: true, get: () => services().context[key] });
  }
  const all = relay(services);
  const relays = (Object.keys(first) as (keyof Services)[]).map((key) => [
    key,
    typeof first[key] === 'function' ? all[key] : relay<object>(() => services()[key]),
  ]);
  const app = await buildApp({ ...Object.fromEntries(relays), context }, { maxEventLoopDelayMs: 0 });
  building = false;
  return {
    app,
    serve: (next) => {
      current = next;
    },
  };
}

const noNetwork: FetchPicture = async () => {
  throw new ShopError('upload_invalid', { message: 'The other site cannot be reached' });
};

const noPrograms: DeliverWebhook = async () => {
  throw new Error('no network');
};

/**
 * The whole app without a network: database, services, routes. `await using` closes it.
 *
 * The clock is fixed at `START` until the test advances it.
 */
export async function testApp(options: TestOptions = {}) {
  const database = options.database ?? (await shopDatabase(options.seed === 'demo' ? 'demo' : 'migrated'));
  if (options.database) await migrate(database);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-test-'));
  const clock = {
    time: START,
    now: () => clock.time,
    advance: (ms: number) => {
      clock.time += ms;
    },
  };
  const env: Env = {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: null,
    databaseReportsUrl: null,
    publicUrl: 'http://shop.test',
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    s3: null,
    backups: null,
    metricsToken: null,
    otlpEndpoint: null,
    smtpUrl: null,
    mailFrom: 'Kishmish <care@kishmish.example>',
    secretsKey: null,
    mailboxPassword: null,
    trustProxy: 0,
    logLevel: 'silent',
    rateLimit: 1_000_000,
    demo: options.seed === 'demo',
    production: true,
    ...options.env,
  };
  const log = pino({ level: 'silent' });
  const versions = new Versions(database, log, clock.now);
  const reports = options.reports ?? database;
  const context: ServiceContext = { database, reports, env, log, now: clock.now, versions };
  const services = createServices(
    context,
    READERS,
    options.fetchPicture ?? noNetwork,
    options.deliverWebhook ?? noPrograms,
  );
  if (env.demo) {
    await seedDemo(context);
  }
  await versions.refresh();
  const build = () => buildApp(services, { maxEventLoopDelayMs: 0 });
  const ownApp = options.ownApp || APP_ENV.some((key) => key in (options.env ?? {}));
  const shared = ownApp ? null : (idle.pop() ?? (await sharedApp(services)));
  shared?.serve(services);
  const app = shared?.app ?? (await build());
  let own = shared ? null : app;

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body: unknown,
    headers: Headers,
  ): Promise<TestResponse> => {
    // Pages and health checks remember what they have read, so a shared app serves the API alone.
    if (!url.startsWith('/api/')) own ??= await build();
    const response = await (own ?? app).inject({
      method,
      url,
      headers: { ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object | string }),
    });
    let parsed: unknown;
    try {
      parsed = response.json();
    } catch {
      parsed = undefined;
    }
    const { statusCode } = response;
    // Checked in every route test: the endpoint declares the status, and failures have readable
    // messages.
    const failed = url.startsWith('/api/') && statusCode >= 400;
    const wrong = wrongStatus(method, url, statusCode) ?? (failed ? wrongMessages(parsed) : null);
    if (wrong) throw new Error(wrong);
    // As in the background of a shop that listens: what the change made due has its number soon.
    if (method !== 'GET' && statusCode < 300 && !options.invoicesWait) await services.invoices.issueDue();
    return { status: statusCode, body: parsed, headers: response.headers, text: response.body };
  };

  return {
    app,
    services,
    context,
    clock,
    db: database.db,
    get: (url: string, headers: Headers = {}) => call('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers: Headers = {}) => call('POST', url, body, headers),
    put: (url: string, body?: unknown, headers: Headers = {}) => call('PUT', url, body, headers),
    patch: (url: string, body?: unknown, headers: Headers = {}) => call('PATCH', url, body, headers),
    delete: (url: string, headers: Headers = {}) => call('DELETE', url, undefined, headers),
    auth: (token: string): Headers => ({ authorization: `Bearer ${token}` }),
    /** Signs in the first admin. @returns the session token */
    adminToken: async (): Promise<string> => {
      const { db } = database;
      if (!(await db.selectFrom('users').select('id').executeTakeFirst())) {
        const user = { id: 'usr_owner', email: ADMIN.email, name: 'Admin', role: 'admin' as const };
        await db
          .insertInto('users')
          .values({ ...user, created_at: clock.now(), password_hash: ADMIN_HASH })
          .execute();
      }
      const response = await call('POST', '/api/auth/admin-login', ADMIN, {});
      return response.body.token as string;
    },
    async [Symbol.asyncDispose]() {
      await own?.close();
      if (shared) {
        shared.serve(null);
        idle.push(shared);
      }
      await versions.close();
      if (!options.database) {
        await database.close();
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
