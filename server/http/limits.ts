import { isIPv6 } from 'node:net';
import type { ExpressionBuilder } from 'kysely';
import { ShopError } from '#shop/errors.ts';
import type { ServiceContext } from '../context.ts';
import type { Tables } from '../database/schema.ts';
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
  /** OTPs to one mailbox, and from one address. */
  forgotAccount: { max: 5, windowMs: 15 * MINUTE },
  forgotAddress: { max: 15, windowMs: 15 * MINUTE },
  /** Over all OTPs of an account; the link of the mail works beside it, so nobody is kept out by another's guesses. */
  otpAccount: { max: 10, windowMs: 15 * MINUTE },
  otpAddress: { max: 30, windowMs: 15 * MINUTE },
  trackNumber: { max: 20, windowMs: 10 * MINUTE },
  trackAddress: { max: 60, windowMs: 10 * MINUTE },
  contactAddress: { max: 20, windowMs: 15 * MINUTE },
  /** Acknowledgements to one mailbox: the contact form must not be a way to flood somebody else's. */
  contactMailbox: { max: 3, windowMs: 60 * MINUTE },
  newsletterAddress: { max: 20, windowMs: 15 * MINUTE },
  /** By order: photos of a replacement request, and requests. */
  replacementPhotos: { max: 24, windowMs: 15 * MINUTE },
  replacementRequests: { max: 10, windowMs: 15 * MINUTE },
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
  // Over, or begun in a future that a wrong clock showed: that would lock somebody out for as long.
  const isOver = (eb: ExpressionBuilder<Tables, 'attempts'>) =>
    eb.or([eb('attempts.expires_at', '<=', now), eb('attempts.window_start', '>', now)]);
  const row = await context.database.db
    .insertInto('attempts')
    .values({ key: keyOf(name, subject), count: 1, window_start: now, expires_at: now + limit.windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(isOver(eb))
          .then(1)
          .else(eb('attempts.count', '+', 1))
          .end(),
        window_start: eb.case().when(isOver(eb)).then(now).else(eb.ref('attempts.window_start')).end(),
        expires_at: eb
          .case()
          .when(isOver(eb))
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

/**
 * Takes one counted try of `subject` back: it was a success. The others stay counted, so that whoever knows one password does not
 * buy guesses at another with it.
 */
export async function forgiveAttempt(context: ServiceContext, name: string, subject: string): Promise<void> {
  await context.database.db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', keyOf(name, subject))
    .where('count', '>', 0)
    .execute();
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
  return `${name}:${sha256(name.endsWith('-address') ? networkOf(subject) : subject)}`;
}

/** Who has one IPv6 address has the 2^64 of its network: they count as one. IPv4 addresses stand for themselves. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !isIPv6(address)) {
    return mapped ?? address;
  }
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const parts = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return `${parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
