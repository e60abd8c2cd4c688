import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { buildApp } from '#server/app.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { Versions } from '#server/database/versions.ts';
import { readEnv } from '#server/env.ts';
import { createServices } from '#server/services.ts';
import { fillShop } from './scale-data.ts';

/**
 * Measures every list, filter, search and detail of the admin in a large shop: p95 of each call, ms, through the whole API without a
 * network. Calls over the limit are marked, and the exit code is then 1. `own` is the CPU time of this process (on SQLite the whole cost of
 * the call), which is hardly affected by other processes on the machine.
 *
 * Runs on SQLite in a temporary folder or, with DATABASE_URL, on an empty PostgreSQL database (which is kept: the next run only measures).
 * SCALE_PRODUCTS (10000), SCALE_ORDERS (200000), SCALE_CONTACTS (50000), SCALE_TIMES (40) repetitions; SCALE_ONLY measures only calls whose
 * name contains the text; DATA_DIR keeps the SQLite file for the next run.
 */
const LIMIT_MS = 100;
const amounts = {
  products: Number(process.env.SCALE_PRODUCTS ?? 10_000),
  orders: Number(process.env.SCALE_ORDERS ?? 200_000),
  contacts: Number(process.env.SCALE_CONTACTS ?? 50_000),
};
const times = Number(process.env.SCALE_TIMES ?? 40);
const only = process.env.SCALE_ONLY ?? '';
const OWNER = { email: 'owner@kishmish.test', password: 'a long enough password' };

const kept = process.env.DATA_DIR;
const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'kishmish-scale-')));
const env = readEnv({
  ...process.env,
  DATA_DIR: dataDir,
  DEMO: 'false',
  RATE_LIMIT: '100000000',
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
});
const database = await connect({ url: env.databaseUrl, dataDir });
try {
  process.exitCode = (await run(database)) ? 0 : 1;
} finally {
  await database.close();
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
    await sql.raw(open.kind === 'postgres' ? 'vacuum analyze' : 'pragma wal_checkpoint(truncate)').execute(open.db);
    console.log(`${open.kind}: filled in ${(took / 1000).toFixed(0)} s`);
  }
  const log = pino({ level: 'silent' });
  const versions = new Versions(open, log);
  await versions.refresh();
  const services = createServices({ database: open, env, log, now: () => Date.now(), versions });
  await services.accounts.ensureFirstAdmin();
  // Reset the rate limits of previous runs.
  await open.db.deleteFrom('attempts').execute();
  const app = await buildApp(services, { maxEventLoopDelayMs: 0 });
  try {
    const signedIn = await app.inject({ method: 'POST', url: '/api/auth/admin-login', payload: OWNER });
    const headers = { authorization: `Bearer ${signedIn.json().token}` };
    const calls = [...(await listed(open)), ...unlisted(app.routeTable)];
    let within = true;
    for (const [name, urlOf] of calls) {
      if (!name.includes(only)) continue;
      const took: number[] = [];
      const own: number[] = [];
      // The first, cold call is included.
      for (let index = 0; index < times; index++) {
        const url = urlOf(index);
        const from = performance.now();
        const used = process.cpuUsage();
        const response = await app.inject({ url, headers });
        took.push(performance.now() - from);
        const { user, system } = process.cpuUsage(used);
        own.push((user + system) / 1000);
        if (response.statusCode !== 200)
          throw new Error(`${url}: ${response.statusCode} ${response.body.slice(0, 300)}`);
      }
      const share = (list: number[], part: number) =>
        list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * part)] ?? 0;
      const text = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;
      const over = share(took, 0.95) > LIMIT_MS;
      within &&= !over;
      console.log(
        `${over ? 'OVER' : '    '} ${text(share(took, 0.95))} p95 ${text(share(took, 0.5))} p50 ${text(share(took, 1))} worst ${text(share(own, 0.95))} own p95  ${name}`,
      );
    }
    return within;
  } finally {
    await app.close();
    await versions.close();
  }
}

type Call = [name: string, urlOf: (index: number) => string];

