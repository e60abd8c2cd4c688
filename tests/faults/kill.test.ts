import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { connectSqlite } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { ADDRESS, addProduct } from '#tests/factories.ts';

const root = path.join(import.meta.dirname, '..', '..');
const KILLS = 10;
const CLIENTS = 4;
const STOCK = 100_000;

interface Shop {
  child: ChildProcess;
  url: string;
  /** Everything that it has written to its outputs. */
  output: () => string;
}

/** A real server on `dataDir`; answers when it is open. */
async function startShop(dataDir: string): Promise<Shop> {
  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'false',
      KISHMISH_PAGES: 'off',
      LOG_LEVEL: 'debug',
      RATE_LIMIT: '10000000',
      ADMIN_EMAIL: 'owner@kishmish.test',
      ADMIN_PASSWORD: 'a long enough password',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const port = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}`)));
  });
  return { child, url, output: () => text };
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}

async function post(
  url: string,
  body: unknown,
): Promise<{ status: number; body: { order: { orderNumber: string; accessToken: string } } }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
}

/** What the clients know: a submit is acknowledged, or its fate is unknown because the answer never came. */
interface Log {
  acknowledged: Map<string, string>;
  unknown: Record<string, unknown>[];
  secrets: string[];
  next: number;
}

async function shopper(url: string, log: Log): Promise<void> {
  for (;;) {
    const index = log.next++;
    const items = [
      { product: 'almonds', size: '250g', quantity: 1 + (index % 3) },
      { product: 'raisins', size: '250g', quantity: 1 },
    ];
    const utr = String(632_400_000_000 + index);
    const body: Record<string, unknown> = {
      items,
      shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) },
      paymentDetails: { utrNumber: utr, method: 'upi' },
    };
    try {
      if (index % 3 > 0) {
        const draft = await post(`${url}/api/orders/draft`, { items });
        if (draft.status === 201)
          Object.assign(body, { orderNumber: draft.body.order.orderNumber, accessToken: draft.body.order.accessToken });
      }
    } catch {
      return;
    }
    try {
      const answer = await post(`${url}/api/orders`, body);
      if (answer.status !== 201) throw new Error(`status ${answer.status}`);
      log.acknowledged.set(answer.body.order.orderNumber, utr);
      log.secrets.push(utr, answer.body.order.accessToken, String(9_100_000_000 + index));
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('status')) throw error;
      log.unknown.push(body);
      return;
    }
  }
}

test(`${KILLS} kills during ordering lose no acknowledged order (faults 1 to 3)`, async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-kill-'));
  const file = path.join(dataDir, 'shop.db');
  const database = connectSqlite(file);
  await migrate(database);
  await addProduct(database.db, { sizes: [{ stock: STOCK }] });
  await addProduct(database.db, { id: 'raisins', name: 'Raisins', sizes: [{ stock: STOCK }] });
  await database.close();

  const log: Log = { acknowledged: new Map(), unknown: [], secrets: [], next: 0 };
  let output = '';
  let running: Shop | undefined;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      running = await startShop(dataDir);
      const shoppers = Array.from({ length: CLIENTS }, () => shopper(running?.url ?? '', log));
      await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 500));
      running.child.kill('SIGKILL');
      await ended(running.child);
      await Promise.all(shoppers);
      output += running.output();
    }
    running = await startShop(dataDir);

    // A submit whose answer never came is sent again: it finds its order, or makes it now (fault 2).
    for (const body of log.unknown) {
      const answer = await post(`${running.url}/api/orders`, body);
      expect([201, 409]).toContain(answer.status);
    }
    running.child.kill('SIGTERM');
    await ended(running.child);
    output += running.output();

    const sqlite = new DatabaseSync(file, { readOnly: true });
    const all = <Row>(text: string) => sqlite.prepare(text).all() as Row[];
    expect(all('pragma integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
    expect(all('pragma foreign_key_check')).toEqual([]);
    const orders = all<{ order_number: string; utr: string; lines: number; events: number; mails: number }>(
      `select order_number, utr,
        (select count(*) from order_lines l where l.order_number = o.order_number and l.taken = l.quantity) as lines,
        (select count(*) from order_events e where e.order_number = o.order_number and e.kind = 'placed') as events,
        (select count(*) from mail_outbox m where m.order_number = o.order_number) as mails
       from orders o where status <> 'draft'`,
    );
    const stored = new Map(orders.map((order) => [order.order_number, order]));
    // I1: every acknowledged order is there, whole; I6: with its mail.
    expect(log.acknowledged.size).toBeGreaterThan(KILLS);
    for (const [number, utr] of log.acknowledged) {
      expect(stored.get(number)).toMatchObject({ utr, lines: 2, events: 1, mails: 1 });
    }
    // I3: no submit made two orders, and nothing is there that nobody sent.
    expect(new Set(orders.map((order) => order.utr)).size).toBe(orders.length);
    expect(orders.length).toBe(log.acknowledged.size + log.unknown.length);
    expect(orders.every((order) => order.lines === 2 && order.events === 1 && order.mails === 1)).toBe(true);
    // I2: stock, holds and sales add up, to each other and to the rows that they come from.
    const sizes = all<{ product_id: string; stock: number; held: number; sold: number }>('select * from product_sizes');
    for (const size of sizes) {
      expect(size.stock + size.held + size.sold).toBe(STOCK);
      const held = all<{ quantity: number }>(
        `select coalesce(sum(quantity), 0) as quantity from holds where product_id = '${size.product_id}'`,
      );
      const sold = all<{ quantity: number }>(
        `select coalesce(sum(taken), 0) as quantity from order_lines where product_id = '${size.product_id}'`,
      );
      expect([held[0]?.quantity, sold[0]?.quantity]).toEqual([size.held, size.sold]);
    }
    sqlite.close();

    // D47: the logs hold no UTR, no token and no number, at their most talkative level.
    expect(output.length).toBeGreaterThan(100);
    expect(log.secrets.filter((secret) => output.includes(secret))).toEqual([]);
  } finally {
    running?.child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
});
