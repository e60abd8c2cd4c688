import m from '#messages/mails';
import words from '#messages/tracking-rules';
import { fieldError, type ShopError } from '#shop/errors.ts';
import { CODE_LENGTH, CODE_MINUTES, CODE_TRIES } from '#shop/orders/order-code.ts';
import { hasParcel, isOrderStatus } from '#shop/orders/order-status.ts';
import type { ServiceContext } from '../../context.ts';
import { transact } from '../../database/transact.ts';
import { countAttempt, inEqualTime, LIMITS, limitAttempts } from '../../http/limits.ts';
import { newCode } from '../../ids.ts';
import { speaking } from '../../language.ts';
import type { MailService } from '../../mail/mail.service.ts';
import type { Message } from '../../mail/mail-queue.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import { type MailShop, shopperLetter } from '../../mail/shopper-letter.ts';
import type { OrderTerms } from '../order-terms.ts';
import { countCodeTry, dropExpiredAccess, useOrderCode, writeOrderCode } from '../rows/access.queries.ts';
import { type OrderRow, readOrder } from '../rows/orders.queries.ts';
import { giveOrderToken } from './credentials.ts';

/** A slow hash: six digits would be guessed at once from a fast one. */
export interface CodeHash {
  hash(code: string): Promise<string>;
  /**
   * A null hash takes as long as a real one and returns false. `hash` is called when it is the turn
   * of this code, so that no other attempt is counted.
   */
  check(code: string, hash: () => Promise<string | null>): Promise<boolean>;
}

const MINUTE = 60_000;

/**
 * Sends a code to the email address of an order that has been shipped. Other orders and unknown
 * numbers get the same response in the same time, without a mail.
 *
 * @throws ShopError too_many_attempts, busy
 */
export async function sendOrderCode(
  context: ServiceContext,
  { mail, shops, codes }: Pick<OrderTerms, 'shops'> & { mail: Pick<MailService, 'enqueue' | 'wake'>; codes: CodeHash },
  orderNumber: string,
  address: string,
): Promise<void> {
  await inEqualTime(async () => {
    await limitAttempts(context, 'order-code-address', address, LIMITS.orderCodeAddress);
    await limitAttempts(context, 'order-code-order', orderNumber, LIMITS.orderCodeOrder);
    const code = newCode(CODE_LENGTH);
    const code_hash = await codes.hash(code);
    const order = await readOrder(context.database.db, orderNumber);
    if (!order || !mayBeOpened(order)) return;
    // In silence: an error would tell that two orders have one mailbox.
    const limit = LIMITS.orderCodeMailbox;
    if ((await countAttempt(context, 'order-code-mailbox', mailboxOf(order.email), limit)) > limit.max) return;
    const now = context.now();
    await transact(context, async ({ trx, afterCommit }) => {
      const expires_at = now + CODE_MINUTES * MINUTE;
      await writeOrderCode(trx, { order_number: orderNumber, code_hash, created_at: now, expires_at });
      await mail.enqueue(trx, [codeMail(order, code, shops[order.language])]);
      afterCommit(() => mail.wake());
    });
  });
}

/**
 * Opens an order with the code from its mail, once.
 *
 * @returns a token for this device, which opens the order like the one of the device that placed it
 * @throws ShopError otp_invalid, too_many_attempts, busy
 */
export async function openByCode(
  context: ServiceContext,
  codes: CodeHash,
  orderNumber: string,
  code: string,
  address: string,
): Promise<string> {
  const { db } = context.database;
  let hash: string | undefined;
  const good = await codes.check(code, async () => {
    await limitAttempts(context, 'order-open-address', address, LIMITS.otpAddress);
    await limitAttempts(context, 'order-open-order', orderNumber, LIMITS.otpAccount);
    hash = await countCodeTry(db, orderNumber, context.now(), CODE_TRIES);
    return hash ?? null;
  });
  if (!hash || !good) {
    // Deleted, so that an expired code does not become valid again if the clock goes back (fault
    // 14).
    await dropExpiredAccess(db, context.now());
    throw wrongCode();
  }
  const used = hash;
  return transact(context, async ({ trx }) => {
    if (!(await useOrderCode(trx, orderNumber, used))) throw wrongCode();
    return giveOrderToken(trx, orderNumber, context.now());
  });
}

function wrongCode(): ShopError {
  return fieldError('otp_invalid', 'code', words.code_wrong());
}

/**
 * Before it is shipped, an order has nothing that its email address would open: no parcel, no
 * replacement.
 */
function mayBeOpened({ status, email }: Pick<OrderRow, 'status' | 'email'>): boolean {
  return email !== '' && isOrderStatus(status) && hasParcel(status);
}

/** Without an order number of the outbox: staff must not send an old code again. */
export function codeMail(order: Pick<OrderRow, 'order_number' | 'email'>, code: string, shop: MailShop): Message {
  const added = speaking(shop.language, () => [
    { code },
    m.codeValid({ minutes: CODE_MINUTES }),
    m.codeSecret(),
    m.codeIgnore(),
  ]);
  const values = { order: order.order_number };
  return { kind: 'order_code', to: order.email, ...shopperLetter('order_code', values, shop, added) };
}
