import m from '#messages/coupon-rules';
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
    case 'planned':
      return m.planned({ code, date: formatDate(coupon?.startsAt ?? 0) });
    case 'minimum': {
      const least = coupon?.minOrder ?? 0;
      return m.minimum({ code, least: formatPaise(least), missing: formatPaise(Math.max(0, least - subtotal)) });
    }
    default:
      return m[fault]({ code });
  }
}

/**
 * When an automatic offer takes off more than the code: 'Combo week saves you more than DIWALI10,
 * so you get that.'
 */
export function betterSentence(code: string, name: string): string {
  return m.better_offer({ code, name });
}

/**
 * When the code takes something off and the mobile number, which may rule it out, has not been
 * checked.
 */
export function uncheckedSentence(code: string): string {
  return m.at_order({ code });
}
