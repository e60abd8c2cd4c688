import { useEffect, useState } from 'react';
import { cleanPhone } from '#shop/india/phones.ts';
import type { CouponResult, DiscountLine } from '#shop/orders/orders.ts';
import { call } from './api.ts';
import { useStoredJson, useStoredText } from './device.ts';
import { acceptAddress, type CheckoutItem } from './stored-checkout.ts';

interface CouponPrice {
  coupon: CouponResult | null;
  /** What a coupon or an automatic offer takes off, in rupees. */
  discounts: DiscountLine[];
}

const NONE: CouponPrice = { coupon: null, discounts: [] };

/**
 * What these items would get off. Asks the shop only when there is a code, or when it has automatic
 * offers. Without a response nothing is taken off: the payment page asks again when it holds the
 * items.
 */
export function useCouponPrice(items: readonly CheckoutItem[], automaticOffers: boolean): CouponPrice {
  const couponCode = useStoredText('couponCode') ?? '';
  const address = useStoredJson('shippingAddress', acceptAddress);
  const [priced, setPriced] = useState({ key: '', price: NONE });
  const key =
    items.length === 0 || (couponCode === '' && !automaticOffers)
      ? ''
      : JSON.stringify({
          items: items.map(({ product, size, quantity }) => ({ product, size, quantity })),
          couponCode,
          phone: cleanPhone(address?.phone ?? '', address?.country ?? 'India'),
        });
  useEffect(() => {
    if (key === '') return;
    const cancel = new AbortController();
    call('POST /orders/price', { body: JSON.parse(key) }, { signal: cancel.signal }).then(
      ({ pricing, coupon }) => setPriced({ key, price: { coupon, discounts: pricing.discounts } }),
      () => {},
    );
    return () => cancel.abort();
  }, [key]);
  return key !== '' && priced.key === key ? priced.price : NONE;
}
