import type { ServiceContext } from '../context.ts';
import { insertRows } from '../database/rows.ts';
import type { Reader } from '../database/transact.ts';
import type { Env } from '../env.ts';
import { newId } from '../ids.ts';
import { HELD_BACK, isMailboxFull, mailboxOf } from './mailbox.ts';

/**
 * A mail to send. Subject, recipient and `replyTo` become headers: line breaks are removed from the
 * subject, and invalid recipients are skipped.
 */
export interface Message {
  kind: string;
  to: string;
  /** Who gets the answer; the sender of the mail without it. An invalid address is left out. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  orderNumber?: string;
  /**
   * Nobody has proved that the address belongs to the sender: few mails an hour, the others wait
   * for staff (D54).
   */
  unproven?: boolean;
  /** When to send it, if not at once; epoch ms. */
  dueAt?: number;
  /**
   * Files that are generated when the message is sent, so that they are not stored in the database.
   */
  attachments?: 'invoice'[];
}

/**
 * Mails about unpaid orders in an hour, to whatever mailboxes. Counted by each process: one row for
 * the whole shop would let all orders wait for each other.
 */
const MOST_UNPROVEN = 1_000;
const HOUR_MS = 3_600_000;

export type MailQueue = ReturnType<typeof createMailQueue>;

/** Adds mails to the outbox, in the transaction of what they report (D35). */
export function createMailQueue({ env, now }: Pick<ServiceContext, 'env' | 'now'>) {
  const host = hostOf(env);
  let hour = { start: 0, mails: 0 };
  const isSpent = (at: number): boolean => {
    if (at < hour.start || at >= hour.start + HOUR_MS) hour = { start: at, mails: 0 };
    hour.mails += 1;
    return hour.mails > MOST_UNPROVEN;
  };
  return {
    /**
     * Adds messages to the outbox with `trx`, the transaction of the change (I6). Messages without
     * a valid recipient are skipped, because orders do not require an email address. What the limit
     * for unproven addresses holds back is stored as failed, so that staff see it and can send it.
     *
     * @param full what `isFull` has returned for the recipient of the messages; asks it when
     *   omitted
     */
    async enqueue(trx: Reader, messages: Message[], full?: boolean): Promise<void> {
      const at = now();
      for (const message of messages.filter(({ to }) => isAddress(to))) {
        const mailbox = message.unproven ? mailboxOf(message.to) : '';
        const heldBack = mailbox !== '' && ((full ?? (await isMailboxFull(trx, mailbox, at))) || isSpent(at));
        const state = heldBack
          ? { mailbox: '', status: 'failed' as const, last_error: HELD_BACK }
          : { mailbox, status: 'queued' as const, last_error: '' };
        await insertRows(trx, 'mail_outbox', [{ ...toRow(message, at, host), ...state }]);
      }
    },

    /**
     * Whether an unproven address gets no more mails now (D54). Locks its mailbox until the end of
     * the transaction if it does.
     */
    async isFull(trx: Reader, to: string): Promise<boolean> {
      return isAddress(to) && (await isMailboxFull(trx, mailboxOf(to), now()));
    },
  };
}

/** Of the Message-ID. */
export function hostOf({ mailFrom }: Pick<Env, 'mailFrom'>): string {
  return /@([A-Za-z0-9.-]+)/.exec(mailFrom)?.[1] ?? 'kishmish.example';
}

/**
 * Creates the id and Message-ID. They are stored, so that mail clients recognize a duplicate after
 * a crash.
 */
export function newIds(host: string): { id: string; message_id: string } {
  const id = newId('mail');
  return { id, message_id: `<${id}@${host}>` };
}

function toRow(message: Message, at: number, host: string) {
  return {
    ...newIds(host),
    kind: message.kind,
    recipient: message.to,
    reply_to: isAddress(message.replyTo ?? '') ? message.replyTo : '',
    subject: oneLine(message.subject),
    text_body: message.text,
    html_body: message.html,
    attachments: JSON.stringify(message.attachments ?? []),
    order_number: message.orderNumber ?? null,
    next_try_at: message.dueAt ?? at,
    created_at: at,
  };
}

function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/.test(text);
}

function oneLine(text: string): string {
  return text
    .replace(/[\r\n\t\0]+/g, ' ')
    .trim()
    .slice(0, 200);
}
