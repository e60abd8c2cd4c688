import { formatDate } from '../../india/dates.ts';
import type { Coupon, CouponFault } from '../../money/coupons.ts';
import { formatPaise, type Paise } from '../../money/money.ts';

/**
 * What a shopper reads when a code does not apply.
 *
 * @param subtotal of the goods; `coupon` is undefined for an unknown code
 */
export function faultSentence(fault: CouponFault, code: string, subtotal: Paise, coupon?: Coupon): string {
  switch (fault) {
    case 'unknown':
      return `${code} is not a valid code. Please check the spelling.`;
    case 'ended':
      return `The code ${code} has expired.`;
    case 'paused':
      return `The code ${code} is not available right now.`;
    case 'planned':
      return `You can use the code ${code} from ${formatDate(coupon?.startsAt ?? 0)}.`;
    case 'minimum': {
      const least = coupon?.minOrder ?? 0;
      return `The code ${code} is for orders of ${formatPaise(least)} or more. Add items worth ${formatPaise(Math.max(0, least - subtotal))} to use it.`;
    }
    case 'other_products':
      return `The code ${code} does not apply to the items in your cart.`;
    case 'used_up':
      return `The code ${code} has reached its limit.`;
    case 'used_by_phone':
      return `The code ${code} has already been used with this mobile number.`;
    case 'not_first':
      return `The code ${code} is only for your first order.`;
  }
}

/**
 * When an automatic offer takes off more than the code: 'Combo week saves you more than DIWALI10,
 * so you get that.'
 */
export function betterSentence(code: string, name: string): string {
  return `${name} saves you more than the code ${code}, so you get that instead.`;
}

/**
 * When the code takes something off and the mobile number, which may rule it out, has not been
 * checked.
 */
export function uncheckedSentence(code: string): string {
  return `When you order, we check whether ${code} applies to your mobile number.`;
}
