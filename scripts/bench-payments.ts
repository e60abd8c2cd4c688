import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { utils, write } from '@e965/xlsx';
import pino from 'pino';
import { SHOP } from '#server/audit/audit.ts';
import { connect, connectSqlite, type Database } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { insertRows } from '#server/database/rows.ts';
import { Versions } from '#server/database/versions.ts';
import { readEnv } from '#server/env.ts';
import { sha256 } from '#server/ids.ts';
import { recordReports } from '#server/orders/payments/ledger.ts';
import { reportOf } from '#server/orders/payments/reports.ts';
import { searchText, wholeOrder } from '#server/orders/rows/orders.queries.ts';
import { createServices } from '#server/services.ts';
import { readMessage } from '#shop/bank/read.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { bar, placeOrder, post, processorMs, raiseStock, signIn, withShop } from './bench-shop.ts';

const COUNT = 10_000;
/**
 * Totals of the orders, in paise: few prices, so that many credits have the same amount and day.
 */
const TOTALS = [24_900, 29_900, 39_900, 49_900, 59_900, 79_900, 99_900, 129_900, 149_900, 249_700];
const DAY = 86_400_000;
/** Lines of a statement, and how many of them prove an open order. */
const LINES = 50_000;
const PROVEN = 2_000;
/** Orders a second while a statement is imported, and how long the pace is measured without it. */
const PACE = 10;
const QUIET_MS = 15_000;

interface Shop {
  origin: string;
  auth: Record<string, string>;
  child: ChildProcess;
  /** A second connection to the shop's database. */
  database: Database;
  /** Places an order with a UTR. */
  buy: () => ReturnType<typeof placeOrder>;
}

const utrOf = (index: number) => String(632_000_000_000 + index * 7);
const totalOf = (index: number) => TOTALS[index % TOTALS.length] ?? 0;

/** Inserts placed, unpaid orders with a UTR. */
async function fillOrders(database: Database, count: number, now: number): Promise<void> {
  for (let from = 0; from < count; from += 200) {
    const orders = Array.from({ length: Math.min(200, count - from) }, (_, part) => {
      const index = from + part;
      const at = now - DAY + Math.floor((index / count) * DAY);
      const number = `ORD${at}${String(index % 1000).padStart(3, '0')}`;
      const total = totalOf(index);
      const order = {
        order_number: number,
        access_token_hash: sha256(number),
        status: 'pending' as const,
        name: 'Ananya Iyer',
        phone: String(7_000_000_000 + index),
        email: 'bench@example.com',
        address: '12/4, Second Main Road',
        city: 'Chennai',
        state: 'Tamil Nadu',
        pincode: '600020',
        utr: utrOf(index),
        payment_app: 'phonepe',
        subtotal: total,
        total,
        created_at: at,
        placed_at: at,
        updated_at: at,
      };
      return { ...wholeOrder(order), search_text: searchText(order) };
    });
    await database.db.transaction().execute(async (trx) => {
      await insertRows(trx, 'orders', orders);
      await insertRows(
        trx,
        'order_lines',
        orders.map(({ order_number, total }) => ({
          order_number,
          position: 0,
          product_id: 'almonds',
          name: 'California Almonds',
          size: '250g',
          quantity: 1,
          price: total,
          original_price: total,
          hsn_code: '0802',
          gst_rate_bp: 500,
          stock_size: '250g',
          taken: 1,
        })),
      );
      await insertRows(
        trx,
        'order_events',
        orders.map(({ order_number, created_at }) => ({
          id: `evt_${order_number}`,
          order_number,
          kind: 'placed' as const,
          status: 'pending',
          at: created_at,
          author: 'shopper',
          note: '',
        })),
      );
    });
  }
}

const dayOf = (at: number) => new Date(at + 330 * 60_000).toISOString().slice(0, 10).split('-').reverse().join('/');
const messageOf = (utr: string, paise: number, at: number) =>
  `Credit Alert!\nRs.${(paise / 100).toFixed(2)} credited to HDFC Bank A/c XX6298 on ${dayOf(at)} from VPA ananya@okexample (UPI ${utr})`;

/** Records a credit of each order, without matching. */
async function fillCredits({ db }: Database, source: 'sms' | 'email'): Promise<void> {
  const now = Date.now();
  const reports = Array.from({ length: COUNT }, (_, index) => {
    const raw = messageOf(utrOf(index), totalOf(index), now);
    const reading = readMessage({ text: raw, via: 'sms', bank: 'HDFC', receivedAt: now }, TEMPLATES)?.reading;
    if (!reading) throw new Error(`No template reads ${raw}`);
    return reportOf(reading, { source, receivedAt: now, sender: 'VM-HDFCBK-S', raw, mayConfirm: true }) ?? [];
  }).flat();
  for (let from = 0; from < COUNT; from += 200) {
    await db.transaction().execute((trx) => recordReports(trx, reports.slice(from, from + 200), now));
  }
}

