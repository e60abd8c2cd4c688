import { useRouteLoaderData } from 'react-router';
import type { PaymentSettings } from '#shop/settings/settings.ts';
import type { loader } from './checkout-layout.tsx';

/** The settings that the checkout layout loads once for all its pages. */
export function useCheckoutSettings() {
  const settings = useRouteLoaderData<typeof loader>('checkout/checkout-layout');
  if (!settings) throw new Error('outside of the checkout layout');
  return settings;
}

/** What the shop takes off for paying online, in rupees (D30); 0 when the offer is switched off or only a text. */
export function onlineOffer(payment: Pick<PaymentSettings, 'onlineOffer'>): number {
  return payment.onlineOffer.visible ? payment.onlineOffer.amount : 0;
}
