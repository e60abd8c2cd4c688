import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { extract, pack } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { connectSqlite, type Database } from '#server/database/connect.ts';
import { type DumpRow, readSnapshot } from '#server/database/dump.ts';
import { engineName } from '#server/database/engine.ts';
import { migrate, migrateTo } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations/index.ts';
import { indexTexts, lookUp } from '#server/database/trigrams.ts';
import { PHOTO_KINDS, photosFolder, uploadsFolder } from '#server/media/picture-store.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { bucket } from '#tests/bucket.ts';
import { type Dialect, dialect, shopDatabase, testDatabase } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid, stockOf } from '#tests/factories.ts';
import { verifyArchive, writeArchive } from './archive.ts';
import { backUp, type ShopData, shopData } from './backup.ts';
import { checkArchive, restore as restoreChecked } from './restore.ts';

const PICTURE = 'almonds-800x800-9f86d081.webp';
const PHOTO = 'p'.repeat(32);

async function folder() {
  const name = await mkdtemp(path.join(tmpdir(), 'kishmish-backup-'));
  return { name, [Symbol.asyncDispose]: () => rm(name, { recursive: true, force: true }) };
}

let files = 0;

/**
 * A database that a second connection can read: on SQLite a file. Of PGlite's, one at a time.
 *
 * @param template on PGlite, what it contains if nothing but rows is changed in it; otherwise it is
 *   empty
 */
async function open(dir: string, kind: Dialect = dialect, template?: 'migrated' | 'demo') {
  const database =
    kind === 'sqlite'
      ? connectSqlite(path.join(dir, `shop-${++files}.db`))
      : await (template ? shopDatabase(template) : testDatabase(dialect));
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** The rows of all tables, in a fixed order. */
function contents(database: Database): Promise<Record<string, string[]>> {
  return readSnapshot(database, async ({ tables, rows }) => {
    const all: Record<string, string[]> = {};
    for (const table of tables) {
      const lines: string[] = [];
      for await (const batch of rows(table)) lines.push(...batch.map(line));
      all[table] = lines.sort();
    }
    return all;
  });
}

const line = (row: DumpRow) =>
  JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));

/**
 * Files as the shop writes them: an uploaded picture with a narrower copy, a replacement photo, a
 * mail.
 */
async function addFiles(t: TestApp, orderNumber: string): Promise<void> {
  const { env, database } = t.context;
  const shop = shopData(env, database);
  await shop.pictures.put(PICTURE, Buffer.from('a picture'));
  await shop.pictures.put(PICTURE.replace('.webp', '-320.avif'), Buffer.from('a copy'));
  await shop.photos.replacements.put(`${PHOTO}.webp`, Buffer.from('a photo'));
  await shop.photos.reviews.put(`${PHOTO}.webp`, Buffer.from('a photo of a review'));
  const size = { width: 800, height: 800, bytes: 9, created_at: START };
  const upload = { id: 'img_1', hash: 'x', kind: 'product', url: `/media/${PICTURE}`, ...size };
  await t.db.insertInto('uploads').values(upload).execute();
  await t.db
    .insertInto('replacement_photos')
    .values({ id: PHOTO, order_number: orderNumber, ...size })
    .execute();
  await t.db
    .insertInto('review_photos')
    .values({ id: PHOTO, ...size })
    .execute();
  await mkdir(shop.mailFolder, { recursive: true });
  await writeFile(path.join(shop.mailFolder, 'mail_1.eml'), 'Subject: Namaste');
}

const filesOf = async (shop: ShopData) => ({
  picture: (await shop.pictures.get(PICTURE))?.toString(),
  copy: (await shop.pictures.get(PICTURE.replace('.webp', '-320.avif')))?.toString(),
  photo: (await shop.photos.replacements.get(`${PHOTO}.webp`))?.toString(),
  reviewPhoto: (await shop.photos.reviews.get(`${PHOTO}.webp`))?.toString(),
  mail: await readFile(path.join(shop.mailFolder, 'mail_1.eml'), 'utf8').catch(() => undefined),
});

