import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '#server/database/connect.ts';
import { ADDRESS, addProduct, fromNetwork } from '#tests/factories.ts';
import { ENGINES, ended, makePlace, type Shop, startShop } from './shops.ts';

/** `npm run verify` kills more often. Release gate: KILLS=200 (docs/invariants.md). */
const KILLS = Number(process.env.KILLS ?? (process.env.LONG_TESTS === '1' ? 10 : 4));
const CLIENTS = 4;
const STOCK = 100_000;

interface OrderResponse {
  status: number;
  body: { order: { orderNumber: string; accessToken: string }; data?: { order: { orderNumber: string } } };
}

async function post(url: string, body: unknown, network: number): Promise<OrderResponse> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromNetwork(network) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as never };
}

/**
 * What the clients know: a submit was acknowledged, or its outcome is unknown because no response
 * arrived.
 */
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
        const draft = await post(`${url}/api/orders/draft`, { items }, index);
        if (draft.status === 201)
          Object.assign(body, { orderNumber: draft.body.order.orderNumber, accessToken: draft.body.order.accessToken });
      }
    } catch {
      return;
    }
    try {
      const response = await post(`${url}/api/orders`, body, index);
      if (response.status !== 201) throw new Error(`status ${response.status}`);
      log.acknowledged.set(response.body.order.orderNumber, utr);
      log.secrets.push(utr, response.body.order.accessToken, String(9_100_000_000 + index));
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('status')) throw error;
      log.unknown.push(body);
      return;
    }
  }
}

