import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { connect, type Db } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';

/**
 * Shops in processes of their own, for the tests that kill them or run several of them on one
 * database.
 */
const root = path.join(import.meta.dirname, '..', '..');

/**
 * For the processes of these tests: like `npm start`, Node keeps the compiled code, which is half
 * the CPU time of a start.
 */
export const PROCESS_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'faults'),
};

export interface Shop {
  child: ChildProcess;
  url: string;
  /** Everything written to stdout and stderr so far. */
  output: () => string;
}

/** The data of a shop: a folder and, for PostgreSQL, a separate database. */
export interface Place {
  dataDir: string;
  url: string | null;
  /** Reads or prepares the data while no shop is running. */
  look<T>(run: (db: Db) => Promise<T>): Promise<T>;
  remove(): Promise<void>;
}

export type Engine = 'SQLite' | 'PostgreSQL';
/** PostgreSQL only with a server. */
export const ENGINES: Engine[] = ['SQLite', ...(process.env.TEST_DATABASE_URL ? (['PostgreSQL'] as const) : [])];

export async function makePlace(engine: Engine): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-kill-'));
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `kill_${randomBytes(6).toString('hex')}`;
  let url: string | null = null;
  if (engine === 'PostgreSQL') {
    await statement(server, `create database ${name}`);
    url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  }
  const look = async <T>(run: (db: Db) => Promise<T>) => {
    const database = await connect({ url, dataDir });
    try {
      await migrate(database);
      return await run(database.db);
    } finally {
      await database.close();
    }
  };
  const remove = async () => {
    if (url) await statement(server, `drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { dataDir, url, look, remove };
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Starts a server process and waits until it serves. `more` is for its environment. */
export async function startShop(
  { dataDir, url: databaseUrl }: Place,
  more: Record<string, string> = {},
): Promise<Shop> {
  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    env: {
      ...PROCESS_ENV,
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      PORT: '0',
      DEMO: 'false',
      KISHMISH_PAGES: 'off',
      LOG_LEVEL: 'debug',
      RATE_LIMIT: '10000000',
      TRUST_PROXY: '1',
      ADMIN_EMAIL: 'owner@kishmish.test',
      ADMIN_PASSWORD: 'a long enough password',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const port = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}`)));
  });
  // On a busy machine the event loop is late after the start, and until it is in time the shop
  // sends 503.
  while ((await fetch(`${url}/api/config`)).status === 503) await pause(20);
  return { child, url, output: () => text };
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
}
