import { useMemo } from 'react';
import m from '#messages/checkout';
import type { CheckoutItem } from '#web/lib/checkout.ts';
import { checkoutItems, priceItems } from '#web/lib/checkout.ts';
import { useHydrated, useStoredText } from '#web/lib/device.ts';
import { useCouponPrice } from '#web/lib/use-coupon-price.ts';
import { OrderItems, OrderSums } from '#web/orders/order-items.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';

/** The items to buy, read from device storage; null until they are read. */
export function useCheckoutItems(): { direct: boolean; items: CheckoutItem[] } | null {
  const hydrated = useHydrated();
  const cart = useStoredText('cart');
  const direct = useStoredText('directOrder');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the two stored texts are what changes
  return useMemo(() => (hydrated ? checkoutItems() : null), [hydrated, cart, direct]);
}

const NO_ITEMS: CheckoutItem[] = [];

/** The panel beside the address form: items and totals. */
export function OrderSummary({ offer }: { offer: number }) {
  const checkout = useCheckoutItems();
  const { automaticOffers } = useCheckoutSettings();
  const { discounts } = useCouponPrice(checkout?.items ?? NO_ITEMS, automaticOffers);
  return (
    <section className="panel" aria-label={m.orderSummary()}>
      <h2 className="text-display-sm">{m.orderSummary()}</h2>
      {checkout ? (
        <div className="mt-4 grid gap-5">
          <OrderItems items={checkout.items} />
          <OrderSums {...priceItems(checkout.items, offer, discounts)} />
        </div>
      ) : (
        <div className="mt-4 grid gap-3" aria-hidden="true">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
          <Skeleton className="h-24" />
        </div>
      )}
    </section>
  );
}
