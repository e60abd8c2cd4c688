import { useEffect, useRef } from 'react';
import { readText, writeText } from './device.ts';

/**
 * Events that pages send each other (R1.4), dispatched on the window. The owner may edit in one tab
 * and view the shop in another, so an event also reaches the other tabs of the shop on this device.
 */
export type ShopEvent = 'pageContentUpdated' | 'refreshHomeSections' | 'productUpdated' | 'reviewAdded';

const NAMES: readonly ShopEvent[] = ['pageContentUpdated', 'refreshHomeSections', 'productUpdated', 'reviewAdded'];

/** Fires an event here and in the other tabs. */
export function dispatchShopEvent(event: ShopEvent): void {
  window.dispatchEvent(new Event(event));
  // Other tabs get a `storage` event only when the value changes, so it includes the time.
  writeText('shopEvent', `${event} ${Date.now()}`);
}

let following = false;

/** Dispatches the events of other tabs on this window. */
function follow(): void {
  if (following) return;
  following = true;
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'shopEvent') return;
    const stored = readText('shopEvent')?.split(' ')[0];
    const event = NAMES.find((name) => name === stored);
    if (event) window.dispatchEvent(new Event(event));
  });
}

/**
 * Calls `run` `delay` ms after the last of these events (debounced).
 *
 * @param events a constant list, the same on every render
 */
export function useShopEvents(events: readonly ShopEvent[], delay: number, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    follow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onEvent = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), delay);
    };
    for (const event of events) window.addEventListener(event, onEvent);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onEvent);
    };
  }, [events, delay]);
}
