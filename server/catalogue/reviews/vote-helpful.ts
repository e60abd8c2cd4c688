import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { isHiddenName } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './reviews.queries.ts';

/**
 * Counts a device's 'helpful' vote, once per review (D15), and a few devices per review and
 * network.
 *
 * @returns the count, and whether this call incremented it
 * @throws ShopError('review_not_found') also for reviews that shoppers do not see,
 *   ShopError('too_many_attempts')
 */
export async function voteHelpful(
  context: ServiceContext,
  id: string,
  deviceId: string,
  address: string,
): Promise<{ helpful: number; voted: boolean }> {
  await limitAttempts(context, 'vote-address', address, LIMITS.voteAddress);
  if (queries.isId(id)) await limitAttempts(context, `vote-${id}-address`, address, LIMITS.voteReviewAddress);
  return transact(context, async ({ trx, afterCommit }) => {
    const review = await queries.readReview(trx, id, 'for update');
    if (review?.status !== 'approved' || isHiddenName(review.customer_name)) {
      throw new ShopError('review_not_found');
    }
    const voted = await queries.insertVote(trx, id, deviceId);
    if (voted) {
      await queries.raiseHelpful(trx, id);
      // Collected with other touches instead of bumped here: votes must not wait for the lock of
      // one row.
      afterCommit(() => context.versions.touch('catalogue', []));
    }
    return { helpful: review.helpful + (voted ? 1 : 0), voted };
  });
}
