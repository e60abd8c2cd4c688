import { useMemo } from 'react';
import m from '#messages/checkout';
import { checkoutItems, isPaying, priceItems } from '#web/lib/checkout.ts';
import { useHydrated, useStoredJson, useStoredText } from '#web/lib/device.ts';
import type { CheckoutItem } from '#web/lib/stored-checkout.ts';
import { acceptDraft } from '#web/lib/stored-checkout.ts';
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

/**
 * The panel beside the address form: items and totals of what the shopper buys, or may be paying
 * for already. `country`: as chosen in the form.
 */
export function OrderSummary({ offer, country }: { offer: number; country: string }) {
  const own = useCheckoutItems();
  const draft = useStoredJson('draftOrder', acceptDraft);
  const { automaticOffers } = useCheckoutSettings();
  const paying = draft !== null && isPaying(Date.now());
  const { discounts } = useCouponPrice((!paying && own?.items) || NO_ITEMS, automaticOffers);
  const bought = paying ? draft : own && { items: own.items, pricing: priceItems(own.items, offer, discounts) };
  return (
    <section className="panel" aria-label={m.orderSummary()}>
      <h2 className="text-display-sm">{m.orderSummary()}</h2>
      {bought ? (
        <div className="mt-4 grid gap-5">
          <OrderItems items={bought.items} />
          <OrderSums {...bought.pricing} country={country} />
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
