import { createHash } from 'node:crypto';
import type { Reading } from '#shop/bank/reading.ts';
import { isoDay, noonOf, startOfDay } from '#shop/india/dates.ts';
import type { CreditSource } from '#shop/orders/payments/credit.ts';
import { cleanLine, cleanText } from '#shop/text/text.ts';
import type { LedgerReport } from './ledger.ts';

/** Where a reading comes from. Times in epoch ms. */
export interface Origin {
  source: CreditSource;
  receivedAt: number;
  sender: string | null;
  raw: string;
  /** See `Report.mayConfirm`. */
  mayConfirm: boolean;
  /** The wording by which it was read. */
  wording?: string | null;
  /** The import of a statement line, and what identifies the line. */
  line?: { importId: string; fingerprint: string; returned: boolean };
}

/** @returns the report of a credit; null when the reading has no amount */
export function reportOf(reading: Reading, origin: Origin): LedgerReport | null {
  const { amountPaise, rrn, refs } = reading;
  if (amountPaise === null || amountPaise <= 0) return null;
  const { day, minute, at } = momentOf(reading, origin);
  return {
    source: origin.source,
    fingerprint: origin.line?.fingerprint ?? messageFingerprint(reading, origin),
    importId: origin.line?.importId ?? '',
    returned: origin.line?.returned ?? false,
    mayConfirm: origin.mayConfirm,
    amount: amountPaise,
    day,
    minute,
    at,
    rrn,
    refs: [...new Set(rrn ? [rrn, ...refs] : refs)],
    account: reading.accountTail,
    receivedAt: origin.receivedAt,
    reading: { ...reading, payerName: lineOf(reading.payerName), payerVpa: lineOf(reading.payerVpa) },
    sender: lineOf(origin.sender),
    raw: cleanText(origin.raw),
    wording: origin.wording ?? null,
  };
}

/**
 * The time in the text; without a date, the time of receipt. A message without a date tells of this
 * minute.
 */
function momentOf({ date, time }: Reading, { receivedAt, line }: Origin) {
  const day = date ?? isoDay(receivedAt);
  const [hours, minutes] = (time ?? '').split(':').map(Number);
  const start = startOfDay(noonOf(day));
  if (hours !== undefined && minutes !== undefined) {
    const minute = hours * 60 + minutes;
    return { day, minute, at: start + minute * 60_000 };
  }
  if (date !== null || line) return { day, minute: null, at: start };
  return { day, minute: Math.floor((receivedAt - startOfDay(receivedAt)) / 60_000), at: receivedAt };
}

/**
 * The same message again, from a retry or a second app. Without a reference, the second of receipt
 * counts too: two shoppers may pay the same amount within a minute.
 */
function messageFingerprint({ rrn }: Reading, { source, receivedAt, raw }: Origin): string {
  const text = raw.replace(/\s+/g, ' ').trim();
  return digest([source, text, rrn === null ? String(Math.floor(receivedAt / 1000)) : '']);
}

/** Without control characters: PostgreSQL stores no NUL. */
function lineOf(text: string | null): string | null {
  return text === null ? null : cleanLine(text);
}

export function digest(values: readonly string[]): string {
  return createHash('sha256').update(values.join('\u0000')).digest('base64url');
}
