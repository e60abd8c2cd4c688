import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PROCESS_ENV } from './shops.ts';

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
  const ended = await start({ ...env, DATA_DIR: dataDir, PORT: '0' });
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

test('the start loads no library that the first pages do not need; the most used follow soon after', async () => {
  await using data = await folder();
  const hook = `import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context); } })`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, path.join(root, 'server', 'main.ts')],
    {
      cwd: root,
      env: { ...PROCESS_ENV, KISHMISH_PAGES: 'off', DATA_DIR: data.name, PORT: '0', DEMO: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let loaded = '';
  child.stderr.on('data', (chunk: Buffer) => {
    loaded += chunk.toString();
  });
  const packages = () =>
    new Set([...loaded.matchAll(/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/g)].map(([, name]) => name));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const atStart = packages();
  expect(atStart).toContain('fastify');
  const soon = ['jsbarcode', 'nodemailer', 'pdfkit', 'sharp'];
  const onDemand = ['@e965/xlsx', 'imapflow', 'prom-client'];
  expect([...soon, ...onDemand].filter((name) => atStart.has(name))).toEqual([]);
  // Nobody asks for them: loading one when a shopper waits for it would stop the event loop.
  await expect.poll(() => soon.filter((name) => !packages().has(name)), { timeout: 60_000 }).toEqual([]);
  expect(onDemand.filter((name) => packages().has(name))).toEqual([]);
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
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
  for (const name of ['web/a.ts', 'shop/a.ts', 'server/main.ts', 'server/a.test.ts', 'vite.config.ts'])
    await write(name, '');
  for (const name of ['react-router.config.ts', 'package-lock.json']) await write(name, '');
  for (const name of ['build-server', 'build-worker', 'messages', 'pin-places']) await write(`scripts/${name}.ts`, '');
  await write('scripts/build.ts', build);
  const starts = async (env: NodeJS.ProcessEnv = {}) => {
    const words = ['--max-semi-space-size=16', path.join(copy.name, 'scripts', 'start.js')];
    const { MALLOC_ARENA_MAX: _taken, ...own } = process.env;
    return (await promisify(execFile)(process.execPath, words, { env: { ...own, ...env } })).stdout;
  };
  return { ...copy, write, starts };
}

// One arena of malloc on Linux, unless the environment has a number, with the flags of Node kept.
const OPEN = `open ${process.platform === 'linux' ? 1 : ''} --max-semi-space-size=16\n`;
const BUILT = `Building the pages (first start, or the sources changed) …\n${OPEN}`;
const MAIN = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'; import { takeBuild, writeStamp } from './stamp.js';
  const open = 'console.log("open", process.env.MALLOC_ARENA_MAX ?? "", process.execArgv.join())';
  const build = (stamp) => { mkdirSync('build/start', { recursive: true }); writeFileSync('build/start/main.js', open); writeStamp(stamp); };\n`;

test('npm start builds when the contents of the sources changed, and only then', async () => {
  await using copy = await sources(`${MAIN} build(takeBuild());`);
  const { write, starts } = copy;
  expect(await starts()).toBe(BUILT);
  expect(await starts()).toBe(OPEN);
  expect(await starts({ MALLOC_ARENA_MAX: '3' })).toBe('open 3 --max-semi-space-size=16\n');
  await write('server/main.ts', '');
  await write('server/a.test.ts', 'changed');
  expect(await starts()).toBe(OPEN);
  await write('server/main.ts', 'changed');
  expect(await starts()).toBe(BUILT);
  await rm(path.join(copy.name, 'build', 'start'), { recursive: true });
  expect(await starts()).toBe(BUILT);
  expect(await starts()).toBe(OPEN);
});

test('two starts at once build once; a build that was killed keeps nobody waiting', async () => {
  // The build ends when the other start has come to it. The first one is killed, as its first line says.
  await using copy = await sources(`${MAIN}
    appendFileSync('log', 'asked ');
    const stamp = takeBuild();
    if (stamp !== null) {
      while (readFileSync('log', 'utf8').split('asked').length < 3);
      if (process.env.KILLED) process.kill(process.pid, 'SIGKILL');
      appendFileSync('log', 'built ');
      build(stamp);
    }`);
  await copy.write('log', 'asked asked ');
  await expect(copy.starts({ KILLED: '1' })).rejects.toThrow();
  await copy.write('log', '');
  expect(await Promise.all([copy.starts(), copy.starts()])).toEqual([BUILT, BUILT]);
  expect((await readFile(path.join(copy.name, 'log'), 'utf8')).trim()).toBe('asked asked built');
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
    /^Kishmish needs Node 24\.21\.0 or newer, but this is Node [\d.]+; run npm ci, which brings its own, and then npm start\.\n$/,
  );
});
