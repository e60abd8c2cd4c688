import { sql } from 'kysely';
import { lockKey } from '../database/engine.ts';
import type { Reader } from '../database/transact.ts';

/** Mails a mailbox gets to an address that nobody has proved (D54). */
const MOST = { hour: 3, day: 10 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What staff see on a mail that the limit held back. */
export const HELD_BACK =
  'Held back: too many emails about unpaid orders, to this mailbox or from one network. Send it again if the order is genuine.';

/**
 * Mail services whose addresses have several spellings: their domains, the characters that they
 * ignore, and the domain that stands for all.
 */
const SPELLINGS: readonly [domains: RegExp, ignored: RegExp, domain: string][] = [
  [/^(gmail|googlemail)\.com$/, /\./g, 'gmail.com'],
  [/^(proton\.me|protonmail\.(com|ch)|pm\.me)$/, /[._-]/g, 'proton.me'],
];

/**
 * The mailbox behind an address: 'A.Iyer+nuts@Gmail.com' and 'aiyer@gmail.com' are the same one.
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const name = local.split('+')[0] ?? local;
  const spelling = SPELLINGS.find(([domains]) => domains.test(domain));
  return spelling ? `${name.replace(spelling[1], '')}@${spelling[2]}` : `${name}@${domain}`;
}

/**
 * Whether the mailbox has had its mails. Simultaneous transactions wait for each other only while
 * there is room, so that a flood to one mailbox does not slow down its orders.
 */
export async function isMailboxFull(trx: Reader, mailbox: string, now: number): Promise<boolean> {
  if (await looksFull(trx, mailbox, now)) return true;
  await lockKey(trx, `mailbox ${mailbox}`);
  return looksFull(trx, mailbox, now);
}

async function looksFull(trx: Reader, mailbox: string, now: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('mail_outbox')
    .select('created_at')
    .where('mailbox', '=', mailbox)
    .where('mailbox', '!=', sql.lit(''))
    .where('created_at', '>', now - DAY)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(MOST.day))
    .execute();
  const third = rows[MOST.hour - 1];
  return rows.length >= MOST.day || (third !== undefined && third.created_at > now - HOUR);
}
