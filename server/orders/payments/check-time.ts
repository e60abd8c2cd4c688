import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { usualCheckMs } from '#shop/orders/payments/progress.ts';

/** How many of the last verified orders count. */
const LAST = 50;
const KEPT_MS = 60_000;

/**
 * The usual time of a check, read again after a minute; also null when it cannot be read.
 */
export function createCheckTime({ database, log, now }: ServiceContext): () => Promise<number | null> {
  let kept: Promise<number | null> = Promise.resolve(null);
  let keptUntil = 0;
  return () => {
    if (now() >= keptUntil) {
      keptUntil = now() + KEPT_MS;
      kept = readCheckTime(database.db).catch((error) => {
        log.warn({ err: error }, 'the usual time of a payment check could not be read');
        return null;
      });
    }
    return kept;
  };
}

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
