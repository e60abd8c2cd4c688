import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ShopError } from '#shop/errors.ts';
import { isOrderNumber } from '#shop/orders/order-status.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { parts } from '../database/rows.ts';
import { transact } from '../database/transact.ts';
import type { Attachment, Deliver } from './delivery.ts';
import {
  claimDueMails,
  countGivenUp,
  emailOfOrder,
  handBack,
  knownMails,
  type MailRow,
  markSent,
  markUnsent,
  RESEND_MS,
  readMail,
  renewLease,
  requeue,
  requeueGivenUp,
} from './mail.queries.ts';
import { createMailQueue, hostOf, type MailQueue, newIds } from './mail-queue.ts';
import { BATCH, LEASE_MS, retryWait } from './outbox.ts';
import type { PushService } from './push.service.ts';
import { senderOf } from './sender.ts';

/** Generates an attachment of a message. Returns null if it does not exist (any more). */
export type Attach = (kind: string, mail: MailRow) => Promise<Attachment | null>;

const delivery = () => import('./delivery.ts');

const POLL_MS = 15_000;
/** Between batches: orders come in bursts, which mail servers may throttle. */
const PAUSE_MS = 500;
const MAX_TRIES = 12;
const LONGEST_WAIT_MS = 6 * 3_600_000;
/** How many at once, so that new mails do not wait long behind them. */
const RESEND_MOST = 200;
const MAIL_ID = /^mail_[0-9a-z]{1,60}$/;
/** Of `fileDelivery`; one that was not written to its end has the second ending. */
const SAVED_AS_FILE = 'The email is only saved as a file: the shop has no mail server (SMTP_URL).';

const MAIL_FILE = /\.eml(\.part)?$/;

export type MailService = ReturnType<typeof createMailService>;

/**
 * The outbox (D35): messages are written in the same transaction as the change they report, and
 * sent afterwards with retries. Without SMTP_URL they are written as `.eml` files to the data
 * folder.
 */
