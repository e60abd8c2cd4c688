// Plain JavaScript, so that an outdated Node can run it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuildCurrent } from './stamp.js';

const MINIMUM = [24, 21, 0];
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const main = path.join(root, 'server', 'main.ts');

const have = process.versions.node.split('.').map(Number);
const tooOld = MINIMUM.some(
  (least, index) => have[index] < least && MINIMUM.slice(0, index).every((part, i) => have[i] === part),
);
if (tooOld) {
  // `npm start` puts the Node of the project first on the PATH. If started in another way, look for
  // it in node_modules.
  const own = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(own) || process.env.KISHMISH_OWN_NODE) {
    process.stderr.write(
      `Kishmish needs Node ${MINIMUM.join('.')} or newer, but this is Node ${process.versions.node}; install it, or run npm ci, which brings its own, and then npm start.\n`,
    );
    process.exit(1);
  }
  run(own, process.argv.slice(1), { KISHMISH_OWN_NODE: '1' });
} else if (process.argv.includes('--dev')) {
  const compiled = spawnSync(process.execPath, [path.join(root, 'scripts', 'messages.ts')], { stdio: 'inherit' });
  if (compiled.status !== 0) process.exit(1);
  const watched = ['--watch-path=server', '--watch-path=shop'];
  run(process.execPath, ['--conditions', 'development', ...watched, main], { NODE_ENV: 'development' });
} else {
  process.env.NODE_ENV = 'production';
  buildWhenNeeded();
  // Compiled code is kept, types stripped: the next start takes half the time. Not as another user
  // than that of the build, who could not delete these files: as after a drill by root.
  const build = path.join(root, 'build');
  if (!process.getuid || statSync(build).uid === process.getuid()) module.enableCompileCache(path.join(build, 'cache'));
  await import(pathToFileURL(main).href);
}

/** Runs Node in place of this process: with its output, its signals and its exit code. */
function run(node, words, env) {
  const child = spawn(node, words, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Builds the pages unless the last build was made from these sources. */
function buildWhenNeeded() {
  if (isBuildCurrent(root)) return;
  process.stdout.write('Building the pages (first start, or the sources changed) …\n');
  const built = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (built.status !== 0) {
    process.stderr.write(
      `${built.stdout}\n${built.stderr}\nThe pages could not be built; the lines above say why. If files may not be read or deleted, give them to the user of the shop: sudo chown -R kishmish: ${root}\n`,
    );
    process.exit(1);
  }
}
