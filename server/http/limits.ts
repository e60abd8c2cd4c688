import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ExpressionBuilder } from 'kysely';
import words from '#messages/errors';
import { ShopError } from '#shop/errors.ts';
import { NETWORKS_OF_48 } from '#shop/network.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../database/connect.ts';
import { takesNoWrites } from '../database/errors.ts';
import type { Tables } from '../database/schema.ts';
import { sha256 } from '../ids.ts';
import type { ShopApp } from './routes.ts';

/** At most `max` attempts within `windowMs`, counted from the first attempt. */
export interface Limit {
  max: number;
  windowMs: number;
}

const MINUTE = 60_000;

/**
 * Limits for sign-in and tracking (D33, D40) and for writes without an account. Windows are short,
 * so nobody is locked out for long. Address limits allow for the many phones that share one address
 * in an Indian mobile network.
 */
export const LIMITS = {
  loginAccount: { max: 10, windowMs: 15 * MINUTE },
  loginAddress: { max: 30, windowMs: 15 * MINUTE },
  /** OTPs sent to one mailbox, and requested from one address. */
  forgotAccount: { max: 5, windowMs: 15 * MINUTE },
  /** Mails to one account, beside those that its own browser asks for. */
  forgotDay: { max: 10, windowMs: 24 * 60 * MINUTE },
  forgotAddress: { max: 15, windowMs: 15 * MINUTE },
  /**
   * Across all OTPs of an account. The link in the email still works, so wrong guesses by others
   * lock nobody out.
   */
  otpAccount: { max: 10, windowMs: 15 * MINUTE },
  /** Mails to an account whose codes of the second step are guessed. */
  secondTold: { max: 1, windowMs: 24 * 60 * MINUTE },
  otpAddress: { max: 30, windowMs: 15 * MINUTE },
  /**
   * Codes that open an order: mails about one order and to one mailbox, and requests from one
   * address.
   */
  orderCodeOrder: { max: 3, windowMs: 60 * MINUTE },
  orderCodeMailbox: { max: 5, windowMs: 60 * MINUTE },
  orderCodeAddress: { max: 15, windowMs: 15 * MINUTE },
  trackNumber: { max: 20, windowMs: 10 * MINUTE },
  trackAddress: { max: 60, windowMs: 10 * MINUTE },
  contactAddress: { max: 20, windowMs: 15 * MINUTE },
  /** Acknowledgements to one mailbox, so that the contact form cannot be used to flood it. */
  contactMailbox: { max: 3, windowMs: 60 * MINUTE },
  /** Acknowledgements to all mailboxes for one network, so that it cannot mail many strangers. */
  contactMails: { max: 10, windowMs: 60 * MINUTE },
  /**
   * Acknowledgements and codes of 'Notify me' of the whole shop to addresses that nobody has proved,
   * however many networks ask for them: a mail server that writes to strangers is soon blocked.
   */
  mailsToStrangers: { max: 200, windowMs: 60 * MINUTE },
  /**
   * Mails to the shop about one message each. More would use up what its mail server sends in a
   * day.
   */
  messagesToShop: { max: 20, windowMs: 60 * MINUTE },
  complaintsToShop: { max: 10, windowMs: 60 * MINUTE },
  /** Mails about all messages beyond these. */
  togetherToShop: { max: 1, windowMs: 15 * MINUTE },
  /**
   * Drafts of one network that hold nothing (D53). Each is stored for a week; one of many lines
   * counts as several.
   */
  unheldDrafts: { max: 600, windowMs: 60 * MINUTE },
  /**
   * Orders of one network whose payment is not verified, beyond the first 30, if no draft has
   * counted for them.
   */
  unverifiedOrders: { max: 600, windowMs: 60 * MINUTE },
  /** Wrong API keys. */
  apiKeyAddress: { max: 30, windowMs: 15 * MINUTE },
  /** Wrong secrets of the address for forwarded messages. */
  inboxAddress: { max: 30, windowMs: 15 * MINUTE },
  upiAppAddress: { max: 60, windowMs: 15 * MINUTE },
  /** Unknown coupon codes. */
  couponAddress: { max: 30, windowMs: 15 * MINUTE },
  /**
   * Mobile numbers of one network whose earlier orders a price may depend on: whether a number has
   * ordered is told of few.
   */
  couponPhones: { max: 60, windowMs: 60 * MINUTE },
  newsletterAddress: { max: 20, windowMs: 15 * MINUTE },
  alertAddress: { max: 20, windowMs: 15 * MINUTE },
  /** Codes sent to one mailbox, and tries at the code of one wish. */
  alertMailbox: { max: 3, windowMs: 60 * MINUTE },
  alertCode: { max: 5, windowMs: 30 * MINUTE },
  /** Per order: photos for a replacement request, and requests. */
  replacementPhotos: { max: 24, windowMs: 15 * MINUTE },
  replacementRequests: { max: 10, windowMs: 15 * MINUTE },
  /** Per order: PDFs of its invoice and credit note for a guest. */
  invoice: { max: 30, windowMs: 15 * MINUTE },
  reviewAddress: { max: 20, windowMs: 15 * MINUTE },
  /** Photos for reviews in a day: twenty reviews with three photos from one network. */
  reviewPhotoAddress: { max: 60, windowMs: 24 * 60 * MINUTE },
  voteAddress: { max: 100, windowMs: 15 * MINUTE },
  /** Votes for one review from one network in a day: a device makes up its id. */
  voteReviewAddress: { max: 10, windowMs: 24 * 60 * MINUTE },
  wishlistAddress: { max: 300, windowMs: 15 * MINUTE },
} as const satisfies Record<string, Limit>;

