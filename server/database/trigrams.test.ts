import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { wholeOrder } from '#server/orders/rows/orders.queries.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect, testDatabase } from '#tests/database.ts';
import { migrate, migrateTo } from './migrate.ts';
import { insertRows } from './rows.ts';
import { indexTexts, lookUp } from './trigrams.ts';

const NAMES = [
  'Asha Rao',
  'आशा राव',
  'ÉLAN Vital',
  'élan rao',
  '100% Ravi_Kumar',
  'O"Neil (x)',
  "D'Souza AND",
  'İpek 👍🏽 Öz',
  'Venkatanarasimhan Rao',
  'Venkatanarasimha Iyer',
];
const SEARCHES = [
  'asha',
  'ASHA',
  'sha r',
  'shar',
  'आशा',
  'राव',
  'शा',
  'élan',
  'lan',
  'Élan',
  '%',
  '100%',
  '0% r',
  '_kum',
  'a_h',
  '"neil',
  'o"n',
  '""',
  '(x)',
  "d'souza",
  ' and ',
  'NOT',
  'x OR y',
  'near(',
  'ra*',
  '^asha',
  'text:',
  '-asha',
  'öz',
  'i̇pek',
  'ipek',
  '👍🏽',
  '👍🏽 ö',
  'ra',
  'r',
  'as ra',
  'as',
  'sh',
  'ord17',
  'zzyzx',
  'asha zzyzx',
  'venkatanarasimha',
  'venkatanarasimhan',
  'venkatanarasimhax',
  '!',
  '\\',
  'a!b',
  '\0asha',
];

const textOf = (name: string, number: string) => `${number} ${name} 9876543210`.toLowerCase();

/**
 * Adds orders, a minute apart, whose names repeat.
 *
 * @returns their numbers and texts, newest first
 */
async function addOrders(t: TestApp, count: number, from = 0) {
  const orders = Array.from({ length: count }, (_, index) => {
    const number = `ORD17${10_000_000_000 + from + index}`;
    return { number, text: textOf(NAMES[index % NAMES.length] as string, number) };
  });
  for (let start = 0; start < count; start += 500) {
    const rows = orders.slice(start, start + 500).map(({ number, text }, index) => {
      const at = START + (from + start + index) * 60_000;
      return wholeOrder({
        order_number: number,
        access_token_hash: number,
        status: 'pending',
        search_text: text,
        created_at: at,
        updated_at: at,
        subtotal: 100,
        total: 100,
      });
    });
    await insertRows(t.db, 'orders', rows);
  }
  return orders.reverse();
}

/** What a search finds, as it is documented at `searched` in server/orders/lists/lists.queries.ts. */
function expected(orders: { number: string; text: string }[], search: string): string[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const ascii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return orders
    .filter(({ text }) =>
      words.every((word) => ascii(text).includes(/^[\p{L}\p{N}]{1,2}$/u.test(word) ? ` ${word}` : word)),
    )
    .map(({ number }) => number);
}

async function found(t: TestApp, auth: Record<string, string>, search: string, more = '') {
  const { body } = await t.get(`/api/orders?limit=100${more}&search=${encodeURIComponent(search)}`, auth);
  return { numbers: body.orders.map((one: { orderNumber: string }) => one.orderNumber), ...body.pagination };
}

