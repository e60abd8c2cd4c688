import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proveMails } from '../scripts/prove-mails.ts';
import { messageReport } from '../scripts/prove-messages.ts';

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

test('differences are faults, and are counted', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-prove-'));
  try {
    cpSync(path.join(SAMPLES, 'mails'), folder, { recursive: true });
    const place = path.join(folder, 'expect.json');
    const expected = JSON.parse(readFileSync(place, 'utf8')) as { mails: { expect: Record<string, unknown> }[] };
    const [first, second] = expected.mails;
    Object.assign(first?.expect ?? {}, { rrn: '000000000000', trusted: false });
    Object.assign(second?.expect ?? {}, { kind: 'other' });
    writeFileSync(place, JSON.stringify(expected));
    const report = messageReport('mails', (await proveMails(folder)) ?? []);
    expect(report).toContain('01-hdfc-from.eml: rrn is "631856938830", not "000000000000"');
    expect(report).toContain('01-hdfc-from.eml: trusted is true, not false');
    expect(report).toContain('02-hdfc-success.eml: kind is "credit", not "other"');
    expect(report).toContain('mails: 21, 2 with faults');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a folder without mails has nothing to prove', async () => {
  expect(await proveMails(import.meta.dirname)).toBeNull();
});
