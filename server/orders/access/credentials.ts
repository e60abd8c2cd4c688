import type { Reader, Trx } from '#server/database/transact.ts';
import { newToken, sha256 } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { OPENED_DAYS } from '#shop/orders/order-code.ts';
import { hasOrderToken, writeOrderToken } from '../rows/access.queries.ts';
import { type OrderRow, readOrder } from '../rows/orders.queries.ts';

/**
 * Number and secret of an order or a draft, from the body or the header x-order-token (D19). The
 * secret proves ownership.
 */
export interface Credentials {
  orderNumber?: string | undefined;
  accessToken?: string | undefined;
  /**
   * In place of the secret, for what the shop does with a draft by itself. Never from a request.
   */
  tokenHash?: string;
}

export function tokenHashOf({ accessToken, tokenHash }: Credentials): string | null {
  return accessToken ? sha256(accessToken) : (tokenHash ?? null);
}

/**
 * Secrets that a client generated before its first request (D19): as strong as the server's own.
 */
export const CLIENT_TOKEN = /^[A-Za-z0-9_-]{22,64}$/;

const DAY_MS = 86_400_000;

/** A new secret that opens this order on another device (D33). @returns the secret; its hash is stored */
export async function giveOrderToken(trx: Trx, orderNumber: string, now: number): Promise<string> {
  const token = newToken();
  const expires_at = now + OPENED_DAYS * DAY_MS;
  await writeOrderToken(trx, { token_hash: sha256(token), order_number: orderNumber, expires_at });
  return token;
}

/** Whether this secret was given to the device that placed this order. */
export function ownsOrder(order: Pick<OrderRow, 'access_token_hash'>, accessToken: string | undefined): boolean {
  return accessToken !== undefined && order.access_token_hash === sha256(accessToken);
}

/**
 * Whether this secret opens this order: it was given to the device that placed it, or for a code
 * sent to its email address (D33).
 */
export async function opensOrder(
  db: Reader,
  order: Pick<OrderRow, 'order_number' | 'access_token_hash'>,
  accessToken: string | undefined,
  now: number,
): Promise<boolean> {
  if (accessToken === undefined) return false;
  return ownsOrder(order, accessToken) || hasOrderToken(db, order.order_number, sha256(accessToken), now);
}

/**
 * The order that this secret opens. A wrong secret and an unknown number give the same error, so
 * that callers cannot find out which numbers exist.
 *
 * @throws ShopError order_not_found
 */
export async function openOrder(
  db: Reader,
  orderNumber: string,
  accessToken: string | undefined,
  now: number,
): Promise<OrderRow> {
  const order = accessToken === undefined ? undefined : await readOrder(db, orderNumber);
  if (!order || !(await opensOrder(db, order, accessToken, now))) throw new ShopError('order_not_found');
  return order;
}
