import { useEffect, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { useStoredJson } from '#web/lib/device.ts';
import { acceptHold, withOwnHold } from '#web/lib/own-hold.ts';

/**
 * Polling interval, and minimum time between requests triggered by focus and visibility changes.
 * Milliseconds.
 */
const EVERY_MS = 30_000;
const AT_MOST_MS = 3_000;

/** Fields that can change while a product page is open. */
const MOVING = ['status', 'stockCount', 'sizes', 'price', 'originalPrice', 'weight', 'peopleOrdered'] as const;
type Moving = Pick<Product, (typeof MOVING)[number]>;

/**
 * The product with current prices and stock: fetched every 30 seconds while the page is visible,
 * when it becomes visible again, when the network returns, and when an admin saved a product in
 * another tab (`productUpdated`). A deleted product counts as inactive; while the server cannot be
 * reached the last values stay. What this device's draft holds counts as stock.
 */
export function useLiveProduct<T extends Moving & { id: string }>(product: T): T {
  const [live, setLive] = useState<{ of: T; now: Moving } | null>(null);
  const held = useStoredJson('draftOrder', acceptHold);
  const givenUp = useStoredJson('nextDraft', acceptHold);
  const hold = held ?? givenUp;
  useEffect(() => {
    let known = JSON.stringify(moving(product));
    let last = 0;
    let pending = false;
    const cancel = new AbortController();
    const take = (now: Moving) => {
      const text = JSON.stringify(now);
      if (text !== known) setLive({ of: product, now });
      known = text;
    };
    const refresh = async () => {
      if (pending || document.visibilityState !== 'visible' || Date.now() - last < AT_MOST_MS) return;
      pending = true;
      last = Date.now();
      try {
        const live = await call('GET /products/:id', { params: { id: product.id } }, { signal: cancel.signal });
        if (!cancel.signal.aborted) take(moving(live.product));
      } catch (error) {
        if (isApiError(error) && error.status === 404) take({ ...moving(product), status: 'Inactive' });
      } finally {
        pending = false;
      }
    };
    const timer = setInterval(refresh, EVERY_MS);
    const events = ['focus', 'online', 'productUpdated'];
    // A page restored from the back/forward cache is stale.
    const onShow = (event: PageTransitionEvent) => event.persisted && refresh();
    for (const event of events) window.addEventListener(event, refresh);
    window.addEventListener('pageshow', onShow);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      cancel.abort();
      clearInterval(timer);
      for (const event of events) window.removeEventListener(event, refresh);
      window.removeEventListener('pageshow', onShow);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [product]);
  return withOwnHold(live?.of === product ? { ...product, ...live.now } : product, hold, Date.now());
}

function moving(product: Moving): Moving {
  return Object.fromEntries(MOVING.map((field) => [field, product[field]])) as Moving;
}
