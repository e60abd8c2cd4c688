import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSheets } from '#server/orders/payments/statement-sheets.ts';
import { readStatement } from '#shop/bank/statement/read.ts';
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

/** Files that nobody exports from a bank: their lines are only found. */
test.each(FILES)('$file', ({ file, expect: should }) => {
  const proof = compareStatement(read(file), should);
  expect(proof.faults).toEqual([]);
  expect([proof.read + proof.found, proof.wrong]).toEqual([should.credits?.length ?? 0, 0]);
});

test('more than half of the credits are read by the layout of their bank', () => {
  const proofs = FILES.map(({ file, expect: should }) => compareStatement(read(file), should));
  const sum = (key: 'read' | 'expected') => proofs.reduce((total, proof) => total + proof[key], 0);
  expect(sum('read') / sum('expected')).toBeGreaterThan(0.55);
});
