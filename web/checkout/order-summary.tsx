import { useMemo } from 'react';
import m from '#messages/checkout';
import { formatRupees } from '#shop/money/money.ts';
import { checkoutItems, isPaying, priceItems } from '#web/lib/checkout.ts';
import { useHydrated, useStoredJson, useStoredText } from '#web/lib/device.ts';
import type { CheckoutItem, Pricing } from '#web/lib/stored-checkout.ts';
import { acceptDraft } from '#web/lib/stored-checkout.ts';
import { useCouponPrice } from '#web/lib/use-coupon-price.ts';
import { OrderItems, OrderSums } from '#web/orders/order-items.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useMedia } from '#web/ui/use-media.ts';
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
 * The panel beside the address form, on a phone folded above it: items and totals of what the
 * shopper buys, or may be paying for already. `country`: as chosen in the form.
 */
export function OrderSummary({ offer, country }: { offer: number; country: string }) {
  const own = useCheckoutItems();
  const draft = useStoredJson('draftOrder', acceptDraft);
  const { automaticOffers } = useCheckoutSettings();
  const wide = useMedia('(width >= 64rem)');
  const paying = draft !== null && isPaying(Date.now());
  const { discounts } = useCouponPrice((!paying && own?.items) || NO_ITEMS, automaticOffers);
  const bought = paying ? draft : own && { items: own.items, pricing: priceItems(own.items, offer, discounts) };
  return (
    <section className="panel max-lg:py-1.5" aria-label={m.orderSummary()}>
      <h2 className="text-display-sm max-lg:hidden">{m.orderSummary()}</h2>
      {bought ? (
        <Fold open={wide} label={<FoldedSums {...bought} />} lineClass="flex-wrap lg:hidden">
          <div className="grid gap-5 pt-3 pb-2.5 lg:pt-4 lg:pb-0">
            <OrderItems items={bought.items} />
            <OrderSums {...bought.pricing} country={country} />
          </div>
        </Fold>
      ) : (
        <>
          <p className="flex min-h-tap items-center weight-600 lg:hidden">{m.orderSummary()}</p>
          <div className="mt-4 grid gap-3 max-lg:hidden" aria-hidden="true">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
            <Skeleton className="h-24" />
          </div>
        </>
      )}
    </section>
  );
}

/** 'Order Summary · 3 items', and the total at the end of the line. */
function FoldedSums({ items, pricing }: { items: CheckoutItem[]; pricing: Pricing }) {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <span className="flex-1">
        {m.orderSummary()} <span className="text-ink-soft">· {m.itemCount({ count })}</span>
      </span>
      <span className="num">{formatRupees(pricing.total)}</span>
    </>
  );
}
