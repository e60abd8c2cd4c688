import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describePlace } from '#server/database/configured-shop.ts';
import { connect } from '#server/database/connect.ts';
import { verifyArchive } from '#server/operations/archive.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { goneBucket } from '#tests/bucket.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { ENGINES, type Engine, makePlace, PROCESS_ENV } from './shops.ts';

/**
 * `npm run backup` from another process during writes, and `npm run restore` elsewhere (fault 20).
 */

const OPENING = 1_000;
const run = promisify(execFile);

async function openPlace(engine: Engine) {
  const { dataDir, url, remove } = await makePlace(engine);
  return {
    dataDir,
    name: describePlace({ databaseUrl: url, dataDir }),
    /** Runs a script of package.json for this place. */
    script(name: 'backup' | 'restore', words: readonly string[], more: Record<string, string> = {}) {
      const env = { ...process.env, ...PROCESS_ENV, DATA_DIR: dataDir, DATABASE_URL: url ?? '', S3_URL: '', ...more };
      return run(process.execPath, [path.join('scripts', `${name}.ts`), ...words], { env });
    },
    async openShop() {
      const database = await connect({ url, dataDir });
      const t = await testApp({ database });
      return {
        t,
        async [Symbol.asyncDispose]() {
          await t[Symbol.asyncDispose]();
          await database.close();
        },
      };
    },
    [Symbol.asyncDispose]: remove,
  };
}

/** Everything that is stored about these orders. */
async function stored(t: TestApp, numbers: readonly string[]) {
  const read = (table: 'orders' | 'order_lines' | 'order_events' | 'payments') =>
    t.db.selectFrom(table).selectAll().where('order_number', 'in', numbers).execute();
  const rows = [await read('orders'), await read('order_lines'), await read('order_events'), await read('payments')];
  return rows.map((some) => some.map((row) => JSON.stringify(row)).toSorted());
}

/**
 * Places the order with this number, under its own mobile number and UTR.
 *
 * @returns its order number
 */
async function place(t: TestApp, index: number): Promise<string> {
  const shippingAddress = { ...ADDRESS, phone: String(9_100_000_000 + index) };
  const response = await t.post('/api/orders', orderBody({ shippingAddress, ...paid(index) }));
  expect([response.status, response.body.message]).toEqual([201, 'Order placed successfully!']);
  return response.body.order.orderNumber;
}

test.each(ENGINES)(
  'a backup during writes is consistent, and a shop restored from it goes on (I1–I4), %s',
  async (engine) => {
    await using here = await openPlace(engine);
    await using elsewhere = await openPlace(engine);
    const archive = path.join(here.dataDir, 'backups', 'shop.tar.gz');
    const acknowledged: string[] = [];
    let atStart = 0;
    let before: Awaited<ReturnType<typeof stored>>;
    {
      await using shop = await here.openShop();
      const { t } = shop;
      await addProduct(t.db, { sizes: [{ stock: OPENING }] });
      const auth = t.auth(await t.adminToken());
      for (let index = 0; index < 10; index++) acknowledged.push(await place(t, index));
      for (const number of acknowledged) {
        await t.put(`/api/orders/${number}/payment`, { status: 'completed' }, auth);
      }
      atStart = acknowledged.length;
      before = await stored(t, acknowledged);
      let running = true;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let index = 1; running; index++) acknowledged.push(await place(t, writer * 1_000 + 100 + index));
      });
      const { stdout } = await here.script('backup', [archive]);
      expect(stdout).toMatch(/^Backed up \d+ rows and 0 files to .*shop\.tar\.gz \(\d+ bytes\), and verified it\.\n$/);
      running = false;
      await Promise.all(writers);
      expect(acknowledged.length).toBeGreaterThan(atStart);
      await expect(here.script('backup', [archive])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('exists; name a new file.'),
      });
      // The shop runs: what it has acknowledged since the backup would be lost.
      await expect(here.script('restore', [archive, '--force'])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^Stop every process of the shop first; nothing was changed\. .*(shop\.db|pid \d+)/,
        ),
      });
      expect(await stored(t, acknowledged.slice(0, atStart))).toEqual(before);
    }
    await expect(here.script('restore', [archive])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Here is a shop already; nothing was changed.'),
    });
    expect((await here.script('restore', [archive, '--force'])).stdout).toContain('\nRestored the shop of ');

    const { stdout } = await elsewhere.script('restore', [archive]);
    expect(stdout.split('\n')[0]).toBe(`Restoring to ${elsewhere.name}.`);
    expect(stdout).toMatch(/\nRestored the shop of .* with \d+ orders\. Start it\.\n$/);
    await using shop = await elsewhere.openShop();
    const { t } = shop;
    // PostgreSQL checks foreign keys when it restores.
    if (engine === 'SQLite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(t.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`pragma foreign_key_check`.execute(t.db)).rows).toEqual([]);
    }
    expect(await stored(t, acknowledged.slice(0, atStart))).toEqual(before);

    const orders = await t.db.selectFrom('orders').select('order_number').execute();
    const numbers = orders.map((row) => row.order_number);
    // I1: the orders before the backup, complete. I3: no order that was never acknowledged.
    expect(acknowledged.slice(0, atStart).filter((number) => !numbers.includes(number))).toEqual([]);
    expect(numbers.filter((number) => !acknowledged.includes(number))).toEqual([]);
    const lines = await t.db.selectFrom('order_lines').select(['order_number', 'taken']).execute();
    expect(lines.map((row) => row.order_number).toSorted()).toEqual(numbers.toSorted());
    // I2
    const taken = lines.reduce((sum, row) => sum + row.taken, 0);
    expect(await stockOf(t.db)).toEqual({ stock: OPENING - taken, held: 0, sold: taken });
    // I4
    const payments = await t.db.selectFrom('payments').select('utr').where('status', '=', 'accepted').execute();
    expect(new Set(payments.map((row) => row.utr)).size).toBe(atStart);

    const next = await place(t, 9_999);
    expect(numbers).not.toContain(next);
  },
);