async function waiting(t: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from trigrams_orders_waiting`.execute(t.db);
  return Number(rows[0]?.count);
}

/** Whether the index has this trigram, in what it finds and in the bytes that it keeps. */
async function indexHas(t: TestApp, trigram: string): Promise<[boolean, boolean]> {
  const { rows: hits } =
    await sql`select rowid from trigrams_orders where trigrams_orders match ${`"${trigram}"`}`.execute(t.db);
  const { rows } = await sql<{ block: Uint8Array }>`select block from trigrams_orders_data`.execute(t.db);
  return [hits.length > 0, rows.some(({ block }) => Buffer.from(block).includes(trigram))];
}

test('a search finds the same orders while their texts wait, when some are indexed, and when all are', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const old = await addOrders(t, 24);
  const compare = async (orders: { number: string; text: string }[]) => {
    for (const search of SEARCHES.filter((one) => !one.includes('\0'))) {
      expect((await found(t, auth, search)).numbers, search).toEqual(expected(orders, search));
    }
    // PostgreSQL stores no NUL.
    if (dialect === 'sqlite') expect((await found(t, auth, 'a\0sha')).totalOrders).toBeGreaterThanOrEqual(0);
  };
  await compare(old);
  await indexTexts(t.context, 0);
  await compare(old);
  const all = [...(await addOrders(t, 16, 24)), ...old];
  await compare(all);
  await indexTexts(t.context, 0);
  await compare(all);
  await t.db
    .updateTable('orders')
    .set({ search_text: 'nothing' })
    .where('order_number', '=', old[0]?.number ?? '')
    .execute();
  await compare(all.map((one) => (one === old[0] ? { ...one, text: 'nothing' } : one)));
});

test('common words: every page and the total are those of a scan', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const orders = await addOrders(t, 11_000);
  await indexTexts(t.context, 100);
  await t.db
    .updateTable('orders')
    .set({ status: 'draft' })
    .where('order_number', '=', orders[8]?.number ?? '')
    .execute();
  await t.db
    .updateTable('orders')
    .set({ status: 'shipped' })
    .where('order_number', 'in', [orders[7]?.number ?? '', orders[9]?.number ?? ''])
    .execute();
  const placed = orders.filter((_, index) => index !== 8);
  for (const search of ['9876543', 'ord17 987654', 'ra 9876', 'rao']) {
    const numbers = expected(placed, search);
    for (const page of [1, 2, 40, Math.ceil(numbers.length / 100), Math.ceil(numbers.length / 100) + 1]) {
      const answer = await found(t, auth, search, `&page=${page}`);
      expect(answer.totalOrders, search).toBe(numbers.length);
      expect(answer.numbers, `${search} ${page}`).toEqual(numbers.slice((page - 1) * 100, page * 100));
    }
  }
  expect((await found(t, auth, '9876543', '&status=shipped')).numbers).toEqual([orders[7]?.number, orders[9]?.number]);
  const from = START + 10_990 * 60_000;
  expect((await found(t, auth, '9876543', `&from=${from}`)).numbers).toEqual(
    placed.slice(0, 9).map(({ number }) => number),
  );
});

test('common words among customers and messages: every page and the total are those of a scan', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const customers = Array.from({ length: 10_100 }, (_, index) => ({
    id: `cus_${String(index).padStart(6, '0')}`,
    phone: String(7_000_000_000 + index),
    updated_at: 1,
    name: index === 5 ? 'Ravi' : 'Asha',
    search_text: index === 5 ? 'ravi' : 'asha mumbai',
    orders: index === 9 ? 0 : 1,
    last_order_at: index,
  }));
  const messages = Array.from({ length: 2_100 }, (_, index) => ({
    id: `K-0000-${String(index).padStart(4, '0')}`,
    name: 'Asha',
    email: 'asha@example.com',
    subject: 'Dates',
    message: 'Dates?',
    search_text: index === 5 ? 'figs?' : 'dates?',
    updated_at: 1,
    status: index === 9 ? ('read' as const) : ('new' as const),
    created_at: index,
  }));
  for (let from = 0; from < 10_100; from += 1_000) {
    await insertRows(t.db, 'customers', customers.slice(from, from + 1_000));
    await insertRows(t.db, 'contacts', messages.slice(from, from + 1_000));
  }
  await indexTexts(t.context, 50);
  // Autovacuum may have seen the tables empty. PostgreSQL then expects one row, and compares every
  // hit with every customer.
  if (dialect !== 'sqlite')
    for (const table of ['customers', 'contacts']) await sql.raw(`analyze ${table}`).execute(t.db);
  const newest = (rows: { id: string }[], ...without: number[]) =>
    rows
      .filter((_, index) => !without.includes(index))
      .map(({ id }) => id)
      .reverse();
  const lists = [
    { url: '/api/customers?search=asha', key: 'customers', total: 'totalCustomers', ids: newest(customers, 5) },
    { url: '/api/customers?search=asha%20MUM', key: 'customers', total: 'totalCustomers', ids: newest(customers, 5) },
    {
      url: '/api/customers?search=asha&segment=lapsed',
      key: 'customers',
      total: 'totalCustomers',
      ids: newest(customers, 5, 9),
    },
    { url: '/api/customers?search=venkatanarasimhan', key: 'customers', total: 'totalCustomers', ids: [] },
    { url: '/api/contacts?search=dates', key: 'contacts', total: 'totalContacts', ids: newest(messages, 5) },
    {
      url: '/api/contacts?search=dates&status=new',
      key: 'contacts',
      total: 'totalContacts',
      ids: newest(messages, 5, 9),
    },
  ];
  for (const { url, key, total, ids } of lists) {
    const pages = Math.ceil(ids.length / 50);
    for (const page of [1, 2, Math.ceil(pages / 2), pages, pages + 1].filter(Boolean)) {
      const { body } = await t.get(`${url}&limit=50&page=${page}`, auth);
      expect(body.pagination[total], url).toBe(ids.length);
      expect(
        body[key].map(({ id }: { id: string }) => id),
        `${url} ${page}`,
      ).toEqual(ids.slice((page - 1) * 50, page * 50));
    }
  }
  await t.db.insertInto('customer_tags').values({ customer_id: 'cus_000005', tag: 'Asha' }).execute();
  expect((await t.get('/api/customers?search=asha', auth)).body.pagination.totalCustomers).toBe(10_100);
});

describe.runIf(dialect === 'sqlite')('the index', () => {
  test('is filled by the migration', async () => {
    await using stack = new AsyncDisposableStack();
    const database = await testDatabase();
    stack.defer(() => database.close());
    await migrateTo(database.db, '052-phone-index');
    const row = { access_token_hash: 'x', status: 'pending', created_at: 1, updated_at: 1 };
    await insertRows(database.db, 'orders', [
      { ...row, order_number: 'ORD1', search_text: 'ord1 Asha rao' },
      { ...row, order_number: 'ORD2', search_text: '' },
    ]);
    await migrate(database);
    expect(await lookUp(database.db, 'orders', ['asha'])).toMatchObject({ count: 1, exact: true });
    expect(await lookUp(database.db, 'orders', ['asha', 'ra'])).toMatchObject({ count: 1, exact: false });
    expect(await lookUp(database.db, 'orders', ['asha', 'z1m'])).toMatchObject({ count: 0 });
    expect(await lookUp(database.db, 'orders', ['ra'])).toBeNull();
    const { rows } = await sql`select id from trigrams_orders_waiting`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test('takes the oldest of many texts that wait', async () => {
    await using t = await testApp();
    await addOrders(t, 1_300);
    expect(await waiting(t)).toBe(1_300);
    await indexTexts(t.context);
    expect(await waiting(t)).toBe(1_300);
    await indexTexts(t.context, 1_000);
    expect(await waiting(t)).toBe(800);
    const { rows } = await sql<{ least: number }>`select min(id) as least from trigrams_orders_waiting`.execute(t.db);
    expect(rows[0]?.least).toBe(501);
  });

  test('keeps nothing of a text that was changed, of an order that was deleted, and of one that waits', async () => {
    await using t = await testApp();
    const [last, second, first] = await addOrders(t, 3);
    const write = (order: { number: string } | undefined, text: string) =>
      t.db
        .updateTable('orders')
        .set({ search_text: text })
        .where('order_number', '=', order?.number ?? '')
        .execute();
    await write(last, 'q1j last');
    await write(second, 'w1k second');
    await write(first, 'z1m first');
    await indexTexts(t.context, 0);
    for (const trigram of ['q1j', 'w1k', 'z1m']) expect(await indexHas(t, trigram)).toEqual([true, true]);
    await write(last, '');
    await t.db
      .deleteFrom('orders')
      .where('order_number', '=', second?.number ?? '')
      .execute();
    await write(first, 'x1p first');
    await write(first, 'y1v first');
    for (const trigram of ['q1j', 'w1k', 'z1m']) expect(await indexHas(t, trigram)).toEqual([false, false]);
    await indexTexts(t.context, 0);
    expect(await indexHas(t, 'x1p')).toEqual([false, false]);
    expect(await indexHas(t, 'y1v')).toEqual([true, true]);
    await sql`insert into trigrams_orders (trigrams_orders) values ('integrity-check')`.execute(t.db);
  });

  test('a transaction that is rolled back leaves nothing', async () => {
    await using t = await testApp();
    await expect(
      t.db.transaction().execute(async (trx) => {
        const row = {
          order_number: 'ORD1710000000000',
          access_token_hash: 'x',
          status: 'pending',
          search_text: 'gone',
        };
        await trx
          .insertInto('orders')
          .values({ ...row, created_at: 1, updated_at: 1 })
          .execute();
        throw new Error('half-way');
      }),
    ).rejects.toThrow('half-way');
    expect(await waiting(t)).toBe(0);
  });

  test('survives VACUUM', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const orders = await addOrders(t, 24);
    await indexTexts(t.context, 0);
    await t.db
      .deleteFrom('orders')
      .where(
        'order_number',
        'in',
        orders.slice(10, 20).map(({ number }) => number),
      )
      .execute();
    await sql`vacuum`.execute(t.db);
    const rest = orders.filter((_, index) => index < 10 || index >= 20);
    expect((await found(t, auth, 'rao')).numbers).toEqual(expected(rest, 'rao'));
  });
});
