import type { ServiceContext } from '#server/context.ts';
import { countAttempt, forgiveAttempt, LIMITS } from '#server/http/limits.ts';
import { cleanCode } from '#shop/money/coupons.ts';
import type { CouponResult } from '#shop/orders/orders.ts';

/**
 * Limits guesses at coupon codes. Only unknown codes count; beyond the limit no code is looked up, and everything else goes on as
 * without one.
 *
 * @param address network address of the client; without it there is no limit
 */
export async function withCode<Input extends { couponCode?: string | null | undefined }, Result extends Coupled>(
  context: ServiceContext,
  address: string | undefined,
  input: Input,
  run: (input: Input) => Promise<Result>,
): Promise<Result> {
  const code = cleanCode(input.couponCode ?? '');
  if (code === '' || address === undefined) return run(input);
  if ((await countAttempt(context, 'coupon-address', address, LIMITS.couponAddress)) > LIMITS.couponAddress.max) {
    const result = await run({ ...input, couponCode: '' });
    const message = 'Too many attempts. Please try again in 15 minutes.';
    return { ...result, coupon: { code, applied: false, reason: 'too_many_tries', message } };
  }
  const result = await run(input);
  if (result.coupon?.reason !== 'unknown') await forgiveAttempt(context, 'coupon-address', address);
  return result;
}

interface Coupled {
  coupon: CouponResult | null;
}
