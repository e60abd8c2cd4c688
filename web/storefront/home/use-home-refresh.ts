import { useRevalidator } from 'react-router';
import { type ShopEvent, useShopEvents } from '#web/lib/events.ts';

const CONTENT: readonly ShopEvent[] = ['pageContentUpdated'];
const PRODUCTS: readonly ShopEvent[] = ['refreshHomeSections', 'productUpdated', 'reviewAdded'];
/** R1.4: the home sections show new page content after this time. */
const CONTENT_MS = 100;

/**
 * Reloads home when its content, its products or their reviews change (R1.4). True while loading.
 */
export function useHomeRefresh(): boolean {
  const { revalidate, state } = useRevalidator();
  const refresh = () => void revalidate();
  useShopEvents(CONTENT, CONTENT_MS, refresh);
  useShopEvents(PRODUCTS, 0, refresh);
  return state === 'loading';
}
