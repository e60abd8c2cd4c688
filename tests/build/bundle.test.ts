import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const client = path.join(import.meta.dirname, '..', '..', 'build', 'client');

test('the browser bundle contains no database, no Node module and no server file', () => {
  const bundle = globSync('**/*.{js,mjs}', { cwd: client });
  const marks =
    /kysely|(?:from|import)\s*\(?\s*["'`]node:|pragma journal_mode|pg_notify|product_sizes|access_token_hash/i;
  expect(bundle.length).toBeGreaterThan(20);
  expect(bundle.filter((file) => marks.test(readFileSync(path.join(client, file), 'utf8')))).toEqual([]);
});
