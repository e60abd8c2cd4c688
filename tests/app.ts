import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { Versions } from '#server/database/versions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import type { Env } from '#server/env.ts';
import { createServices } from '#server/services.ts';
import { wrongMessages, wrongStatus } from './contract.ts';
import { shopDatabase } from './database.ts';
import { START } from './start.ts';

export { START };

export const ADMIN = { email: 'owner@kishmish.test', password: 'a long enough password' };
/** The hash of the password with minimal parameters: hundreds of tests sign in, and production parameters take 30 ms. */
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
}

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
    publicUrl: 'http://shop.test',
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    s3: null,
    backups: null,
    metricsToken: null,
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
  const context: ServiceContext = { database, env, log, now: clock.now, versions };
  const services = createServices(context);
  if (env.demo) {
    await seedDemo(context);
  }
  await versions.refresh();
  const app = await buildApp(services, { maxEventLoopDelayMs: 0 });

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body: unknown,
    headers: Headers,
  ): Promise<TestResponse> => {
    const response = await app.inject({
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
    // Checked in every route test: the endpoint declares the status, and failures have readable messages.
    const failed = url.startsWith('/api/') && statusCode >= 400;
    const wrong = wrongStatus(method, url, statusCode) ?? (failed ? wrongMessages(parsed) : null);
    if (wrong) throw new Error(wrong);
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
      await app.close();
      await versions.close();
      if (!options.database) {
        await database.close();
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;
