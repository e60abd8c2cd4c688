import { sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';

/**
 * How long a draft that became no order is kept after its last change, ms. Its hold is over after minutes; a week leaves room for an order
 * that is still in a device's outbox, and for staff who look for one that was paid.
 */
const DRAFT_KEPT_MS = 7 * 86_400_000;
/** Drafts deleted in one transaction: buyers wait for it no longer than for an order or two. */
const BATCH = 100;

/**
 * Deletes drafts that nobody has touched for `DRAFT_KEPT_MS`, batch after batch: they hold an address that nothing needs any more. A draft
 * that still holds stock stays until the hold is freed. An order that comes in with the number and the secret of a deleted one gets both
 * again (D19), at today's prices.
 *
 * @returns how many were deleted
 */
export async function deleteOldDrafts(context: ServiceContext): Promise<number> {
  const { database, now } = context;
  const before = now() - DRAFT_KEPT_MS;
  let total = 0;
  for (;;) {
    const deleted = await transact(context, async ({ trx }) => {
      let old = trx
        .selectFrom('orders')
        .select('order_number')
        .where('status', '=', 'draft')
        .where('created_at', '<', before)
        .where('updated_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('holds')
                .select('holds.order_number')
                .whereRef('holds.order_number', '=', 'orders.order_number'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(BATCH);
      if (database.kind === 'postgres') {
        // One that a shopper is just turning into an order, or another process deletes, is left alone.
        old = old.modifyEnd(sql`for update of orders skip locked`);
      }
      const numbers = (await old.execute()).map((row) => row.order_number);
      if (numbers.length > 0) {
        await trx.deleteFrom('order_lines').where('order_number', 'in', numbers).execute();
        await trx.deleteFrom('order_events').where('order_number', 'in', numbers).execute();
        await trx.deleteFrom('orders').where('order_number', 'in', numbers).execute();
      }
      return numbers.length;
    });
    total += deleted;
    if (deleted < BATCH) return total;
  }
}
