import { isShopError } from '#shop/errors.ts';
import type { BulkResult } from '#shop/orders/bulk.ts';

/** An order of a request for several, and the version that the person saw. */
export interface BulkOrder {
  orderNumber: string;
  version?: number | undefined;
}

/**
 * Changes several orders, one after the other, each in its own transaction: an error belongs to its
 * order and stops no other.
 */
export async function inBulk(
  orders: readonly BulkOrder[],
  change: (order: BulkOrder) => Promise<void>,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const order of orders) {
    const message = await change(order).then(() => null, sentenceOf);
    results.push({ orderNumber: order.orderNumber, done: message === null, message: message ?? '' });
  }
  return results;
}

function sentenceOf(error: unknown): string {
  if (!isShopError(error)) throw error;
  return error.message;
}
