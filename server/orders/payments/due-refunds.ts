import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { Database } from '#server/database/connect.ts';
import { toRupees } from '#shop/money/money.ts';
import { refundDue } from '#shop/orders/changes/refund.ts';
import type { RefundDue } from '#shop/orders/payments/api.ts';
import { attentionOf } from '../rows/wire.ts';
import { ORDER_BRIEF, toBrief } from './wire.ts';

const MOST = 200;

/** What an order owes, in SQL: what `refundDue` says of an order that is over, or overpaid. */
const DUE = sql<number>`coalesce(paid_amount, total) - (case when status in ('cancelled', 'returned') then 0 else total - returned end) - refunded - kept`;

/** Orders of which something is due, so that no other takes a place in the list. */
function refundable({ db }: Database) {
  return (
    db
      .selectFrom('orders')
      .where('payment_status', '=', 'completed')
      // The condition of the index orders_refundable, word for word: SQLite does not use it
      // otherwise.
      .where(
        sql<boolean>`(status in ('cancelled', 'returned') and refunded < coalesce(paid_amount, total) or refunded < paid_amount - total + returned)`,
      )
      .where(DUE, '>', 0)
      .where('needs_attention', 'not like', '%"payment_reversed"%')
  );
}

/**
 * Refunds still to send, the oldest first: of orders that are over before overpaid ones, whose
 * excess the owner may want to keep.
 */
export async function dueRefunds({ database }: ServiceContext, order?: string): Promise<RefundDue[]> {
  const rows = await refundable(database)
    .select([...ORDER_BRIEF, 'refunded', 'kept', 'returned'])
    .$if(order !== undefined, (query) => query.where('order_number', '=', order ?? ''))
    // The order of the index.
    .orderBy(sql`case when status in ('cancelled', 'returned') then 0 else 1 end`)
    .orderBy('created_at')
    .orderBy('order_number')
    .limit(MOST)
    .execute();
  return rows.flatMap((row) => {
    const found = refundDue(row, attentionOf(row));
    return found ? [{ ...toBrief(row), due: toRupees(found.due), why: found.why }] : [];
  });
}

/** How many refunds are still to send, and how much: the list has at most 200. */
export async function dueTotal({ database }: ServiceContext): Promise<{ count: number; due: number }> {
  const { count, due } = await refundable(database)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>(DUE).as('due')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), due: toRupees(Number(due)) };
}
