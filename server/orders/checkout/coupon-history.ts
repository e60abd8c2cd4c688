import type { ServiceContext } from '#server/context.ts';
import { countAttempt, isCounted, LIMITS, networkHash } from '#server/http/limits.ts';
import { asksHistory, cleanCode } from '#shop/money/coupons.ts';
import { couponsFor } from '../coupons.queries.ts';

/**
 * The phone whose earlier orders decide about coupons before an order is placed; null when they must not, which leaves a code to the order
 * and gives no automatic offer. Otherwise prices would tell anybody which numbers have ordered before. What counts are the different numbers of a network: a cart
 * is priced at each change.
 *
 * @param address network address of the client; without it there is no limit
 */
export async function phoneToJudge(
  context: ServiceContext,
  address: string | undefined,
  { phone, couponCode }: { phone: string; couponCode?: string | null | undefined },
): Promise<string | null> {
  if (phone === '' || address === undefined) return phone;
  const code = cleanCode(couponCode ?? '');
  const coupons = await couponsFor(context.database.db, { at: context.now(), code, id: '' });
  if (!coupons.some(asksHistory)) return phone;
  const subject = `${networkHash(address)} ${phone}`;
  if (await isCounted(context, 'coupon-phone', subject)) return phone;
  // Only numbers within the limit are remembered: simultaneous requests for another one all get nothing.
  const count = await countAttempt(context, 'coupon-phones-address', address, LIMITS.couponPhones);
  if (count > LIMITS.couponPhones.max) return null;
  await countAttempt(context, 'coupon-phone', subject, LIMITS.couponPhones);
  return phone;
}
