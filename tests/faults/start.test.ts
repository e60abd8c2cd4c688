import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ended, makePlace, PROCESS_ENV, startShop } from './shops.ts';

const root = path.join(import.meta.dirname, '..', '..');

interface Ended {
  code: number | null;
  stderr: string;
}

/** Starts the shop and waits until it exits by itself. */
function start(
  env: Record<string, string>,
  command: string[] = [process.execPath, path.join(root, 'server', 'main.ts')],
): Promise<Ended> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { cwd: root, env: { ...PROCESS_ENV, KISHMISH_PAGES: 'off', ...env }, timeout: 30_000 },
      (error, _stdout, stderr) => {
        resolve({ code: error ? child.exitCode : 0, stderr });
      },
    );
  });
}

async function folder() {
  const name = await mkdtemp(path.join(tmpdir(), 'kishmish-start-'));
  return { name, [Symbol.asyncDispose]: () => rm(name, { recursive: true, force: true }) };
}

test('an invalid variable ends the start with one message', async () => {
  await using data = await folder();
  expect(await start({ DATA_DIR: data.name, PORT: 'soup' })).toEqual({
    code: 1,
    stderr: 'PORT must be a number from 0 to 65535.\n',
  });
});

test('a database that cannot be opened ends the start with one message', async () => {
  await using data = await folder();
  await writeFile(
    path.join(data.name, 'shop.db'),
    'this is no database, and long enough to be told from one'.repeat(100),
  );
  const ended = await start({ DATA_DIR: data.name, PORT: '0' });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(
    /^The database file \S+ cannot be opened: file is not a database\. Stop the shop, move shop\.db, [^\n]*\.\n$/,
  );
});

test.each(['', '-wal'])(
  'an empty database file ends the start with one message, and stays as it is; beside it: %j',
  async (other) => {
    await using data = await folder();
    const file = path.join(data.name, 'shop.db');
    await writeFile(file, '');
    // Of a shop that was killed. SQLite deletes it when the database file is empty.
    if (other) await writeFile(file + other, 'orders');
    expect(await start({ DATA_DIR: data.name, PORT: '0' })).toEqual({
      code: 1,
      stderr: `The database file ${file} is empty: move it away and run npm run restore -- FILE --force, or delete it to begin a new shop.\n`,
    });
    expect((await stat(file)).size).toBe(0);
    if (other) expect(await readFile(file + other, 'utf8')).toBe('orders');
  },
);

test.runIf(process.platform === 'linux').each([
  [{}, '/proc/kishmish'],
  [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, '/proc'],
  [{}, '/dev/null'],
])('with %j, a data folder that cannot be written ends the start with one message: %s', async (env, dataDir) => {
  const before = (await stat('/dev/null')).mode;
  const ended = await start({ ...env, DATA_DIR: dataDir, PORT: '0' });
  expect((await stat('/dev/null')).mode).toBe(before);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^The folder \/\S+ of DATA_DIR cannot be written: [^\n]*\.\n$/);
});

test('an unreachable PostgreSQL ends the start with one message', async () => {
  await using data = await folder();
  const ended = await start({ DATA_DIR: data.name, PORT: '0', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/^The PostgreSQL database of DATABASE_URL cannot be reached: [^\n]*\.\n$/);
});

test('a port in use ends the start with one message', async () => {
  await using data = await folder();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const ended = await start({ DATA_DIR: data.name, PORT: String(port) });
  taken.close();
  expect(ended).toEqual({ code: 1, stderr: `Port ${port} is already in use; set PORT to another one.\n` });
});

test('the password of the first admin is printed, even after a failed first start', async () => {
  await using data = await folder();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  await start({ DATA_DIR: data.name, PORT: String(port), DEMO: 'false' });
  taken.close();

  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    env: { ...PROCESS_ENV, KISHMISH_PAGES: 'off', DATA_DIR: data.name, PORT: '0', DEMO: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('is open at')) setTimeout(() => child.kill('SIGTERM'), 300);
    });
    child.once('exit', () => resolve(text));
  });
  expect(output).toMatch(/email: {4}admin@kishmish\.example\n {2}password: \S{16}\n/);
});

/** A folder with the start scripts, empty sources and this build script. */
async function sources(build: string) {
  const copy = await folder();
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(copy.name, name)), { recursive: true });
    await writeFile(path.join(copy.name, name), text);
  };
  for (const name of ['scripts/start.js', 'scripts/stamp.js']) {
    await write(name, await readFile(path.join(root, name), 'utf8'));
  }
  await write('package.json', '{ "type": "module" }');
  for (const name of ['web/a.ts', 'web/a.test.ts', 'shop/a.ts', 'messages/en/a.json', 'vite.config.ts'])
    await write(name, '');
  for (const name of [
    'react-router.config.ts',
    'package-lock.json',
    'scripts/build-worker.ts',
    'scripts/messages.ts',
    'scripts/pin-places.ts',
  ])
    await write(name, '');
  await write('server/main.ts', 'console.log("open", process.env.NODE_ENV);');
  await write('scripts/build.ts', build);
  const starts = async () =>
    (await promisify(execFile)(process.execPath, [path.join(copy.name, 'scripts', 'start.js')])).stdout;
  return { ...copy, write, starts };
}

