import type { Product } from './catalogue.ts';

/** What the cart suggests. */

const SUGGESTED = 4;

/** A combo, and the products that its packs contain, by id. */
export interface Packed {
  combo: string;
  products: string[];
}

export function packedTogether(products: readonly Pick<Product, 'id' | 'sizes'>[]): Packed[] {
  return products.flatMap(({ id, sizes }) => {
    const inside = sizes.flatMap(({ contents = [] }) => contents.map(({ productId }) => productId));
    return inside.length > 0 ? [{ combo: id, products: [...new Set(inside)] }] : [];
  });
}

/**
 * At most four products that go well with a cart: first those that a combo packs together with one
 * of it, then those of other categories. What is in the cart, also inside a combo, is left out.
 *
 * @param cart `categorySlug` if it is known
 * @param pool products in stock, best sellers first: the order of the result
 */
export function goesWellWith<Card extends Pick<Product, 'id' | 'categorySlug'>>(
  cart: readonly { id: string; categorySlug?: string | undefined }[],
  pool: readonly Card[],
  packed: readonly Packed[],
): Card[] {
  const ids = new Set(cart.map(({ id }) => id));
  const inside = packed.filter(({ combo }) => ids.has(combo)).flatMap(({ products }) => products);
  const bought = new Set([...ids, ...inside]);
  const partners = new Set(
    packed.filter(({ products }) => products.some((id) => bought.has(id))).flatMap(({ products }) => products),
  );
  const categories = new Set(cart.map(({ categorySlug }) => categorySlug));
  const others = pool.filter(({ id }) => !bought.has(id));
  return [
    ...others.filter(({ id }) => partners.has(id)),
    ...others.filter(({ id, categorySlug }) => !partners.has(id) && !categories.has(categorySlug)),
  ].slice(0, SUGGESTED);
}
