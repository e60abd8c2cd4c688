import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { Versions } from '#server/database/versions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { readEnv } from '#server/env.ts';
import { builtPages } from '#server/pages/render.ts';
import { createServices } from '#server/services.ts';
import { type Cost, costMeter } from './scale-cpu.ts';
import { readShopperSample, shopperCalls } from './scale-public-calls.ts';

/**
 * A shop in a process of its own, for scale-public.ts: does what its messages ask for, through the
 * whole server without a network. With DEMO=true it begins with the demo.
 */
export type Ask = { call: string; index: number } | { edit: number } | { fill: number };
export interface Measured extends Partial<Cost> {
  /** MB of memory. */
  resident: number;
  error?: string;
}

const env = readEnv({ ...process.env, RATE_LIMIT: '100000000', TRUST_PROXY: '1' });
const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
await migrate(database);
const log = pino({ level: 'silent' });
const versions = new Versions(database, log);
const services = createServices({ database, reports: database, env, log, now: () => Date.now(), versions });
if (env.demo) await seedDemo(services.context);
// So that the orders of all runs find stock.
await database.db.updateTable('product_sizes').set({ stock: 1_000 }).where('removed_at', 'is', null).execute();
await services.accounts.ensureFirstAdmin();
await versions.start();
const app = await buildApp(services, { ...(await builtPages(services)), maxEventLoopDelayMs: 0 });

const routes = (await services.content.productPages()).map(({ route }) => route);
const sample = await readShopperSample(database, routes);
const calls = new Map(shopperCalls(sample));
const login = await app.inject({
  method: 'POST',
  url: '/api/auth/admin-login',
  payload: { email: env.adminEmail, password: env.adminPassword },
});
const staff = { authorization: `Bearer ${login.json().token}` };

process.on('message', async (ask: Ask) => {
  const measured = await ('call' in ask ? call(ask) : 'edit' in ask ? edit(ask.edit) : fill(ask.fill)).catch(
    (error: unknown) => ({ error: String(error) }),
  );
  process.send?.({ ...measured, resident: process.memoryUsage().rss / 1_048_576 } satisfies Measured);
});
process.on('disconnect', async () => {
  await app.close();
  await versions.close();
  await database.close();
});
process.send?.([...calls.keys()]);

/**
 * Without `inject`'s own copies of the response as text, which would be half of the garbage of
 * rendering a page.
 */
async function request(options: InjectOptions): Promise<{ statusCode: number; body: () => string }> {
  const response = await app.inject({ ...options, payloadAsStream: true });
  const chunks: Buffer[] = await response.stream().toArray();
  return { statusCode: response.statusCode, body: () => Buffer.concat(chunks).toString() };
}

async function call({ call: name, index }: { call: string; index: number }): Promise<Cost> {
  const asked = calls.get(name)?.(index);
  if (!asked) throw new Error(`no call ${name}`);
  // A few phones are tracked many times.
  await database.db.deleteFrom('attempts').execute();
  const { status = 200, read, headers, ...rest } = asked;
  const address = `198.18.${(index >> 8) & 255}.${index & 255}`;
  const meter = await costMeter(database);
  return meter(async () => {
    const { statusCode, body } = await request({ ...rest, headers: { 'x-forwarded-for': address, ...headers } });
    if (statusCode !== status) throw new Error(`${name}: ${statusCode} ${body().slice(0, 300)}`);
    read?.(body());
  });
}

/** The edit of a product, until its page shows it. */
async function edit(index: number): Promise<Cost> {
  const id = sample.products[index % sample.products.length]?.id;
  const { product } = (await app.inject({ url: `/api/products/${id}?_t=1`, headers: staff })).json();
  const description = `Edited for the ${index}th time`;
  const meter = await costMeter(database);
  return meter(async () => {
    const saved = await app.inject({
      method: 'PUT',
      url: `/api/products/${id}`,
      headers: staff,
      payload: { ...product, description },
    });
    const page = await request({ url: `/product/${id}` });
    if (!page.body().includes(description))
      throw new Error(`not visible: ${saved.statusCode} ${saved.body.slice(0, 300)}`);
  });
}

/** Fills the cache of pages, as visitors would. */
async function fill(pages: number): Promise<object> {
  const products = await services.catalogue.visible();
  for (const { id } of products.slice(0, pages)) await request({ url: `/product/${id}` });
  return {};
}
