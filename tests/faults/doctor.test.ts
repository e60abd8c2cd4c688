import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { describePlace } from '#server/database/configured-shop.ts';
import { connect } from '#server/database/connect.ts';
import { isMigrated, migrateTo } from '#server/database/migrate.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { ENGINES, type Engine, makePlace, PROCESS_ENV } from './shops.ts';

function doctor(env: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kishmish-doctor-'));
  const run = (script: string) =>
    spawnSync(process.execPath, [path.join('scripts', script), path.join(dataDir, 'backup.tar.gz')], {
      env: { ...PROCESS_ENV, PORT: '0', DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
    });
  return { dataDir, run, [Symbol.dispose]: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/** The user of that name. */
const NOBODY = 65_534;

/** A place for a shop, and the commands there. */
async function openPlace(engine: Engine) {
  const { dataDir, url, look, remove } = await makePlace(engine);
  const env = { ...PROCESS_ENV, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url ?? '' };
  const runAs = (user: { uid?: number; gid?: number }, script: string, ...args: string[]) =>
    spawnSync(process.execPath, [path.join('scripts', script), ...args], { ...user, env, encoding: 'utf8' });
  return {
    dataDir,
    url,
    look,
    run: (script: string, ...args: string[]) => runAs({}, script, ...args),
    runAs,
    [Symbol.asyncDispose]: remove,
  };
}

test.each(ENGINES)('npm run doctor names each fault with what to do, and ends with code 1, %s', async (engine) => {
  await using shop = await openPlace(engine);
  const database = await connect(shop);
  await migrateTo(database.db, '001-shop');
  await database.close();
  expect(shop.run('doctor.ts')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(
      'FAULT  Database: The schema is not up to date.\n       → Restart the shop, or run npm run db:migrate.\n',
    ),
  });
  expect(shop.run('migrate.ts').stdout).toContain(
    `Migrating ${describePlace({ databaseUrl: shop.url, dataDir: shop.dataDir })}.\n`,
  );
  expect(shop.run('backup.ts', path.join(shop.dataDir, 'backup.tar.gz')).status).toBe(0);
  const { status, stdout } = shop.run('doctor.ts');
  // Only warnings are left: no mail server, no PUBLIC_URL.
  expect(stdout).toContain('ok     Backup: The last backup (backup.tar.gz, 0.0 MB) is 0 minutes old.\n');
  expect(stdout).toContain('warn   Mail: Mails are written to files');
  expect({ status, faults: stdout.match(/FAULT.*/g) }).toEqual({ status: 0, faults: null });
});

test.each(ENGINES)(
  'npm run backup needs no migration: after one that failed, it saves what is there, %s',
  async (engine) => {
    await using shop = await openPlace(engine);
    const file = path.join(shop.dataDir, 'after.tar.gz');
    const database = await connect(shop);
    if (engine === 'PostgreSQL') {
      const { status, stderr } = shop.run('backup.ts', file);
      expect({ status, stderr }).toEqual({ status: 1, stderr: 'The database is empty: there is no shop in it.\n' });
    }
    await migrateTo(database.db, '004-desk');
    await database.db.insertInto('newsletter').values({ email: 'asha@example.com', created_at: 1 }).execute();
    await database.close();
    const { status, stdout } = shop.run('backup.ts', file);
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('Backed up ') });
    const again = await connect(shop);
    expect(await isMigrated(again)).toBe(false);
    await again.close();
    expect(shop.run('restore.ts', file, '--force').status).toBe(0);
    const emails = await shop.look((db) => db.selectFrom('newsletter').select('email').execute());
    expect(emails).toEqual([{ email: 'asha@example.com' }]);
  },
);

test.each(['doctor.ts', 'backup.ts'])('without the environment of the shop, %s makes no shop and says so', (script) => {
  using shop = doctor({});
  const { status, stdout, stderr } = shop.run(script);
  expect(status).toBe(1);
  expect(stdout + stderr).toContain(
    `There is no shop in DATA_DIR ${shop.dataDir}. Run this as the user of the shop and with its DATA_DIR or DATABASE_URL.\n`,
  );
  expect(existsSync(path.join(shop.dataDir, 'shop.db'))).toBe(false);
});

test('where a command writes is said without credentials', () => {
  expect(describePlace({ databaseUrl: 'postgres://shop:secret@db.in:5433/nuts', dataDir: '/data' })).toBe(
    'the PostgreSQL database nuts on db.in:5433 and the folder /data',
  );
});

test.each([
  [{ PORT: 'http' }, 'FAULT  Environment: PORT must be a number from 0 to 65535.\n'],
  [
    { DATABASE_URL: 'postgres://127.0.0.1:1/shop' },
    'FAULT  Database: The PostgreSQL database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n       → Start it, or correct DATABASE_URL.\n',
  ],
])('with %j it says why the shop would not start', (env, stdout) => {
  using shop = doctor(env);
  expect(shop.run('doctor.ts')).toMatchObject({ status: 1, stdout });
});

