import { useEffect, useState } from 'react';
import type { CartLine } from '#shop/orders/cart.ts';
import { getCart, replaceCart } from '#web/lib/cart.ts';
import { checkCart, lookUp } from '#web/lib/cart-check.ts';

/**
 * Compares the cart with the live catalogue whenever the set of lines changes, brings prices and stock up to date, and answers
 * what was different. A catalogue that cannot be reached changes nothing.
 */
export function useCartCheck(lines: readonly CartLine[]): { notices: string[] } {
  const [notices, setNotices] = useState<string[]>([]);
  const key = lines.map(({ productId, size }) => `${productId} ${size}`).join('\n');
  useEffect(() => {
    if (key === '') return;
    const cancel = new AbortController();
    lookUp(getCart(), cancel.signal).then(
      (products) => {
        if (cancel.signal.aborted) return;
        const before = getCart();
        const checked = checkCart(before, products);
        if (JSON.stringify(checked.lines) !== JSON.stringify(before)) replaceCart(checked.lines);
        // A price is told once: after that the cart shows it. Missing goods are told as long as they are in the cart.
        setNotices((told) =>
          checked.notices.length > 0 ? checked.notices : told.length > 0 && sameCart(before, key) ? told : [],
        );
      },
      () => {},
    );
    return () => cancel.abort();
  }, [key]);
  return { notices };
}

function sameCart(lines: readonly CartLine[], key: string): boolean {
  return lines.map(({ productId, size }) => `${productId} ${size}`).join('\n') === key;
}
