import { parts } from '#server/database/rows.ts';
import type { Reader } from '#server/database/transact.ts';
import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { isoDay } from '#shop/india/dates.ts';
import { sameAccount } from '#shop/orders/payments/credit.ts';
import { acceptedPayments } from '../rows/payments.queries.ts';
import { creditIdsOf, creditsById, type LedgerCredit } from './ledger.queries.ts';
import type { LedgerReport } from './ledger.ts';
import { recordedRefunds } from './refund-debits.ts';
import { reportOf } from './reports.ts';

/** A debit, as a statement or a message tells of it. */
export type Debit = Pick<LedgerReport, 'refs' | 'amount' | 'day' | 'account'>;

/**
 * Which debits take back a payment that the shop knows, whatever their words are: they carry its
 * UTR and amount. Chargebacks come weeks later, and each bank names them in its own way. The caller
 * leaves recorded refunds out.
 *
 * @param isOwn they are of an account of the shop; else only those of the account of their credit
 *   count
 * @returns the UTR for each of them
 */
export async function takenBackBy<T extends Debit>(
  db: Reader,
  debits: readonly T[],
  isOwn: boolean,
): Promise<Map<T, string>> {
  const refs = [...new Set(debits.flatMap((debit) => debit.refs))];
  const ids = new Set<string>();
  const accepted = new Map<string, { amount: number; day: string }>();
  for (const part of parts(refs)) {
    for (const id of await creditIdsOf(db, part)) ids.add(id);
    for (const { utr, amount, decided_at } of await acceptedPayments(db, part)) {
      if (utr !== null) accepted.set(utr, { amount, day: isoDay(decided_at) });
    }
  }
  const credits = await creditsById(db, [...ids]);
  const byRef = Map.groupBy(
    credits.flatMap((credit) => credit.refs.map((ref) => ({ ref, credit }))),
    ({ ref }) => ref,
  );
  const found = new Map<T, string>();
  for (const debit of debits) {
    const ref = debit.refs.find((one) => {
      const known = byRef.get(one)?.filter(({ credit }) => credit.amount === debit.amount) ?? [];
      if (known.length > 0) return known.some(({ credit }) => (isOwn || credit.account) && isLater(debit, credit));
      const payment = accepted.get(one);
      return isOwn && payment?.amount === debit.amount && payment.day < debit.day;
    });
    if (ref !== undefined) found.set(debit, ref);
  }
  return found;
}

/**
 * What staff have set aside may be an own payment that came back. The owner may have paid from
 * another account: that one shows the same reference on the same day.
 */
function isLater(debit: Debit, { status, day, account }: LedgerCredit): boolean {
  if (status === 'dismissed' || !sameAccount(account, debit.account)) return false;
  return account && debit.account ? day <= debit.day : day < debit.day;
}

/**
 * The debits of a statement that take credits back, by the bank's words or by what the shop knows.
 * A recorded refund does not.
 *
 * @returns with what is needed to do so; null for a debit without a reference
 */
export async function reversalsOf(
  db: Reader,
  { lines, accountTail }: Pick<Statement, 'lines' | 'accountTail'>,
  importId: string,
  receivedAt: number,
): Promise<Map<StatementLine, { report: LedgerReport; reference: string } | null>> {
  const debits = lines.flatMap((line) => {
    // The columns of an unknown layout may mean the opposite.
    if (line.direction !== 'debit' || line.bank === null) return [];
    const report = reportOf(
      { ...line, accountTail: line.accountTail ?? accountTail },
      {
        source: 'statement' as const,
        receivedAt,
        sender: null,
        raw: line.narration,
        mayConfirm: false,
        line: { importId, fingerprint: '', returned: false },
      },
    );
    return report ? [{ line, report }] : [];
  });
  const reports = debits.map(({ report }) => report);
  const known = await takenBackBy(db, reports, true);
  const worded = new Set(debits.flatMap(({ line, report }) => (line.worded ? [report] : [])));
  const refunds = await recordedRefunds(db, reports, (report) => worded.has(report));
  return new Map(
    debits.flatMap(({ line, report }) => {
      if (!(line.reversal || known.has(report)) || refunds.has(report)) return [];
      const reference = line.reversesRrn ?? known.get(report) ?? line.rrn;
      return [[line, reference === null ? null : { report, reference }] as const];
    }),
  );
}
