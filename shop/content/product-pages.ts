import type { Product } from '../catalogue/catalogue.ts';
import { slugOf } from '../text/slugs.ts';
import type { ProductPage } from './content.ts';

/** Selects the products of category landing pages (D9, R2.2). Pure; works on any list of products. */

type Wanted = Pick<ProductPage, 'name' | 'category' | 'products'>;
type Candidate = Pick<Product, 'id' | 'name' | 'category' | 'categorySlug' | 'tags'>;

/**
 * The products of a landing page: first the ids listed in its content, in that order, then products that match by tag, name or
 * category (R2.2), in input order. New products of the category appear without editing the page. Status is ignored; filter inactive
 * products first.
 */
export function productsOfPage<T extends Candidate>(page: Wanted, products: readonly T[]): T[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const named = new Set(page.products.flatMap((id) => byId.get(id) ?? []));
  const name = slugOf(page.name);
  const category = slugOf(page.category);
  // A name without Latin letters ('किशमिश') has an empty slug, which would match everything.
  const words = new Set([name, category].filter(Boolean));
  const matches = (product: T) =>
    words.has(product.categorySlug) ||
    product.tags.some((tag) => words.has(slugOf(tag))) ||
    (name !== '' && `-${slugOf(product.name)}-`.includes(`-${name}-`)) ||
    words.has(slugOf(product.category));
  return [...named, ...products.filter((product) => !named.has(product) && matches(product))];
}

/** Derives a landing page's name from the last segment of its URL: 'fitness-mix' → 'Fitness Mix'. */
export function nameOfRoute(slug: string): string {
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
