import { useEffect, useRef } from 'react';
import { readText, writeText } from './device.ts';

/**
 * What pages tell each other (R1.4), as events on the window. An owner edits in one tab and looks at the shop in another, so
 * a told event reaches the shop's other tabs on this device too.
 */
export type ShopEvent = 'pageContentUpdated' | 'refreshHomeSections' | 'productUpdated' | 'reviewAdded';

const NAMES: readonly ShopEvent[] = ['pageContentUpdated', 'refreshHomeSections', 'productUpdated', 'reviewAdded'];

/** Fires an event here and in the other tabs. */
export function tell(event: ShopEvent): void {
  window.dispatchEvent(new Event(event));
  // The time makes the text another one each time: only a change is heard elsewhere.
  writeText('shopEvent', `${event} ${Date.now()}`);
}

let following = false;

/** Repeats what another tab told as an event of this window. */
function follow(): void {
  if (following) return;
  following = true;
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'shopEvent') return;
    const told = readText('shopEvent')?.split(' ')[0];
    const event = NAMES.find((name) => name === told);
    if (event) window.dispatchEvent(new Event(event));
  });
}

/**
 * Calls `run` when one of the events fires, `delay` ms later; several within that time are one.
 *
 * @param events a constant list, the same on every render
 */
export function useShopEvents(events: readonly ShopEvent[], delay: number, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    follow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), delay);
    };
    for (const event of events) window.addEventListener(event, heard);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, heard);
    };
  }, [events, delay]);
}
