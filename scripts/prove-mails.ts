import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readMail } from '#server/orders/payments/mail-message.ts';
import { readAlert } from '#shop/orders/payments/mail-reading.ts';
import { trustedMail } from '#shop/orders/payments/mail-trust.ts';
import { DEFAULT_SENDERS } from '#shop/orders/payments/senders.ts';

/** Compares what is read from alert mails with what they are known to say. */

interface ExpectedMails {
  authservId?: string | null;
  mails: { file: string; expect: { kind: string; trusted: boolean } & Record<string, unknown> }[];
}

export interface MailProof {
  file: string;
  /** What the mail is and what it was taken for: `credit`, `debit`, `other`. */
  expected: string;
  found: string;
  /** One line for each field that differs. */
  faults: string[];
}

/**
 * Reads each mail that `mails/expect.json` (or `expect.json`) of the folder names.
 *
 * @returns null when the folder holds no such file
 */
export async function proveMails(folder: string): Promise<MailProof[] | null> {
  const place = [path.join(folder, 'mails'), folder].find((each) => existsSync(path.join(each, 'expect.json')));
  if (!place) return null;
  const expected = JSON.parse(readFileSync(path.join(place, 'expect.json'), 'utf8')) as Partial<ExpectedMails>;
  // Other folders, such as the one of statements, have an `expect.json` too.
  if (!expected.mails) return null;
  const { mails, authservId = null } = expected;
  const proofs: MailProof[] = [];
  for (const { file, expect } of mails) {
    const mail = await readMail(readFileSync(path.join(place, file)));
    const trust = trustedMail(mail, { authservId, domains: DEFAULT_SENDERS });
    const reading = readAlert(mail, { receivedAt: mail.date ?? 0, bankHint: trust.bank });
    const all: Record<string, unknown> = { ...reading, trusted: trust.trusted, utr: reading.refs[0] };
    const faults = Object.entries(expect)
      .filter(([field, value]) => all[field] !== value)
      .map(([field, value]) => `${field} is ${JSON.stringify(all[field])}, not ${JSON.stringify(value)}`);
    proofs.push({ file, expected: expect.kind, found: reading.kind, faults });
  }
  return proofs;
}

/** The faults, then one line per kind. */
export function mailReport(proofs: readonly MailProof[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '  –  ' : `${((100 * part) / whole).toFixed(1)}%`);
  const kinds = [...new Set(proofs.flatMap(({ expected, found }) => [expected, found]))].sort();
  return [
    ...proofs.flatMap(({ file, faults }) => faults.map((fault) => `${file}: ${fault}`)),
    ...kinds.map((kind) => {
      const expected = proofs.filter((proof) => proof.expected === kind);
      const found = proofs.filter((proof) => proof.found === kind);
      const right = expected.filter((proof) => proof.found === kind).length;
      return `mails, ${kind}: precision ${share(right, found.length)}, recall ${share(right, expected.length)} of ${expected.length}`;
    }),
    `mails: ${proofs.length}, ${proofs.filter(({ faults }) => faults.length > 0).length} with faults`,
  ].join('\n');
}
