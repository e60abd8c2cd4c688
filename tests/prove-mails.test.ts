import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mailReport, proveMails } from '../scripts/prove-mails.ts';

const SAMPLES = path.join(import.meta.dirname, '../demo/credits');

test('every sample mail is read as it is known to be', async () => {
  const proofs = (await proveMails(SAMPLES)) ?? [];
  expect(proofs).toHaveLength(21);
  expect(proofs.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test('mails of many banks and trust headers of every kind are read as written', async () => {
  const proofs = (await proveMails(path.join(import.meta.dirname, 'fixtures/credits'))) ?? [];
  expect(proofs).toHaveLength(69);
  expect(proofs.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

test('differences are faults, and count in precision and recall', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-prove-'));
  try {
    cpSync(path.join(SAMPLES, 'mails'), folder, { recursive: true });
    const place = path.join(folder, 'expect.json');
    const expected = JSON.parse(readFileSync(place, 'utf8')) as { mails: { expect: Record<string, unknown> }[] };
    const [first, second] = expected.mails;
    Object.assign(first?.expect ?? {}, { rrn: '000000000000', trusted: false });
    Object.assign(second?.expect ?? {}, { kind: 'other' });
    writeFileSync(place, JSON.stringify(expected));
    const report = mailReport((await proveMails(folder)) ?? []);
    expect(report).toContain('01-hdfc-from.eml: rrn is "631856938830", not "000000000000"');
    expect(report).toContain('01-hdfc-from.eml: trusted is true, not false');
    expect(report).toContain('mails, credit: precision 94.4%, recall 100.0% of 17');
    expect(report).toContain('mails, other: precision 100.0%, recall 66.7% of 3');
    expect(report).toContain('mails: 21, 2 with faults');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a folder without mails has nothing to prove', async () => {
  expect(await proveMails(import.meta.dirname)).toBeNull();
});
