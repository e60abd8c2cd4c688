/** Why a code takes nothing off, or may not (`CouponResult` of shop/orders/orders.ts). */
export type Reason =
  | 'unknown'
  | 'paused'
  | 'planned'
  | 'ended'
  | 'minimum'
  | 'other_products'
  | 'used_up'
  | 'used_by_phone'
  | 'not_first'
  | 'better_offer'
  | 'too_many_tries'
  | 'at_order';

/**
 * Why a code takes nothing off, or may not: the sentence of the server, which names amounts and
 * dates.
 */
export function couponRefusal({ message }: { code: string; reason: Reason | null; message: string }): string {
  return message;
}
