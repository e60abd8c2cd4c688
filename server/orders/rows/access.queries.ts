import { LATE_UTR_MS } from '#shop/orders/by-staff.ts';
import type { Reader, Trx } from '../../database/transact.ts';

/**
 * Codes and tokens that open an order on a device that has not placed it. Only hashes are stored;
 * times in epoch ms.
 */

/** Stores the code of an order; an earlier one is void. */
export async function writeOrderCode(
  trx: Trx,
  code: { order_number: string; code_hash: string; created_at: number; expires_at: number },
): Promise<void> {
  const { order_number, ...values } = { ...code, tries: 0 };
  await trx
    .insertInto('order_codes')
    .values({ order_number, ...values })
    .onConflict((conflict) => conflict.column('order_number').doUpdateSet(values))
    .execute();
}

/**
 * Counts one attempt at the code of an order and returns its hash, or undefined when no code is
 * valid. A single statement, so that concurrent attempts are all counted.
 */
export async function countCodeTry(
  db: Reader,
  orderNumber: string,
  now: number,
  most: number,
): Promise<string | undefined> {
  const row = await db
    .updateTable('order_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('order_number', '=', orderNumber)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    // Of a clock that was wrong: it would be valid for too long.
    .where('created_at', '<=', now)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/**
 * Removes a code, which is good once.
 *
 * @returns false when it was used or replaced in the meantime
 */
export async function useOrderCode(trx: Trx, orderNumber: string, codeHash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('order_codes')
    .where('order_number', '=', orderNumber)
    .where('code_hash', '=', codeHash)
    .returning('order_number')
    .executeTakeFirst();
  return row !== undefined;
}

export async function writeOrderToken(
  trx: Trx,
  token: { token_hash: string; order_number: string; expires_at: number },
): Promise<void> {
  await trx.insertInto('order_tokens').values(token).execute();
}

export async function hasOrderToken(db: Reader, orderNumber: string, tokenHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('order_tokens')
    .select('order_number')
    .where('token_hash', '=', tokenHash)
    .where('order_number', '=', orderNumber)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The link to the payment of an order; an earlier one is void. */
export async function writePayLink(
  trx: Trx,
  link: { order_number: string; code_hash: string; expires_at: number },
): Promise<void> {
  const { order_number, ...values } = link;
  await trx
    .insertInto('pay_links')
    .values(link)
    .onConflict((conflict) => conflict.column('order_number').doUpdateSet(values))
    .execute();
}

export function readPayLink(db: Reader, codeHash: string) {
  return db.selectFrom('pay_links').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

export async function dropExpiredAccess(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('pay_links')
    .where('expires_at', '<=', now - LATE_UTR_MS)
    .execute();
  await db.deleteFrom('order_codes').where('expires_at', '<=', now).execute();
  await db.deleteFrom('order_tokens').where('expires_at', '<=', now).execute();
}
