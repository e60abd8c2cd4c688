import { useState } from 'react';
import m from '#messages/address';
import rules from '#messages/cart-rules';
import words from '#messages/closed';
import { splitCart } from '#shop/orders/cart.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import type { ClosedWords } from '#shop/settings/opening.ts';
import { useCart } from '#web/lib/cart.ts';
import { isPaying } from '#web/lib/checkout.ts';
import { ClosedNote } from '#web/lib/closed-note.tsx';
import { endsWithPage } from '#web/lib/device.ts';
import { BestSellers } from '#web/storefront/best-sellers.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useKeptFocus } from '#web/ui/kept-focus.ts';
import { AppLink } from '#web/ui/link.tsx';
import { AddressForm } from './address-form.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { useFinishedElsewhere } from './finished-elsewhere.ts';
import { OrderSummary, useCheckoutItems } from './order-summary.tsx';
import { CheckoutSteps } from './steps.tsx';

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/**
 * Step 1 of checkout (R2.2). The HTML is the same for every shopper; the saved address is filled in
 * on the device.
 */
export default function Address() {
  const { closed, payment } = useCheckoutSettings();
  const finished = useFinishedElsewhere();
  const [country, setCountry] = useState('India');
  const nothing = useNothingToBuy();
  useKeptFocus(nothing);
  if (nothing && !finished && !closed) {
    return (
      <div className="page-form pb-16">
        <CheckoutSteps current={0} />
        <NothingToBuy reason={nothing} />
        {nothing === 'empty' && <BestSellers />}
      </div>
    );
  }
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={0} />
      <div className="co-grid">
        <aside className="co-side lg:col-start-2 lg:row-start-1">
          <OrderSummary offer={offerAmount(payment.onlineOffer)} country={country} />
        </aside>
        <div className="lg:col-start-1 lg:row-start-1">
          {closed ? <NoOrdersNow closed={closed} /> : <AddressForm onCountry={setCountry} />}
        </div>
      </div>
    </div>
  );
}

/** In place of the form: nobody fills in an address for nothing. */
function NoOrdersNow({ closed }: { closed: ClosedWords }) {
  return (
    <>
      <h1 className="mb-5 text-display-md">{m.title()}</h1>
      <ClosedNote closed={closed} className="mb-5">
        {!endsWithPage('cart') && words.cart_stays()}
      </ClosedNote>
      <AppLink className="link link-tap" to="/cart">
        {m.backToCart()}
      </AppLink>
    </>
  );
}

/** Why there is nothing to order; null when there is, and before the device is read. */
function useNothingToBuy(): 'empty' | 'unavailable' | null {
  const checkout = useCheckoutItems();
  const cart = useCart();
  // The tab that a UPI app opens has the draft, but not the Buy Now order of the first tab.
  if (!checkout || checkout.direct || splitCart(cart).available.length > 0 || isPaying(Date.now())) return null;
  return cart.length === 0 ? 'empty' : 'unavailable';
}

/** In place of the form. */
function NothingToBuy({ reason }: { reason: 'empty' | 'unavailable' }) {
  const empty = reason === 'empty';
  return (
    <EmptyState title={empty ? rules.empty() : rules.gone()} as="h1">
      <ButtonLink to={empty ? '/' : '/cart'}>{empty ? m.continueShopping() : m.backToCart()}</ButtonLink>
    </EmptyState>
  );
}
