import words from '#messages/coupon-rules';
import type { ServiceContext } from '#server/context.ts';
import { countAttempt, forgiveAttempt, LIMITS } from '#server/http/limits.ts';
import { cleanCode } from '#shop/money/coupons.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import { hasCode } from '../rows/coupons.queries.ts';

/**
 * Limits guesses at coupon codes. Only unknown codes count; beyond the limit no code is looked up,
 * and everything else goes on as without one.
 *
 * @param address network address of the client; without it there is no limit
 * @returns the input to go on with, and what the shopper is told if it has lost its code
 */
export async function withoutGuess<Input extends { couponCode?: string | null | undefined }>(
  context: ServiceContext,
  address: string | undefined,
  input: Input,
): Promise<{ allowed: Input; refused: CouponResult | null }> {
  const code = cleanCode(input.couponCode ?? '');
  if (code === '' || address === undefined) return { allowed: input, refused: null };
  // Counted before it is looked up, so that concurrent guesses are counted too.
  if ((await countAttempt(context, 'coupon-address', address, LIMITS.couponAddress)) > LIMITS.couponAddress.max) {
    return {
      allowed: { ...input, couponCode: '' },
      refused: { code, applied: false, reason: 'too_many_tries', message: words.too_many_tries() },
    };
  }
  if (await hasCode(context.database.db, code)) await forgiveAttempt(context, 'coupon-address', address);
  return { allowed: input, refused: null };
}
