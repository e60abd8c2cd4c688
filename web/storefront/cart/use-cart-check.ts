import { useCallback, useEffect, useRef, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { CartLine } from '#shop/orders/cart.ts';
import { getCart, replaceCart } from '#web/lib/cart.ts';
import { checkCart, lookUp } from '#web/lib/cart-check.ts';

/**
 * Checkout waits at most this long for the comparison; the server checks again when it holds the
 * items.
 */
const LONGEST_WAIT_MS = 2_000;

/**
 * Compares the cart with the live catalogue whenever the set of lines changes, updates prices and
 * stock, and returns notices about the differences. What this device's draft holds counts as stock.
 * If the catalogue cannot be reached, nothing changes. `checked` returns the lines after the
 * comparison that is going on. `products` are those of the cart by id, as far as they could be read;
 * null before the first comparison.
 */
export function useCartCheck(lines: readonly CartLine[]): {
  notices: string[];
  products: ReadonlyMap<string, Product | null> | null;
  checked: () => Promise<CartLine[]>;
} {
  const [notices, setNotices] = useState<string[]>([]);
  const [products, setProducts] = useState<ReadonlyMap<string, Product | null> | null>(null);
  const comparison = useRef<Promise<void>>(undefined);
  const key = lines.map(({ productId, size }) => `${productId} ${size}`).join('\n');
  useEffect(() => {
    if (key === '') return;
    const cancel = new AbortController();
    comparison.current = lookUp(getCart(), cancel.signal).then(
      (found) => {
        if (cancel.signal.aborted) return;
        setProducts(found);
        const before = getCart();
        const checked = checkCart(before, found);
        if (JSON.stringify(checked.lines) !== JSON.stringify(before)) replaceCart(checked.lines);
        // A changed price is reported once: then the cart contains it. Missing items are reported
        // as long as they are in the cart.
        setNotices((current) =>
          checked.notices.length > 0 ? checked.notices : current.length > 0 && sameCart(before, key) ? current : [],
        );
      },
      () => {},
    );
    return () => cancel.abort();
  }, [key]);
  const checked = useCallback(async () => {
    await Promise.race([comparison.current, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
    return getCart();
  }, []);
  return { notices, products, checked };
}

function sameCart(lines: readonly CartLine[], key: string): boolean {
  return lines.map(({ productId, size }) => `${productId} ${size}`).join('\n') === key;
}
