import { isoDay } from '#shop/india/dates.ts';
import { grammarOf } from './grammar.ts';
import { type Parse, parsesOf } from './match.ts';
import type { Reading } from './reading.ts';
import type { Template } from './template.ts';
import { plainText } from './text.ts';

export interface BankMessage {
  text: string;
  /** Of a mail. */
  subject?: string;
  /** `text`: somebody has pasted it; templates of every way are tried. */
  via: 'sms' | 'app' | 'email' | 'text';
  /**
   * Short name of the bank or app whose sender it has; null if nobody knows: the templates of all
   * banks are tried.
   */
  bank: string | null;
  /** Epoch ms. */
  receivedAt: number;
}

/** No SMS or notification of a bank is longer, in characters. */
const LONGEST_ALERT = 1000;

/** The subject of a mail that takes back what its text seems to say. */
const DOUBT = /\b(?:declined|failed|pending|on hold|request(?:ed)?|revers(?:al|ed)|returned|rejected|not credited)\b/i;

/**
 * Reads a message of a bank by the template that fits all of it; null when none fits, or when it
 * can be read in two ways that differ in amount, reference, account, date or direction. Nothing
 * that a payer writes counts, except an order number in `reading.note`.
 */
export function readMessage(
  message: BankMessage,
  templates: readonly Template[],
): { reading: Reading; template: string } | null {
  const plain = { text: plainText(message.text), subject: plainText(message.subject ?? '') };
  if (DOUBT.test(plain.subject)) return null;
  if ((message.via === 'sms' || message.via === 'app') && plain.text.length > LONGEST_ALERT) return null;
  const receivedDay = isoDay(message.receivedAt);
  let found: { reading: Reading; template: string } | null = null;
  const claims = new Set<string>();
  for (const template of templates) {
    if (!isMeant(template, message)) continue;
    const ways = parsesOf(grammarOf(template), plain, receivedDay, false);
    if (ways === 'confusing') return null;
    for (const parse of ways) claims.add(claimOf(readingOf(template, parse)));
    if (claims.size > 1) return null;
    if (ways.length === 0) continue;
    const strict = parsesOf(grammarOf(template), plain, receivedDay, true);
    const [first] = strict === 'confusing' ? [] : strict;
    if (first && !found) found = { reading: readingOf(template, agreed(first, ways)), template: template.id };
  }
  return found;
}

const isMeant = ({ bank, via }: Template, message: BankMessage) =>
  (message.bank === null || bank === message.bank) && (message.via === 'text' || via.includes(message.via));

/** What must be beyond doubt. */
const claimOf = ({ kind, reason, amountPaise, rrn, refs, reversesRrn, returnedRefs, accountTail, date }: Reading) =>
  JSON.stringify([kind, reason, amountPaise, rrn, refs, reversesRrn, returnedRefs, accountTail, date]);

/** Time and balance count only if all ways to read the text agree. */
function agreed(parse: Parse, ways: readonly Parse[]): Parse {
  const bank = { ...parse.bank };
  for (const name of ['time', 'balance'] as const)
    if (ways.some((way) => way.bank[name] !== bank[name])) delete bank[name];
  return { ...parse, bank };
}

function readingOf({ kind, channel, bank }: Template, parse: Parse): Reading {
  const {
    amount = null,
    balance = null,
    date = null,
    time = null,
    account = null,
    rrn = null,
    ref = null,
  } = parse.bank;
  const isTransfer = channel === 'neft' || channel === 'rtgs';
  const number = text(rrn);
  const refs = [text(ref), isTransfer ? number : null].filter((each) => each !== null);
  const reading: Reading = {
    kind: kind === 'credit' ? 'credit' : 'debit',
    reason: kind === 'credit_reversed' ? 'credit_reversed' : null,
    amountPaise: amount === null ? null : Number(amount),
    channel,
    rrn: isTransfer ? null : number,
    refs,
    date: text(date),
    time: text(time),
    payerVpa: parse.vpa,
    payerName: parse.payer === null ? null : tidyName(parse.payer),
    note: parse.note,
    accountTail: text(account),
    balancePaise: balance === null ? null : Number(balance),
    bank,
    reversesRrn: kind === 'credit_reversed' ? number : null,
    returnedRefs: null,
  };
  if (kind !== 'returned') return reading;
  const all = number === null ? refs : [...new Set([number, ...refs])];
  return { ...reading, kind: 'other', reason: 'reversal', rrn: null, refs: [], returnedRefs: all };
}

const text = (value: string | number | null) => (value === null ? null : String(value));

/** `DEVESH KULKARNI` → `Devesh Kulkarni`; mixed case stays as it is. */
function tidyName(name: string): string {
  const words = name.replace(/[ .,]+$/, '').split(' ');
  return words
    .map((word) =>
      word === word.toUpperCase() || word === word.toLowerCase()
        ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
        : word,
    )
    .join(' ');
}
