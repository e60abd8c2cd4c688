import { expect, test } from 'vitest';
import { ADDRESS, addProduct, fromNetwork, paid, stockOf } from '#tests/factories.ts';
import { smtpServer } from '#tests/smtp.ts';
import { ended, makePlace, type Shop, startShop } from './shops.ts';

/** What docs/operations.md promises of several processes on one PostgreSQL ("Scale out"). */
const PROCESSES = 4;
const STOCK = 30;
/** Of a size, orders that nobody has proved keep pieces as long as half of it is free (D65). */
const KEPT = STOCK / 2 + 1;
const ORDERS = 60;
const EMAIL = 'owner@kishmish.test';

async function call(url: string, method: string, body?: unknown, token?: string, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses of several endpoints
  return { status: response.status, body: (await response.json()) as any };
}

// Needs a PostgreSQL server, as the project `postgres` does; CI starts one.
test.runIf(process.env.TEST_DATABASE_URL)(
  'four processes on one database sell each piece once, share limits and changes, and send each mail once',
  { timeout: 120_000 },
  async () => {
    await using smtp = await smtpServer();
    const place = await makePlace('PostgreSQL');
    let shops: Shop[] = [];
    try {
      await place.look((db) => addProduct(db, { sizes: [{ stock: STOCK }] }));
      shops = await Promise.all(Array.from({ length: PROCESSES }, () => startShop(place, { SMTP_URL: smtp.url })));
      const at = (index: number) => shops[index % PROCESSES]?.url ?? '';

      const token = (
        await call(`${at(0)}/api/auth/admin-login`, 'POST', { email: EMAIL, password: 'a long enough password' })
      ).body.token as string;
      // A session that one process has made is known to all.
      for (const { url } of shops)
        expect((await call(`${url}/api/auth/admin-profile`, 'GET', undefined, token)).status).toBe(200);

      const placed = await Promise.all(
        Array.from({ length: ORDERS }, (_, index) =>
          call(
            `${at(index)}/api/orders`,
            'POST',
            {
              items: [{ product: 'almonds', size: '250g', quantity: 1 }],
              shippingAddress: {
                ...ADDRESS,
                phone: String(9_100_000_000 + index),
                email: `shopper${index}@example.com`,
              },
              ...paid(index),
            },
            undefined,
            fromNetwork(index),
          ),
        ),
      );
      // Those who have paid are never refused (D22); each piece is taken for one order only.
      expect(placed.map(({ status }) => status)).toEqual(placed.map(() => 201));
      expect(new Set(placed.map(({ body }) => body.order.orderNumber)).size).toBe(ORDERS);
      const taken = await place.look((db) => db.selectFrom('order_lines').select('taken').execute());
      expect(taken.filter((line) => line.taken === 1)).toHaveLength(KEPT);
      expect(taken.filter((line) => line.taken === 0)).toHaveLength(ORDERS - KEPT);
      expect(await place.look((db) => stockOf(db))).toEqual({ stock: STOCK - KEPT, held: 0, sold: KEPT });

      // Every mail is sent, and none twice: the outbox is shared.
      await expect.poll(() => smtp.mails.length, { timeout: 60_000, interval: 200 }).toBeGreaterThanOrEqual(ORDERS);
      await expect
        .poll(
          () => place.look((db) => db.selectFrom('mail_outbox').select('id').where('status', '!=', 'sent').execute()),
          {
            timeout: 30_000,
            interval: 500,
          },
        )
        .toEqual([]);
      const shoppers = smtp.mails.flatMap(({ envelope }) => envelope.to).filter((to) => to.startsWith('shopper'));
      expect(shoppers).toHaveLength(ORDERS);
      expect(new Set(shoppers).size).toBe(ORDERS);

      // A change in one process is seen in the others, without waiting for the poll of five
      // seconds.
      const hidden = await call(`${at(0)}/api/products/almonds/toggle-status`, 'PATCH', { status: 'Inactive' }, token);
      expect(hidden.status).toBe(200);
      for (const { url } of shops) {
        const status = async () => (await call(`${url}/api/products/almonds`, 'GET')).body.product.status;
        await expect.poll(status, { timeout: 4_000, interval: 50 }).toBe('Inactive');
      }

      // Ten guesses at one account in all, not ten at each process.
      const tries = [];
      for (let index = 0; index < 12; index++) {
        tries.push(
          (await call(`${at(index)}/api/auth/admin-login`, 'POST', { email: 'other@kishmish.test', password: 'guess' }))
            .status,
        );
      }
      expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    } finally {
      for (const { child } of shops) child.kill('SIGTERM');
      await Promise.all(shops.map(({ child }) => ended(child)));
      await place.remove();
    }
  },
);
