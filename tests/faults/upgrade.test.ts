import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { connect, type Db } from '#server/database/connect.ts';
import { isMigrated } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { readEnv } from '#server/env.ts';
import { upgrade } from '#server/operations/upgrade.ts';
import { VERSION } from '#server/root.ts';
import { dumpOf, type Edition } from '#tests/editions.ts';
import { ENGINES, type Engine, ended, makePlace, PROCESS_ENV, startShop } from './shops.ts';

/** `npm run upgrade`: from an older edition to this one and back, and what keeps it from upgrading. */

const LAST = Object.keys(migrations).at(-1);
const EDITIONS: Edition[] = ['first-edition', 'second-edition'];
const ALL = ENGINES.flatMap((engine) => EDITIONS.map((edition) => ({ engine, edition })));

const WAY_BACK = 'An earlier upgrade was interrupted. Its way back, with the version that ran before: ';

/** A place with the shop of an edition, or with an empty shop of this one. */
async function openPlace(engine: Engine, edition?: Edition) {
  const place = await makePlace(engine);
  const { dataDir, url, remove } = place;
  if (!edition) await place.look(async () => {});
  else if (url) await statements(url, dumpOf(edition, 'postgres'));
  else {
    const raw = new DatabaseSync(path.join(dataDir, 'shop.db'));
    raw.exec(dumpOf(edition, 'sqlite'));
    raw.close();
  }
  const variables = { ...PROCESS_ENV, DATA_DIR: dataDir, DATABASE_URL: url ?? '', KISHMISH_PAGES: 'off' };

  /** Without a migration, unlike `look`. */
  async function read<T>(run: (db: Db) => Promise<T>): Promise<T> {
    const database = await connect({ url, dataDir });
    try {
      return await run(database.db);
    } finally {
      await database.close();
    }
  }

  return {
    ...place,
    env: readEnv(variables),
    file: path.join(dataDir, 'before.tar.gz'),
    read,
    state: () => read(url ? stateOfPostgres : stateOfSqlite),
    /** Every `before-….tar.gz` of the place. */
    backups: async () => (await readdir(dataDir)).filter((name) => name.startsWith('before-')),
    /** Runs the script, until it has written `killAt`. */
    run: async ({ killAt = '' } = {}) => {
      const child = spawn(process.execPath, [path.join('scripts', 'upgrade.ts')], { env: variables });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (text) => {
        stdout += text;
        if (killAt && stdout.includes(killAt)) child.kill('SIGKILL');
      });
      child.stderr.on('data', (text) => {
        stderr += text;
      });
      await ended(child);
      return { code: child.exitCode, stdout, stderr };
    },
    [Symbol.asyncDispose]: remove,
  };
}

