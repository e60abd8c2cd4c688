import type { Product } from '../catalogue/catalogue.ts';
import { slugOf } from '../text/slugs.ts';
import type { ProductPage } from './content.ts';

/** The rule of the category landing pages (D9, R2.2): pure, over whatever list of products the caller shows. */

type Wanted = Pick<ProductPage, 'name' | 'category' | 'products'>;
type Candidate = Pick<Product, 'id' | 'name' | 'category' | 'categorySlug' | 'tags'>;

/**
 * The products of a landing page: those its content names, in that order, then those that a tag, their name or their category
 * brings (R2.2), in the order given. So a page needs no list, and a new product of the category appears by itself.
 * Status is not looked at; leave out inactive products before.
 */
export function productsOfPage<T extends Candidate>(page: Wanted, products: readonly T[]): T[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const named = new Set(page.products.flatMap((id) => byId.get(id) ?? []));
  const name = slugOf(page.name);
  const category = slugOf(page.category);
  // A name of other letters ('किशमिश') leaves no slug, and an empty one would match everything.
  const words = new Set([name, category].filter(Boolean));
  const matches = (product: T) =>
    words.has(product.categorySlug) ||
    product.tags.some((tag) => words.has(slugOf(tag))) ||
    (name !== '' && `-${slugOf(product.name)}-`.includes(`-${name}-`)) ||
    words.has(slugOf(product.category));
  return [...named, ...products.filter((product) => !named.has(product) && matches(product))];
}

/** A landing page's name from the last part of its address, when nothing else is known: 'fitness-mix' → 'Fitness Mix'. */
export function nameOfRoute(slug: string): string {
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
