import { cartLine, DEFAULT_CART_SIZE } from '#shop/orders/cart.ts';
import { addToCart } from '#web/lib/cart.ts';
import { lookUp } from '#web/lib/cart-check.ts';
import type { CheckoutItem } from '#web/lib/checkout.ts';

/**
 * Adds the items of an order to the cart at current prices (D32). Returns the number of added lines and the names of
 * items that are unavailable or could not be fetched.
 */
export async function reorder(items: readonly CheckoutItem[]): Promise<{ added: number; missing: string[] }> {
  const wanted = items.map(({ product }) => ({ productId: product }));
  const products = await lookUp(wanted, new AbortController().signal);
  const missing: string[] = [];
  let added = 0;
  for (const item of items) {
    const product = products.get(item.product);
    const sized = product?.sizes.some(({ size }) => size === item.size);
    const unsized = product?.sizes.length === 0 && (item.size === DEFAULT_CART_SIZE || item.size === '1');
    const line =
      product && product.status === 'Active' && (sized || unsized)
        ? cartLine(product, sized ? item.size : null, item.quantity)
        : null;
    if (!line || line.stock <= 0) {
      missing.push(`${item.name} (${item.size})`);
      continue;
    }
    addToCart(line);
    added += 1;
  }
  return { added, missing };
}
