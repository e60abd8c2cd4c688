import { ShopError } from '#shop/errors.ts';
import type { ServiceContext } from '../context.ts';
import { sha256 } from '../ids.ts';

/** How often something may be tried: at most `max` times within `windowMs`, counted from the first try. */
export interface Limit {
  max: number;
  windowMs: number;
}

const MINUTE = 60_000;

/**
 * Sign-in and tracking limits (D33, D40), and what everybody may write without an account. Windows are short, so nobody is
 * locked out for ever; address limits leave room for the many phones behind one address of an Indian mobile network.
 */
export const LIMITS = {
  loginAccount: { max: 10, windowMs: 15 * MINUTE },
  loginAddress: { max: 30, windowMs: 15 * MINUTE },
  trackNumber: { max: 20, windowMs: 10 * MINUTE },
  trackAddress: { max: 60, windowMs: 10 * MINUTE },
  contactAddress: { max: 20, windowMs: 15 * MINUTE },
  /** Acknowledgements to one mailbox: the contact form must not be a way to flood somebody else's. */
  contactMailbox: { max: 3, windowMs: 60 * MINUTE },
  newsletterAddress: { max: 20, windowMs: 15 * MINUTE },
  reviewAddress: { max: 20, windowMs: 15 * MINUTE },
  voteAddress: { max: 100, windowMs: 15 * MINUTE },
  wishlistAddress: { max: 300, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

/**
 * Counts one try of `subject` and answers how many were made in the present window. The count stands in the database,
 * so several processes share it; the subject (an address, a number, an e-mail) is stored as a hash only.
 */
export async function countAttempt(
  context: ServiceContext,
  name: string,
  subject: string,
  limit: Limit,
): Promise<number> {
  const now = context.now();
  const row = await context.database.db
    .insertInto('attempts')
    .values({ key: keyOf(name, subject), count: 1, window_start: now, expires_at: now + limit.windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('attempts.expires_at', '<=', now)
          .then(1)
          .else(eb('attempts.count', '+', 1))
          .end(),
        window_start: eb
          .case()
          .when('attempts.expires_at', '<=', now)
          .then(now)
          .else(eb.ref('attempts.window_start'))
          .end(),
        expires_at: eb
          .case()
          .when('attempts.expires_at', '<=', now)
          .then(now + limit.windowMs)
          .else(eb.ref('attempts.expires_at'))
          .end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Counts one try and refuses it when there were too many.
 *
 * @throws ShopError('too_many_attempts')
 */
export async function limitAttempts(
  context: ServiceContext,
  name: string,
  subject: string,
  limit: Limit,
): Promise<void> {
  if ((await countAttempt(context, name, subject, limit)) > limit.max) {
    throw new ShopError('too_many_attempts');
  }
}

/** Forgets the tries of `subject`, after a success. */
export async function clearAttempts(context: ServiceContext, name: string, subject: string): Promise<void> {
  await context.database.db.deleteFrom('attempts').where('key', '=', keyOf(name, subject)).execute();
}

/** Removes windows that are over. */
export async function sweepAttempts(context: ServiceContext): Promise<void> {
  await context.database.db.deleteFrom('attempts').where('expires_at', '<=', context.now()).execute();
}

function keyOf(name: string, subject: string): string {
  return `${name}:${sha256(subject)}`;
}
