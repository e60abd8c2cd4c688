import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');

test('the newest version of CHANGELOG.md is that of package.json, and versions go down', () => {
  const heads = read('CHANGELOG.md').match(/^## .*$/gm) ?? [];
  expect(heads.shift()).toBe('## [Unreleased]');
  const versions = heads.map((head) => /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(head)?.[1]);
  const down = versions.toSorted((one, other) => (other ?? '').localeCompare(one ?? '', 'en', { numeric: true }));
  expect(versions).toEqual(down);
  const { version } = JSON.parse(read('package.json'));
  const lock = JSON.parse(read('package-lock.json'));
  expect([version, lock.version, lock.packages[''].version]).toEqual([versions[0], versions[0], versions[0]]);
});
