import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectSqlite } from '#server/database/connect.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { PROCESS_ENV } from './shops.ts';

/** `npm run backup` from another process during writes, and `npm run restore` elsewhere, on SQLite (fault 20). */

const OPENING = 1_000;
const run = promisify(execFile);

/** Runs a script of package.json with this data folder. */
function script(name: 'backup' | 'restore', dataDir: string, file: string) {
  const env = { ...process.env, ...PROCESS_ENV, DATA_DIR: dataDir, DATABASE_URL: '', S3_URL: '' };
  return run(process.execPath, [path.join('scripts', `${name}.ts`), file], { env });
}

async function folder() {
  const name = await mkdtemp(path.join(tmpdir(), 'kishmish-backup-'));
  return { name, [Symbol.asyncDispose]: () => rm(name, { recursive: true, force: true }) };
}

async function openShop(file: string) {
  const database = connectSqlite(file);
  const t = await testApp({ database });
  return {
    t,
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await database.close();
    },
  };
}

/** Places the order with this number, under its own mobile number and UTR. @returns its order number */
async function place(t: TestApp, index: number): Promise<string> {
  const shippingAddress = { ...ADDRESS, phone: String(9_100_000_000 + index) };
  const response = await t.post('/api/orders', orderBody({ shippingAddress, ...paid(index) }));
  expect([response.status, response.body.message]).toEqual([201, 'Order placed successfully!']);
  return response.body.order.orderNumber;
}

test('a backup during writes is consistent, and a shop restored from it goes on (I1–I4)', async () => {
  await using data = await folder();
  const archive = path.join(data.name, 'backups', 'shop.tar.gz');
  const elsewhere = path.join(data.name, 'elsewhere');
  const acknowledged: string[] = [];
  let atStart = 0;
  {
    await using shop = await openShop(path.join(data.name, 'shop.db'));
    const { t } = shop;
    await addProduct(t.db, { sizes: [{ stock: OPENING }] });
    const auth = t.auth(await t.adminToken());
    for (let index = 0; index < 10; index++) acknowledged.push(await place(t, index));
    for (const number of acknowledged) {
      await t.put(`/api/orders/${number}/payment`, { status: 'completed' }, auth);
    }
    atStart = acknowledged.length;
    let running = true;
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 1; running; index++) acknowledged.push(await place(t, writer * 1_000 + 100 + index));
    });
    const { stdout } = await script('backup', data.name, archive);
    expect(stdout).toMatch(/^Backed up \d+ rows and 0 files to .*shop\.tar\.gz \(\d+ bytes\), and verified it\.\n$/);
    running = false;
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(atStart);
    await expect(script('backup', data.name, archive)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists; name a new file.'),
    });
    await expect(script('restore', data.name, archive)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Here is a shop already; nothing was changed.'),
    });
  }

  expect((await script('restore', elsewhere, archive)).stdout).toMatch(
    /^Restoring to the SQLite database .*elsewhere\/shop\.db and the folder .*\nRestored the shop of .* with \d+ orders\./,
  );
  await using shop = await openShop(path.join(elsewhere, 'shop.db'));
  const { t } = shop;
  expect((await sql<{ integrity_check: string }>`pragma integrity_check`.execute(t.db)).rows).toEqual([
    { integrity_check: 'ok' },
  ]);
  expect((await sql`pragma foreign_key_check`.execute(t.db)).rows).toEqual([]);

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
});
