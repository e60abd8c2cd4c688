import words from '#messages/back-in-stock';
import errors from '#messages/errors';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { transact } from '#server/database/transact.ts';
import { LIMITS, limitAttempts, mayMailStranger, networkHash } from '#server/http/limits.ts';
import { newCode, newId, sha256 } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { mailboxOf } from '#server/mail/mailbox.ts';
import type { MailShop } from '#server/mail/shopper-letter.ts';
import {
  ALERT_CODE_MS,
  ALERT_KEPT_MS,
  type AlertCode,
  type AlertInput,
  MOST_ALERTS,
} from '#shop/contacts/back-in-stock.ts';
import { ShopError } from '#shop/errors.ts';
import { currentLanguage, type Language } from '#shop/language.ts';
import * as queries from './back-in-stock.queries.ts';
import { alertCodeMail, alertKnownMail } from './mails.ts';

export interface AlertDeps {
  /** The sender of mails in a language. */
  mailShop: (language: Language) => Promise<MailShop>;
  mail: Pick<MailService, 'enqueue' | 'wake'>;
}

const DAY_MS = 86_400_000;

/**
 * Notes who wants to know when a sold-out size is back. The response does not tell whether they
 * waited already.
 *
 * @param address network address of the sender
 * @throws ShopError product_not_found, conflict (it is in stock), too_many_attempts
 */
export async function askForAlert(
  context: ServiceContext,
  { mailShop, mail }: AlertDeps,
  { productId, size, contact }: AlertInput,
  address: string,
): Promise<{ message: string; confirm: boolean }> {
  await limitAttempts(context, 'alert-address', address, LIMITS.alertAddress);
  const key = { product_id: productId, size };
  const wanted = await queries.readWanted(context.database.db, key);
  if (!wanted) throw new ShopError('product_not_found');
  if (wanted.status === 'Active' && wanted.stock > 0) {
    throw new ShopError('conflict', { message: 'This size is in stock.' });
  }
  const now = context.now();
  const network = networkHash(address);
  if (contact.email) {
    await limitAttempts(context, 'alert-mailbox', mailboxOf(contact.email), LIMITS.alertMailbox);
    if (!(await mayMailStranger(context))) {
      throw new ShopError('too_many_attempts', { message: errors.too_many_for_an_hour() });
    }
  }
  const language = currentLanguage();
  const shop = await mailShop(language);
  await transact(context, async ({ trx, afterCommit }) => {
    // Simultaneous wishes are counted one after the other.
    await lockKey(trx, `wishes of network ${network}`);
    await lockKey(trx, `wishes of ${contact.email || contact.phone}`);
    const counts = await queries.countAlerts(trx, contact, network, now - DAY_MS);
    const full = counts.contact >= MOST_ALERTS.contact || counts.network >= MOST_ALERTS.network;
    // Also for who waits already: nobody may find that out.
    if (full) throw new ShopError('too_many_attempts');
    if (contact.phone && counts.phones >= MOST_ALERTS.phones) {
      throw new ShopError('too_many_attempts', { message: words.phonesFull() });
    }
    const row = { id: newId('alr'), ...key, ...contact, language, network, created_at: now };
    if (contact.phone) {
      await queries.upsertAlert(trx, { ...row, code_hash: null, expires_at: now + ALERT_KEPT_MS });
      return;
    }
    const item = { email: contact.email, productId, name: queries.nameIn(wanted, language), size };
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
  return contact.email ? { message: words.codeSent(), confirm: true } : { message: words.phoneKept(), confirm: false };
}

/** Confirms an address. @throws ShopError code_invalid, too_many_attempts */
export async function confirmAlert(
  context: ServiceContext,
  { productId, size, email, code }: AlertCode,
  address: string,
): Promise<void> {
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
}

/** Six digits protect one mail for half an hour, with few tries: no slow hash. */
function hashOf(key: { product_id: string; size: string }, email: string, code: string): string {
  return sha256(JSON.stringify([key.product_id, key.size, email, code]));
}
