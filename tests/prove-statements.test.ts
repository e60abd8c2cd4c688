import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSheets } from '#server/orders/payments/statement-sheets.ts';
import { readStatement } from '#shop/orders/payments/statement.ts';
import { compareStatement } from '../scripts/prove-statements.ts';

/** Statement files of many banks, and files that are none. */
const FOLDER = path.join(import.meta.dirname, 'fixtures/credits/statements');
const FILES = JSON.parse(readFileSync(path.join(FOLDER, 'expect.json'), 'utf8')) as {
  file: string;
  expect: Parameters<typeof compareStatement>[1];
}[];

function read(file: string) {
  try {
    const found = readStatement(readSheets(readFileSync(path.join(FOLDER, file))));
    return 'refusal' in found ? new Error(found.refusal) : found;
  } catch (error) {
    return error as Error;
  }
}

test.each(FILES)('$file', ({ file, expect: should }) => {
  const { faults, right, found } = compareStatement(read(file), should);
  expect(faults).toEqual([]);
  expect([right, found]).toEqual([should.credits?.length ?? 0, should.credits?.length ?? 0]);
});
