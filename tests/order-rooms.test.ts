import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The rooms of server/orders have one direction: see the head of server/orders/service.ts. */

const ORDERS = path.join(import.meta.dirname, '..', 'server', 'orders');
/** From the top. The files beside service.ts are the ground. */
const LEVELS: readonly (readonly string[])[] = [
  ['service'],
  ['checkout', 'lists', 'documents', 'replacements'],
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

test('every room has its level', () => {
  expect(files.length).toBeGreaterThan(20);
  expect([...new Set(files.map(roomOf))].filter((room) => levelOf(room) < 0)).toEqual([]);
});

test('no file imports from a room above or beside its own, types included', () => {
  const wrong = arrows.filter(({ file, target }) => {
    // What leads out of the area, and a routes file that takes a helper from another, is checked by the graph of areas.
    if (target.startsWith('..') || file.endsWith('routes.ts')) return false;
    const [from, to] = [roomOf(file), roomOf(target)];
    return from !== to && levelOf(to) <= levelOf(from);
  });
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});
