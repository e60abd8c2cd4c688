import type { Reader } from '#server/database/transact.ts';
import { usualCheckMs } from '#shop/orders/payments/progress.ts';

/** How many of the last verified orders count. */
const LAST = 50;

/** The usual time from a UTR to its verified payment, in ms; null with too few orders. */
export async function readCheckTime(db: Reader): Promise<number | null> {
  const orders = await db
    .selectFrom('orders')
    .select(['order_number', 'payment_decided_at'])
    .where('payment_status', '=', 'completed')
    .where('utr', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(LAST)
    .execute();
  return usualCheckMs([...(await checkTimes(db, orders)).values()]);
}

/** The ms from the UTR to the decision about each order. */
export async function checkTimes(
  db: Reader,
  orders: readonly { order_number: string; payment_decided_at: number | null }[],
): Promise<Map<string, number>> {
  const numbers = orders.map(({ order_number }) => order_number);
  // The UTR comes with the order or later; the last one is the one that was checked.
  const given = await db
    .selectFrom('order_events')
    .select((eb) => ['order_number', eb.fn.max('at').as('at')])
    .where('kind', 'in', ['placed', 'utr'])
    .where('order_number', 'in', ['', ...numbers])
    .groupBy('order_number')
    .execute();
  const givenAt = new Map(given.map(({ order_number, at }) => [order_number, Number(at)]));
  return new Map(
    orders.flatMap(({ order_number, payment_decided_at }) => {
      const at = givenAt.get(order_number);
      return payment_decided_at === null || at === undefined ? [] : [[order_number, payment_decided_at - at]];
    }),
  );
}
