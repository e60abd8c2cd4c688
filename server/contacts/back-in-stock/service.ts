import { type Actor, writeAudit } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts, networkHash } from '#server/http/limits.ts';
import { newCode, newId, sha256 } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { mailboxOf } from '#server/mail/mailbox.ts';
import type { SettingsService } from '#server/settings/service.ts';
import {
  ALERT_CODE_MS,
  ALERT_KEPT_MS,
  ALERT_TEXTS,
  type AlertCode,
  type AlertInput,
  MOST_ALERTS,
  type StockAlert,
} from '#shop/contacts/back-in-stock.ts';
import { ShopError } from '#shop/errors.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import * as queries from './back-in-stock.queries.ts';
import { alertCodeMail, alertKnownMail, backInStockMail } from './mails.ts';

const LOOK_MS = 60_000;
/** Mails written at one look. */
const BATCH = 50;
const DAY_MS = 86_400_000;

/**
 * 'Notify me' on sold-out sizes: an address is confirmed by a code and gets one mail; staff write
 * to phone numbers.
 */
export function createAlertsService(
  context: ServiceContext,
  { settings, mail }: { settings: Pick<SettingsService, 'mailShop'>; mail: Pick<MailService, 'enqueue' | 'wake'> },
) {
  const { db } = context.database;

  /**
   * Deletes what has expired and writes to the addresses whose size is back.
   *
   * @returns the number of mails
   */
  async function sendDue(): Promise<number> {
    await queries.deleteExpired(db, context.now());
    const due = await queries.dueAlerts(db, BATCH);
    if (due.length === 0) return 0;
    const shop = await settings.mailShop();
    return transact(context, async ({ trx, afterCommit }) => {
      let sent = 0;
      for (const { id, email, size, product_id: productId, name } of due) {
        // Another process may have written it.
        if (!(await queries.deleteAlert(trx, id))) continue;
        const wanted = { email, productId, name, size };
        await mail.enqueue(trx, [backInStockMail(wanted, shop, context.env.publicUrl)]);
        sent += 1;
      }
      afterCommit(mail.wake);
      return sent;
    });
  }

  const looking = repeated(sendDue, LOOK_MS, (error) =>
    context.log.warn({ err: error }, 'mails about stock that is back: tried again later'),
  );

  return {
    sendDue,

    /**
     * Notes who wants to know when a sold-out size is back. The response does not tell whether they
     * waited already.
     *
     * @param address network address of the sender
     * @throws ShopError product_not_found, conflict (it is in stock), too_many_attempts
     */
    async ask(
      { productId, size, contact }: AlertInput,
      address: string,
    ): Promise<{ message: string; confirm: boolean }> {
      await limitAttempts(context, 'alert-address', address, LIMITS.alertAddress);
      const key = { product_id: productId, size };
      const wanted = await queries.readWanted(db, key);
      if (!wanted) throw new ShopError('product_not_found');
      if (wanted.status === 'Active' && wanted.stock > 0) {
        throw new ShopError('conflict', { message: 'This size is in stock.' });
      }
      const now = context.now();
      const network = networkHash(address);
      if (contact.email) {
        await limitAttempts(context, 'alert-mailbox', mailboxOf(contact.email), LIMITS.alertMailbox);
      }
      const shop = await settings.mailShop();
      await transact(context, async ({ trx, afterCommit }) => {
        // Simultaneous wishes are counted one after the other.
        await lockKey(trx, `wishes of network ${network}`);
        await lockKey(trx, `wishes of ${contact.email || contact.phone}`);
        const counts = await queries.countAlerts(trx, contact, network, now - DAY_MS);
        const full = counts.contact >= MOST_ALERTS.contact || counts.network >= MOST_ALERTS.network;
        // Also for who waits already: nobody may find that out.
        if (full) throw new ShopError('too_many_attempts');
        if (contact.phone && counts.phones >= MOST_ALERTS.phones) {
          throw new ShopError('too_many_attempts', { message: ALERT_TEXTS.phonesFull });
        }
        const row = { id: newId('alr'), ...key, ...contact, network, created_at: now };
        if (contact.phone) {
          await queries.upsertAlert(trx, { ...row, code_hash: null, expires_at: now + ALERT_KEPT_MS });
          return;
        }
        const item = { email: contact.email, productId, name: wanted.name, size };
        const known = await queries.readAlert(trx, key, contact);
        if (known && known.code_hash === null) {
          await mail.enqueue(trx, [alertKnownMail(item, shop)]);
        } else {
          const code = newCode(6);
          const code_hash = hashOf(key, contact.email, code);
          await queries.upsertAlert(trx, { ...row, code_hash, expires_at: now + ALERT_CODE_MS });
          await mail.enqueue(trx, [alertCodeMail(item, code, shop)]);
        }
        afterCommit(mail.wake);
      });
      return contact.email
        ? { message: ALERT_TEXTS.codeSent, confirm: true }
        : { message: ALERT_TEXTS.phoneKept, confirm: false };
    },

    /** Confirms an address. @throws ShopError code_invalid, too_many_attempts */
    async confirm({ productId, size, email, code }: AlertCode, address: string): Promise<void> {
      await limitAttempts(context, 'alert-address', address, LIMITS.alertAddress);
      await limitAttempts(context, 'alert-code', `${productId} ${size} ${email}`, LIMITS.alertCode);
      const now = context.now();
      const key = { product_id: productId, size };
      const confirmed = await transact(context, ({ trx }) =>
        queries.confirmAlert(trx, { ...key, email }, hashOf(key, email, code), {
          now,
          expires_at: now + ALERT_KEPT_MS,
        }),
      );
      if (!confirmed) throw new ShopError('code_invalid');
    },

    /** The phone numbers for staff. */
    async list({ page, limit }: { page: number; limit: number }) {
      const [rows, { phones, emails }] = await Promise.all([
        queries.listPhones(db, limit, (page - 1) * limit),
        queries.countWaiting(db),
      ]);
      return {
        alerts: rows.map(
          (row): StockAlert => ({
            id: row.id,
            productId: row.product_id,
            productName: row.name,
            size: row.size,
            phone: row.phone,
            createdAt: row.created_at,
            inStock: Number(row.in_stock) === 1,
          }),
        ),
        emails,
        pagination: withNames(paginate({ page, limit }, phones), 'totalAlerts'),
      };
    },

    /** Takes a number off the list. @throws ShopError alert_not_found */
    async remove(id: string, actor: Actor): Promise<void> {
      await transact(context, async ({ trx }) => {
        if (!(await queries.deleteAlert(trx, id))) throw new ShopError('alert_not_found');
        await writeAudit(trx, { at: context.now(), actor, action: 'delete', entity: 'stock_alert', entityId: id });
      });
    },

    /** Looks every minute for sizes that are back. */
    start: looking.start,
    stop: looking.stop,
  };
}

export type AlertsService = ReturnType<typeof createAlertsService>;

/** Six digits protect one mail for half an hour, with few tries: no slow hash. */
function hashOf(key: { product_id: string; size: string }, email: string, code: string): string {
  return sha256(JSON.stringify([key.product_id, key.size, email, code]));
}
