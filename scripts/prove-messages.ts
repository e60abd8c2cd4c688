import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { verifySignature } from '#server/orders/payments/signature.ts';
import { looksLikeCredit, tracesOf } from '#shop/bank/finder.ts';
import { readMessage } from '#shop/bank/read.ts';
import type { Reading } from '#shop/bank/reading.ts';
import { senderOf } from '#shop/bank/senders.ts';
import { TEMPLATES } from '#shop/bank/templates.ts';
import { readForwarded } from '#shop/orders/payments/forwarder.ts';

/**
 * Compares what is read from SMS and from the requests of forwarder apps with what they are known
 * to say.
 */

/**
 * How a text is read: by a template; by the finder, because what is expected stands in it; or not
 * at all. Interest has no reference to find.
 */
export type Way = 'template' | 'finder' | 'not at all' | 'nothing to find';

export interface MessageProof {
  id: string;
  /** What the message is: `credit`, `debit`, `other`; `message` for a request. */
  expected: string;
  /** What a template took it for; `none` if none fits. */
  found: string;
  /** From a sender that may confirm. */
  isListed: boolean;
  way: Way;
  /** No credit, but the finder would show it to a person if an order fitted it. */
  isShown: boolean;
  /** One line for each field that differs, and for a credit where none is. */
  faults: string[];
}

type Expected = { kind: string } & Record<string, unknown>;

interface Sms {
  id: string;
  sender: string;
  text: string;
  receivedAt: string;
  expect: Expected;
}

interface Webhook {
  id: string;
  headers: Record<string, string>;
  body: string;
  expect: { sender: string; text: string; receivedAt: string | null };
}

/** Keys with which the samples are signed. */
const SAMPLE_KEYS = { capcom6: 'demo-signing-key', smsforwarder: 'SECdemo0417' };
/**
 * What may confirm an order. Other fields of a sample, such as a name that the bank has cut, only
 * help a person.
 */
const FIELDS = [
  'kind',
  'amountPaise',
  'rrn',
  'utr',
  'date',
  'time',
  'payerVpa',
  'accountTail',
  'balancePaise',
] as const;

function linesOf<T>(folder: string, file: string): T[] | null {
  const place = path.join(folder, file);
  if (!existsSync(place)) return null;
  const lines = readFileSync(place, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line): T => JSON.parse(line));
}

export function differences(expected: Record<string, unknown>, found: Record<string, unknown>): string[] {
  return Object.entries(expected)
    .filter(([field, value]) => found[field] !== value)
    .map(([field, value]) => `${field} is ${JSON.stringify(found[field])}, not ${JSON.stringify(value)}`);
}

/** What is wrong with a reading by template. A text that is not read is never false. */
export function faultsOf(reading: Reading | null, expected: Expected): string[] {
  if (reading === null) return [];
  const fields = FIELDS.filter((field) => field in expected).map((field) => [field, expected[field]]);
  return differences(Object.fromEntries(fields), { ...reading, utr: reading.refs[0] });
}

/** How a text is read; what a sample does not tell need only be there. */
export function wayOf(reading: Reading | null, text: string, { amountPaise, rrn, utr }: Expected): Way {
  if (reading !== null) return 'template';
  const { numbers, amounts } = tracesOf(text);
  const number = utr ?? rrn;
  if (number === null) return 'nothing to find';
  const isNumber = number === undefined ? numbers.length > 0 : numbers.includes(String(number).toUpperCase());
  const isAmount = amountPaise === undefined ? amounts.length > 0 : amounts.includes(Number(amountPaise));
  return isNumber && isAmount ? 'finder' : 'not at all';
}

/** Reads each message of `sms.jsonl` in the folder; null when the folder holds no such file. */
export function proveSms(folder: string): MessageProof[] | null {
  const messages = linesOf<Sms>(folder, 'sms.jsonl');
  return messages?.map(proveOne) ?? null;
}

function proveOne({ id, sender, text, receivedAt, expect }: Sms): MessageProof {
  const { listed, bank } = senderOf(sender);
  // A message of nobody is pasted: the wordings of all banks are tried.
  const via = bank === null ? 'text' : sender.includes('.') ? 'app' : 'sms';
  const read = readMessage({ text, via, bank, receivedAt: Date.parse(receivedAt) }, TEMPLATES);
  const reading = read?.reading ?? null;
  const faults = faultsOf(reading, expect);
  // What is no credit and no debit confirms nothing, from any sender.
  if (expect.kind !== 'other' && expect.trusted !== undefined && expect.trusted !== listed)
    faults.push(`trusted is ${listed}`);
  return {
    id,
    expected: expect.kind,
    found: reading?.kind ?? 'none',
    isListed: listed,
    way: wayOf(reading, text, expect),
    isShown: expect.kind !== 'credit' && reading === null && looksLikeCredit(text),
    faults,
  };
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
        isListed: false,
        way: 'not at all',
        isShown: false,
        faults: differences(expected, { ...forwarded, signature }),
      };
    }) ?? null
  );
}

/**
 * The faults, then how the credits of listed senders are read and what else is read by template.
 */
export function messageReport(title: string, proofs: readonly MessageProof[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)}%`);
  const credits = proofs.filter(({ expected, isListed, way }) => {
    return expected === 'credit' && isListed && way !== 'nothing to find';
  });
  const ways = (['template', 'finder', 'not at all'] as const).map((way) => {
    const count = credits.filter((proof) => proof.way === way).length;
    return `${way} ${count} (${share(count, credits.length)})`;
  });
  const faulty = proofs.filter(({ faults }) => faults.length > 0);
  return [
    ...proofs.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`)),
    ...(credits.length > 0
      ? [`${title}, ${credits.length} credits of listed senders with a reference: ${ways.join(', ')}`]
      : []),
    ...(proofs.some(({ isShown }) => isShown)
      ? [`${title}, no credits that the finder would look at: ${proofs.filter(({ isShown }) => isShown).length}`]
      : []),
    `${title}: ${proofs.length}, ${faulty.length} with faults`,
  ].join('\n');
}
