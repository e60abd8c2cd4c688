import { transact } from '#server/database/transact.ts';
import { lockLedger, recordReports } from '#server/orders/payments/ledger.ts';
import { type ProofDeps, proveOrders } from '#server/orders/payments/proof.ts';
import { reportOf } from '#server/orders/payments/reports.ts';
import type { Reading } from '#shop/bank/reading.ts';
import { isoDay } from '#shop/india/dates.ts';
import type { Paise } from '#shop/money/money.ts';
import type { CreditSource } from '#shop/orders/payments/credit.ts';
import type { Match } from '#shop/orders/payments/match.ts';
import type { TestApp } from './app.ts';
import { READERS } from './readers.ts';

/** What a bank reports, as its reader has understood it. */
export interface BankReport {
  amount: Paise;
  rrn: string | null;
  /** What the payer wrote. */
  note?: string | null;
  source?: CreditSource;
  /** It was read whole, and for an own account (D62). */
  mayConfirm?: boolean;
  /** Epoch ms: when the money came; the shop's time by default. */
  at?: number;
  account?: string | null;
}

const READING: Reading = {
  kind: 'credit',
  reason: null,
  amountPaise: null,
  channel: 'upi',
  rrn: null,
  refs: [],
  date: null,
  time: null,
  payerVpa: 'ananya@okexample',
  payerName: null,
  note: null,
  accountTail: null,
  balancePaise: null,
  bank: 'HDFC',
  reversesRrn: null,
  returnedRefs: null,
};

/**
 * Records reports in the ledger and confirms what they prove, as a message that has been read does.
 * @returns what each proves
 */
export async function bankReports(t: TestApp, reports: readonly BankReport[]): Promise<(Match | undefined)[]> {
  const { context } = t;
  const read = reports.flatMap((report) => ledgerReport(report, t.clock.now()) ?? []);
  const recorded = await transact(context, async ({ trx }) => {
    await lockLedger(trx);
    return recordReports(trx, read, context.now());
  });
  const ids = recorded.map(({ creditId }) => creditId);
  const matches = await proveOrders(context, await proofDeps(t), ids);
  return ids.map((id) => matches.get(id));
}

export async function proofDeps({ services }: TestApp): Promise<ProofDeps> {
  const { mail, orders, settings } = services;
  const [terms, rules] = [await orders.terms(), await settings.proof()];
  return { mail, readers: READERS, terms, rules, placeDraft: orders.placeDraft };
}

export function ledgerReport(report: BankReport, now: number) {
  const at = report.at ?? now;
  const india = new Date(at + 330 * 60_000).toISOString();
  const source = report.source ?? 'sms';
  const reading = {
    ...READING,
    amountPaise: report.amount,
    rrn: report.rrn,
    note: report.note ?? null,
    accountTail: report.account ?? null,
    date: isoDay(at),
    // A statement has no times.
    time: source === 'statement' ? null : india.slice(11, 16),
  };
  const raw = JSON.stringify(report);
  const line = source === 'statement' ? { line: { importId: '', fingerprint: raw, returned: false } } : {};
  const mayConfirm = report.mayConfirm ?? true;
  return reportOf(reading, { source, receivedAt: now, sender: 'VM-HDFCBK-S', raw, mayConfirm, ...line });
}
