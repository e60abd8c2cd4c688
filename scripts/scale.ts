import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { engineName } from '#server/database/engine.ts';
import { migrate } from '#server/database/migrate.ts';
import { indexTexts } from '#server/database/trigrams.ts';
import { Versions } from '#server/database/versions.ts';
import { readEnv } from '#server/env.ts';
import { createServices } from '#server/services.ts';
import { statement } from './bench-shop.ts';
import { type Call, callsOf, readSample } from './scale-calls.ts';
import { type Cost, costMeter, share } from './scale-cpu.ts';
import { fillShop } from './scale-data.ts';
import { comparePublic } from './scale-public.ts';

/**
 * Measures every list, filter, search and detail of the admin in a large shop, through the whole
 * API without a network: elapsed time and CPU time of each call, ms. CPU time is that of this
 * process and, on a PostgreSQL of the same machine, of its backends; other processes hardly change
 * it. `OVER`: the p95 of the CPU time is above the bar; the exit code is then 1. `late`: only that
 * of the elapsed time is, as on a busy machine. Of several rounds the least p95 counts. What
 * shoppers ask for is then compared with a small shop (scale-public.ts).
 *
 *   npm run scale -- 1000000        with so many orders (200000)
 *
 * Runs on SQLite in a temporary folder or, with DATABASE_URL, on an empty PostgreSQL database
 * (which is kept: the next run only measures). SCALE_PRODUCTS (10000), SCALE_CONTACTS (a quarter of
 * the orders), SCALE_TIMES (40) repetitions, SCALE_ROUNDS (1); SCALE_ONLY measures only calls whose
 * name contains the text, SCALE_PART=admin or public only this part; DATA_DIR keeps the SQLite file
 * for the next run.
 */
const BAR_MS = 100;
const orders = Number(process.argv[2] ?? 200_000);
const amounts = {
  products: Number(process.env.SCALE_PRODUCTS ?? 10_000),
  orders,
  contacts: Number(process.env.SCALE_CONTACTS ?? orders / 4),
};
const times = Number(process.env.SCALE_TIMES ?? 40);
const rounds = Number(process.env.SCALE_ROUNDS ?? 1);
const only = process.env.SCALE_ONLY ?? '';
const part = process.env.SCALE_PART;
const OWNER = { email: 'owner@kishmish.test', password: 'a long enough password' };

const kept = process.env.DATA_DIR;
const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'kishmish-scale-')));
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  DEMO: 'false',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
};
const env = readEnv(environment);
const database = await connect({ url: env.databaseUrl, dataDir });
try {
  if (!(await run(database).finally(() => database.close()))) process.exitCode = 1;
  if (part !== 'admin') await comparePublic(environment, { times: Math.max(times, 100), only });
} finally {
  if (!kept) await rm(dataDir, { recursive: true, force: true });
}

async function run(open: Database): Promise<boolean> {
  await migrate(open);
  const { count } = await open.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) {
    const took = await fillShop(open, amounts, Date.now());
    if (open.url) await statement(open.url, 'vacuum analyze');
    else await sql`pragma wal_checkpoint(truncate)`.execute(open.db);
    console.log(`${engineName(open.db)}: filled in ${(took / 1000).toFixed(0)} s`);
  }
  const log = pino({ level: 'silent' });
  const versions = new Versions(open, log);
  await versions.refresh();
  const services = createServices({ database: open, reports: open, env, log, now: () => Date.now(), versions });
  await services.accounts.ensureFirstAdmin();
  await indexTexts(services.context);
  // Reset the rate limits of previous runs.
  await open.db.deleteFrom('attempts').execute();
  const app = await buildApp(services, { maxEventLoopDelayMs: 0 });
  try {
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/admin-login', payload: OWNER });
    const headers = { authorization: `Bearer ${signedIn.json().token}` };
    const get = async (url: string) => {
      const { statusCode, body } = await app.inject({ url, headers });
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode} ${body.slice(0, 300)}`);
    };
    const calls =
      part === 'public'
        ? []
        : callsOf(await readSample(open, times, Date.now())).filter(([name]) => name.includes(only));
    const results = new Map<string, Result>();
    for (let round = 0; round < rounds; round++) {
      for (const call of calls) {
        const [name] = call;
        results.set(name, leastOf(await measure(open, call, get), results.get(name)));
      }
    }
    for (const [name, result] of results) print(name, result);
    const { rss } = process.memoryUsage();
    console.log(`${calls.length} calls; resident memory ${(rss / 1_048_576).toFixed(0)} MB`);
    return [...results.values()].every(({ cpu }) => cpu <= BAR_MS);
  } finally {
    await app.close();
    await versions.close();
  }
}

/** In ms; `cpu` and `elapsed` are the p95. */
interface Result {
  cpu: number;
  elapsed: number;
  median: number;
  worst: number;
}

/** The first, cold call is one of the repetitions. */
async function measure(open: Database, [, urlOf]: Call, get: (url: string) => Promise<void>): Promise<Result> {
  const meter = await costMeter(open);
  const costs: Cost[] = [];
  for (let index = 0; index < times; index++) costs.push(await meter(() => get(urlOf(index))));
  const [cpu, elapsed] = [costs.map((cost) => cost.cpu), costs.map((cost) => cost.elapsed)];
  return { cpu: share(cpu, 0.95), elapsed: share(elapsed, 0.95), median: share(elapsed, 0.5), worst: share(cpu, 1) };
}

function leastOf(one: Result, other = one): Result {
  const least = (field: keyof Result) => Math.min(one[field], other[field]);
  return { cpu: least('cpu'), elapsed: least('elapsed'), median: least('median'), worst: least('worst') };
}

function print(name: string, { cpu, elapsed, median, worst }: Result): void {
  const verdict = cpu > BAR_MS ? 'OVER' : elapsed > BAR_MS ? 'late' : '    ';
  const ms = (value: number) => value.toFixed(1).padStart(7);
  console.log(`${verdict} CPU p95${ms(cpu)} worst${ms(worst)}  elapsed p95${ms(elapsed)} p50${ms(median)}  ${name}`);
}
