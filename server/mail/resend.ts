import { ShopError } from '#shop/errors.ts';
import { MOST_OF_A_KIND } from '#shop/orders/changes/change.ts';
import { isOrderNumber } from '#shop/orders/order-status.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import {
  countGivenUp,
  countMailsOfDay,
  emailOfOrder,
  RESEND_MS,
  readMail,
  requeue,
  requeueGivenUp,
} from './mail.queries.ts';
import { hostOf, newIds } from './mail-queue.ts';

/** How many at once, so that new mails do not wait long behind them. */
const RESEND_MOST = 200;
const MAIL_ID = /^mail_[0-9a-z]{1,60}$/;

/**
 * Sends a message of an order again at the request of staff. A failed or queued message becomes
 * due at once. A sent message is copied to a new one, because mail clients hide a second copy
 * with the same Message-ID.
 *
 * @throws ShopError mail_not_found, conflict (while it is being sent, or when the shopper got many)
 */
export async function resend(
  context: ServiceContext,
  wake: () => void,
  orderNumber: string,
  id: string,
  actor: Actor,
): Promise<void> {
  if (!MAIL_ID.test(id) || !isOrderNumber(orderNumber)) {
    throw new ShopError('mail_not_found');
  }
  await transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
    const mail = await readMail(trx, orderNumber, id, 'for update');
    if (!mail) {
      throw new ShopError('mail_not_found');
    }
    if (mail.status === 'sending' && mail.next_try_at > at) {
      throw new ShopError('conflict', { message: 'This email is being sent right now.' });
    }
    if (mail.status === 'sent') {
      if ((await countMailsOfDay(trx, orderNumber, mail.kind, at)) >= MOST_OF_A_KIND) {
        const message = `The shopper got ${MOST_OF_A_KIND} such emails about this order today.`;
        throw new ShopError('conflict', { message });
      }
      // The address of the order may have changed.
      const recipient = (await emailOfOrder(trx, orderNumber)) || mail.recipient;
      const fresh = { mailbox: '', status: 'queued' as const, tries: 0, last_error: '' };
      const copy = { ...mail, ...newIds(hostOf(context.env)), recipient, ...fresh };
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
}

/** How many mails `resendFailed` would send, in all. */
export function failedCount({ database, now }: ServiceContext): Promise<number> {
  return countGivenUp(database.db, now() - RESEND_MS, now());
}

/**
 * Sends the mails of the last 30 days that were given up again, at most 200, at the request of
 * an admin.
 *
 * @returns how many are sent, and how many are left
 */
export function resendFailed(
  context: ServiceContext,
  wake: () => void,
  actor: Actor,
): Promise<{ count: number; left: number }> {
  return transact(context, async ({ trx, afterCommit }) => {
    const at = context.now();
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
}
