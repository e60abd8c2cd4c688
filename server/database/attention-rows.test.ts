import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { engineOf } from './engine.ts';
import { migrate } from './migrate.ts';
import { up } from './migrations/012-attention.ts';

/** Migrates attention reasons from JSON columns and events to rows. */

const ORDER = { access_token_hash: 'x', status: 'pending', created_at: 100, updated_at: 900 };

test('open and settled reasons become rows, with UTR, times and the person who settled them', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await testDatabase();
  stack.defer(() => database.close());
  await migrate(database);
  const { db } = database;
  await sql`drop table order_attention`.execute(db);
  const open = (order_number: string, reasons: string[], utr: string | null) => ({
    ...ORDER,
    order_number,
    utr,
    needs_attention: JSON.stringify(reasons),
    attention_count: reasons.length,
  });
  await db
    .insertInto('orders')
    .values([
      open('ORD1', ['amount_mismatch', 'duplicate_utr'], '632400000001'),
      open('ORD2', ['utr_again'], '632400000002'),
      open('ORD3', ['placeholder_address'], null),
      open('ORD4', [], '632400000001'),
    ])
    .execute();
  const event = (id: string, order_number: string, kind: string, at: number, author: string, note: string) => ({
    id,
    order_number,
    kind,
    at,
    author,
    note,
    status: null,
  });
  await db
    .insertInto('order_events')
    .values([
      event('e1', 'ORD1', 'attention', 110, 'shop', 'Needs attention: …'),
      event('e2', 'ORD2', 'attention', 110, 'shop', 'Needs attention: …'),
      event('e3', 'ORD2', 'settled', 120, 'Asha', 'State not known'),
      event('e4', 'ORD2', 'utr', 130, 'shopper', 'The same UTR again'),
      event('e5', 'ORD4', 'attention', 110, 'shop', 'Needs attention: …'),
      event('e6', 'ORD4', 'settled', 200, 'Ravi', 'UTR used before: 632400000001'),
      event('e7', 'ORD4', 'utr', 300, 'shopper', 'UTR received'),
      event('e8', 'ORD4', 'settled', 400, 'Asha', 'Same UTR sent again: 632400000009'),
      event('e9', 'ORD4', 'settled', 410, 'Asha', 'UTR used before'),
      event('e10', 'ORD4', 'note', 420, 'Asha', 'Amount differs'),
    ])
    .execute();

  await db.transaction().execute((trx) => up(trx as never, engineOf(trx)));

  // Raw SQL, because a later migration drops two of the columns.
  const { rows } = await sql<Record<string, unknown>>`
    select order_number, reason, utr, raised_at, settled_at, settled_by from order_attention`.execute(db);
  const texts = rows.map((row) => Object.values(row).map(String).join(' '));
  expect(texts.sort()).toEqual([
    'ORD1 amount_mismatch null 110 null null',
    'ORD1 duplicate_utr 632400000001 110 null null',
    'ORD2 state_unknown null 110 120 Asha',
    'ORD2 utr_again 632400000002 130 null null',
    'ORD3 placeholder_address null 100 null null',
    'ORD4 duplicate_utr 632400000001 110 200 Ravi',
    'ORD4 duplicate_utr null 300 410 Asha',
    'ORD4 utr_again 632400000009 300 400 Asha',
  ]);
});
