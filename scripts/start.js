// Plain JavaScript, so that an outdated Node can run it and print the version error.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuildCurrent, SERVER } from './stamp.js';

const MINIMUM = [24, 21, 0];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const development = process.argv.includes('--dev');

const have = process.versions.node.split('.').map(Number);
const tooOld = MINIMUM.some(
  (least, index) => have[index] < least && MINIMUM.slice(0, index).every((part, i) => have[i] === part),
);
if (tooOld) {
  // `npm start` puts the Node of the project first on the PATH. If started in another way, look for it in node_modules.
  const own = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own) && !process.env.KISHMISH_OWN_NODE) {
    const child = spawn(own, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, KISHMISH_OWN_NODE: '1' },
    });
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code) => process.exit(code ?? 1));
  } else {
    process.stderr.write(
      `Kishmish needs Node ${MINIMUM.join('.')} or newer, but this is Node ${process.versions.node}; run npm ci, which brings its own, and then npm start.\n`,
    );
    process.exit(1);
  }
} else if (development) {
  process.env.NODE_ENV = 'development';
  const child = spawn(
    process.execPath,
    ['--conditions', 'development', '--watch-path=server', '--watch-path=shop', path.join(root, 'server', 'main.ts')],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  restartWithOneArena();
  process.env.NODE_ENV = 'production';
  buildWhenNeeded();
  // Cache compiled code and stripped types, so that the next start is faster and does not load the type stripper. Not as another user than
  // the build's, who could not delete these files: as after a drill by root.
  const build = path.join(root, 'build');
  if (!process.getuid || statSync(build).uid === process.getuid()) module.enableCompileCache(path.join(build, 'cache'));
  await import(pathToFileURL(SERVER).href);
}

/**
 * Replaces this process by one with a single arena of malloc, which saves 60 MB under load: glibc keeps what is freed in one arena for each
 * thread, and reads the variable only when a process begins (docs/decisions/2026-11-memory-under-load.md).
 */
function restartWithOneArena() {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, MALLOC_ARENA_MAX: '1' });
}

/** Builds the pages and the server unless the last build was made from the same sources. */
function buildWhenNeeded() {
  if (isBuildCurrent()) return;
  process.stdout.write('Building the pages (first start, or the sources changed) …\n');
  const result = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.ts')], {
    cwd: root,
    env: { ...process.env, KISHMISH_BUILD: 'when needed' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    process.stderr.write(
      `${result.stdout}\n${result.stderr}\nThe pages could not be built; the lines above say why. If files may not be read or deleted, give them to the user of the shop: sudo chown -R kishmish: ${root}\n`,
    );
    process.exit(1);
  }
}
