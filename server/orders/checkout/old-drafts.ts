import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';

/**
 * How long a draft is kept after its last change, ms. Its hold expires after minutes; a week covers
 * an order that is still in a device's outbox, and staff who look for a draft that was paid.
 */
const DRAFT_KEPT_MS = 7 * 86_400_000;
/** Drafts deleted per transaction: buyers wait about as long as for one or two orders. */
const BATCH = 100;

/**
 * Deletes drafts without a change for `DRAFT_KEPT_MS`, in batches, since they contain an address
 * that is no longer needed. A draft that still holds stock stays until the hold is freed. An order
 * with the number and the secret of a deleted draft keeps both (D19), at current prices.
 *
 * @returns how many were deleted
 */
export async function deleteOldDrafts(context: ServiceContext): Promise<number> {
  const { now } = context;
  const before = now() - DRAFT_KEPT_MS;
  let total = 0;
  for (;;) {
    const deleted = await transact(context, async ({ trx }) => {
      const old = trx
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
      // Skips drafts that are just becoming an order or that another process deletes.
      const numbers = (await old.forUpdate('orders').skipLocked().execute()).map((row) => row.order_number);
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
