import m from '#messages/address';
import { offerAmount } from '#shop/settings/offers.ts';
import { AddressForm } from './address-form.tsx';
import { useCheckoutSettings } from './checkout-settings.ts';
import { OrderSummary } from './order-summary.tsx';
import { CheckoutSteps } from './steps.tsx';

export function meta() {
  return [{ title: m.title() }, { name: 'robots', content: 'noindex' }];
}

/** Step 1 of checkout (R2.2). The HTML is the same for every shopper; the saved address is filled in on the device. */
export default function Address() {
  const { payment } = useCheckoutSettings();
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
