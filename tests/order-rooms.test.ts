import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Checks the import direction between the folders of server/orders; see the comment in server/orders/service.ts. */

const ORDERS = path.join(import.meta.dirname, '..', 'server', 'orders');
/** Layers, from the top. Files next to service.ts are the bottom layer. */
const LEVELS: readonly (readonly string[])[] = [
  ['service'],
  ['checkout', 'lists', 'documents', 'replacements', 'payments', 'coupons'],
  ['lifecycle'],
  ['ground'],
];

function roomOf(file: string): string {
  const folder = path.posix.dirname(file);
  if (folder !== '.') return folder.split('/')[0] ?? folder;
  return file === 'service.ts' || file.endsWith('routes.ts') ? 'service' : 'ground';
}

const levelOf = (room: string) => LEVELS.findIndex((level) => level.includes(room));

const files = readdirSync(ORDERS, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

const arrows = files.flatMap((file) => {
  const code = readFileSync(path.join(ORDERS, file), 'utf8');
  return [...code.matchAll(/from '(\.[^']+)'/g)].map(([, text = '']) => ({
    file,
    target: path.posix.join(path.posix.dirname(file), text),
  }));
});

test('every folder has a layer', () => {
  expect(files.length).toBeGreaterThan(20);
  expect([...new Set(files.map(roomOf))].filter((room) => levelOf(room) < 0)).toEqual([]);
});

test('no file imports from a folder in a higher or the same layer, including types', () => {
  const wrong = arrows.filter(({ file, target }) => {
    // Imports from outside the area, and between routes files, are covered by the area graph.
    if (target.startsWith('..') || file.endsWith('routes.ts')) return false;
    const [from, to] = [roomOf(file), roomOf(target)];
    return from !== to && levelOf(to) <= levelOf(from);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
