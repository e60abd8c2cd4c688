import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';
import { VERSION } from '#server/root.ts';
import { licences } from './licences.ts';

/**
 * `npm run release`, after `npm run build`: makes the folder `release/kishmish` and an archive of
 * it. They hold what the shop needs to run with Node alone: its sources, the built pages, the
 * modules of production, a list of those (CycloneDX), all licences and checksums. The archive is
 * named by the version of package.json, and is for the platform it runs on.
 */
const CONTENTS = [
  ...['.env.example', '.npmrc', 'package.json', 'package-lock.json'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...['.messages', '.pins', 'build', 'demo', 'deploy', 'docs', 'messages', 'scripts', 'server', 'shop'],
];
/** Nobody reads tests, source maps and types in production. */
const UNUSED = /\.(test\.tsx?|map|d\.[mc]?ts)$/;

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, 'release', 'kishmish');

function run(command: string, words: string[], cwd: string): string {
  const { status, stdout, error } = spawnSync(command, words, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  process.stderr.write(`${error?.message ?? stdout}\n${command} ${words.join(' ')} failed\n`);
  return exit(1);
}

function filesBelow(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

rmSync(path.dirname(folder), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of CONTENTS) {
  cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: (file) => !UNUSED.test(file) });
}
rmSync(path.join(folder, 'build', 'cache'), { recursive: true, force: true });

run('npm', ['ci', '--omit=dev', '--ignore-scripts'], folder);
const modules = path.join(folder, 'node_modules');
// Whoever starts the archive has Node.
for (const name of readdirSync(modules)) {
  if (/^node-(linux|win|darwin|bin)-/.test(name)) rmSync(path.join(modules, name), { recursive: true });
}
for (const file of filesBelow(modules)) if (UNUSED.test(file)) rmSync(file);

writeFileSync(
  path.join(folder, 'sbom.cdx.json'),
  run(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'],
    folder,
  ),
);
writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES.txt'), licences());
const sums = filesBelow(folder).map(
  (file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.relative(folder, file)}\n`,
);
writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));

const archive = `kishmish-${VERSION}-${process.platform}-${process.arch}.tar.gz`;
run('tar', ['-czf', archive, 'kishmish'], path.dirname(folder));
process.stdout.write(`release/${archive}\n`);
