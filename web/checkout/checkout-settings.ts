import { useRouteLoaderData } from 'react-router';
import type { loader } from './checkout-layout.tsx';

/** Settings that the checkout layout loads once for all its pages. */
export function useCheckoutSettings() {
  const settings = useRouteLoaderData<typeof loader>('checkout/checkout-layout');
  if (!settings) throw new Error('outside of the checkout layout');
  return settings;
}