/**
 * A hook that counts the requests of each /48 network of IPv6, beside the limit for one address. An
 * IPv4 address never reaches it.
 */
export function limitWide(app: ShopApp, max: number) {
  const count = app.createRateLimit({ max: NETWORKS_OF_48 * max, ipv6Subnet: 48 });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    reply.header('retry-after', counted.ttlInSeconds);
    throw new ShopError('rate_limited');
  };
}

/**
 * Hashes of the network of an address and of its /48, to count what they do without storing the
 * address. `network48` is empty for IPv4.
 */
export interface Networks {
  network: string;
  network48: string;
}

/**
 * Counts one attempt of `subject` and returns the number of attempts in the current window. A
 * subject whose name ends in '-address' is an address, which counts for its network and for its /48:
 * twenty attempts of the /48 are worth one. The count is in the database, so all processes share it;
 * the subject (an address, a phone number, an email) is stored only as a hash.
 *
 * @param db a transaction to count in
 * @param by how many attempts this one is worth
 */
export async function countAttempt(
  context: ServiceContext,
  name: string,
  subject: string | Networks,
  limit: Limit,
  db: Db = context.database.db,
  by = 1,
): Promise<number> {
  const { key, wide } = keysOf(name, subject);
  const count = await countKey(context, key, limit, db, by);
  if (wide === null) return count;
  return Math.max(count, Math.ceil((await countKey(context, wide, limit, db, by)) / NETWORKS_OF_48));
}