async function place(t: TestApp, index: number): Promise<string> {
  const shippingAddress = { ...ADDRESS, phone: String(9_100_000_000 + index), name: 'अनन्या “Anu” O’Iyer\n₹' };
  const { status, body } = await t.post('/api/orders', orderBody({ shippingAddress, ...paid(index) }));
  expect([status, body.message]).toEqual([201, 'Order placed successfully!']);
  return body.order.orderNumber;
}

/** An archive of the demo shop with one more order and files. */
async function archived(dir: string, kind: Dialect = dialect) {
  const file = path.join(dir, 'shop.tar.gz');
  await using source = await open(dir, kind, 'demo');
  await using t = await testApp({ database: source.database, seed: 'demo' });
  await addProduct(t.db, { id: 'almonds' });
  await addFiles(t, await place(t, 1));
  await t.context.versions.flush();
  const manifest = await backUp(shopData(t.context.env, source.database), file, START);
  return { file, manifest, rows: await contents(source.database) };
}

/** The archive intact as a file, but with other totals in its orders. */
async function tampered(archive: Buffer): Promise<Buffer> {
  const [tar, changed] = [extract(), pack()];
  tar.end(gunzipSync(archive));
  const collected = buffer(changed);
  for await (const entry of tar) {
    const text = (await buffer(entry)).toString();
    const { name } = entry.header;
    changed.entry({ name }, name.startsWith('database/orders/') ? text.replace('"total":', '"total":1') : text);
  }
  changed.finalize();
  return gzipSync(await collected);
}

/** What `npm run restore` does. */
async function restore(shop: ShopData, file: string, options: Parameters<typeof restoreChecked>[3]) {
  const manifest = await checkArchive(file);
  await restoreChecked(shop, file, manifest, options);
  return manifest;
}

const elsewhere = (dir: string, database: Database): ShopData =>
  shopData({ dataDir: path.join(dir, 'elsewhere'), s3: null } as TestApp['context']['env'], database);

