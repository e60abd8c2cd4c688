import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readMessage } from './message.ts';
import { trustedSender } from './senders.ts';

/** One invented message a line with what it means; the folder's shape is described in docs/payments.md. */
interface Sample {
  id: string;
  sender: string;
  text: string;
  receivedAt: string;
  expect: Record<string, unknown>;
}

const SAMPLES = path.join(import.meta.dirname, '../../../demo/credits/sms.jsonl');
const samples = readFileSync(SAMPLES, 'utf8')
  .trim()
  .split('\n')
  .map((line): Sample => JSON.parse(line));

test.each(samples)('reads sample $id', ({ sender, text, receivedAt, expect: expected }) => {
  const { trusted, bank } = trustedSender(sender);
  const reading = readMessage(text, { receivedAt: Date.parse(receivedAt), bankHint: bank });
  const found: Record<string, unknown> = { ...reading, trusted, utr: reading.refs[0] };
  const compared = Object.keys(expected).filter(
    (field) =>
      // An offer names a bank but comes from an untrusted header; a forged text need not name the bank it copies.
      !(field === 'trusted' && reading.kind === 'other') && !(field === 'bank' && !trusted && reading.bank === null),
  );
  expect(Object.fromEntries(compared.map((field) => [field, found[field]]))).toEqual(
    Object.fromEntries(compared.map((field) => [field, expected[field]])),
  );
});
