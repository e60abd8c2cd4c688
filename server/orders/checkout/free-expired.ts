import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { productsOf } from '#shop/orders/stock.ts';
import { freeExpiredUses, hasExpiredUses } from '../rows/coupons.queries.ts';
import { freeExpiredHolds, hasExpiredHolds } from '../rows/stock.queries.ts';

/** Holds freed per transaction: other buyers wait about as long as for one or two orders. */
const BATCH = 200;

/** Frees the expired stock holds and coupon uses of drafts in batches. @returns how many holds */
export async function freeExpiredOf(context: ServiceContext): Promise<number> {
  const { database, now } = context;
  let total = 0;
  while (await hasExpiredHolds(database.db, now())) {
    const freed = await transact(context, async ({ trx, afterCommit }) => {
      const holds = await freeExpiredHolds(trx, now(), BATCH);
      if (holds.length > 0) afterCommit(() => context.versions.touch('catalogue', productsOf(holds)));
      return holds.length;
    });
    total += freed;
    // Another process has locked the remaining rows.
    if (freed === 0) break;
  }
  while (await hasExpiredUses(database.db, now())) {
    if ((await transact(context, ({ trx }) => freeExpiredUses(trx, now(), BATCH))) === 0) break;
  }
  return total;
}
