import { type Selectable, sql } from 'kysely';
import { type Actor, SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/prepared.ts';
import type { RefundsTable } from '#server/database/schema.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { toPaise, toRupees } from '#shop/money/money.ts';
import { canonicalUtr, UTR_MIN_DIGITS } from '#shop/money/upi.ts';
import { keepRest, recordRefund, restoreRefund, undoRefund } from '#shop/orders/changes/refund.ts';
import type { Refund } from '#shop/orders/payments/api.ts';
import type { Statement, StatementLine } from '#shop/orders/payments/statement.ts';
import { applyChange, changeOrder, type Facts } from '../lifecycle/change-order.ts';
import { creditsById, flagsOf } from './ledger.queries.ts';
import { lockImport, lockLedger } from './ledger.ts';
import type { ProofDeps } from './proof.ts';

type RefundRow = Selectable<RefundsTable>;
export interface RefundInput {
  amount: number;
  date: string;
  reference?: string | undefined;
  reason: string;
  version?: number | undefined;
}

const MOST = 200;
/** A refund without a reference is found in the statement by its amount, within these days. */
const DAYS_APART = 3;
const DAY_MS = 86_400_000;
/** Money that comes back later is hardly that of the refund. */
const DAYS_BACK = 10;

/** Refunds that were sent, newest first. */
export async function sentRefunds({ database }: ServiceContext, order?: string): Promise<Refund[]> {
  const all = database.db.selectFrom('refunds').selectAll().orderBy('recorded_at', 'desc').limit(MOST);
  const rows = await (order === undefined ? all : all.where('order_number', '=', order)).execute();
  const hints = await cameBack(database.db, rows);
  return rows.map((row) => ({ ...toRefund(row), cameBackAt: hints.get(row.id) ?? null }));
}

/**
 * When money came back that may be that of a refund: of its amount, within some days, and naming no refund. Money that names another
 * number is not that of a refund with a reference.
 */
async function cameBack(db: Reader, refunds: readonly RefundRow[]): Promise<Map<string, number>> {
  const sent = refunds.filter(({ taken_back_at }) => taken_back_at === null);
  const [first] = sent.map(({ day }) => day).sort();
  if (first === undefined) return new Map();
  const returned = await db
    .selectFrom('credits')
    .select(['amount', 'day', 'at', 'refs'])
    .where('status', 'in', ['dismissed', 'conflict'])
    // The condition of the index credits_flagged.
    .where('flags', '!=', sql.lit('[]'))
    .where('flags', 'like', '%"returned"%')
    .where('day', '>=', first)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('refunds').select('refunds.id').whereRef('returned_by', '=', 'credits.id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('credit_sources')
          .select('credit_sources.id')
          .whereRef('credit_id', '=', 'credits.id')
          .where('undone', '=', 0),
      ),
    )
    .orderBy('at')
    .execute();
  const hints = sent.flatMap((refund): [string, number][] => {
    const found = returned.find(
      ({ amount, day, refs }) =>
        amount === refund.amount && isSoonAfter(refund.day, day) && (refund.reference === null || refs === '[]'),
    );
    return found ? [[refund.id, found.at]] : [];
  });
  return new Map(hints);
}

function isSoonAfter(refund: string, day: string): boolean {
  return day >= refund && daysApart(day, refund) <= DAYS_BACK;
}

/** Whether money that came back without a reference may be that of a recorded refund. */
export async function mayBeRefund(db: Reader, { amount, day }: { amount: number; day: string }): Promise<boolean> {
  const rows = await db
    .selectFrom('refunds')
    .select('day')
    .where('amount', '=', amount)
    .where('taken_back_at', 'is', null)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .execute();
  return rows.some((refund) => isSoonAfter(refund.day, day));
}

/**
 * Records a refund. `amount` in rupees, `date` as `YYYY-MM-DD`. The `version` that staff saw keeps one without a reference from being
 * recorded again when its response is lost.
 *
 * @throws ShopError order_not_found, stale, wrong_move (nothing was paid), refund_too_large, conflict (the reference is recorded)
 */