/**
 * `npm run bench`: the measured bars of the payments (docs/measurements.md). Exits with 1 when one
 * is missed.
 */
export async function benchPayments(): Promise<void> {
  await benchMatching();
  await withShop('SQLite, full sync', null, async (origin, child, folder) => {
    const auth = { authorization: `Bearer ${await signIn(origin)}` };
    const free = { policy: 'confirm', limitPerOrder: null, limitPerDay: null };
    const sources = { sms: free, statement: free, email: { ...free, policy: 'suggest' } };
    await post(origin, '/api/payment-settings', { sources }, auth);
    const database = connectSqlite(path.join(folder, 'shop.db'));
    try {
      await fillOrders(database, COUNT, Date.now());
      await fillCredits(database, 'email');
      const shop: Shop = { origin, auth, child, database, buy: await buyer(origin, auth) };
      await benchReview(shop);
      await benchWebhook(shop);
      await benchImport(shop);
    } finally {
      await database.close();
    }
  });
}

async function benchMatching(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kishmish-bench-'));
  const env = readEnv({ DATA_DIR: dataDir, DEMO: 'false' });
  const database = await connect({ url: null, dataDir });
  const log = pino({ level: 'warn' });
  const versions = new Versions(database, log);
  try {
    await migrate(database);
    await versions.refresh();
    const services = createServices({ database, reports: database, env, log, now: () => Date.now(), versions });
    await fillOrders(database, COUNT, Date.now());
    await fillCredits(database, 'sms');
    // The same sweep twice: what the policy only suggests is decided and not written.
    for (const policy of ['suggest', 'confirm'] as const) {
      const rule = { policy, limitPerOrder: null, limitPerDay: null };
      const input = { sources: { sms: rule, email: rule, statement: rule } };
      await services.settings.savePayment(null, SHOP, { input, version: undefined });
      const stop = stopwatch();
      await services.proof.sweep();
      const { seconds, text } = stop();
      const { count } = await database.db
        .selectFrom('orders')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('payment_status', '=', 'completed')
        .executeTakeFirstOrThrow();
      if (policy === 'suggest') bar(`matching ${COUNT} credits against ${COUNT} open orders`, seconds, 2, 's', text);
      else
        console.log(`     confirming them too (event, audit, invoice, mail; full sync): ${text}; ${count} confirmed`);
    }
  } finally {
    await versions.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function benchReview({ origin, auth, child }: Shop): Promise<void> {
  const times: number[] = [];
  const cpu = processorMs(child.pid);
  for (let index = 0; index < 50; index++) {
    const from = performance.now();
    const response = await fetch(`${origin}/api/payments/review`, { headers: auth });
    await response.text();
    if (!response.ok) throw new Error(`the review: ${response.status}`);
    times.push(performance.now() - from);
  }
  const own = (processorMs(child.pid) - cpu) / times.length;
  bar('GET /api/payments/review, p95', share(times, 0.95), 100, 'ms', `CPU ${own.toFixed(0)} ms each`);
}

async function benchWebhook({ origin, auth, child, database, buy }: Shop): Promise<void> {
  const { secret } = (await post(origin, '/api/payments/inbox', {}, auth)) as { secret: string };
  const times: number[] = [];
  const numbers: string[] = [];
  let cpu = 0;
  for (let index = 0; index < 200; index++) {
    const { orderNumber, utr, total } = await buy();
    const text = messageOf(utr, Math.round(total * 100), Date.now());
    const before = processorMs(child.pid);
    const from = performance.now();
    await post(origin, `/api/payments/inbox/${secret}`, { from: 'VM-HDFCBK-S', text, receivedStamp: Date.now() });
    times.push(performance.now() - from);
    cpu += processorMs(child.pid) - before;
    numbers.push(orderNumber);
  }
  const paid = await database.db
    .selectFrom('orders')
    .select('order_number')
    .where('order_number', 'in', numbers)
    .where('payment_status', '=', 'completed')
    .execute();
  if (paid.length < numbers.length) throw new Error(`${paid.length} of ${numbers.length} messages confirmed an order`);
  const more = `p50 ${share(times, 0.5).toFixed(0)} ms, CPU ${(cpu / times.length).toFixed(0)} ms each`;
  bar('a webhook message confirms its order, p95', share(times, 0.95), 100, 'ms', more);
}

/**
 * Imports while orders are placed at a steady pace; the pace without an import, before and after,
 * is the reference.
 */
async function benchImport(shop: Shop): Promise<void> {
  for (const [position, kind] of (['csv', 'xlsx'] as const).entries()) {
    const file = statementFile(kind, position);
    const quiet = await placing(shop, () => sleep(QUIET_MS));
    const cpu = processorMs(shop.child.pid);
    const stop = stopwatch();
    let seconds = 0;
    const busy = await placing(shop, async () => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(file)]), `statement.${kind}`);
      const response = await fetch(`${shop.origin}/api/payments/statements`, {
        method: 'POST',
        headers: shop.auth,
        body: form,
      });
      const body = (await response.json()) as { import: { credits: number; confirmed: number } };
      seconds = stop().seconds;
      if (!response.ok) throw new Error(`the import: ${JSON.stringify(body)}`);
      const { credits, confirmed } = body.import;
      if (credits !== LINES || confirmed !== PROVEN) throw new Error(`${credits} credits, ${confirmed} confirmed`);
    });
    const used = (processorMs(shop.child.pid) - cpu) / 1000;
    const after = await placing(shop, () => sleep(QUIET_MS));
    const reference = share([...quiet, ...after], 0.99);
    const name = `import of ${LINES} lines (${kind}, ${(file.length / 1e6).toFixed(1)} MB)`;
    bar(
      name,
      seconds,
      20,
      's',
      `${PROVEN} confirmed; CPU of the shop ${used.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}`,
    );
    const more = `${share(busy, 0.99).toFixed(0)} ms to ${reference.toFixed(0)} ms; p50 ${share(busy, 0.5).toFixed(0)} to ${share([...quiet, ...after], 0.5).toFixed(0)} ms; ${busy.length} and ${quiet.length + after.length} orders at ${PACE} a second`;
    bar('p99 of the order path during it, ratio', share(busy, 0.99) / reference, 2, 'x', more);
  }
}

