import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';
import { connectPostgres } from './connect.ts';

/** That of Debian's package, which is 1.18 in Debian 12; PGBOUNCER names another one. */
const BINARY = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer';
const SERVER = process.env.TEST_DATABASE_URL ?? '';
const NOBODY = 65_534;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function statement(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** A database of its own behind PgBouncer in transaction mode, which has no other options. */
async function openBouncer() {
  await using stack = new AsyncDisposableStack();
  const name = `bouncer_${randomBytes(6).toString('hex')}`;
  await statement(SERVER, `create database ${name}`);
  stack.defer(() => statement(SERVER, `drop database ${name} with (force)`));
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-pgbouncer-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const { hostname, port: serverPort, username } = new URL(SERVER);
  const port = await freePort();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort || 5432} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // Fewer than the connections of the shop, so that they change places.
    'default_pool_size = 3',
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(BINARY, [file], { ...user, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  stack.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `postgres://${username}@127.0.0.1:${port}/${name}`;
  await expect.poll(() => statement(url, 'select 1').then(() => 'open', String)).toBe('open');
  const owned = stack.move();
  return { url, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

test.runIf(dialect === 'postgres' && existsSync(BINARY))(
  'behind PgBouncer in transaction mode a shop is migrated and takes orders at once, each once',
  async () => {
    await using bouncer = await openBouncer();
    const database = await connectPostgres(bouncer.url);
    await using _own = { [Symbol.asyncDispose]: () => database.close() };
    await using t = await testApp({ database });
    await addProduct(t.db, { sizes: [{ stock: 5 }] });
    const orders = Array.from({ length: 8 }, (_, index) => {
      const phone = `98765432${10 + index}`;
      return t.post('/api/orders', orderBody({ ...paid(index), shippingAddress: { ...ADDRESS, phone } }));
    });
    const answers = await Promise.all(orders);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const sizes = await t.db.selectFrom('product_sizes').select(['stock', 'held', 'sold']).execute();
    expect(sizes.map(({ stock, held, sold }) => stock + held + sold)).toEqual([5]);
  },
);
