import { type Insertable, type Selectable, sql } from 'kysely';
import { insertRows } from '#server/database/rows.ts';
import type { PaymentsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';

/** Literals: SQLite uses a partial index only when the query names its condition. */
const ACCEPTED = sql.lit<'accepted'>('accepted');
const MATCHED = sql.lit<'matched'>('matched');

export type PaymentRow = Selectable<PaymentsTable>;

/**
 * Writes a decision on a payment.
 *
 * @throws a unique violation when the UTR has already been accepted (I4)
 */
export function insertPayment(trx: Trx, row: Insertable<PaymentsTable>): Promise<void> {
  return insertRows(trx, 'payments', [row]);
}

/** The accepted payment with this UTR. */
export function acceptedPayment(db: Reader, utr: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('utr', '=', utr).where('status', '=', ACCEPTED).executeTakeFirst();
}

/** The accepted payments with these UTRs. */
export function acceptedPayments(db: Reader, utrs: readonly string[]): Promise<PaymentRow[]> {
  return db.selectFrom('payments').selectAll().where('utr', 'in', utrs).where('status', '=', ACCEPTED).execute();
}

/**
 * The UTR that the order had before its payment was accepted with another one; undefined: it was
 * the same.
 */
export async function utrBefore(db: Reader, orderNumber: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('replaced_utr')
    .where('order_number', '=', orderNumber)
    .where('status', '=', ACCEPTED)
    .executeTakeFirst();
  return row?.replaced_utr === '' ? null : (row?.replaced_utr ?? undefined);
}

/** Withdraws the accepted payments of an order. */
export async function withdrawPayments(
  trx: Trx,
  orderNumber: string,
  by: string,
  at: number,
  note: string,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ status: 'withdrawn', decided_by: by, decided_at: at, note })
    .where('order_number', '=', orderNumber)
    .where('status', '=', ACCEPTED)
    .execute();
}

/**
 * Frees the credit that proves the order's payment. It is open again, and confirms nothing by
 * itself until a person decides.
 */
export async function releaseCredit(trx: Trx, orderNumber: string): Promise<void> {
  await trx
    .updateTable('credits')
    .set({ status: 'open', order_number: null, matched_source: null, matched_at: null, flags: '["unmatched"]' })
    .where('order_number', '=', orderNumber)
    .where('status', '=', MATCHED)
    .execute();
}

/** Every decision on the payment of an order, oldest first. */
export function paymentsOfOrder(db: Reader, orderNumber: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
}
