import { useRouteLoaderData } from 'react-router';
import type { PaymentSettings } from '#shop/settings/settings.ts';
import type { loader } from './checkout-layout.tsx';

/** Settings that the checkout layout loads once for all its pages. */
export function useCheckoutSettings() {
  const settings = useRouteLoaderData<typeof loader>('checkout/checkout-layout');
  if (!settings) throw new Error('outside of the checkout layout');
  return settings;
}

/** Discount for online payment in rupees (D30); 0 when the offer is off or is only a text. */
export function onlineOffer(payment: Pick<PaymentSettings, 'onlineOffer'>): number {
  return payment.onlineOffer.visible ? payment.onlineOffer.amount : 0;
}