async function statements(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/**
 * The schema and every row, except what Kysely's former migrator kept for itself, and the index of
 * texts, which the shop builds again.
 */
async function stateOfSqlite(db: Db) {
  const { rows: schema } = await sql<{ name: string; type: string }>`
    select type, name, tbl_name, sql from sqlite_schema
    where tbl_name not like 'kysely_%' order by type, name`.execute(db);
  const tables = schema.filter(({ type, name }) => type === 'table' && !name.startsWith('trigrams_'));
  return {
    schema: schema.map((row) => JSON.stringify(row)),
    rows: await rowsOf(db, ['kysely_migration', ...tables.map(({ name }) => name)]),
  };
}

async function stateOfPostgres(db: Db) {
  const list = async (query: ReturnType<typeof sql<{ line: string }>>) =>
    (await query.execute(db)).rows.map(({ line }) => line).filter((line) => !line.includes('kysely_migration_lock'));
  const columns = sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public' order by line`;
  const indexes = sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname = 'public' order by line`;
  const keys = sql<{ line: string }>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace order by line`;
  const tables = await list(sql`select tablename as line from pg_tables where schemaname = 'public' order by line`);
  return {
    schema: [...(await list(columns)), ...(await list(indexes)), ...(await list(keys))],
    rows: await rowsOf(db, tables),
  };
}

async function rowsOf(db: Db, tables: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const table of tables) {
    const columns = table === 'kysely_migration' ? sql`name` : sql`*`;
    const { rows } = await sql`select ${columns} from ${sql.id(table)}`.execute(db);
    found[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return found;
}

test.each(ALL)('a version that does not work leaves the shop of the $edition as it was, $engine', async (one) => {
  await using place = await openPlace(one.engine, one.edition);
  const { env, file, read } = place;
  const before = await place.state();
  const said: string[] = [];
  let migrated = false;
  const check = async () => {
    migrated = await read((db) => isMigrated({ db }));
    throw new Error('/ returned 500.');
  };
  await expect(upgrade(env, { file, say: (line) => said.push(line), check })).rejects.toThrow(
    `Kishmish ${VERSION} does not work with this shop: / returned 500.
The database is as it was: start the version that ran before. The backup is ${file}.`,
  );
  expect(migrated).toBe(true);
  expect(said).toEqual([`Backed up to ${file}.`, expect.stringContaining(', 084-changed-orders, ')]);
  expect(await place.state()).toEqual(before);
});

test.each(ALL)('the shop of the $edition is upgraded, opens and is not upgraded twice, $engine', async (one) => {
  await using place = await openPlace(one.engine, one.edition);
  const orders = (db: Db) => db.selectFrom('orders').select('order_number').orderBy('order_number').execute();
  const before = await place.read(orders);
  const first = await place.run();
  expect(first).toEqual({ code: 0, stdout: expect.stringContaining(`${LAST}.\n`), stderr: '' });
  expect(first.stdout).toContain(`Kishmish ${VERSION} works with this shop: start it.\n`);
  expect(await place.read(orders)).toEqual(before);
  const shop = await startShop(place);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  shop.child.kill('SIGKILL');
  await ended(shop.child);
  expect((await place.run()).stdout).toContain('The database needs no migration.\n');
  expect((await place.backups()).length).toBe(2);
});

test.each(ENGINES)('a migration that fails changes nothing, %s', async (engine) => {
  await using place = await openPlace(engine, 'second-edition');
  // A later migration makes a table of this name.
  await place.read((db) => sql`create table order_returns (one int)`.execute(db));
  const before = await place.state();
  const { code, stdout, stderr } = await place.run();
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.not.stringContaining('Migrated') });
  expect(stderr).toMatch(
    /^The upgrade failed: .*order_returns.* already exists\.\nThe database is as it was: start the version that ran before\. The backup is \S+\.tar\.gz\.\n$/,
  );
  expect(await place.state()).toEqual(before);
});

test.each(ENGINES)('a version that cannot open the secrets of the shop is refused, %s', async (engine) => {
  await using place = await openPlace(engine, 'second-edition');
  const alerts = JSON.stringify({ publicKey: 'p', privateKey: `v1.${'A'.repeat(80)}` });
  const row = sql`insert into settings (name, value, updated_at, updated_by) values ('alerts', ${alerts}, 1, 'x')`;
  await place.read((db) => row.execute(db));
  const before = await place.state();
  const { code, stderr } = await place.run();
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('SECRETS_KEY is not set: the shop cannot open the key for browser notifications.'),
  });
  expect(await place.state()).toEqual(before);
});

test.each(ENGINES)('a run that is killed after its migrations: the next one names the way back, %s', async (engine) => {
  await using place = await openPlace(engine, 'second-edition');
  const killed = await place.run({ killAt: 'Migrated: ' });
  expect(killed.stdout).not.toContain('works with this shop');
  const [backup] = await place.backups();
  // This version does not work with the shop.
  const alerts = JSON.stringify({ publicKey: 'p', privateKey: `v1.${'A'.repeat(80)}` });
  const row = sql`insert into settings (name, value, updated_at, updated_by) values ('alerts', ${alerts}, 1, 'x')`;
  await place.read((db) => row.execute(db));
  for (let again = 0; again < 2; again++) {
    const { code, stderr } = await place.run();
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(WAY_BACK) });
    expect(stderr).toContain(`npm run restore -- ${path.join(place.dataDir, backup ?? '')} --force`);
  }
  // An upgrade that was completed since needs none.
  await place.read((db) => sql`delete from settings where name = 'alerts'`.execute(db));
  expect((await place.run()).code).toBe(0);
  await place.read((db) => row.execute(db));
  expect((await place.run()).stderr).not.toContain(WAY_BACK);
});

