import { sha256 } from '#server/ids.ts';
import { fieldError } from '#shop/errors.ts';
import type { Trx } from './transact.ts';

const DAY_MS = 86_400_000;

/**
 * Whether the transaction repeats a request that was done, and so must change nothing. Called
 * before all other locks (fault 8): a repetition waits here for the first one, and goes on if that
 * one fails.
 *
 * @param once the key of the request
 * @throws ShopError stale when another request with this key was done
 */
export async function isRepeated(trx: Trx, once: string, body: object, now: number): Promise<boolean> {
  await trx
    .deleteFrom('done_requests')
    .where('at', '<', now - DAY_MS)
    .execute();
  const hash = sha256(JSON.stringify(body));
  const row = await trx
    .insertInto('done_requests')
    .values({ once, hash, at: now })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning('once')
    .executeTakeFirst();
  if (row) return false;
  const done = trx.selectFrom('done_requests').select('hash').where('once', '=', once);
  if ((await done.executeTakeFirst())?.hash === hash) return true;
  const message = 'Your change before this one was saved after all. Please look at the current state and try again.';
  throw fieldError('stale', 'once', message);
}
