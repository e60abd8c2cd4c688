import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { sweepAttempts } from '../http/limits.ts';
import { freeExpiredOf } from './checkout/free-expired.ts';
import { deleteOldDrafts } from './checkout/old-drafts.ts';
import type { ChangeDeps } from './lifecycle/change-order.ts';
import { handleUnpaid } from './lifecycle/unpaid.ts';
import { deleteOldTotals } from './payments/candidates.ts';
import { dropExpiredAccess } from './rows/access.queries.ts';
import { dropExpiredClaims } from './rows/claims.queries.ts';

const TIDY_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Frees expired holds, handles unpaid orders (D53) and, once an hour, deletes abandoned drafts and
 * expired counts: at the start, since holds may have expired while the server was down, and every
 * 30 s.
 */
export function createTidying(context: ServiceContext, changeDeps: () => Promise<ChangeDeps>) {
  const { database, log, now } = context;
  let sweptAt = 0;

  async function tidy(): Promise<void> {
    await freeExpiredOf(context);
    await dropExpiredClaims(database.db, now());
    await dropExpiredAccess(database.db, now());
    await handleUnpaid(context, await changeDeps());
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    await sweepAttempts(context);
    await deleteOldDrafts(context);
    await deleteOldTotals(database, now());
  }

  const { start, stop } = repeated(tidy, TIDY_EVERY_MS, (error) =>
    log.warn({ err: error }, 'expired holds or old drafts are still there, it goes on later'),
  );
  return { tidy, start, stop };
}
