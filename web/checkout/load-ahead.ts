import { useEffect } from 'react';
import { SAVED_ORDER } from '#shop/language.ts';
import { keepPage } from '#web/lib/service-worker.ts';

/** Loads the view of an order that waits on this device. */
export const loadSavedOrder = () => import('#web/orders/saved-order-view.tsx');

/**
 * Loads what an order that cannot be sent needs, before the shopper leaves to the UPI app: the
 * network may be lost there.
 */
export function useLoadedAhead(): void {
  useEffect(() => {
    void keepPage(SAVED_ORDER);
    loadSavedOrder().catch(() => {});
  }, []);
}