describe('a backup', () => {
  test('restored elsewhere has every row and every file, and no narrower copies of pictures', async () => {
    await using dir = await folder();
    const { file, manifest, rows } = await archived(dir.name);
    expect(Object.keys(rows).length).toBeGreaterThan(25);
    expect(rows.orders?.length).toBeGreaterThan(10);
    expect(manifest.tables).toEqual(Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, all.length])));
    expect(manifest.missing).toEqual([]);

    await using target = await open(dir.name);
    const shop = elsewhere(dir.name, target.database);
    expect(await restore(shop, file, { force: false, folders: [] })).toEqual(manifest);
    expect(await contents(target.database)).toEqual(rows);
    expect(await filesOf(shop)).toEqual({
      picture: 'a picture',
      copy: undefined,
      photo: 'a photo',
      reviewPhoto: 'a photo of a review',
      mail: 'Subject: Namaste',
    });
    if (engineName(target.database.db) === 'PostgreSQL') {
      // The first queries are planned as in a shop that has run for long.
      const known = sql<{
        of: string;
      }>`select distinct tablename as of from pg_stats where schemaname = current_schema()`;
      const analysed = (await known.execute(target.database.db)).rows.map(({ of }) => of);
      const filled = Object.keys(rows).filter((name) => rows[name]?.length);
      expect(analysed).toEqual(expect.arrayContaining(filled));
    }
    // The shop goes on: the foreign keys are back, and the next order is placed.
    const orphan = { order_number: 'ORD0', product_id: 'x', size: '', quantity: 1, expires_at: 0 };
    await expect(target.database.db.insertInto('holds').values(orphan).execute()).rejects.toThrow(/foreign key/i);
    await using t = await testApp({ database: target.database });
    await place(t, 2);
  });

  test('leaves out a mail whose recipient is erased meanwhile', async () => {
    await using dir = await folder();
    await using source = await open(dir.name, dialect, 'migrated');
    const shop = elsewhere(dir.name, source.database);
    await mkdir(shop.mailFolder, { recursive: true });
    // In the list of the folder, but gone when it is read.
    await symlink(path.join(dir.name, 'gone'), path.join(shop.mailFolder, 'mail_1.eml'));
    await using t = await testApp({ database: source.database });
    const manifest = await backUp({ ...shop, database: t.context.database }, path.join(dir.name, 'shop.tar.gz'), START);
    expect([manifest.missing, Object.keys(manifest.entries).filter((name) => name.startsWith('mail/'))]).toEqual([
      [],
      [],
    ]);
  });

  test('made while orders come in is of one moment, and ends before they do (I1–I3)', async () => {
    await using dir = await folder();
    const file = path.join(dir.name, 'busy.tar.gz');
    const acknowledged: string[] = [];
    let before = 0;
    {
      await using source = await open(dir.name, dialect, 'migrated');
      await using t = await testApp({ database: source.database });
      await addProduct(t.db, { sizes: [{ stock: 1_000 }] });
      for (let index = 0; index < 20; index++) acknowledged.push(await place(t, index));
      before = acknowledged.length;
      let running = true;
      const writers = [1, 2, 3].map(async (writer) => {
        for (let index = 1; running; index++) acknowledged.push(await place(t, writer * 1_000 + index));
      });
      await backUp(shopData(t.context.env, source.database), file, START);
      running = false;
      await Promise.all(writers);
      // PGlite has one connection: there writers wait for the backup.
      if (dialect !== 'pglite') expect(acknowledged.length).toBeGreaterThan(before);
    }
    await using target = await open(dir.name);
    await restore(elsewhere(dir.name, target.database), file, { force: false, folders: [] });
    const { db } = target.database;
    const numbers = (await db.selectFrom('orders').select('order_number').execute()).map((row) => row.order_number);
    expect(acknowledged.slice(0, before).filter((number) => !numbers.includes(number))).toEqual([]);
    expect(numbers.filter((number) => !acknowledged.includes(number))).toEqual([]);
    const lines = await db.selectFrom('order_lines').select(['order_number', 'taken']).execute();
    expect(lines.map((row) => row.order_number).toSorted()).toEqual(numbers.toSorted());
    const taken = lines.reduce((sum, row) => sum + row.taken, 0);
    expect(await stockOf(db)).toEqual({ stock: 1_000 - taken, held: 0, sold: taken });
  });

  // PGlite has one connection, which the snapshot keeps.
  test.runIf(dialect !== 'pglite')('does not contain an order that is placed after it began', async () => {
    await using dir = await folder();
    await using source = await open(dir.name, dialect, 'migrated');
    await using t = await testApp({ database: source.database });
    await addProduct(t.db, {});
    const seen = await readSnapshot(source.database, async ({ rows }) => {
      await place(t, 1);
      const stock: DumpRow[] = [];
      for await (const batch of rows('product_sizes')) stock.push(...batch);
      for await (const batch of rows('orders')) stock.push(...batch);
      return stock;
    });
    expect(seen).toEqual([expect.objectContaining({ stock: 10, sold: 0 })]);
    expect(await stockOf(t.db)).toMatchObject({ stock: 9, sold: 1 });
  });

  test.runIf(dialect !== 'sqlite')('of one engine is restored on the other', async () => {
    await using dir = await folder();
    for (const [from, to] of [
      ['sqlite', dialect],
      [dialect, 'sqlite'],
    ] as const) {
      const { file, rows } = await archived(dir.name, from);
      await using target = await open(dir.name, to);
      await restore(elsewhere(dir.name, target.database), file, { force: false, folders: [] });
      expect(await contents(target.database)).toEqual(rows);
      await rm(file);
    }
  });

  test('with object storage contains its pictures and photos, and fills another bucket', async () => {
    await using dir = await folder();
    await using first = await bucket();
    await using second = await bucket();
    const file = path.join(dir.name, 'shop.tar.gz');
    {
      await using source = await open(dir.name, dialect, 'migrated');
      await using t = await testApp({ database: source.database, env: { s3: first.s3 } });
      await addProduct(t.db, {});
      await addFiles(t, await place(t, 1));
      expect(first.objects.get(`/pictures/replacements/${PHOTO}.webp`)?.toString()).toBe('a photo');
      // Nothing but the bucket has them: a new machine.
      await rm(uploadsFolder(t.context.env), { recursive: true });
      for (const kind of PHOTO_KINDS) await rm(photosFolder(t.context.env, kind), { recursive: true });
      await backUp(shopData(t.context.env, source.database), file, START);
    }
    await using target = await open(dir.name);
    const env = { dataDir: path.join(dir.name, 'elsewhere'), s3: second.s3 } as TestApp['context']['env'];
    await restore(shopData(env, target.database), file, { force: false, folders: [] });
    const objects = Object.fromEntries([...second.objects].map(([name, bytes]) => [name, bytes.toString()]));
    expect(objects).toEqual({
      [`/pictures/${PICTURE}`]: 'a picture',
      [`/pictures/replacements/${PHOTO}.webp`]: 'a photo',
      [`/pictures/reviews/${PHOTO}.webp`]: 'a photo of a review',
    });
  });

  test.each(['has lost', 'cannot read'])(
    'names a picture that the storage %s, and is made all the same',
    async (how) => {
      await using dir = await folder();
      await using source = await open(dir.name, dialect, 'migrated');
      await using t = await testApp({ database: source.database });
      await addProduct(t.db, {});
      await addFiles(t, await place(t, 1));
      const picture = path.join(uploadsFolder(t.context.env), PICTURE);
      await rm(picture);
      if (how === 'cannot read') await mkdir(picture);
      const file = path.join(dir.name, 'shop.tar.gz');
      const manifest = await backUp(shopData(t.context.env, source.database), file, START);
      expect(manifest.missing).toEqual([`uploads/${PICTURE}`]);
      expect(await verifyArchive(file)).toEqual(manifest);
    },
  );

  test('names a lost photo only when a review or a replacement has it', async () => {
    await using dir = await folder();
    await using source = await open(dir.name, dialect, 'migrated');
    await using t = await testApp({ database: source.database });
    await addProduct(t.db, {});
    const order = await place(t, 1);
    await addFiles(t, order);
    const missing = async () => {
      const shop = shopData(t.context.env, source.database);
      return (await backUp(shop, path.join(dir.name, 'shop.tar.gz'), START)).missing;
    };
    for (const kind of PHOTO_KINDS) await rm(photosFolder(t.context.env, kind), { recursive: true });
    // As an upload leaves them that could not store its file.
    expect(await missing()).toEqual([]);
    const about = { id: 'one', created_at: START, updated_at: START };
    const review = {
      product_id: 'almonds',
      customer_name: 'Ananya',
      rating: 5,
      date: START,
      status: 'approved' as const,
    };
    await t.db
      .insertInto('replacements')
      .values({ ...about, order_number: order, reason: 'damaged' })
      .execute();
    await t.db
      .insertInto('reviews')
      .values({ ...about, ...review })
      .execute();
    await t.db.updateTable('replacement_photos').set({ replacement_id: 'one' }).execute();
    await t.db.updateTable('review_photos').set({ review_id: 'one' }).execute();
    expect(await missing()).toEqual([`replacements/${PHOTO}.webp`, `reviews/${PHOTO}.webp`]);
  });

  // PGlite has one connection, which the snapshot keeps.
  test.runIf(dialect !== 'pglite')('does not miss files that come or are deleted while it is made', async () => {
    await using dir = await folder();
    await using source = await open(dir.name, dialect, 'migrated');
    await using t = await testApp({ database: source.database });
    await addProduct(t.db, {});
    await addFiles(t, await place(t, 1));
    const shop = shopData(t.context.env, source.database);
    // The row of a photo is written before its file, and the file is deleted before the row.
    let looks = 0;
    const late = async () => (++looks === 1 ? null : Buffer.from('a photo'));
    const deleted = (table: 'uploads' | 'review_photos') => async () => {
      await t.db.deleteFrom(table).execute();
      return null;
    };
    shop.pictures = { ...shop.pictures, get: deleted('uploads') };
    shop.photos.reviews = { ...shop.photos.reviews, get: deleted('review_photos') };
    shop.photos.replacements = { ...shop.photos.replacements, get: late };
    const manifest = await backUp(shop, path.join(dir.name, 'shop.tar.gz'), START);
    expect(manifest.missing).toEqual([]);
    expect(Object.keys(manifest.entries)).toContain(`replacements/${PHOTO}.webp`);
  });

  test('that is stopped or fails leaves nothing behind', async () => {
    await using dir = await folder();
    await using source = await open(dir.name, dialect, 'migrated');
    await using t = await testApp({ database: source.database });
    await addProduct(t.db, {});
    const shop = shopData(t.context.env, source.database);
    const out = path.join(dir.name, 'out');
    await mkdir(out);
    const file = path.join(out, 'shop.tar.gz');
    await expect(backUp(shop, file, START, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(await readdir(out)).toEqual([]);
    await mkdir(file);
    await expect(backUp(shop, file, START)).rejects.toThrow(`${file} cannot be written: EISDIR`);
    expect(await readdir(out)).toEqual([path.basename(file)]);
  });

  test('that cannot be read back leaves nothing behind', async () => {
    await using dir = await folder();
    const written = writeArchive(path.join(dir.name, 'shop.tar.gz'), async (add) => {
      // Read back, it is taken for the manifest.
      await add('manifest.json', Buffer.from('{}'));
      return { createdAt: START, migrations: [], tables: {}, missing: [] };
    });
    await expect(written).rejects.toThrow('is damaged');
    expect(await readdir(dir.name)).toEqual([]);
  });

  test.runIf(existsSync('/dev/full'))('that fills the disk fails and does not end the shop', async () => {
    await using dir = await folder();
    const file = path.join(dir.name, 'shop.tar.gz');
    await symlink('/dev/full', `${file}.part`);
    let ended = false;
    const written = writeArchive(file, async (add) => {
      try {
        // More than the buffers of the streams hold, so that an entry waits for the disk when it
        // fails.
        for (let part = 0; part < 20; part++) await add(`database/orders/${part}.jsonl`, randomBytes(1024 * 1024));
        return { createdAt: START, migrations: [], tables: {}, missing: [] };
      } finally {
        ended = true;
      }
    });
    await expect(written).rejects.toThrow(/ENOSPC/);
    // The view of the database is closed.
    expect(ended).toBe(true);
    expect(await readdir(dir.name)).toEqual([]);
  });
});

