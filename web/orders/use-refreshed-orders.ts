import { useEffect, useRef } from 'react';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { readLive } from '#web/lib/my-orders.ts';

/** How many of the newest orders are fetched when the list opens. */
const MOST = 20;

/** Updates the copies in the list once per visit. Orders that cannot be fetched stay unchanged. */
export function useRefreshedOrders(orders: readonly LocalOrder[]): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || orders.length === 0) return;
    done.current = true;
    const open = orders.filter(({ delivery, accessToken }) => delivery === 'sent' && accessToken).slice(0, MOST);
    void (async () => {
      for (const order of open) await readLive(order).catch(() => null);
    })();
  }, [orders]);
}
