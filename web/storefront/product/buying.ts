import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/product';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { checkBuyNow, stockOf } from '#shop/catalogue/stock.ts';
import { formatRupees } from '#shop/money/money.ts';
import { cartLine } from '#shop/orders/cart.ts';
import { setDirectOrder } from '#web/lib/cart.ts';
import { useOpenPage } from '#web/lib/open-page.ts';
import { toast } from '#web/ui/toast.tsx';
import { confirmCurrent } from '../confirm-current.ts';
import { putInCart } from '../put-in-cart.ts';

/** The product fields needed for buying. */
export type Buyable = Pick<
  Product,
  'id' | 'name' | 'image' | 'price' | 'originalPrice' | 'weight' | 'status' | 'stockCount' | 'sizes'
>;

/**
 * Purchase state of a product page: the selected size (initially the first, R1.2, or the one in the
 * address), the quantity, and the two actions. The panel and the sticky bar share it.
 */
export function useBuying(product: Buyable, first: string | null) {
  const navigate = useNavigate();
  const openPage = useOpenPage();
  const [label, setLabel] = useState<string | null>(first ?? product.sizes[0]?.size ?? null);
  const [chosen, setQuantity] = useState(1);
  const size = product.sizes.find((known) => known.size === label);
  const check = checkBuyNow(product, label);
  const stock = check.ok ? stockOf(product, label) : 0;
  // The stock may have dropped below the selected quantity while the page was open.
  const quantity = Math.max(1, Math.min(chosen, stock));
  const price = size?.price ?? product.price;
  usePriceNotice(label, check.ok ? price : null);

  const line = check.ok ? cartLine(product, label, quantity) : null;
  /** The line to buy, or null after showing the reason. */
  const take = () => {
    if (!check.ok) toast.warning(check.message);
    return line;
  };
  return {
    label,
    setLabel: (next: string) => {
      setLabel(next);
      setQuantity((now) => Math.max(1, Math.min(now, stockOf(product, next))));
    },
    quantity,
    setQuantity,
    stock,
    price,
    mrp: size?.originalPrice ?? product.originalPrice,
    grams: size?.netQuantityGrams ?? null,
    contents: size?.contents ?? [],
    /** The selected size, or the product itself, has no stock or is not sold now. */
    soldOut: product.status !== 'Active' || stockOf(product, label) <= 0,
    /** Why it cannot be bought, in the specification's words; null when it can. */
    obstacle: check.ok ? null : check.message,
    /** Stores a one-item direct order and opens the address page (R1.5). */
    buyNow: async () => {
      const bought = take();
      const stillOpen = openPage();
      if (!bought || !(await confirmCurrent()) || !stillOpen()) return;
      setDirectOrder(bought);
      navigate('/address');
    },
    addToCart: () => {
      const added = take();
      if (added) putInCart(added);
    },
  };
}

/**
 * Shows a message when the price of the selected size changes while the page is open; selecting
 * another size is not a change. Rupees.
 */
function usePriceNotice(label: string | null, price: number | null): void {
  const seen = useRef({ label, price });
  useEffect(() => {
    const before = seen.current;
    seen.current = { label, price };
    if (before.label !== label || before.price === null || price === null || before.price === price) return;
    toast.info(m.priceChanged({ before: formatRupees(before.price), after: formatRupees(price) }));
  }, [label, price]);
}

export type Buying = ReturnType<typeof useBuying>;