export async function addRefund(
  context: ServiceContext,
  deps: ProofDeps,
  orderNumber: string,
  input: RefundInput,
  actor: Actor,
): Promise<Refund> {
  const row: RefundRow = {
    id: newId('ref'),
    order_number: orderNumber,
    amount: toPaise(input.amount),
    day: input.date,
    reference: referenceOf(input.reference ?? ''),
    reason: input.reason,
    recorded_by: actor.name,
    recorded_at: context.now(),
    shown_in: null,
    taken_back_at: null,
    returned_by: null,
  };
  await changeOrder(context, deps, {
    ...{ orderNumber, actor, version: input.version },
    decide: async ({ trx, order }) => {
      const change = recordRefund(order, row);
      await refuseTwice(trx, row);
      await trx.insertInto('refunds').values(row).execute();
      return change;
    },
  });
  return toRefund(row);
}

/** @throws ShopError order_not_found, stale, wrong_move: see `keepRest` */
export async function decideRest(
  context: ServiceContext,
  deps: ProofDeps,
  orderNumber: string,
  { version, ...input }: { kept: boolean; reason: string; version?: number | undefined },
  actor: Actor,
): Promise<void> {
  await changeOrder(context, deps, { orderNumber, actor, version, decide: ({ order }) => keepRest(order, input) });
}

/** The most letters and digits of a bank's reference (RTGS). */
const MOST_REFERENCE = 22;

/** A bank's reference as banks write it, to find it in a statement; other words, such as 'Cash', as they are typed. */
function referenceOf(typed: string): string | null {
  const utr = canonicalUtr(typed);
  const digits = utr.replace(/\D/g, '').length;
  return (digits >= UTR_MIN_DIGITS && utr.length <= MOST_REFERENCE ? utr : typed) || null;
}

/**
 * Takes a recorded refund back that was not sent. Its row stays, with the debit that it has: that one proves no other refund.
 *
 * @throws ShopError refund_not_found, conflict (it has been taken back)
 */
export async function takeRefundBack(
  context: ServiceContext,
  deps: ProofDeps,
  { id, reason }: { id: string; reason: string },
  actor: Actor,
): Promise<Refund> {
  const read = (db: Reader) => db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
  const { db } = context.database;
  const found = await read(db);
  if (!found) throw new ShopError('refund_not_found');
  await changeOrder(context, deps, {
    orderNumber: found.order_number,
    actor,
    decide: async ({ trx, order, at }) => {
      if (!(await markTakenBack(trx, id, { taken_back_at: at }))) {
        throw new ShopError('conflict', { message: 'This refund has already been taken back.' });
      }
      return undoRefund(order, { ...found, reason }, false);
    },
  });
  return toRefund((await read(db)) ?? found);
}

/** @returns false when it has been taken back already */
async function markTakenBack(
  trx: Trx,
  id: string,
  how: Pick<RefundRow, 'taken_back_at'> & Partial<RefundRow>,
): Promise<boolean> {
  const open = trx.updateTable('refunds').set(how).where('id', '=', id).where('taken_back_at', 'is', null);
  return (await open.executeTakeFirst()).numUpdatedRows > 0n;
}

/**
 * Own payments that came back: a refund of their reference and amount is due again, and its order is marked. One that has brought back a
 * refund brings back no other.
 */
export async function returnRefunds(
  context: ServiceContext,
  deps: ProofDeps,
  creditIds: readonly string[],
): Promise<void> {
  for (const { id, refs, amount, sources } of await creditsById(context.database.db, [...creditIds])) {
    if (refs.length === 0) continue;
    await transact(context, async (work) => {
      const { trx } = work;
      // No import is undone and no credit recorded meanwhile.
      await lockLedger(trx, context.database.kind);
      const refund = await trx
        .selectFrom('refunds')
        .selectAll()
        .where('reference', 'in', refs)
        .where('amount', '=', amount)
        .where('taken_back_at', 'is', null)
        .orderBy('recorded_at')
        .executeTakeFirst();
      if (!refund || !(await isReturned(trx, id)) || (await broughtBack(trx, [id])).length > 0) return;
      const decide = async ({ order, at }: Facts) => {
        if (!(await markTakenBack(trx, refund.id, { taken_back_at: at, returned_by: id }))) return null;
        return undoRefund(order, { ...refund, reason: 'The bank sent it back', toldBy: sources[0]?.source }, true);
      };
      await applyChange(work, context, deps, { orderNumber: refund.order_number, actor: SHOP, decide });
    });
  }
}