test.each(ENGINES)('a backup that cannot be noted in the database is a backup nevertheless, %s', async (engine) => {
  await using here = await openPlace(engine);
  const archive = path.join(here.dataDir, 'shop.tar.gz');
  {
    await using shop = await here.openShop();
    await addProduct(shop.t.db, {});
    // A standby, or a database whose disk is full: it can be read and takes no writes.
    const refuse =
      engine === 'SQLite'
        ? sql`create trigger full before insert on meta begin select raise(abort, 'database or disk is full'); end`
        : sql`do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`;
    await refuse.execute(shop.t.db);
  }
  const { stdout } = await here.script('backup', [archive]);
  expect(stdout).toMatch(/^Backed up \d+ rows and 0 files to .*\n/);
  expect(stdout.split('\n')[1]).toMatch(
    /^The backup is whole, but the database does not know of it, so the doctor reports an older one: .*(full|read-only)/,
  );
  expect((await verifyArchive(archive)).tables.products).toBe(1);
});

test('a backup while the bucket is down says which one, and can do without it', async () => {
  await using here = await openPlace('SQLite');
  {
    await using shop = await here.openShop();
    const size = { width: 8, height: 8, bytes: 1, created_at: 0 };
    const upload = { id: 'one', hash: 'one', kind: 'product', url: '/media/one-8x8-00000000.webp', ...size };
    await shop.t.db.insertInto('uploads').values(upload).execute();
  }
  const { url, accessKeyId, secretAccessKey } = await goneBucket();
  const bucket = { S3_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const archive = path.join(here.dataDir, 'shop.tar.gz');
  await expect(here.script('backup', [archive], bucket)).rejects.toMatchObject({
    code: 1,
    stderr: `the object storage at ${url} cannot be reached: connect ECONNREFUSED ${new URL(url).host}. A backup without the pictures that only the bucket has: npm run backup -- FILE --no-bucket\n`,
  });
  const { stdout } = await here.script('backup', [archive, '--no-bucket'], bucket);
  expect(stdout).toMatch(
    /^Backed up .*\nNot in the storage, so not in the backup: uploads\/one-8x8-00000000\.webp\.\n$/,
  );
});

test.each(['is missing', 'is damaged'])('a restore whose archive %s makes no shop', async (what) => {
  await using here = await openPlace('SQLite');
  await using elsewhere = await openPlace('SQLite');
  const archive = path.join(elsewhere.dataDir, 'shop.tar.gz');
  if (what === 'is damaged') await writeFile(archive, 'half of it');
  await expect(here.script('restore', [archive, '--force'])).rejects.toMatchObject({ code: 1 });
  expect(await readdir(here.dataDir)).toEqual([]);
});
