import { sha256 } from '#server/ids.ts';
import type { OrderRow } from './queries.ts';

/** Number and secret of an order or a draft, from the body or the header x-order-token (D19). The secret proves ownership. */
export interface Credentials {
  orderNumber?: string | undefined;
  accessToken?: string | undefined;
}

/** Whether this secret belongs to this order. */
export function ownsOrder(order: Pick<OrderRow, 'access_token_hash'>, accessToken: string | undefined): boolean {
  return accessToken !== undefined && order.access_token_hash === sha256(accessToken);
}
