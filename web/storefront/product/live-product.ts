import { useEffect, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { call, isApiError } from '#web/lib/api.ts';

/** Milliseconds between two looks at the shop, and the least between two that the shopper's own coming and going causes. */
const EVERY_MS = 30_000;
const AT_MOST_MS = 3_000;

/** What changes while a product page stands open. */
const MOVING = ['status', 'stockCount', 'sizes', 'price', 'originalPrice', 'weight', 'peopleOrdered'] as const;
type Moving = Pick<Product, (typeof MOVING)[number]>;

/**
 * The product with the prices and the stock of now: asked for every 30 seconds while the page is seen, when it is seen again,
 * when the network is back, and when an admin saved a product in another tab (`productUpdated`). A product that is gone counts as
 * inactive; while the shop cannot be reached the last known figures stay.
 */
export function useLiveProduct<T extends Moving & { id: string }>(product: T): T {
  const [live, setLive] = useState<{ of: T; now: Moving } | null>(null);
  useEffect(() => {
    let known = JSON.stringify(moving(product));
    let last = 0;
    let asking = false;
    const cancel = new AbortController();
    const take = (now: Moving) => {
      const text = JSON.stringify(now);
      if (text !== known) setLive({ of: product, now });
      known = text;
    };
    const refresh = async () => {
      if (asking || document.visibilityState !== 'visible' || Date.now() - last < AT_MOST_MS) return;
      asking = true;
      last = Date.now();
      try {
        const live = await call('GET /products/:id', { params: { id: product.id } }, { signal: cancel.signal });
        if (!cancel.signal.aborted) take(moving(live.product));
      } catch (error) {
        if (isApiError(error) && error.status === 404) take({ ...moving(product), status: 'Inactive' });
      } finally {
        asking = false;
      }
    };
    const timer = setInterval(refresh, EVERY_MS);
    const events = ['focus', 'online', 'productUpdated'];
    // A page that comes back from the browser's memory is as old as it was left.
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
  return live?.of === product ? { ...product, ...live.now } : product;
}

function moving(product: Moving): Moving {
  return Object.fromEntries(MOVING.map((field) => [field, product[field]])) as Moving;
}