/**
 * Credits that are own payments no more, since their import is undone or staff say so: the refunds that they brought back count as sent
 * again. What staff have done about one since stays: they have settled its mark, or recorded another refund.
 */
export async function restoreRefunds(
  context: ServiceContext,
  deps: ProofDeps,
  creditIds: readonly string[],
  note: string,
  actor: Actor,
): Promise<void> {
  const { db, kind } = context.database;
  const rows = await broughtBack(db, creditIds);
  for (const { id, order_number: orderNumber, taken_back_at: since, returned_by: creditId } of rows) {
    if (creditId === null || since === null) continue;
    await transact(context, async (work) => {
      const { trx } = work;
      await lockLedger(trx, kind);
      const decide = async ({ order }: Facts) => {
        const all = await trx.selectFrom('refunds').selectAll().where('order_number', '=', orderNumber).execute();
        const refund = all.find((one) => one.id === id && one.returned_by === creditId);
        const isSettled = order.attention.settled.some(({ reason, at }) => reason === 'refund_returned' && at > since);
        const isAnew = all.some(({ recorded_at }) => recorded_at > since);
        if (!refund || isSettled || isAnew || (await isReturned(trx, creditId))) return null;
        const sent = { taken_back_at: null, returned_by: null };
        await trx.updateTable('refunds').set(sent).where('id', '=', id).execute();
        const marked = all.some((one) => one !== refund && one.returned_by !== null);
        return restoreRefund(order, refund, { note, marked });
      };
      await applyChange(work, context, deps, { orderNumber, actor, decide });
    });
  }
}

/** The refunds that these credits have brought back. */
async function broughtBack(db: Reader, creditIds: readonly string[]): Promise<RefundRow[]> {
  const found: RefundRow[] = [];
  for (const part of parts(creditIds)) {
    found.push(...(await db.selectFrom('refunds').selectAll().where('returned_by', 'in', part).execute()));
  }
  return found;
}

/** Whether a message, or a statement whose import is not undone, tells that this credit is an own payment that came back. */
async function isReturned(db: Reader, creditId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credit_sources')
    .innerJoin('credits', 'credits.id', 'credit_sources.credit_id')
    .leftJoin('statement_imports', 'statement_imports.id', 'credit_sources.import_id')
    .select('flags')
    .where('credit_id', '=', creditId)
    .where('undone', '=', 0)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined && flagsOf(row).includes('returned');
}

/**
 * Which debits staff have recorded as refunds: they have the amount of a refund and its reference, or the UTR of its order when it has none.
 * A bank may send a refund with the UTR of the payment, but does not call it a reversal: that may be a chargeback.
 *
 * @param isWorded whether the words of the bank call a debit a reversal: it is only a refund that names its reference
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

/** A bank reference names one transfer. The order is locked, so that a second click finds the first. */
async function refuseTwice(trx: Trx, { order_number, reference }: RefundRow): Promise<void> {
  if (reference === null) return;
  const same = await trx
    .selectFrom('refunds')
    .select('id')
    .where('order_number', '=', order_number)
    .where('reference', '=', reference)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst();
  if (same) throw new ShopError('conflict', { message: 'This order already has a refund with this reference.' });
}

/**
 * Statement debits prove refunds: by reference, else by amount within a few days. Each debit proves one refund, also when several statements
 * show it.
 *
 * @param lines without those that take credits back
 * @throws ShopError import_undone
 */
export async function settleRefunds(
  context: ServiceContext,
  { lines, from, to }: Pick<Statement, 'lines' | 'from' | 'to'>,
  importId: string,
): Promise<void> {
  const { db, kind } = context.database;
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
    await lockImport(trx, kind, importId);
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

function daysApart(one: string | null, other: string): number {
  return Math.abs(Date.parse(one ?? '') - Date.parse(other)) / DAY_MS;
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    orderNumber: row.order_number,
    amount: toRupees(row.amount),
    date: row.day,
    reference: row.reference,
    reason: row.reason,
    by: row.recorded_by,
    at: row.recorded_at,
    inStatement: row.shown_in !== null && row.taken_back_at === null,
    takenBackAt: row.taken_back_at,
    cameBackAt: null,
  };
}
