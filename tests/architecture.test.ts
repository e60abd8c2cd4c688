import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** What Biome cannot check. biome.json has the rules for imports. */

const ROOT = path.join(import.meta.dirname, '..');
/** 'Over ~400 lines' of docs/architecture.md, with room for a table of types. */
const MAX_LINES = 450;

const files = ['shop', 'server', 'web', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file).replaceAll(path.sep, '/')),
);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

it('shop has no clock, no randomness and no input or output of its own', () => {
  const impure = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(|\bconsole\./;
  const rules = files.filter((file) => file.startsWith('shop/') && !isTest(file));
  expect(rules.length).toBeGreaterThan(100);
  expect(rules.filter((file) => impure.test(withoutComments(read(file))))).toEqual([]);
});

it(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = files
    .filter((file) => !isTest(file))
    .map((file) => ({ file, lines: read(file).split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

it('no file has a catch-all name', () => {
  expect(files.filter((file) => /(^|\/)(utils?|misc|helpers?|common)(\.|\/)/.test(file))).toEqual([]);
});

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
}
