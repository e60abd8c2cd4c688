import type { ServiceContext } from '#server/context.ts';
import type { Language } from '#shop/language.ts';
import type { Order } from '#shop/orders/orders.ts';
import { hasLapsed } from '../rows/claims.queries.ts';
import { orderDocuments } from '../rows/documents.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { orderReplacements } from '../rows/replacements.ts';
import { toOrder } from '../rows/wire.ts';
import { openOrder } from './credentials.ts';

/** An order for the shopper with its secret. @throws ShopError order_not_found */
export async function orderForShopper(
  { database: { db }, now }: ServiceContext,
  orderNumber: string,
  accessToken: string | undefined,
  language: Language = 'en',
): Promise<Order> {
  const row = await openOrder(db, orderNumber, accessToken, now());
  const lines = await queries.readLines(db, [orderNumber]);
  const events = await queries.readEvents(db, [orderNumber]);
  return {
    ...toOrder(row, lines, events, { staff: false, language }),
    documents: await orderDocuments(db, orderNumber),
    // Only orders that have been delivered can have replacements.
    replacements: row.delivered_at === null ? [] : await orderReplacements(db, orderNumber),
    ...(row.status === 'cancelled' ? { lapsed: await hasLapsed(db, row) } : {}),
  };
}
