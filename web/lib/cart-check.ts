import m from '#messages/reorder';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { stockOf } from '#shop/catalogue/stock.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { CartLine } from '#shop/orders/cart.ts';
import { call, isApiError } from './api.ts';
import { readJson } from './device.ts';
import { acceptHold, withOwnHold } from './own-hold.ts';

/** Cart lines compared with the current catalogue. */
export interface CheckedCart {
  lines: CartLine[];
  /** A message for each difference. */
  notices: string[];
}

type Sold = Pick<Product, 'name' | 'image' | 'price' | 'originalPrice' | 'status' | 'stockCount' | 'sizes'>;

/**
 * Updates stored cart lines from the current catalogue: price, name, picture and stock. A product
 * that is no longer sold stays in the cart with stock 0, so that the shopper sees it and removes
 * it.
 *
 * @param products by id; null for a deleted product. The line of a product that is absent here
 *   stays unchanged.
 */
export function checkCart(lines: readonly CartLine[], products: ReadonlyMap<string, Sold | null>): CheckedCart {
  const notices: string[] = [];
  const checked = lines.map((line) => {
    const product = products.get(line.productId);
    if (product === undefined) return line;
    const shown = sizeLabel(line.size);
    const size = product?.sizes.find((each) => each.size === line.size);
    if (!product || !isSold(product, line.size)) {
      notices.push(m.unavailable({ name: line.name, size: shown }));
      return { ...line, stock: 0 };
    }
    const { price, originalPrice } = size ?? product;
    const stock = product.status === 'Active' ? stockOf(product, size?.size) : 0;
    if (price !== line.price) {
      const [before, now] = [formatRupees(line.price), formatRupees(price)];
      notices.push(m.priceChanged({ name: product.name, size: shown, before, now }));
    }
    if (stock > 0 && stock < line.quantity) notices.push(m.onlyLeft({ name: product.name, size: shown, stock }));
    const { originalPrice: _, ...rest } = line;
    return {
      ...rest,
      name: product.name,
      image: product.image,
      price,
      ...(originalPrice > price ? { originalPrice } : {}),
      stock,
    };
  });
  return { lines: checked, notices };
}

/** Whether the shop still sells this size of a product, in stock or not. */
export function isSold(product: Sold, size: string): boolean {
  return (
    product.status !== 'Inactive' && (product.sizes.length === 0 || product.sizes.some((own) => own.size === size))
  );
}

/**
 * Fetches the products of these lines, by id. What this device's draft holds of them counts as
 * stock. A product that does not exist (404) is null; one whose request failed is absent.
 */
export async function lookUp(
  lines: readonly Pick<CartLine, 'productId'>[],
  signal: AbortSignal,
): Promise<Map<string, Product | null>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const found = await Promise.all(
    ids.map(async (id): Promise<[string, Product | null] | null> => {
      try {
        const { product } = await call('GET /products/:id', { params: { id } }, { signal });
        const hold = readJson('draftOrder', acceptHold) ?? readJson('nextDraft', acceptHold);
        return [id, withOwnHold(product, hold, Date.now())];
      } catch (error) {
        return isApiError(error) && error.status === 404 ? [id, null] : null;
      }
    }),
  );
  return new Map(found.filter((entry) => entry !== null));
}