test('a shop that does not run is a fault, before the others', async () => {
  // A port that nobody uses.
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  using shop = doctor({ PORT: String(port) });
  shop.run('migrate.ts');
  const { status, stdout } = shop.run('doctor.ts');
  expect({ status, lines: stdout.split('\n').slice(0, 3) }).toEqual({
    status: 1,
    lines: [
      `FAULT  Shop: The shop does not run: connect ECONNREFUSED 127.0.0.1:${port}.`,
      '       → sudo systemctl start kishmish; sudo journalctl -u kishmish -o cat -n 50',
      expect.stringMatching(/^ok {5}Environment: /),
    ],
  });
});

test('a damaged database of SQLite is a fault, with what to do', async () => {
  using shop = doctor({});
  const file = path.join(shop.dataDir, 'shop.db');
  shop.run('migrate.ts');
  // The page where the orders begin. Without those of the schema the database could not be opened.
  const raw = openSqlite(file, { readOnly: true });
  const { rootpage } = raw.prepare("select rootpage from sqlite_schema where name = 'orders'").get() ?? {};
  raw.close();
  const bytes = readFileSync(file);
  const inside = (Number(rootpage) - 1) * 4096;
  const found = (text: RegExp) =>
    expect(shop.run('doctor.ts')).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        new RegExp(`FAULT  Database: ${text.source}\\.\\n       → Stop the shop, move shop\\.db, .*--force`),
      ),
    });
  writeFileSync(file, Buffer.concat([bytes.subarray(0, inside), Buffer.alloc(4096, 7), bytes.subarray(inside + 4096)]));
  found(/The database file is damaged: .*/);
  writeFileSync(file, Buffer.alloc(bytes.length, 7));
  found(/The database file .* cannot be opened: file is not a database/);
});

test.each(ENGINES)('npm run account prints a new password once; an unknown email is code 1, %s', async (engine) => {
  await using shop = await openPlace(engine);
  const account = (...args: string[]) => shop.run('account.ts', ...args);
  const user = { id: 'usr_1', email: 'owner@shop.in', name: 'Owner', role: 'admin' as const, password_hash: 'x' };
  const left = { ...user, id: 'usr_2', email: 'left@shop.in', role: 'manager' as const };
  await shop.look((db) =>
    db
      .insertInto('users')
      .values([
        { ...user, active: 1, created_at: 0 },
        { ...left, active: 0, created_at: 0 },
      ])
      .execute(),
  );
  expect(account()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /Account → Team.*\n\nleft@shop\.in {2}manager {2}disabled\nowner@shop\.in {2}admin\n$/,
    ),
  });
  expect(account('owner@shop.in')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^The new password of owner@shop\.in is [\w-]{16}\n/),
  });
  const { password_hash } = await shop.look((db) =>
    db.selectFrom('users').select('password_hash').where('id', '=', 'usr_1').executeTakeFirstOrThrow(),
  );
  expect(password_hash).not.toBe('x');
  expect(account('other@shop.in')).toMatchObject({
    status: 1,
    stderr: 'No account of this shop has the email other@shop.in.\n',
  });
});

// Only root can make what belongs to another user.
describe.runIf(process.getuid?.() === 0).each([
  ['nobody', NOBODY],
  ['54321', 54_321],
])('of the user %s', (name, user) => {
  test('a database that belongs to root is a fault, with what to type', async () => {
    await using shop = await openPlace('SQLite');
    await shop.look(async () => {});
    const file = path.join(shop.dataDir, 'shop.db');
    const archive = path.join(shop.dataDir, 'backup.tar.gz');
    shop.run('backup.ts', archive);
    chownSync(archive, user, user);
    chownSync(shop.dataDir, user, user);
    chmodSync(file, 0o644);
    const run = (script: string, ...args: string[]) => shop.runAs({ uid: user, gid: user }, script, ...args);
    const action = `${file} belongs to root: sudo chown -R ${name}: ${shop.dataDir}, then restart the shop.`;
    expect(run('doctor.ts')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(
        `FAULT  Database: The database file cannot be written. The shop takes no orders.\n       → ${action}\n`,
      ),
    });
    expect(run('restore.ts', archive, '--force')).toMatchObject({
      status: 1,
      stderr: `The shop cannot be restored: attempt to write a readonly database. ${action}\n`,
    });
    chmodSync(file, 0o600);
    const opened = `The database file ${file} cannot be opened: unable to open database file.`;
    expect(run('doctor.ts')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`FAULT  Database: ${opened}\n       → ${action}\n`),
    });
    expect(run('restore.ts', archive)).toMatchObject({ status: 1, stderr: `${opened} ${action}\n` });
  });
});

test('npm run account says why the database takes no writes, and what to do', async () => {
  await using shop = await openPlace('SQLite');
  const user = { id: 'usr_1', email: 'owner@shop.in', name: 'Owner', role: 'admin' as const, password_hash: 'x' };
  await shop.look((db) =>
    db
      .insertInto('users')
      .values({ ...user, active: 1, created_at: 0 })
      .execute(),
  );
  const file = path.join(shop.dataDir, 'shop.db');
  const other = openSqlite(file);
  other.exec('begin immediate');
  expect(shop.run('account.ts', 'owner@shop.in')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `Nothing was changed. Another program keeps the database locked. Close open sqlite3 shells, and end commands of the shop that hang: sudo fuser -v ${file} lists them.\n`,
  });
  other.close();
});
