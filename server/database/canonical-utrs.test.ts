import { expect, test } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { migrate } from './migrate.ts';
import { up } from './migrations/057-canonical-utrs.ts';

/** The UTRs of an older shop, with leading zeros or without the one of their year. */

const ORDER = { access_token_hash: 'x', status: 'pending', created_at: 100, updated_at: 100 };

test('UTRs of digits get their canonical form, except where another payment has it', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await testDatabase();
  stack.defer(() => database.close());
  await migrate(database);
  const { db } = database;
  const utrs = ['0632400000001', '632400000001', '32400000002', 'HDFCN0012345', '06324000', null];
  for (const [index, utr] of utrs.entries()) {
    await db
      .insertInto('orders')
      .values({ ...ORDER, order_number: `ORD${index}`, utr, search_text: `ananya ${utr}` })
      .execute();
    const payment = { id: `pay_${index}`, order_number: `ORD${index}`, amount: 100, decided_at: 100, utr };
    await db
      .insertInto('payments')
      .values({ ...payment, status: 'accepted', decided_by: 'Owner' })
      .execute();
  }

  await db.transaction().execute((trx) => up(trx as never));

  const utrsOf = async (table: 'orders' | 'payments') =>
    (await db.selectFrom(table).select('utr').orderBy('order_number').execute()).map(({ utr }) => utr);
  const stored = ['632400000001', '632400000001', '032400000002', 'HDFCN0012345', '06324000', null];
  expect(await utrsOf('orders')).toEqual(stored);
  const texts = await db.selectFrom('orders').select('search_text').orderBy('order_number').execute();
  expect(texts.map(({ search_text }) => search_text)).toEqual(stored.map((utr) => `ananya ${utr}`));
  expect(await utrsOf('payments')).toEqual(['0632400000001', ...stored.slice(1)]);
});
