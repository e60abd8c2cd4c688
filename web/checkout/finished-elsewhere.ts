import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { getCart, getDirectOrder, setDirectOrder } from '#web/lib/cart.ts';
import { getDraft } from '#web/lib/checkout.ts';
import { parseStored, readText, useHydrated, useStoredText } from '#web/lib/device.ts';
import { findOrder, getOrders } from '#web/lib/my-orders.ts';
import { confirmationPath } from '#web/lib/ordering.ts';
import { acceptDraft, type CheckoutItem } from '#web/lib/stored-checkout.ts';

/**
 * Whether this tab's Buy Now order is among the items. Undefined without one: the tab checks out
 * the cart.
 */
function hasDirect(items: readonly CheckoutItem[]): boolean | undefined {
  const direct = getDirectOrder();
  return direct ? items.some(({ product, size }) => product === direct.productId && size === direct.size) : undefined;
}

/**
 * The order that this tab began and another tab has finished, unless this tab has something else to
 * buy by now.
 */
function finishedBefore(): string | null {
  const number = readText('tabOrder');
  const order = number && getDraft()?.orderNumber !== number ? findOrder(getOrders(), number) : null;
  return order && (hasDirect(order.items) ?? getCart().length === 0) ? order.orderNumber : null;
}

/**
 * The order was finished in the tab that the UPI app opened: this tab stops offering it and opens
 * the confirmation. True from the first render for a tab that was closed or frozen meanwhile.
 */
export function useFinishedElsewhere(): boolean {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const draft = useStoredText('draftOrder');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft ends with the order
  const before = useMemo(() => (hydrated ? finishedBefore() : null), [hydrated, draft]);
  const [noticed, setNoticed] = useState<string | null>(null);
  const finished = before ?? noticed;
  useEffect(() => {
    if (!finished) return;
    // Only now that the page has gone: it would request a draft for the cart.
    setDirectOrder(null);
    navigate(confirmationPath(finished), { replace: true });
  }, [navigate, finished]);
  useEffect(() => {
    // The `storage` event fires in other tabs only.
    const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== 'draftOrder' || oldValue === null || newValue !== null) return;
      const ended = parseStored(oldValue, acceptDraft);
      if (!ended || !findOrder(getOrders(), ended.orderNumber)) return;
      // A tab without a draft of its own has shown the finished one.
      if (hasDirect(ended.items) ?? !(ended.direct && readText('tabOrder'))) setNoticed(ended.orderNumber);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return finished !== null;
}
