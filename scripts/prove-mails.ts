import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readMail } from '#server/orders/payments/mail-message.ts';
import { looksLikeCredit } from '#shop/bank/finder.ts';
import { readMessage } from '#shop/bank/read.ts';
import { SENDERS } from '#shop/bank/senders.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { trustedMail } from '#shop/orders/payments/mail-trust.ts';
import { faultsOf, type MessageProof, wayOf } from './prove-messages.ts';

/** Compares what is read from alert mails with what they are known to say. */

interface ExpectedMails {
  authservId?: string | null;
  mails: { file: string; expect: { kind: string; trusted?: boolean } & Record<string, unknown> }[];
}

/**
 * Reads each mail that `mails/expect.json` (or `expect.json`) of the folder names.
 *
 * @returns null when the folder holds no such file
 */
export async function proveMails(folder: string): Promise<MessageProof[] | null> {
  const place = [path.join(folder, 'mails'), folder].find((each) => existsSync(path.join(each, 'expect.json')));
  if (!place) return null;
  const expected = JSON.parse(readFileSync(path.join(place, 'expect.json'), 'utf8')) as Partial<ExpectedMails>;
  // Other folders, such as the one of statements, have an `expect.json` too.
  if (!expected.mails) return null;
  const { mails, authservId = null } = expected;
  const proofs: MessageProof[] = [];
  for (const { file, expect } of mails) {
    const mail = await readMail(readFileSync(path.join(place, file)));
    const { trusted, bank } = trustedMail(mail, { authservId, address: 'owner@kishmish.example', domains: SENDERS });
    const { subject, own: text } = mail;
    const read = readMessage({ text, subject, via: 'email', bank, receivedAt: mail.date ?? 0 }, TEMPLATES);
    const reading = read?.reading ?? null;
    const faults = faultsOf(reading, expect);
    if (expect.trusted !== undefined && trusted !== expect.trusted)
      faults.push(`trusted is ${trusted}, not ${expect.trusted}`);
    proofs.push({
      id: file,
      expected: expect.kind,
      found: reading?.kind ?? 'none',
      isListed: trusted,
      way: wayOf(reading, text, expect),
      isShown: expect.kind !== 'credit' && reading === null && looksLikeCredit(text),
      faults,
    });
  }
  return proofs;
}
