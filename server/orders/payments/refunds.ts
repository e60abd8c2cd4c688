import { sql } from 'kysely';
import { type Actor, SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/rows.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { toPaise, toRupees } from '#shop/money/money.ts';
import { canonicalUtr, checkUpiId, UTR_MIN_DIGITS } from '#shop/money/upi.ts';
import { keepRest, recordRefund, restoreRefund, undoRefund } from '#shop/orders/changes/refund.ts';
import type { Refund } from '#shop/orders/payments/api.ts';
import { applyChange, changeOrder, type Facts } from '../lifecycle/change-order.ts';
import { creditsById, flagsOf } from './ledger.queries.ts';
import { lockLedger } from './ledger.ts';
import type { ProofDeps } from './proof.ts';
import { daysApart, type RefundRow } from './refund-debits.ts';

export interface RefundInput {
  amount: number;
  date: string;
  reference?: string | undefined;
  reason: string;
  version?: number | undefined;
}

const MOST = 200;
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
 * The UPI ID that paid an order, as the bank has reported it; null when it named none. What a payer
 * can write is no UPI ID for a link (D62): it must look like one as a whole.
 */
export async function payerOf(db: Reader, orderNumber: string): Promise<string | null> {
  const credit = await db
    .selectFrom('credits')
    .select('payer_vpa')
    .where('order_number', '=', orderNumber)
    .where('status', '=', 'matched')
    .where('payer_vpa', 'is not', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const payer = credit?.payer_vpa ?? null;
  return payer !== null && checkUpiId(payer) === null ? payer : null;
}

/**
 * When money came back that may be that of a refund: of its amount, within some days, and naming no
 * refund. Money that names another number is not that of a refund with a reference.
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
 * Records a refund. `amount` in rupees, `date` as `YYYY-MM-DD`. The `version` that staff saw keeps
 * one without a reference from being recorded again when its response is lost.
 *
 * @throws ShopError order_not_found, stale, wrong_move (nothing was paid), refund_too_large,
 *   conflict (the reference is recorded)
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
    orderNumber,
    actor,
    version: input.version,
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

/**
 * A bank's reference as banks write it, to find it in a statement; other words, such as 'Cash', as
 * they are typed.
 */
function referenceOf(typed: string): string | null {
  const utr = canonicalUtr(typed);
  const digits = utr.replace(/\D/g, '').length;
  return (digits >= UTR_MIN_DIGITS && utr.length <= MOST_REFERENCE ? utr : typed) || null;
}

/**
 * Takes a recorded refund back that was not sent. Its row stays, with the debit that it has: that
 * one proves no other refund.
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
 * Own payments that came back: a refund of their reference and amount is due again, and its order
 * is marked. One that has brought back a refund brings back no other.
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
      await lockLedger(trx);
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
 * Credits that are own payments no more, since their import is undone or staff say so: the refunds
 * that they brought back count as sent again. What staff have done about one since stays: they have
 * settled its mark, or recorded another refund.
 */
export async function restoreRefunds(
  context: ServiceContext,
  deps: ProofDeps,
  creditIds: readonly string[],
  note: string,
  actor: Actor,
): Promise<void> {
  const { db } = context.database;
  const rows = await broughtBack(db, creditIds);
  for (const { id, order_number: orderNumber, taken_back_at: since, returned_by: creditId } of rows) {
    if (creditId === null || since === null) continue;
    await transact(context, async (work) => {
      const { trx } = work;
      await lockLedger(trx);
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

/**
 * Whether a message, or a statement whose import is not undone, tells that this credit is an own
 * payment that came back.
 */
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
 * A bank reference names one transfer. The order is locked, so that a second click finds the first.
 */
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
