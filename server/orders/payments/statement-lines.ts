import { parts } from '#server/database/rows.ts';
import type { Reader } from '#server/database/transact.ts';
import { mayConfirm, type Statement, type StatementLine } from '#shop/bank/statement/statement.ts';
import { ordersByUtr } from './candidates.ts';
import * as queries from './ledger.queries.ts';
import type { LedgerReport } from './ledger.ts';
import type { ProofDeps } from './proof.ts';
import { digest, reportOf } from './reports.ts';

/**
 * The credits of a statement as reports. The same line in another file, or in a file of an
 * overlapping period, has the same fingerprint. Debits have none, nor a row that the file prints
 * twice, nor a line whose direction nothing tells and that leads to no order.
 */
export async function reportsOf(
  db: Reader,
  statement: Statement,
  { importId, receivedAt }: { importId: string; receivedAt: number },
  { rules }: ProofDeps,
): Promise<Map<StatementLine, LedgerReport>> {
  const { accountTail, bank, lines } = statement;
  const traces = await tracedReferences(db, lines);
  const seen = new Map<string, number>();
  const reports = new Map<StatementLine, LedgerReport>();
  for (const line of lines) {
    const about = line.balancePaise === null ? line.narration : String(line.balancePaise);
    const key = [accountTail ?? '', line.date, line.direction ?? '', String(line.amountPaise), about].join('|');
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    const traced = traces.get(line);
    if (line.direction === 'debit' || line.repeated || (line.direction === null && traced === undefined)) continue;
    const reading = { ...line, accountTail: line.accountTail ?? accountTail, bank: line.bank ?? bank };
    const report = reportOf(traced === undefined ? reading : { ...reading, refs: traced }, {
      source: 'statement',
      receivedAt,
      sender: null,
      raw: line.narration,
      mayConfirm: mayConfirm(line, rules.accounts),
      line: { importId, fingerprint: digest([key, line.rrn ?? '', String(number)]), returned: line.reversal },
    });
    if (report) reports.set(line, report);
  }
  return reports;
}

/**
 * For lines that were not read: the one number in the text that is the UTR of an order, or the
 * reference of a known credit or refund, of the line's amount. It leads a person to the order, and
 * confirms nothing. The other numbers of 12 digits follow it: one of them may be the bank's, and
 * another report of it must not prove a second order.
 */
async function tracedReferences(db: Reader, all: readonly StatementLine[]): Promise<Map<StatementLine, string[]>> {
  const lines = all.filter(({ read, direction, rrn }) => !read && direction !== 'debit' && rrn === null);
  const numbers = lines.flatMap((line) => line.numbers);
  const orders = await ordersByUtr(db, numbers);
  const ids: string[] = [];
  for (const part of parts([...new Set(numbers)])) ids.push(...(await queries.creditIdsOf(db, part)));
  const credits = await queries.creditsById(db, [...new Set(ids)]);
  const known = new Set(credits.flatMap(({ refs, amount }) => refs.map((ref) => `${ref} ${amount}`)));
  const refunds = await queries.refundsNamed(db, [{ refs: numbers }]);
  const found = new Map<StatementLine, string[]>();
  for (const line of lines) {
    const { amountPaise } = line;
    const leads = (one: string) =>
      orders.get(one)?.some(({ paid, total }) => (paid ?? total) === amountPaise) ||
      known.has(`${one} ${amountPaise}`) ||
      refunds.has(`${one} ${amountPaise}`);
    const [first, ...others] = line.numbers.filter(leads);
    if (first === undefined || others.length > 0) continue;
    found.set(line, [first, ...line.numbers.filter((one) => one !== first && /^\d{12}$/.test(one))]);
  }
  return found;
}