describe.each(ENGINES)('%s', (engine) => {
  test(`${KILLS} kills during ordering lose no acknowledged order (faults 1 to 3)`, {
    timeout: 1_200_000,
  }, async () => {
    const place = await makePlace(engine);
    await place.look(async (db) => {
      await addProduct(db, { sizes: [{ stock: STOCK }] });
      await addProduct(db, { id: 'raisins', name: 'Raisins', sizes: [{ stock: STOCK }] });
    });

    const log: Log = { acknowledged: new Map(), unknown: [], secrets: [], next: 0 };
    let output = '';
    let running: Shop | undefined;
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        running = await startShop(place);
        const shoppers = Array.from({ length: CLIENTS }, () => shopper(running?.url ?? '', log));
        const before = log.acknowledged.size;
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        // At a random moment, but in the middle of orders, also on a slow machine.
        await pause(150 + Math.random() * 500);
        while (log.acknowledged.size < before + 2) await pause(10);
        running.child.kill('SIGKILL');
        await ended(running.child);
        await Promise.all(shoppers);
        output += running.output();
      }
      running = await startShop(place);

      // Retry each submit without a response: it returns its existing order or creates it; further
      // retries return the same order (fault 2).
      for (const [index, body] of log.unknown.entries()) {
        const response = await post(`${running.url}/api/orders`, body, index);
        expect([201, 409]).toContain(response.status);
        const number = (response.status === 201 ? response.body : response.body.data)?.order.orderNumber;
        if (body.orderNumber) expect(number).toBe(body.orderNumber);
        const again = await post(`${running.url}/api/orders`, body, index);
        expect([again.status, again.body.data?.order.orderNumber]).toEqual([409, number]);
      }
      running.child.kill('SIGTERM');
      await ended(running.child);
      output += running.output();

      await place.look(async (db) => {
        if (engine === 'SQLite') {
          const pragma = async (text: string) => (await sql.raw(`pragma ${text}`).execute(db)).rows;
          expect(await pragma('integrity_check')).toMatchObject([{ integrity_check: 'ok' }]);
          expect(await pragma('foreign_key_check')).toEqual([]);
        }
        const { rows: orders } = await sql<{
          order_number: string;
          utr: string;
          lines: number;
          events: number;
          mails: number;
        }>`
          select order_number, utr,
            (select count(*) from order_lines l where l.order_number = o.order_number and l.taken = l.quantity) as lines,
            (select count(*) from order_events e where e.order_number = o.order_number and e.kind = 'placed') as events,
            (select count(*) from mail_outbox m where m.order_number = o.order_number) as mails
          from orders o where status <> 'draft'`.execute(db);
        const stored = new Map(orders.map((order) => [order.order_number, order]));
        // I1: every acknowledged order is stored completely; I6: with its mail.
        expect(log.acknowledged.size).toBeGreaterThan(KILLS);
        for (const [number, utr] of log.acknowledged) {
          expect(stored.get(number)).toMatchObject({ utr, lines: 2, events: 1, mails: 1 });
        }
        // I3: no submit created two orders, and there are no other orders.
        expect(new Set(orders.map((order) => order.utr)).size).toBe(orders.length);
        expect(orders.length).toBe(log.acknowledged.size + log.unknown.length);
        expect(orders.every((order) => order.lines === 2 && order.events === 1 && order.mails === 1)).toBe(true);
        await expectStockAddsUp(db);
      });

      // D47: logs contain no UTR, token or phone number, even at debug level.
      expect(output.length).toBeGreaterThan(100);
      expect(log.secrets.filter((secret) => output.includes(secret))).toEqual([]);
    } finally {
      running?.child.kill('SIGKILL');
      if (running) await ended(running.child);
      await place.remove();
    }
  });

  test('killed after the order was written and before its response was read: the retry gets the same order (fault 2)', async () => {
    const place = await makePlace(engine);
    await place.look((db) => addProduct(db, { sizes: [{ stock: STOCK }] }));
    let shop = await startShop(place);
    try {
      const items = [{ product: 'almonds', size: '250g', quantity: 1 }];
      const { orderNumber, accessToken } = (await post(`${shop.url}/api/orders/draft`, { items }, 0)).body.order;
      const order = (index: number, more: object) => ({
        items,
        shippingAddress: { ...ADDRESS, phone: String(9_100_000_000 + index) },
        ...more,
      });
      const bodies = [
        order(1, { orderNumber, accessToken }),
        order(2, { orderNumber: 'ORD1795113600001', accessToken: 'k'.repeat(32) }),
        order(3, { paymentDetails: { utrNumber: '632400000003', method: 'upi' } }),
      ];
      for (const body of bodies) {
        const { child, url } = shop;
        const made = await new Promise<string>((resolve, reject) => {
          // Kill the shop when the response headers arrive.
          void fetch(`${url}/api/orders`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }).then(async (response) => {
            child.kill('SIGKILL');
            resolve(
              ((await response.json().catch(() => null)) as OrderResponse['body'] | null)?.order.orderNumber ?? '',
            );
          }, reject);
        });
        await ended(child);
        shop = await startShop(place);
        const again = await post(`${shop.url}/api/orders`, body, 0);
        expect(again.status).toBe(409);
        if (made) expect(again.body.data?.order.orderNumber).toBe(made);
      }
      shop.child.kill('SIGTERM');
      await ended(shop.child);
      await place.look(async (db) => {
        const orders = await db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();
        expect(orders.map(({ phone }) => phone).sort()).toEqual(['9100000001', '9100000002', '9100000003']);
        await expectStockAddsUp(db);
      });
    } finally {
      shop.child.kill('SIGKILL');
      await ended(shop.child);
      await place.remove();
    }
  });
});

/** I2: stock, held and sold add up, and match the holds and order lines. */
async function expectStockAddsUp(db: Db): Promise<void> {
  for (const size of await db.selectFrom('product_sizes').selectAll().execute()) {
    expect(size.stock + size.held + size.sold).toBe(STOCK);
    const held = await db
      .selectFrom('holds')
      .select((eb) => eb.fn.sum<number | null>('quantity').as('sum'))
      .where('product_id', '=', size.product_id)
      .executeTakeFirstOrThrow();
    const sold = await db
      .selectFrom('order_lines')
      .select((eb) => eb.fn.sum<number | null>('taken').as('sum'))
      .where('product_id', '=', size.product_id)
      .executeTakeFirstOrThrow();
    expect([held.sum ?? 0, sold.sum ?? 0]).toEqual([size.held, size.sold]);
  }
}
