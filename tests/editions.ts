import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import { connectPostgres, connectSqlite, type Database } from '#server/database/connect.ts';
import type { Tables } from '#server/database/schema.ts';
import { dialect, pgliteOfWorker } from './database.ts';

/** What the databases of a fixture store only as hashes, and the time at which its story ends. */
interface Story {
  /** Epoch ms. */
  now: number;
  session: string;
  orders: Record<string, { number: string; token: string }>;
}

export type Edition = 'first-edition' | 'second-edition';

const read = (edition: Edition, file: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', edition, file), 'utf8');

/** The statements that make the database of an edition. */
export const dumpOf = (edition: Edition, engine: 'sqlite' | 'postgres') => read(edition, `${engine}.sql`);

export function storyOf(edition: Edition): Story {
  const stories = JSON.parse(read(edition, 'shops.json')) as Record<'sqlite' | 'postgres', Story>;
  return stories[dialect === 'sqlite' ? 'sqlite' : 'postgres'];
}

/** Loads the dump of an edition into a database of its own, which is not migrated yet. */
export async function openEdition(edition: Edition): Promise<Database> {
  if (dialect === 'sqlite') return openSqlite(dumpOf(edition, 'sqlite'));
  const dump = dumpOf(edition, 'postgres');
  return dialect === 'pglite' ? openPglite(dump) : openServer(dump);
}

async function openSqlite(dump: string): Promise<Database> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-edition-'));
  const file = path.join(folder, 'shop.db');
  const raw = new DatabaseSync(file);
  raw.exec(dump);
  raw.close();
  const database = connectSqlite(file);
  const close = async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...database, close };
}

/** PGlite has no trigram extension, like some servers. */
async function openPglite(dump: string): Promise<Database> {
  const pglite = await pgliteOfWorker();
  await pglite.exec(dump.replace(/^(create|comment on) (extension|index \w*trigrams).*;$/gim, ''));
  await pglite.exec('set search_path to public');
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  const close = async () => {
    await pglite.exec('drop schema public cascade; create schema public');
  };
  return { db, url: null, file: null, close };
}

async function openServer(dump: string): Promise<Database> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `t_${randomBytes(6).toString('hex')}`;
  const address = new URL(server);
  address.pathname = `/${name}`;
  const run = async (connectionString: string, text: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await run(server, `create database ${name}`);
  await run(address.href, dump);
  const database = await connectPostgres(address.href);
  const close = async () => {
    await database.close();
    await run(server, `drop database ${name} with (force)`);
  };
  return { ...database, close };
}
