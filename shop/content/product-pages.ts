import type { Product } from '../catalogue/catalogue.ts';
import { onceFor } from '../once.ts';
import { slugOf } from '../text/slugs.ts';
import type { ProductPage } from './content.ts';

/**
 * Selects the products of category landing pages (D9, R2.2). Pure; works on any list of products.
 */

type Wanted = Pick<ProductPage, 'name' | 'category' | 'products'>;
type Candidate = Pick<Product, 'id' | 'name' | 'category' | 'categorySlug' | 'tags'>;

const lists = onceFor((_: readonly Candidate[]) => new Map<string, Candidate[]>());

/**
 * The products of a landing page: first the ids listed in its content, in that order, then products
 * that match by tag, name or category (R2.2), in input order. New products of the category appear
 * without editing the page. Status is ignored; filter inactive products first.
 *
 * @param products never changed: the result is kept for the next call with the same array
 */
export function productsOfPage<T extends Candidate>(page: Wanted, products: readonly T[]): readonly T[] {
  const key = JSON.stringify([page.name, page.category, page.products]);
  const known = lists(products);
  const list = (known.get(key) as T[] | undefined) ?? selectProducts(page, products);
  known.set(key, list);
  return list;
}

function selectProducts<T extends Candidate>(page: Wanted, products: readonly T[]): T[] {
  const wanted = new Set(page.products);
  const byId = new Map(products.filter(({ id }) => wanted.has(id)).map((product) => [product.id, product]));
  const named = new Set(page.products.flatMap((id) => byId.get(id) ?? []));
  const name = slugOf(page.name);
  // A name without Latin letters ('किशमिश') has an empty slug, which would match everything.
  const words = [name, slugOf(page.category)].filter(Boolean);
  const part = name && `-${name}-`;
  const matches = (product: T) => {
    const own = slugsOf(product);
    return words.some((word) => own.groups.includes(word)) || (part !== '' && own.name.includes(part));
  };
  return [...named, ...products.filter((product) => !named.has(product) && matches(product))];
}

/** The slugs of a product's name, between hyphens, and of its category and tags. */
interface Slugs {
  name: string;
  groups: string[];
}

/**
 * Kept for each product, since a slug takes a few microseconds and a shop may have thousands of
 * products.
 */
const slugsOf = onceFor(
  ({ name, category, categorySlug, tags }: Candidate): Slugs => ({
    name: `-${slugOf(name)}-`,
    groups: [categorySlug, slugOf(category), ...tags.map(slugOf)],
  }),
);

/**
 * Derives a landing page's name from the last segment of its URL: 'fitness-mix' → 'Fitness Mix'.
 */
export function nameOfRoute(slug: string): string {
  return slug
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
