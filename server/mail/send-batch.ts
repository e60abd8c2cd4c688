import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import type { Attachment, Deliver } from './delivery.ts';
import { claimDueMails, handBack, type MailRow, markSent, markUnsent, renewLease } from './mail.queries.ts';
import { forgetFiles } from './mail-files.ts';
import { LEASE_MS, retryWait } from './outbox.ts';
import type { Sender } from './sender.ts';

/** Generates an attachment of a message. Returns null if it does not exist (any more). */
export type Attach = (kind: string, mail: MailRow) => Promise<Attachment | null>;

interface Sending {
  deliver: () => Promise<Deliver>;
  /** The sender of the mails. */
  from: () => Promise<string | Sender>;
  attach: Attach | undefined;
  /** Mails are only saved. */
  isFile: boolean;
  /**
   * The batch ends with its current mail: a slow mail server must not hold up the end of the
   * process.
   */
  isStopping: () => boolean;
}

const MAX_TRIES = 12;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** Sends the messages that are due. Returns how many were attempted. */
export async function sendBatch(context: ServiceContext, sending: Sending): Promise<number> {
  const { database, env, log, now } = context;
  const claimedAt = now();
  const mails = await claimDueMails(database, claimedAt);
  if (mails.length === 0) {
    return 0;
  }
  const deliver = await sending.deliver();
  const from = await sending.from();
  let sent = 0;
  for (const [index, claimed] of mails.entries()) {
    // A mail server that hangs must not let the lease of the rest end: another process would
    // claim it and count a try that never was.
    const isLate = index > 0 && now() > claimedAt + LEASE_MS / 2;
    if (sending.isStopping() || isLate) {
      const rest = mails.slice(index).map(({ id }) => id);
      await handBack(database.db, rest, claimedAt + LEASE_MS, now());
      return index;
    }
    const recipient = await renewLease(database.db, claimed, now() + LEASE_MS);
    if (recipient === null) continue;
    const mail = { ...claimed, recipient };
    try {
      await deliver(mail, await attachmentsOf(mail, sending.attach), from);
    } catch (error) {
      const wait = retryWait(mail.tries, LONGEST_WAIT_MS);
      await markUnsent(database.db, mail, reason(error), now(), mail.tries >= MAX_TRIES ? null : now() + wait);
      // The error message may contain the recipient, so only its code is logged (D47).
      log.warn({ mail: mail.id, kind: mail.kind, tries: mail.tries, code: codeOf(error) }, 'mail not sent');
      continue;
    }
    sent += 1;
    // Committed after each message, so that a crash repeats at most one. `transact` can group it
    // with other commits.
    const kept = await transact(context, ({ trx }) => markSent(trx, mail, now(), sending.isFile));
    if (!kept) forgetFiles(context);
  }
  if (sent > 0 && env.smtpUrl) log.info({ count: sent }, 'mail sent');
  return mails.length;
}

async function attachmentsOf(mail: MailRow, attach: Attach | undefined): Promise<Attachment[]> {
  const kinds = JSON.parse(mail.attachments) as string[];
  const files = await Promise.all(kinds.map((kind) => attach?.(kind, mail)));
  return files.filter((file) => file !== null && file !== undefined);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
