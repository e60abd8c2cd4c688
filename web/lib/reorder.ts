import { useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/reorder';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { type CartLine, DEFAULT_CART_SIZE, lineId } from '#shop/orders/cart.ts';
import { toast } from '#web/ui/toast.tsx';
import { addToCart } from './cart.ts';
import { checkCart, isSold, lookUp } from './cart-check.ts';
import { useOpenPage } from './open-page.ts';
import type { CheckoutItem } from './stored-checkout.ts';

/**
 * The items of an order as cart lines at current prices (D32), and a sentence for each price that
 * changed and each item that is gone, sold out or scarce.
 *
 * @param products by id; null for a deleted product. An item whose product is absent here could not
 *   be looked up.
 */
export function reorderLines(
  items: readonly CheckoutItem[],
  products: ReadonlyMap<string, Product | null>,
): { lines: CartLine[]; notices: string[] } {
  const unknown = items.filter(({ product }) => !products.has(product));
  const wanted = items.filter(({ product }) => products.has(product)).map((item) => toLine(item, products));
  const { lines, notices } = checkCart(wanted, products);
  // `checkCart` has reported those that are no longer sold.
  const soldOut = lines.filter(({ stock, productId, size }) => {
    const product = products.get(productId);
    return stock <= 0 && product && isSold(product, size);
  });
  return {
    lines: lines
      .filter(({ stock }) => stock > 0)
      .map((line) => ({ ...line, quantity: Math.min(line.quantity, line.stock) })),
    notices: [
      ...notices,
      ...soldOut.map(({ name, size }) => m.soldOut({ name, size: sizeLabel(size) })),
      ...unknown.map(({ name, size }) => m.notChecked({ name, size: sizeLabel(size) })),
    ],
  };
}

function toLine(item: CheckoutItem, products: ReadonlyMap<string, Product | null>): CartLine {
  const size = products.get(item.product)?.sizes.length === 0 ? DEFAULT_CART_SIZE : item.size;
  const { name, price, quantity, image } = item;
  return { id: lineId(item.product, size), productId: item.product, name, size, price, quantity, image, stock: 0 };
}

/**
 * Puts the items of an order into the cart and opens it; what has changed since is told in a
 * message.
 */
export function useReorder(): { busy: boolean; again: (items: readonly CheckoutItem[]) => void } {
  const navigate = useNavigate();
  const openPage = useOpenPage();
  const [busy, setBusy] = useState(false);
  const again = async (items: readonly CheckoutItem[]) => {
    setBusy(true);
    const stillOpen = openPage();
    const wanted = items.map(({ product }) => ({ productId: product }));
    const { lines, notices } = reorderLines(items, await lookUp(wanted, new AbortController().signal));
    setBusy(false);
    for (const line of lines) addToCart(line);
    if (notices.length > 0) toast.warning(notices.join(' '), { duration: 10_000 });
    if (lines.length > 0 && stillOpen()) navigate('/cart');
  };
  return { busy, again: (items) => void again(items) };
}