describe('restore', () => {
  /** A shop with one product, and what must not change. */
  async function liveShop(dir: string) {
    const source = await open(dir);
    await migrate(source.database);
    await addProduct(source.database.db, { name: 'Almonds of the live shop' });
    return { ...source, rows: await contents(source.database) };
  }

  test('refuses a damaged, cut or foreign file before anything is touched', async () => {
    await using dir = await folder();
    const { file } = await archived(dir.name);
    const whole = await readFile(file);
    const flipped = Buffer.from(whole);
    flipped.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const damaged = path.join(dir.name, 'damaged.tar.gz');
    await using live = await liveShop(dir.name);
    const shop = elsewhere(dir.name, live.database);
    for (const [bytes, reason] of [
      [flipped, /is damaged/],
      [whole.subarray(0, whole.length - 2_000), /is damaged/],
      [Buffer.from('no archive'), /is damaged or not a backup/],
    ] as const) {
      await writeFile(damaged, bytes);
      await expect(restore(shop, damaged, { force: true, folders: [] })).rejects.toThrow(reason);
    }
    await writeFile(damaged, await tampered(whole));
    await expect(restore(shop, damaged, { force: true, folders: [] })).rejects.toThrow(
      'is damaged (database/orders/000001.jsonl); nothing was changed.',
    );
    await expect(restore(shop, path.join(dir.name, 'none'), { force: true, folders: [] })).rejects.toThrow(
      'There is no file',
    );
    expect(await contents(live.database)).toEqual(live.rows);
    expect(new Set(Object.values(await filesOf(shop)))).toEqual(new Set([undefined]));
  });

  test('refuses a shop that is there, in the database or the folders, unless forced', async () => {
    await using dir = await folder();
    const { file, rows } = await archived(dir.name);
    await using live = await liveShop(dir.name);
    const shop = elsewhere(dir.name, live.database);
    const refused = /^Here is a shop already; nothing was changed. Stop it, back it up, and add --force/;
    await expect(restore(shop, file, { force: false, folders: [] })).rejects.toThrow(refused);
    expect(await contents(live.database)).toEqual(live.rows);
    await live.database.db.deleteFrom('product_images').execute();
    await live.database.db.deleteFrom('product_sizes').execute();
    await live.database.db.deleteFrom('products').execute();
    await live.database.db.deleteFrom('categories').execute();
    await mkdir(path.join(dir.name, 'pictures'));
    await writeFile(path.join(dir.name, 'pictures', 'one.webp'), '');
    const folders = [path.join(dir.name, 'pictures')];
    await expect(restore(shop, file, { force: false, folders })).rejects.toThrow(refused);
    // The index of texts is no part of an archive, and knows the restored orders alone afterwards.
    const context = {
      database: live.database,
      versions: { wrote: async () => {}, touch: () => {} },
      log: { error: () => {} },
    };
    await indexTexts(context, 0);
    await restore(shop, file, { force: true, folders });
    expect(await contents(live.database)).toEqual(rows);
    const { count } = await live.database.db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('search_text', '!=', '')
      .executeTakeFirstOrThrow();
    for (const _ of ['waiting', 'indexed']) {
      const found = await lookUp(live.database.db, 'orders', ['ord']);
      expect(found?.count ?? null).toBe(dialect === 'sqlite' ? Number(count) : null);
      await indexTexts(context, 0);
    }
  });

  test('that fails half-way keeps the shop as it was', async () => {
    await using dir = await folder();
    await using live = await liveShop(dir.name);
    const rows = { orders: [{ order_number: 'ORD1', colour: 'red' }], holds: [{ order_number: 'nobody' }] };
    for (const [table, list] of Object.entries(rows)) {
      const file = path.join(dir.name, `${table}.tar.gz`);
      await writeArchive(file, async (add) => {
        const text = list.map((row) =>
          JSON.stringify({ quantity: 1, expires_at: 0, product_id: '', size: '', ...row }),
        );
        await add(`database/${table}/000001.jsonl`, Buffer.from(text.join('\n')));
        return { createdAt: START, migrations: Object.keys(migrations), tables: {}, missing: [] };
      });
      await expect(restore(elsewhere(dir.name, live.database), file, { force: true, folders: [] })).rejects.toThrow();
      expect(await contents(live.database)).toEqual(live.rows);
    }
  });

  test('migrates an archive of an older version, and refuses one of a newer', async () => {
    await using dir = await folder();
    const file = path.join(dir.name, 'old.tar.gz');
    {
      await using source = await open(dir.name);
      await source.database.db.transaction().execute(async (trx) => {
        await migrateTo(trx, '004-desk');
      });
      const post = { email: 'asha@example.com', created_at: START };
      await source.database.db.insertInto('newsletter').values(post).execute();
      const { migrations: made } = await backUp(elsewhere(dir.name, source.database), file, START);
      expect(made.at(-1)).toBe('004-desk');
    }
    await using target = await open(dir.name);
    const shop = elsewhere(dir.name, target.database);
    await restore(shop, file, { force: false, folders: [] });
    expect(await target.database.db.selectFrom('newsletter').select('email').execute()).toEqual([
      { email: 'asha@example.com' },
    ]);
    expect(await migrate(target.database)).toEqual([]);

    const newer = path.join(dir.name, 'new.tar.gz');
    await writeArchive(newer, async () => {
      const later = [...Object.keys(migrations), '999-later'];
      return { createdAt: START, migrations: later, tables: {}, missing: [] };
    });
    await expect(restore(shop, newer, { force: true, folders: [] })).rejects.toThrow(
      'It was made by another version of the shop (migration 999-later)',
    );
    await writeArchive(newer, async (add) => {
      await add('uploads/../../etc/passwd', Buffer.from('root'));
      return { createdAt: START, migrations: Object.keys(migrations), tables: {}, missing: [] };
    });
    await expect(restore(shop, newer, { force: true, folders: [] })).rejects.toThrow('It contains uploads/../../etc');
  });
});