/** Typical requests of staff, with different search words and pages at each call. */
async function listed({ db }: Database): Promise<Call[]> {
  const sample = await db
    .selectFrom('orders')
    .select(['order_number', 'name', 'phone', 'utr', 'email'])
    .orderBy('access_token_hash')
    .limit(times)
    .execute();
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'name', 'email'])
    .orderBy('message')
    .limit(times)
    .execute();
  const products = await db.selectFrom('products').select(['id', 'name']).orderBy('name').limit(times).execute();
  const customers = await db.selectFrom('customers').select('id').orderBy('search_text').limit(times).execute();
  const replacements = await db.selectFrom('replacements').select('id').limit(times).execute();
  const of = <T>(list: T[], index: number) => list[index % list.length] as T;
  const text = encodeURIComponent;
  const lastPage = Math.floor(amounts.orders / 100);
  const statuses = [
    'pending',
    'confirmed',
    'processing',
    'shipped',
    'out_for_delivery',
    'delivered',
    'cancelled',
    'returned',
  ];
  const now = Date.now();
  const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    ['orders: newest', () => '/api/orders?limit=50'],
    ['orders: any page', (i) => `/api/orders?limit=100&page=${1 + ((i * 7919) % lastPage)}`],
    ['orders: last page', () => `/api/orders?limit=100&page=${lastPage}`],
    ['orders: by status', (i) => `/api/orders?limit=50&status=${of(statuses, i)}`],
    ['orders: by status, deep', (i) => `/api/orders?limit=50&status=delivered&page=${1000 + i * 50}`],
    ['orders: by view', (i) => `/api/orders?limit=50&view=${of(['to-do', 'to-ship', 'on-the-way'], i)}`],
    ['orders: by payment', (i) => `/api/orders?limit=50&payment=${of(['pending', 'completed', 'failed'], i)}`],
    ['orders: needing attention', () => '/api/orders?limit=50&attention=true'],
    ['orders: by dates', (i) => `/api/orders?limit=50&from=${now - (i + 30) * 86_400_000}&to=${now - i * 86_400_000}`],
    ['orders: by dates and status', (i) => `/api/orders?limit=50&status=delivered&from=${now - (i + 90) * 86_400_000}`],
    ['orders: search a number', (i) => `/api/orders?limit=50&search=${of(sample, i).order_number}`],
    ['orders: search a mobile number', (i) => `/api/orders?limit=50&search=${of(sample, i).phone}`],
    ['orders: search a UTR', (i) => `/api/orders?limit=50&search=${of(sample, i).utr}`],
    ['orders: search a name', (i) => `/api/orders?limit=50&search=${text(of(sample, i).name)}`],
    [
      'orders: search a first name',
      (i) => `/api/orders?limit=50&search=${text(of(sample, i).name.split(' ')[0] ?? '')}`,
    ],
    ['orders: search an e-mail', (i) => `/api/orders?limit=50&search=${text(of(sample, i).email)}`],
    ['orders: search what nobody is called', (i) => `/api/orders?limit=50&search=zzyzx${i}`],
    ['orders: search part of a UTR', (i) => `/api/orders?limit=50&search=${(of(sample, i).utr ?? '').slice(3, 10)}`],
    [
      'orders: search a name among the pending',
      (i) => `/api/orders?limit=50&status=pending&search=${text(of(sample, i).name)}`,
    ],
    ['orders: one', (i) => `/api/orders/${of(sample, i).order_number}`],
    ['orders: track (public)', (i) => `/api/orders/track/${of(sample, i).phone}`],
    ['overview: today', () => '/api/admin/overview?days=1'],
    ['overview: 7 days', () => '/api/admin/overview?days=7'],
    ['overview: 30 days', () => '/api/admin/overview?days=30'],
    ['overview: 90 days', () => '/api/admin/overview?days=90'],
    ['finder: a name', (i) => `/api/admin/search?q=${text(of(sample, i).name)}`],
    ['finder: a last name', (i) => `/api/admin/search?q=${text(of(sample, i).name.split(' ')[1] ?? '')}`],
    ['finder: an e-mail', (i) => `/api/admin/search?q=${text(of(sample, i).email)}`],
    ['finder: what nobody is called', (i) => `/api/admin/search?q=zzyzx${i}`],
    ['finder: two letters', (i) => `/api/admin/search?q=${text(of(sample, i).name.slice(0, 2))}`],
    ['finder: a number', (i) => `/api/admin/search?q=${of(sample, i).phone.slice(0, 6)}`],
    ['finder: an order', (i) => `/api/admin/search?q=${of(sample, i).order_number.slice(0, 9)}`],
    ['finder: a product', (i) => `/api/admin/search?q=${text(of(products, i).name)}`],
    ['products: newest', () => '/api/products?limit=50&sort=newest&_t=1'],
    ['products: any page', (i) => `/api/products?limit=50&page=${1 + i}&_t=${i}`],
    ['products: search', (i) => `/api/products?limit=50&search=${text(of(products, i).name)}&_t=${i}`],
    ['products: low stock', (i) => `/api/products?limit=50&status=Active&stock=low&_t=${i}`],
    ['products: one', (i) => `/api/products/${of(products, i).id}?_t=${i}`],
    ['contacts: newest', () => '/api/contacts'],
    ['contacts: any page', (i) => `/api/contacts?limit=50&page=${1 + ((i * 31) % Math.floor(amounts.contacts / 50))}`],
    [
      'contacts: by status and priority',
      (i) => `/api/contacts?status=${of(['new', 'read', 'closed'], i)}&priority=high`,
    ],
    ['contacts: search a name', (i) => `/api/contacts?search=${text(of(contacts, i).name)}`],
    ['contacts: search an e-mail', (i) => `/api/contacts?search=${text(of(contacts, i).email)}`],
    ['contacts: search what nobody wrote', (i) => `/api/contacts?search=zzyzx${i}`],
    ['contacts: one', (i) => `/api/contacts/${of(contacts, i).id}`],
    ['newsletter: any page', (i) => `/api/newsletter?limit=100&page=${1 + i * 10}`],
    ['newsletter: search', (i) => `/api/newsletter?search=reader${i * 997}`],
    ['customers: newest', () => '/api/customers'],
    [
      'customers: any page',
      (i) => `/api/customers?limit=100&page=${1 + ((i * 31) % Math.floor(amounts.orders / 500))}`,
    ],
    ['customers: by value, deep', (i) => `/api/customers?sort=value&page=${500 + i * 10}`],
    ['customers: a segment', (i) => `/api/customers?segment=${of(['new', 'returning', 'lapsed', 'top'], i)}`],
    ['customers: a segment by value', (i) => `/api/customers?sort=value&segment=${of(['returning', 'lapsed'], i)}`],
    ['customers: search a name', (i) => `/api/customers?search=${text(of(sample, i).name)}`],
    ['customers: search a mobile number', (i) => `/api/customers?search=${of(sample, i).phone}`],
    ['customers: search what nobody is called', (i) => `/api/customers?search=zzyzx${i}`],
    ['customers: one', (i) => `/api/customers/${of(customers, i).id}`],
    ['reviews: newest', () => '/api/reviews'],
    ['reviews: by status', (i) => `/api/reviews?status=${of(['pending', 'approved', 'rejected'], i)}`],
    ['reviews: by status and rating', (i) => `/api/reviews?status=approved&rating=${1 + (i % 5)}`],
    ['reviews: any page', (i) => `/api/reviews?limit=100&page=${1 + i * 5}`],
    ['reviews: search', (i) => `/api/reviews?search=${text(of(sample, i).name)}`],
    ['replacements: open', () => '/api/replacements?status=requested'],
    ['replacements: search', (i) => `/api/replacements?search=${text(of(sample, i).name)}`],
    ['replacements: one', (i) => `/api/replacements/${of(replacements, i).id}`],
    ['audit: newest', () => '/api/admin/audit'],
    ['audit: by subject', (i) => `/api/admin/audit?subject=order&subjectId=${of(sample, i).order_number}`],
    ['audit: by action and day', (i) => `/api/admin/audit?action=order.payment&from=${day(i + 20)}&to=${day(i + 10)}`],
    ['audit: search', (i) => `/api/admin/audit?text=${of(sample, i).order_number}`],
  ];
}

/** All other guarded GETs without parameters, so that new ones are measured too. Exports are excluded: they are rare and read everything. */
function unlisted(table: { method: string; url: string; lets: string }[]): Call[] {
  return table
    .filter(
      ({ method, url, lets }) =>
        method === 'GET' && !url.includes(':') && ['staff', 'admin'].includes(lets) && !url.endsWith('/export'),
    )
    .map(({ url }): Call => [`GET ${url}`, () => url])
    .filter(([name]) => !/(search|pages\/.*sections)$/.test(name));
}
