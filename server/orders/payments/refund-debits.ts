import type { Selectable } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/rows.ts';
import type { RefundsTable } from '#server/database/schema.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { canonicalUtr } from '#shop/money/upi.ts';
import { lockImport } from './ledger.ts';

export type RefundRow = Selectable<RefundsTable>;

/** A refund without a reference is found in the statement by its amount, within these days. */
const DAYS_APART = 3;

/**
 * Which debits staff have recorded as refunds: they have the amount of a refund and its reference,
 * or the UTR of its order when it has none. A bank may send a refund with the UTR of the payment,
 * but does not call it a reversal: that may be a chargeback.
 *
 * @param isWorded whether the words of the bank call a debit a reversal: it is only a refund that
 *   names its reference
 */
export async function recordedRefunds<T extends { refs: readonly string[]; amount: number; day: string }>(
  db: Reader,
  debits: readonly T[],
  isWorded: (debit: T) => boolean,
): Promise<Set<T>> {
  const refunds: { ref: string; amount: number; day: string | null }[] = [];
  for (const part of parts([...new Set(debits.flatMap(({ refs }) => refs))])) {
    const sent = db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.order_number', 'refunds.order_number')
      .select(['reference', 'amount', 'day', 'utr'])
      // One that the bank sent back was sent.
      .where((eb) => eb.or([eb('taken_back_at', 'is', null), eb('returned_by', 'is not', null)]));
    const named = await sent.where('reference', 'in', part).execute();
    const unnamed = await sent.where('utr', 'in', part).where('reference', 'is', null).execute();
    refunds.push(...named.map(({ reference, amount }) => ({ ref: reference ?? '', amount, day: null })));
    refunds.push(...unnamed.map(({ utr, amount, day }) => ({ ref: utr ?? '', amount, day })));
  }
  const byRef = Map.groupBy(refunds, ({ ref }) => ref);
  const isRefund = (debit: T) => {
    const fits = (refund: { amount: number; day: string | null }) =>
      refund.amount === debit.amount &&
      (refund.day === null || (!isWorded(debit) && daysApart(debit.day, refund.day) <= DAYS_APART));
    return debit.refs.some((ref) => byRef.get(ref)?.some(fits));
  };
  return new Set(debits.filter(isRefund));
}

/**
 * Statement debits prove refunds: by reference, else by amount within a few days. Each debit proves
 * one refund, also when several statements show it.
 *
 * @param lines without those that take credits back
 * @throws ShopError import_undone
 */
export async function settleRefunds(
  context: ServiceContext,
  { lines, from, to }: Pick<Statement, 'lines' | 'from' | 'to'>,
  importId: string,
): Promise<void> {
  const { db } = context.database;
  const open = await db
    .selectFrom('refunds')
    .selectAll()
    .where('shown_in', 'is', null)
    .where('taken_back_at', 'is', null)
    .execute();
  if (open.length === 0) return;
  const others = await db
    .selectFrom('refunds')
    .innerJoin('statement_imports', 'statement_imports.id', 'refunds.shown_in')
    .selectAll('refunds')
    .select(['from_day', 'to_day'])
    .where('from_day', '<=', to)
    .where('to_day', '>=', from)
    .execute();
  const debits = new Set(lines.filter((line) => line.direction === 'debit'));
  /** Takes the debit that proves a refund, of these days. */
  const take = ({ amount, reference, day }: RefundRow, first = from, last = to): boolean => {
    const found = [...debits].find(
      (line) =>
        line.amountPaise === amount &&
        line.date >= first &&
        line.date <= last &&
        (reference === null ? daysApart(line.date, day) <= DAYS_APART : names(line, reference)),
    );
    if (found) debits.delete(found);
    return found !== undefined;
  };
  for (const refund of others.sort(namedFirst)) take(refund, refund.from_day ?? from, refund.to_day ?? to);
  const shown = open.sort(namedFirst).filter((refund) => take(refund));
  await transact(context, async ({ trx }) => {
    await lockImport(trx, importId);
    for (const part of parts(shown.map(({ id }) => id))) {
      await trx.updateTable('refunds').set({ shown_in: importId }).where('id', 'in', part).execute();
    }
  });
}

/** A debit that names a refund proves no other one of the same amount. */
const namedFirst = (one: RefundRow, other: RefundRow) =>
  Number(one.reference === null) - Number(other.reference === null);
/** Earlier versions stored references as they were typed. */
const names = ({ rrn, refs }: StatementLine, reference: string) =>
  [rrn ?? [], refs].flat().includes(canonicalUtr(reference));

/** Between two days such as '2026-11-20'. */
export function daysApart(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}