/** Places orders at a steady pace while `work` runs. @returns the ms of each: draft and order */
async function placing({ buy }: Shop, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const timer = setInterval(() => {
    const from = performance.now();
    const took = () => performance.now() - from;
    // A refused order counts as one that took forever.
    running.push(
      buy().then(
        () => void times.push(took()),
        () => void times.push(Number.POSITIVE_INFINITY),
      ),
    );
  }, 1000 / PACE);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(running);
  return times;
}

async function buyer(origin: string, auth: Record<string, string>): Promise<Shop['buy']> {
  const { products } = (await (await fetch(`${origin}/api/products?limit=20`)).json()) as {
    products: { id: string; sizes: { size: string; price: number }[] }[];
  };
  const chosen = products.flatMap(({ id, sizes: [size] }) => (size ? [{ id, size }] : []));
  await raiseStock(
    origin,
    auth.authorization?.slice('Bearer '.length) ?? '',
    chosen.map(({ id }) => id),
  );
  let next = 0;
  return () => {
    const number = next++;
    const product = chosen[number % chosen.length];
    if (!product) throw new Error('the shop has no product');
    return placeOrder(origin, number, product.id, product.size);
  };
}

/** A statement of 30 days. The first lines of each file prove open orders. */
function statementFile(kind: 'csv' | 'xlsx', position: number): Buffer {
  const now = Date.now();
  let balance = 100_000;
  const rows = Array.from({ length: LINES }, (_, index) => {
    // The oldest first; those of today prove the orders.
    const proof = index - (LINES - PROVEN);
    const day = dayOf(proof >= 0 ? now : now - DAY * Math.ceil(((LINES - index) / LINES) * 30));
    const which = position * PROVEN + proof;
    const rrn = proof >= 0 ? utrOf(which) : String(500_000_000_000 + position * LINES + index);
    const amount = totalOf(proof >= 0 ? which : index) / 100;
    balance += amount;
    const narration = `UPI-ANANYA IYER-ananya${index}@okexample-EXMP0000101-${rrn}-ORDER`;
    return [day, narration, `0000${rrn}`, day, '', amount.toFixed(2), balance.toFixed(2)];
  });
  const table = [
    ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
    ...rows,
  ];
  if (kind === 'csv') return Buffer.from(table.map((row) => `${row.join(',')}\n`).join(''));
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Statement');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

function share(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil((times.length - 1) * part)] ?? 0;
}

function stopwatch() {
  const from = performance.now();
  const used = process.cpuUsage();
  return () => {
    const seconds = (performance.now() - from) / 1000;
    const { user, system } = process.cpuUsage(used);
    const cpu = (user + system) / 1e6;
    return { seconds, text: `${seconds.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, load ${loadavg()[0]?.toFixed(1)}` };
  };
}
