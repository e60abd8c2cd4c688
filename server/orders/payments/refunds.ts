import { type Selectable, sql } from 'kysely';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/prepared.ts';
import type { RefundsTable } from '#server/database/schema.ts';
import type { Trx } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { toPaise, toRupees } from '#shop/money/money.ts';
import { recordRefund, refundDue } from '#shop/orders/changes/refund.ts';
import type { Refund, RefundDue } from '#shop/orders/payments/api.ts';
import type { StatementLine } from '#shop/orders/payments/statement.ts';
import { changeOrder } from '../lifecycle/change-order.ts';
import { attentionOf } from '../wire.ts';
import type { ProofDeps } from './proof.ts';
import { ORDER_BRIEF, toBrief } from './wire.ts';

type RefundRow = Selectable<RefundsTable>;

const MOST = 200;
/** A refund without a reference is found in the statement by its amount, within these days. */
const DAYS_APART = 3;
const DAY_MS = 86_400_000;

/** Refunds still to send: cancelled, returned and overpaid orders, the oldest first. */
export async function dueRefunds({ database }: ServiceContext): Promise<RefundDue[]> {
  const rows = await database.db
    .selectFrom('orders')
    .select([...ORDER_BRIEF, 'refunded'])
    .where('payment_status', '=', 'completed')
    // The condition of the index orders_refundable, word for word: SQLite does not use it otherwise.
    .where(sql<boolean>`(status in ('cancelled', 'returned') or paid_amount > total)`)
    .where(sql<boolean>`refunded < coalesce(paid_amount, total)`)
    .orderBy('created_at')
    .limit(MOST)
    .execute();
  return rows.flatMap((row) => {
    const found = refundDue(row, attentionOf(row));
    return found ? [{ ...toBrief(row), due: toRupees(found.due), why: found.why }] : [];
  });
}

/** Refunds that were sent, newest first. */
export async function sentRefunds({ database }: ServiceContext): Promise<Refund[]> {
  const rows = await database.db.selectFrom('refunds').selectAll().orderBy('recorded_at', 'desc').limit(MOST).execute();
  return rows.map(toRefund);
}

/**
 * Records a refund. `amount` in rupees, `date` as `YYYY-MM-DD`.
 *
 * @throws ShopError order_not_found, wrong_move (nothing was paid), refund_too_large, conflict (the reference is recorded)
 */
export async function addRefund(
  context: ServiceContext,
  deps: ProofDeps,
  orderNumber: string,
  input: { amount: number; date: string; reference?: string | undefined; reason: string },
  actor: Actor,
): Promise<Refund> {
  const row: RefundRow = {
    id: newId('ref'),
    order_number: orderNumber,
    amount: toPaise(input.amount),
    day: input.date,
    reference: input.reference || null,
    reason: input.reason,
    recorded_by: actor.name,
    recorded_at: context.now(),
    shown_in: null,
  };
  await changeOrder(context, deps, {
    orderNumber,
    actor,
    decide: async ({ trx, order }) => {
      const change = recordRefund(order, row);
      await refuseTwice(trx, row);
      await trx.insertInto('refunds').values(row).execute();
      return change;
    },
  });
  return toRefund(row);
}

/** A bank reference names one transfer. The order is locked, so that a second click finds the first. */
async function refuseTwice(trx: Trx, { order_number, reference }: RefundRow): Promise<void> {
  if (reference === null) return;
  const same = await trx
    .selectFrom('refunds')
    .select('id')
    .where('order_number', '=', order_number)
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (same) throw new ShopError('conflict', { message: 'This order already has a refund with this reference.' });
}

/** Statement debits prove refunds: by reference, else by amount within a few days. Each debit proves one refund. */
export async function settleRefunds(
  { database }: ServiceContext,
  lines: readonly StatementLine[],
  importId: string,
): Promise<void> {
  const { db } = database;
  const open = await db.selectFrom('refunds').selectAll().where('shown_in', 'is', null).execute();
  const debits = lines.filter((line) => line.direction === 'debit' && !line.reversal);
  const taken = new Set<StatementLine>();
  const shown = open.filter((refund) => {
    const fits = (line: StatementLine) => !taken.has(line) && line.amountPaise === refund.amount;
    const line =
      debits.find((one) => fits(one) && refund.reference !== null && names(one, refund.reference)) ??
      debits.find((one) => fits(one) && refund.reference === null && daysApart(one.date, refund.day) <= DAYS_APART);
    if (line) taken.add(line);
    return line !== undefined;
  });
  for (const part of parts(shown.map(({ id }) => id))) {
    await db.updateTable('refunds').set({ shown_in: importId }).where('id', 'in', part).execute();
  }
}

const names = ({ rrn, refs }: StatementLine, reference: string) => rrn === reference || refs.includes(reference);

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
    inStatement: row.shown_in !== null,
  };
}
