import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { migrate } from './migrate.ts';
import { up } from './migrations/055-codes.ts';

/** Gives the orders of an older shop the code of their coupon. */

const ORDER = { access_token_hash: 'x', status: 'pending', created_at: 100, updated_at: 100 };

test('orders with a coupon get its code from their label; offers and orders without one get none', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await testDatabase();
  stack.defer(() => database.close());
  await migrate(database);
  const { db } = database;
  await sql`alter table sessions drop column two_step_setup`.execute(db);
  await sql`alter table orders drop column coupon_code`.execute(db);
  const labels = ['Coupon DIWALI10', 'Combo week', 'Coupon week', 'Coupon DAYS OFF', ''];
  for (const [index, coupon_label] of labels.entries()) {
    const coupon_id = coupon_label === '' ? null : 'cpn_1';
    await db
      .insertInto('orders')
      .values({ ...ORDER, order_number: `ORD${index}`, coupon_id, coupon_label })
      .execute();
  }

  await db.transaction().execute((trx) => up(trx as never));

  const rows = await db.selectFrom('orders').select('coupon_code').orderBy('order_number').execute();
  expect(rows.map(({ coupon_code }) => coupon_code)).toEqual(['DIWALI10', '', '', '', '']);
});
