import type { ReactNode } from 'react';
import m from '#messages/cart';
import { formatPaise, formatRupees, type Paise } from '#shop/money/money.ts';
import { deliveryPromise, promiseEverywhere, shippingPrice } from '#shop/orders/delivery.ts';
import type { CouponResult } from '#shop/orders/orders.ts';
import { PROMISES } from '#shop/promises.ts';
import { CouponField } from '#web/lib/coupon-field.tsx';
import { useDeliveryPlace } from '#web/lib/delivery-place.ts';
import { onlineOffer } from '#web/lib/discounts.ts';
import type { Pricing } from '#web/lib/stored-checkout.ts';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCcw, Truck } from '#web/ui/icons.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * 'Order Summary' beside the lines. `pricing`: null until device storage is read. `saved`: what the
 * shopper saves in all. `offer`: the online payment offer in rupees (D30). `children`: the Checkout
 * button.
 */
export function CartSummary({
  pricing,
  saved,
  offer,
  coupon,
  children,
}: {
  pricing: Pricing | null;
  saved: Paise;
  offer: number;
  coupon: CouponResult | null;
  children: ReactNode;
}) {
  const place = useDeliveryPlace();
  const skeleton = <Skeleton className="h-5 w-16" />;
  return (
    <section className="panel" aria-labelledby="order-summary">
      <h2 id="order-summary" className="mb-4 text-display-sm">
        {m.summary()}
      </h2>
      <dl className="sum">
        <div>
          <dt>{m.subtotal()}</dt>
          <dd>{pricing ? formatRupees(pricing.subtotal) : skeleton}</dd>
        </div>
        <div>
          <dt>{m.shipping()}</dt>
          <dd className="free">{shippingPrice(place?.country ?? '', m.free())}</dd>
        </div>
        <DiscountLines discounts={pricing?.discounts ?? onlineOffer(offer)} />
        <div className="total">
          <dt>{m.total()}</dt>
          <dd>{pricing ? formatRupees(pricing.total) : skeleton}</dd>
        </div>
      </dl>
      {/* Its line is there before the cart is known: what follows must not move. */}
      <p className="mt-2 min-h-6 weight-650 text-raisin-700">
        {pricing && saved > 0 ? m.savedInAll({ amount: formatPaise(saved) }) : ''}
      </p>
      <p className="mt-2 text-small text-ink-soft">{m.taxes()}</p>
      <CouponField result={coupon} className="mt-1 mb-4" />
      {children}
      <ul className="mt-4 grid gap-2 text-small text-ink-soft">
        <li className="flex items-center gap-2.5">
          <Icon of={Truck} /> <span>{place ? deliveryPromise(place) : promiseEverywhere()}</span>
        </li>
        <li className="flex items-center gap-2.5">
          <Icon of={RotateCcw} /> {m.replacement({ days: PROMISES.replacementDays })}
        </li>
      </ul>
    </section>
  );
}
