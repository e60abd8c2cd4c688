import type { Product, ProductSize } from './catalogue.ts';
import { isSoldOut, stockOf } from './stock.ts';

/** Characters that Google allows in an id. */
const MOST = 50;

/**
 * What search engines and catalogues call a size of a product; the same in feeds and in the page's
 * data, so that both are joined. 'walnut-kernels_250g'; '' is the size of a product without sizes.
 */
export function skuOf(productId: string, size: string): string {
  if (size === '') return shortId(productId);
  const plain = size.replace(/[^A-Za-z0-9.]/g, '');
  const sku = `${productId}_${plain}`;
  return plain === size ? shortId(sku) : shortened(sku, `${productId} ${size}`);
}

/** An id of at most 50 characters: a longer one ends in a hash of the whole. */
export function shortId(id: string): string {
  return id.length <= MOST ? id : shortened(id, id);
}

function shortened(text: string, whole: string): string {
  return `${text.slice(0, MOST - 9)}-${hashOf(whole)}`;
}

/** FNV-1a, as eight digits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** One size as it is offered outside the shop: rupees and grams as in a product. */
export type OfferedSize = Pick<ProductSize, 'size' | 'price' | 'originalPrice' | 'netQuantityGrams' | 'gtin'> & {
  available: boolean;
};

type Offered = Pick<Product, 'sizes' | 'status' | 'stockCount' | 'price' | 'weight'> & { originalPrice?: number };

/** The sizes of a product; one without sizes has one, without a name. */
export function offeredSizes(product: Offered): OfferedSize[] {
  if (product.sizes.length === 0) {
    const { price, originalPrice = price } = product;
    return [{ size: '', price, originalPrice, available: !isSoldOut(product) }];
  }
  return product.sizes.map((size) => ({
    ...size,
    available: product.status === 'Active' && stockOf(product, size.size) > 0,
  }));
}