export function createMailService(
  context: ServiceContext,
  options: {
    queue?: MailQueue;
    deliver?: Deliver;
    attach?: Attach;
    shop?: () => Promise<{ brandName: string }>;
    push?: Pick<PushService, 'sendDue'>;
    /** Joins messages of both outboxes that wait for each other, before any is sent. */
    join?: () => Promise<void>;
  } = {},
) {
  const { database, env, log, now } = context;
  const queue = options.queue ?? createMailQueue(context);
  /** Of the messages that become files. */
  const folder = path.join(env.dataDir, 'mail');
  let deliver: Deliver | null = options.deliver ?? null;
  /** Mails are only saved. */
  const isFile = deliver === null && env.smtpUrl === null;
  let timer: NodeJS.Timeout | null = null;
  /**
   * When the timer fires, in epoch ms. A call of `wake` must not delay a timer that fires sooner.
   */
  let dueAt = 0;
  let running: Promise<number> | null = null;
  let started = false;
  /** Mails were added while a batch was being sent. */
  let woken = false;
  /**
   * The batch that is being sent ends with its current mail: a slow mail server must not hold up
   * the end of the process.
   */
  let stopping = false;

  async function sendBatch(): Promise<number> {
    const claimedAt = now();
    const mails = await claimDueMails(database, claimedAt);
    if (mails.length === 0) {
      return 0;
    }
    if (!deliver) {
      const { smtpDelivery, fileDelivery } = await delivery();
      deliver = env.smtpUrl
        ? smtpDelivery(env.smtpUrl)
        : fileDelivery(folder, (file) => log.info({ file }, 'mail written'));
    }
    const from = senderOf(env.mailFrom, (await options.shop?.())?.brandName ?? '');
    let sent = 0;
    for (const [index, claimed] of mails.entries()) {
      // A mail server that hangs must not let the lease of the rest end: another process would
      // claim it and count a try that never was.
      const isLate = index > 0 && now() > claimedAt + LEASE_MS / 2;
      if (stopping || isLate) {
        const rest = mails.slice(index).map(({ id }) => id);
        await handBack(database.db, rest, claimedAt + LEASE_MS, now());
        return index;
      }
      const recipient = await renewLease(database.db, claimed, now() + LEASE_MS);
      if (recipient === null) continue;
      const mail = { ...claimed, recipient };
      try {
        await deliver(mail, await attachmentsOf(mail), from);
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
      const kept = await transact(context, ({ trx }) => markSent(trx, mail, now(), isFile));
      if (!kept) forgetFiles();
    }
    if (sent > 0 && env.smtpUrl) log.info({ count: sent }, 'mail sent');
    return mails.length;
  }

  /**
   * Deletes in the background the files of messages that are no longer in the outbox: of people who
   * were erased.
   */
  function forgetFiles(): void {
    const forget = async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => MAIL_FILE.test(name));
      for (const chunk of parts(names)) {
        const known = await knownMails(database.db, chunk.map(idOfFile));
        for (const name of chunk) if (!known.has(idOfFile(name))) await rm(path.join(folder, name), { force: true });
      }
    };
    forget().catch((error) => log.warn({ err: error }, 'files of deleted mails could not be deleted'));
  }

  /**
   * Mails and the messages of Web Push, which share this loop. If one of them fails, the other is
   * still sent.
   */
  async function sendAll(): Promise<number> {
    await options.join?.().catch((error) => log.warn({ err: error }, 'alerts were not joined'));
    const counts = await Promise.allSettled([sendBatch(), options.push?.sendDue() ?? 0]);
    for (const result of counts) if (result.status === 'rejected') throw result.reason;
    return Math.max(...counts.map((result) => (result.status === 'fulfilled' ? result.value : 0)));
  }

  async function attachmentsOf(mail: MailRow): Promise<Attachment[]> {
    const kinds = JSON.parse(mail.attachments) as string[];
    const files = await Promise.all(kinds.map((kind) => options.attach?.(kind, mail)));
    return files.filter((file) => file !== null && file !== undefined);
  }

  /** Schedules a batch soon. Call it after the commit. */
  function wake(): void {
    if (running) woken = true;
    else schedule(PAUSE_MS);
  }

  function schedule(delay: number): void {
    if (!started || (timer && dueAt <= Date.now() + delay)) {
      return;
    }
    if (timer) clearTimeout(timer);
    dueAt = Date.now() + delay;
    timer = setTimeout(async () => {
      timer = null;
      woken = false;
      let count = 0;
      try {
        running = sendAll();
        count = await running;
      } catch (error) {
        log.warn({ err: error }, 'mail: sending failed, it goes on later');
      } finally {
        running = null;
      }
      schedule(count === BATCH || woken ? PAUSE_MS : POLL_MS);
    }, delay);
    timer.unref();
  }

  return {
    /**
     * `sentence`, which tells of a mail that is queued; without a mail server it says that it
     * reaches nobody.
     */
    onItsWay: (sentence: string): string => (isFile ? SAVED_AS_FILE : sentence),

    ...queue,

    wake,

    /**
     * Sends a message of an order again at the request of staff. A failed or queued message becomes
     * due at once. A sent message is copied to a new one, because mail clients hide a second copy
     * with the same Message-ID.
     *
     * @throws ShopError mail_not_found, conflict (while it is being sent)
     */
    async resend(orderNumber: string, id: string, actor: Actor): Promise<void> {
      if (!MAIL_ID.test(id) || !isOrderNumber(orderNumber)) {
        throw new ShopError('mail_not_found');
      }
      await transact(context, async ({ trx, afterCommit }) => {
        const at = now();
        const mail = await readMail(trx, orderNumber, id, 'for update');
        if (!mail) {
          throw new ShopError('mail_not_found');
        }
        if (mail.status === 'sending' && mail.next_try_at > at) {
          throw new ShopError('conflict', { message: 'This email is being sent right now.' });
        }
        if (mail.status === 'sent') {
          // The address of the order may have changed.
          const recipient = (await emailOfOrder(trx, orderNumber)) || mail.recipient;
          const fresh = { mailbox: '', status: 'queued' as const, tries: 0, last_error: '' };
          const copy = { ...mail, ...newIds(hostOf(env)), recipient, ...fresh };
          await trx
            .insertInto('mail_outbox')
            .values({ ...copy, created_at: at, next_try_at: at, sent_at: null })
            .execute();
        } else {
          await requeue(trx, mail.id, at);
        }
        await writeAudit(trx, {
          at,
          actor,
          action: 'mail.resend',
          entity: 'order',
          entityId: orderNumber,
          before: { mail: mail.kind, status: mail.status },
        });
        afterCommit(wake);
      });
    },

    /** How many mails `resendFailed` would send, in all. */
    failedCount: (): Promise<number> => countGivenUp(database.db, now() - RESEND_MS, now()),

    /**
     * Sends the mails of the last 30 days that were given up again, at most 200, at the request of
     * an admin.
     *
     * @returns how many are sent, and how many are left
     */
    resendFailed(actor: Actor): Promise<{ count: number; left: number }> {
      return transact(context, async ({ trx, afterCommit }) => {
        const at = now();
        const since = at - RESEND_MS;
        const count = await requeueGivenUp(trx, since, at, RESEND_MOST);
        const left = await countGivenUp(trx, since, at);
        if (count > 0) {
          const about = { entity: 'email', entityId: 'failed', after: { count, left } };
          await writeAudit(trx, { at, actor, action: 'mail.resend_failed', ...about });
          afterCommit(wake);
        }
        return { count, left };
      });
    },

    forgetFiles,

    /** Sends the messages that are due. Returns how many were attempted. */
    sendDue: sendBatch,

    start(): void {
      started = true;
      // A process may have ended before it could.
      forgetFiles();
      schedule(PAUSE_MS);
    },

    /** Waits for the mail that is being sent. */
    async stop(): Promise<void> {
      started = false;
      stopping = true;
      if (timer) clearTimeout(timer);
      timer = null;
      await running?.catch(() => 0);
      stopping = false;
      deliver?.close?.();
      deliver = options.deliver ?? null;
    },
  };
}

function idOfFile(name: string): string {
  return name.replace(MAIL_FILE, '');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
}
