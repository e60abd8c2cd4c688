import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifySignature } from '#server/orders/payments/signature.ts';
import { readForwarded } from '#shop/orders/payments/forwarder.ts';
import { readMessage } from '#shop/orders/payments/message.ts';
import { trustedSender } from '#shop/orders/payments/senders.ts';

/** Compares what is read from SMS and from the requests of forwarder apps with what they are known to say. */

export interface MessageProof {
  id: string;
  /** What the message is and what it was taken for: `credit`, `debit`, `other`; `message` for a request. */
  expected: string;
  found: string;
  /** One line for each field that differs. */
  faults: string[];
}

interface Sms {
  id: string;
  sender: string;
  text: string;
  receivedAt: string;
  expect: { kind: string } & Record<string, unknown>;
}

interface Webhook {
  id: string;
  headers: Record<string, string>;
  body: string;
  secret: 'ok' | 'wrong';
  expect: { sender: string; text: string; receivedAt: string | null };
}

/** Keys with which the samples are signed. */
const SAMPLE_KEYS = { capcom6: 'demo-signing-key', smsforwarder: 'SECdemo0417' };

function linesOf<T>(folder: string, file: string): T[] | null {
  const place = path.join(folder, file);
  if (!existsSync(place)) return null;
  const lines = readFileSync(place, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line): T => JSON.parse(line));
}

function differences(expected: Record<string, unknown>, found: Record<string, unknown>): string[] {
  return Object.entries(expected)
    .filter(([field, value]) => found[field] !== value)
    .map(([field, value]) => `${field} is ${JSON.stringify(found[field])}, not ${JSON.stringify(value)}`);
}

/** Reads each message of `sms.jsonl` in the folder; null when the folder holds no such file. */
export function proveSms(folder: string): MessageProof[] | null {
  const messages = linesOf<Sms>(folder, 'sms.jsonl');
  return (
    messages?.map(({ id, sender, text, receivedAt, expect }) => {
      const { trusted, bank } = trustedSender(sender);
      const reading = readMessage(text, { receivedAt: Date.parse(receivedAt), bankHint: bank });
      const { trusted: expectedTrust, bank: expectedBank, ...rest } = expect;
      const faults = differences(rest, { ...reading, trusted, utr: reading.refs[0] });
      // What is no credit and no debit confirms nothing, from any sender.
      if (reading.kind !== 'other' && expectedTrust !== undefined && expectedTrust !== trusted)
        faults.push(`trusted is ${trusted}`);
      // A forged text need not name the bank whose words it copies.
      if (expectedBank !== undefined && expectedBank !== reading.bank && (trusted || reading.bank !== null))
        faults.push(`bank is ${reading.bank}, not ${expectedBank}`);
      return { id, expected: expect.kind, found: reading.kind, faults };
    }) ?? null
  );
}

/** Reads each request of `webhook.jsonl` in the folder; null when the folder holds no such file. */
export function proveWebhooks(folder: string): MessageProof[] | null {
  const requests = linesOf<Webhook>(folder, 'webhook.jsonl');
  return (
    requests?.map(({ id, headers, body, expect: { sender, text, receivedAt } }) => {
      const contentType = headers['content-type'];
      const forwarded = readForwarded({ contentType, body });
      const signature = verifySignature({ headers, rawBody: body, contentType, signingKeys: SAMPLE_KEYS });
      const expected = {
        sender,
        text,
        // The samples' times are whole seconds.
        receivedAt: receivedAt === null ? null : Date.parse(receivedAt),
        signature: headers['x-signature'] || body.includes('sign=') ? 'ok' : 'absent',
      };
      return {
        id,
        expected: 'message',
        found: forwarded.kind,
        faults: differences(expected, { ...forwarded, signature }),
      };
    }) ?? null
  );
}

/** The faults, then one line per kind. */
export function messageReport(title: string, proofs: readonly MessageProof[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '  –  ' : `${((100 * part) / whole).toFixed(1)}%`);
  const kinds = [...new Set(proofs.flatMap(({ expected, found }) => [expected, found]))].sort();
  return [
    ...proofs.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`)),
    ...kinds.map((kind) => {
      const expected = proofs.filter((proof) => proof.expected === kind);
      const found = proofs.filter((proof) => proof.found === kind);
      const right = expected.filter((proof) => proof.found === kind).length;
      return `${title}, ${kind}: precision ${share(right, found.length)}, recall ${share(right, expected.length)} of ${expected.length}`;
    }),
    `${title}: ${proofs.length}, ${proofs.filter(({ faults }) => faults.length > 0).length} with faults`,
  ].join('\n');
}