async function countKey(context: ServiceContext, key: string, limit: Limit, db: Db, by: number): Promise<number> {
  const now = context.now();
  // The window has expired, or starts in the future because the clock was wrong, which would lock
  // the subject out until then.
  const isOver = (eb: ExpressionBuilder<Tables, 'attempts'>) =>
    eb.or([eb('attempts.expires_at', '<=', now), eb('attempts.window_start', '>', now)]);
  const row = await db
    .insertInto('attempts')
    .values({ key, count: by, window_start: now, expires_at: now + limit.windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(isOver(eb))
          .then(by)
          .else(eb('attempts.count', '+', by))
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

/** Whether an attempt of `subject` is counted in a current window. */
export async function isCounted(
  context: ServiceContext,
  name: string,
  subject: string,
  db: Db = context.database.db,
): Promise<boolean> {
  const now = context.now();
  const row = await db
    .selectFrom('attempts')
    .select('count')
    .where('key', '=', keysOf(name, subject).key)
    .where('window_start', '<=', now)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Counts one attempt and throws when there were too many.
 *
 * @throws ShopError('too_many_attempts')
 */
export async function limitAttempts(
  context: ServiceContext,
  name: string,
  subject: string | Networks,
  limit: Limit,
  db: Db = context.database.db,
  by = 1,
): Promise<void> {
  if ((await countAttempt(context, name, subject, limit, db, by)) > limit.max) {
    throw new ShopError('too_many_attempts', waitFor(limit));
  }
}

/** Whether the shop may write to one more address of which it knows nothing; counts it. */
export async function mayMailStranger(context: ServiceContext): Promise<boolean> {
  const { mailsToStrangers } = LIMITS;
  return (await countAttempt(context, 'mails-to-strangers', '', mailsToStrangers)) <= mailsToStrangers.max;
}

/** A response takes at least this long, ms. */
const LEAST_MS = 300;

/**
 * Runs `work` so that the time of the response does not tell whether an address or an order is
 * known.
 */
export async function inEqualTime(work: () => Promise<void>): Promise<void> {
  const done = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
  try {
    await work();
  } finally {
    await done;
  }
}

/**
 * `limitAttempts` for reads that cost much but reveal nothing to a guess: they go on while the
 * database takes no writes, and are not counted.
 *
 * @throws ShopError('too_many_attempts')
 */
export async function limitReads(context: ServiceContext, name: string, subject: string, limit: Limit): Promise<void> {
  await limitAttempts(context, name, subject, limit).catch((error) => {
    if (!takesNoWrites(error)) throw error;
  });
}

/** The sentence for a window of more than the 15 minutes that the usual one names. */
function waitFor({ windowMs }: Limit): { message?: string } {
  if (windowMs <= 15 * MINUTE) return {};
  return { message: windowMs <= 60 * MINUTE ? words.too_many_for_an_hour() : words.too_many_for_a_day() };
}

/**
 * Subtracts one counted attempt of `subject` after a success. The others stay counted, so that a
 * valid password does not buy more guesses at another account.
 */
export async function forgiveAttempt(context: ServiceContext, name: string, subject: string): Promise<void> {
  const { key, wide } = keysOf(name, subject);
  await context.database.db
    .updateTable('attempts')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', wide === null ? [key] : [key, wide])
    .where('count', '>', 0)
    .execute();
}

/** Resets the attempts of `subject`, which is no address, after a success. */
export async function clearAttempts(context: ServiceContext, name: string, subject: string): Promise<void> {
  await context.database.db.deleteFrom('attempts').where('key', '=', keysOf(name, subject).key).execute();
}

/** Deletes expired windows. */
export async function sweepAttempts(context: ServiceContext): Promise<void> {
  await context.database.db.deleteFrom('attempts').where('expires_at', '<=', context.now()).execute();
}

/** The keys of a subject, and of the /48 if it is an IPv6 network. */
function keysOf(name: string, subject: string | Networks): { key: string; wide: string | null } {
  const networks = typeof subject === 'string' && name.endsWith('-address') ? networksOf(subject) : subject;
  if (typeof networks === 'string') return { key: `${name}:${sha256(networks)}`, wide: null };
  const { network, network48 } = networks;
  return { key: `${name}:${network}`, wide: network48 === '' ? null : `${name}-48:${network48}` };
}

/** The hash of the network of an address. */
export function networkHash(address: string): string {
  return sha256(networkOf(address));
}

export function networksOf(address: string): Networks {
  const isWide = ipaddr.isValid(address) && ipaddr.process(address).kind() === 'ipv6';
  return { network: networkHash(address), network48: isWide ? sha256(networkOf(address, 48)) : '' };
}

/**
 * The /64 network of an IPv6 address, since one client usually controls all of it, or its /48. IPv4
 * addresses are returned as they are.
 */
function networkOf(address: string, bits: 48 | 64 = 64): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.replace(/%.*$/, '')}/${bits}`)}/${bits}`;
}
