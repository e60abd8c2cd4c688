import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { countAttempt, isCounted, LIMITS, type Networks } from '#server/http/limits.ts';
import { asksHistory, type Coupon } from '#shop/money/coupons.ts';

/**
 * The phone whose earlier orders decide about coupons before an order is placed; null when they
 * must not, which leaves a code to the order and gives no automatic offer. Otherwise prices would
 * tell anybody which numbers have ordered before. What counts are the different numbers of a
 * network: a cart is priced at each change.
 *
 * @param db in a transaction, the numbers count when it commits; it locks them after claims (fault
 *   8)
 * @param networks of the client; without them there is no limit
 * @param coupons those that could apply
 */
export async function phoneToJudge(
  context: ServiceContext,
  db: Reader,
  networks: Networks | undefined,
  phone: string,
  coupons: readonly Coupon[],
): Promise<string | null> {
  if (phone === '' || networks === undefined || !coupons.some(asksHistory)) return phone;
  const subject = `${networks.network} ${phone}`;
  if (await isCounted(context, 'coupon-phone', subject, db)) return phone;
  // Only numbers within the limit are remembered: simultaneous requests for another one all get
  // nothing.
  const count = await countAttempt(context, 'coupon-phones', networks, LIMITS.couponPhones, db);
  if (count > LIMITS.couponPhones.max) return null;
  await countAttempt(context, 'coupon-phone', subject, LIMITS.couponPhones, db);
  return phone;
}
