import m from '#messages/address';
import { CART_TEXTS } from '#shop/orders/cart.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import { getCart } from '#web/lib/cart.ts';
import { isPaying } from '#web/lib/checkout.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AddressForm } from './address-form.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { useFinishedElsewhere } from './finished-elsewhere.ts';
import { OrderSummary, useCheckoutItems } from './order-summary.tsx';
import { CheckoutSteps } from './steps.tsx';

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/** Step 1 of checkout (R2.2). The HTML is the same for every shopper; the saved address is filled in on the device. */
export default function Address() {
  const { payment } = useCheckoutSettings();
  const finished = useFinishedElsewhere();
  const empty = useCheckoutItems()?.items.length === 0;
  // The tab that a UPI app opens has the draft, but not the Buy Now order of the first tab.
  if (empty && !finished && !isPaying(Date.now())) return <NothingToBuy />;
  return (
    <div className="page-form pb-16">
      <CheckoutSteps current={0} />
      <div className="co-grid">
        <AddressForm />
        <aside className="co-side">
          <OrderSummary offer={offerAmount(payment.onlineOffer)} />
        </aside>
      </div>
    </div>
  );
}

/** The cart is empty, or none of its lines can be ordered. */
function NothingToBuy() {
  const empty = getCart().length === 0;
  return (
    <div className="page-form py-10">
      <EmptyState title={empty ? CART_TEXTS.empty : CART_TEXTS.gone} as="h1">
        <ButtonLink to={empty ? '/' : '/cart'}>{empty ? m.continueShopping() : m.backToCart()}</ButtonLink>
      </EmptyState>
    </div>
  );
}
