import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** docs/spec-coverage.md is kept true: no empty cell, no file and no test that is gone. */
const root = path.join(import.meta.dirname, '..');
const rows = readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|\s*(-+|Sentence)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );

test('every sentence has a place and a test', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((cells) => cells.length !== 3 || cells.some((cell) => cell === ''))).toEqual([]);
  expect(rows.filter(([, , shown]) => !shown?.includes('`'))).toEqual([]);
});

test('every file that is named is there', () => {
  const named = rows.flatMap(([, built = '', shown = '']) =>
    [...`${built} ${shown}`.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  );
  const files = named
    .map((code) => code.split(' › ')[0] ?? '')
    .filter((file) => /^(web|server|shop|tests|scripts|demo|docs)\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('every test that is named is in its file', () => {
  const gone = rows
    .flatMap(([, , shown = '']) => [...shown.matchAll(/`([^`]+?) › ([^`]+)`/g)])
    .filter(([, file = '', name = '']) => {
      const place = path.join(root, file);
      return !existsSync(place) || !readFileSync(place, 'utf8').replaceAll("\\'", "'").includes(name);
    })
    .map(([code]) => code);
  expect(gone).toEqual([]);
});