test.each(ENGINES)('a shop that runs is not upgraded, and goes on, %s', async (engine) => {
  await using place = await openPlace(engine);
  const shop = await startShop(place);
  try {
    const { code, stderr } = await place.run();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Stop every process of the shop first\. (Another process has|Connected to)/),
    });
    expect(await place.backups()).toEqual([]);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
  } finally {
    shop.child.kill('SIGKILL');
    await ended(shop.child);
  }
});

test.each(ENGINES)('what was ordered since the backup is never replaced by it, %s', async (engine) => {
  await using place = await openPlace(engine, 'second-edition');
  const { env, file } = place;
  const check: Parameters<typeof upgrade>[1]['check'] = async (_env, { db }) => {
    await db.insertInto('newsletter').values({ email: 'late@example.com', created_at: 1 }).execute();
    throw new Error('/ returned 500');
  };
  await expect(upgrade(env, { file, say: () => {}, check })).rejects.toThrow(
    /The backup was not restored: the shop was used since \(newsletter\)\. The database has the new schema\.\nCorrect .* npm run restore -- .* it loses what came since\.$/,
  );
  const emails = await place.read((db) => db.selectFrom('newsletter').select('email').execute());
  expect(emails).toContainEqual({ email: 'late@example.com' });
});

test.runIf(process.env.TEST_DATABASE_URL)('the way back waits for a writer under way, and keeps its row', async () => {
  await using place = await openPlace('PostgreSQL', 'second-edition');
  const { env, file, url } = place;
  const writer = new pg.Client({ connectionString: url ?? '' });
  await writer.connect();
  const check = async () => {
    await writer.query("begin; insert into newsletter (email, created_at) values ('late@example.com', 1)");
    setTimeout(() => void writer.query('commit'), 1_000);
    throw new Error('/ returned 500');
  };
  await expect(upgrade(env, { file, say: () => {}, check })).rejects.toThrow(
    /not restored: the shop was used since \(newsletter\)/,
  );
  await writer.end();
  const emails = await place.read((db) => db.selectFrom('newsletter').select('email').execute());
  expect(emails).toContainEqual({ email: 'late@example.com' });
});

test.runIf(process.env.TEST_DATABASE_URL)('the way back keeps what other roles may read, and a view', async () => {
  await using place = await openPlace('PostgreSQL', 'second-edition');
  const { env, file, url } = place;
  const role = `"Books ${randomBytes(4).toString('hex')}"`;
  const given = () =>
    place.read(async (db) => {
      const query = sql<{ may: boolean[] }>`select array[
        has_table_privilege(${role.slice(1, -1)}, 'orders', 'select'),
        has_table_privilege(${role.slice(1, -1)}, 'orders', 'update'),
        has_column_privilege(${role.slice(1, -1)}, 'products', 'name', 'select'),
        has_column_privilege(${role.slice(1, -1)}, 'products', 'id', 'select')] as may`;
      return (await query.execute(db)).rows[0]?.may;
    });
  const check = async () => {
    throw new Error('/ returned 500');
  };
  await statements(
    url ?? '',
    `create role ${role}; grant select on orders to ${role} with grant option;
    grant select (name) on products to ${role}`,
  );
  try {
    await expect(upgrade(env, { file, say: () => {}, check })).rejects.toThrow('The database is as it was');
    expect(await given()).toEqual([true, false, true, false]);
    await statements(url ?? '', 'create view books as select email from newsletter');
    await expect(upgrade(env, { file: `${file}.2`, say: () => {}, check })).rejects.toThrow(
      'not restored: cannot drop table newsletter because other objects depend on it',
    );
    await statements(url ?? '', 'select * from books');
  } finally {
    await statements(url ?? '', `drop owned by ${role}; drop role ${role}`);
  }
});

test('without a shop, or with the pages of other sources, nothing is made', async () => {
  const place = await makePlace('SQLite');
  const child = spawn(process.execPath, [path.join('scripts', 'upgrade.ts')], {
    env: { ...PROCESS_ENV, DATA_DIR: place.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  await ended(child);
  expect(stderr).toMatch(/^There is no shop in DATA_DIR/);
  expect(await readdir(place.dataDir)).toEqual([]);
  await place.remove();
});