const OPEN = 'open production\n';
const BUILT = `Building the pages (first start, or the sources changed) …\n${OPEN}`;
const BUILD = `import { existsSync, mkdirSync } from 'node:fs'; import { sourceStamp, writeStamp } from './stamp.js';
  mkdirSync('build', { recursive: true }); const stamp = sourceStamp('.');
  if (existsSync('broken')) process.exit(1);
  writeStamp('.', stamp);`;

test('npm start builds the pages when their sources changed, and only then', async () => {
  await using copy = await sources(BUILD);
  const { write, starts } = copy;
  expect(await starts()).toBe(BUILT);
  expect(await starts()).toBe(OPEN);
  await write('web/a.test.ts', 'changed');
  expect(await starts()).toBe(OPEN);
  await write('web/a.ts', 'changed');
  expect(await starts()).toBe(BUILT);
  await write('messages/en/a.json', 'changed');
  expect(await starts()).toBe(BUILT);
  expect(await starts()).toBe(OPEN);
  await rm(path.join(copy.name, 'web', 'a.ts'));
  expect(await starts()).toBe(BUILT);
});

test('sources that go back to an older state are built too', async () => {
  await using copy = await sources(BUILD);
  const shop = path.join(copy.name, 'shop', 'a.ts');
  const future = new Date(Date.now() + 60_000);
  await utimes(shop, future, future);
  expect(await copy.starts()).toBe(BUILT);
  const past = new Date(0);
  await utimes(shop, past, past);
  expect(await copy.starts()).toBe(BUILT);
});

test('a build that fails is built again', async () => {
  await using copy = await sources(BUILD);
  await copy.write('broken', '');
  await expect(copy.starts()).rejects.toThrow('The pages could not be built');
  await rm(path.join(copy.name, 'broken'));
  expect(await copy.starts()).toBe(BUILT);
});

// Runs only where an older system Node is installed.
const old = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (file) => existsSync(file) && Number(execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'])) < 24,
);

test.runIf(old)('an outdated Node ends the start with one message', async () => {
  await using data = await folder();
  const ended = await start({ DATA_DIR: data.name, KISHMISH_OWN_NODE: '1' }, [
    old ?? '',
    path.join(root, 'scripts', 'start.js'),
  ]);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(
    /^Kishmish needs Node 24\.21\.0 or newer, but this is Node [\d.]+; install it, or run npm ci, which brings its own, and then npm start\.\n$/,
  );
});

test('a second shop on one SQLite file is refused, until the first has ended; commands are not', async () => {
  const place = await makePlace('SQLite');
  let { child } = await startShop(place);
  try {
    const second = await start({ DATA_DIR: place.dataDir, PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(
      /^Another process runs the shop of \S+shop\.db already\. Stop it first\. Several processes need PostgreSQL \(DATABASE_URL\)\.\n$/,
    );
    const command = (script: string, ...args: string[]) =>
      start({ DATA_DIR: place.dataDir }, [process.execPath, path.join(root, 'scripts', script), ...args]);
    expect(await command('backup.ts', path.join(place.dataDir, 'backup.tar.gz'))).toEqual({ code: 0, stderr: '' });
    expect(await command('account.ts', 'owner@kishmish.test')).toEqual({ code: 0, stderr: '' });
    // However it ends, nothing stays behind that would refuse the next one.
    child.kill('SIGKILL');
    await ended(child);
    ({ child } = await startShop(place));
  } finally {
    child.kill('SIGKILL');
    await place.remove();
  }
});

test('what the shop writes is for its user alone; what others could read is closed, with a line in the log', async () => {
  await using parent = await folder();
  const dataDir = path.join(parent.name, 'data');
  const place = { dataDir, url: null, look: () => Promise.reject(), remove: async () => {} };
  const modes = async () => {
    const files = ['.', 'shop.db', 'shop.db-wal', 'shop.db-shm'];
    const all = await Promise.all(files.map(async (name) => (await stat(path.join(dataDir, name))).mode & 0o777));
    return all.map((mode) => mode.toString(8));
  };
  const before = process.umask(0o022);
  const shops = [];
  try {
    shops.push(await startShop(place));
    expect(await modes()).toEqual(['700', '600', '600', '600']);
    expect(shops[0]?.output()).not.toContain('other users');
    shops[0]?.child.kill('SIGTERM');
    await ended(shops[0]!.child);
    await chmod(dataDir, 0o755);
    await chmod(path.join(dataDir, 'shop.db'), 0o644);
    await mkdir(path.join(dataDir, 'uploads'), { recursive: true, mode: 0o755 });
    shops.push(await startShop(place));
    // The folder may be one that others use, too.
    expect(await modes()).toEqual(['755', '600', '600', '600']);
    expect((await stat(path.join(dataDir, 'uploads'))).mode & 0o777).toBe(0o700);
    expect(shops[1]?.output().match(/other users of this machine could read this/g)).toHaveLength(2);
  } finally {
    process.umask(before);
    for (const { child } of shops) child.kill('SIGKILL');
  }
});
