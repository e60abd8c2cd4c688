import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Clients } from './clients.ts';
import * as cluster from './parts.ts';

/**
 * `npm run verify:cluster`: kills each part of a cluster while shoppers buy and one of the staff
 * verifies payments. No acknowledged order or verification may be lost or doubled, pages are served
 * throughout, orders are taken again within `BAR_S`, stock adds up, and invoices are numbered without
 * a gap. Needs root, a build of the pages, and the packages of Debian that `check` names.
 */
const BAR_S = 20;
/** By then every part has noticed what happened, ms. */
const SEEN_MS = 15_000;
const BUYERS = 8;
const STOCK = 1_000_000;
const PAGES = ['/', '/all-products', '/product/california-almonds'];

const launcher = new cluster.Launcher(mkdtempSync(path.join(tmpdir(), 'kishmish-cluster-')));
chmodSync(launcher.folder, 0o755);
const say = (text: string) => process.stdout.write(`cluster: ${text}\n`);

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!(await check().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not within three minutes; logs in ${launcher.folder}`);
    await wait(200);
  }
}

const isReady = (port: number) => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok);

say(`logs in ${launcher.folder}`);
cluster.makeNetwork();
const etcd = {
  e1: cluster.startEtcd(launcher, 'e1'),
  e2: cluster.startEtcd(launcher, 'e2'),
  e3: cluster.startEtcd(launcher, 'e3'),
};
const nodes = { a: cluster.startNode(launcher, 'a'), b: cluster.startNode(launcher, 'b') };
cluster.startHaproxy(launcher);
await until('a primary and a synchronous standby', async () => (await cluster.healthy()) !== undefined);
await cluster.statement('create role kishmish login', 'postgres');
await cluster.statement("alter role kishmish set statement_timeout = '15s'", 'postgres');
await cluster.statement('create database kishmish owner kishmish', 'postgres');
const pgbouncer = cluster.startPgBouncer(launcher);
const shops: cluster.Part[] = [];
for (const index of [1, 2, 3]) {
  shops.push(cluster.startShop(launcher, index));
  await until(`shop ${index}`, () => isReady(3_000 + index));
}
const catalogue = await fetch(`${cluster.SHOP_URL}/api/products/california-almonds`);
const { product } = (await catalogue.json()) as { product: { id: string; sizes: { size: string }[] } };
const item = { product: product.id, size: product.sizes[0]?.size ?? '' };
const ofItem = `product_id = '${item.product}' and size = '${item.size}'`;
await cluster.statement(`update product_sizes set stock = ${STOCK} - held - sold where ${ofItem}`);

const clients = new Clients();
clients.start(item, BUYERS, PAGES);
await until('twenty orders', async () => clients.bought.length >= 20);

const EVENTS: [string, () => Promise<void>][] = [
  ['nothing happens', async () => {}],
  ['kill -9 of a shop process', async () => shops[0]?.kill()],
  ['kill -9 of PgBouncer', async () => pgbouncer.kill()],
  ['kill -9 of the etcd leader', async () => etcd[await cluster.etcdLeader()].kill()],
  ['kill -9 of the primary PostgreSQL', async () => cluster.killPostgres(launcher, await cluster.healthy())],
  [
    'the machine of the primary is away for 30 s',
    async () => {
      const name = await cluster.healthy();
      nodes[name].kill(30_000);
      cluster.killPostgres(launcher, name);
    },
  ],
  [
    'the primary is cut from etcd and the standby for 30 s',
    async () => {
      const name = await cluster.healthy();
      cluster.partition(name, 'add');
      setTimeout(() => cluster.partition(name, 'del'), 30_000);
    },
  ],
  ['planned switchover', async () => cluster.switchover(await cluster.healthy())],
];

const figures = [];
for (const [event, act] of EVENTS) {
  const [bought, pages, failed] = [clients.bought.length, clients.pages, clients.failedPages.length];
  const started = Date.now();
  await act();
  await wait(SEEN_MS);
  await until('an order after the event', async () => clients.bought.length > bought);
  await until('a primary and a standby with all commits', async () => (await cluster.healthy()) !== undefined);
  const whole = Date.now() - started;
  const times = [started, ...clients.bought.slice(bought).map(({ at }) => at)];
  const pause = Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  figures.push({
    event,
    'longest without an order, s': pause / 1_000,
    orders: clients.bought.length - bought,
    pages: clients.pages - pages,
    'pages failed': clients.failedPages.length - failed,
    'whole again, s': whole <= SEEN_MS + 500 ? 0 : Math.round(whole / 1_000),
  });
  say(`${event}: ${pause / 1_000} s without an order`);
}
await clients.stop();
await cluster.healthy();
console.table(figures);
say(`${clients.bought.length} orders, ${clients.verified.length} verified; ${clients.pages} pages`);
say(`${clients.repeated} orders and verifications were sent more than once`);

interface Stored {
  order_number: string;
  utr: string;
  payment_status: string;
  taken: number;
}
const orders = await cluster.statement<Stored>(
  `select order_number, utr, payment_status, (select sum(taken) from order_lines l where l.order_number = o.order_number) as taken
   from orders o where status <> 'draft' and phone like '91%'`,
);
const stored = new Map(orders.map((order) => [order.order_number, order]));
const lost = clients.bought.filter(({ orderNumber, utr }) => stored.get(orderNumber)?.utr !== utr);
assert.deepEqual(clients.refused, [], 'orders and verifications that were refused');
assert.deepEqual(lost, [], 'acknowledged orders that were lost');
assert.equal(new Set(orders.map(({ utr }) => utr)).size, orders.length, 'orders that were doubled');
assert.equal(orders.length, clients.bought.length, 'orders that nobody was told of');

const forgotten = clients.verified.filter((number) => stored.get(number)?.payment_status !== 'completed');
assert.equal(clients.verified.length, clients.bought.length, 'payments that were not verified');
assert.deepEqual(forgotten, [], 'acknowledged verifications that were lost');
const invoices = () =>
  cluster.statement<{ number: string; order_number: string }>('select number, order_number from invoices order by 1');
// They are issued after the verification.
await until('an invoice of each payment', async () => (await invoices()).length >= clients.verified.length);
const issued = await invoices();
const counts = issued.map(({ number }) => Number(number.split('/').at(-1)));
assert.deepEqual(
  counts,
  Array.from(issued, (_, index) => index + 1),
  'invoices with a gap or twice',
);
const invoiced = issued.map(({ order_number }) => order_number).sort();
assert.deepEqual(invoiced, [...clients.verified].sort(), 'invoices are not one for each verified order');
const mails = await cluster.statement<{ order_number: string; kind: string; mails: number }>(
  `select order_number, kind, count(*)::int as mails from mail_outbox where order_number is not null group by 1, 2`,
);
const told = mails.filter(({ kind }) => kind === 'payment_verified').map((mail) => mail.order_number);
assert.deepEqual(
  mails.filter((mail) => mail.mails > 1),
  [],
  'mails that were written twice',
);
assert.deepEqual(told.sort(), invoiced, 'verified payments of which the shopper was not told');

const [size] = await cluster.statement<{ stock: number; held: number; sold: number; on_hold: number; taken: number }>(
  `select stock, held, sold,
     (select coalesce(sum(quantity), 0) from holds where ${ofItem}) as on_hold,
     (select coalesce(sum(taken), 0) from order_lines where ${ofItem}) as taken
   from product_sizes where ${ofItem}`,
);
assert(size);
assert.equal(size.stock + size.held + size.sold, STOCK, 'stock, held and sold do not add up');
assert.deepEqual([size.on_hold, size.taken], [size.held, size.sold], 'stock and orders do not agree');
assert.deepEqual(clients.failedPages.slice(0, 5), [], 'pages that were not served');
for (const figure of figures) {
  assert(figure['longest without an order, s'] <= BAR_S, `${figure.event}: more than ${BAR_S} s without an order`);
}
say('ok');
process.exit(0);
