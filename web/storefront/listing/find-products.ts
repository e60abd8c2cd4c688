import type { Product } from '#shop/catalogue/catalogue.ts';
import { isSoldOut } from '#shop/catalogue/stock.ts';
import type { ListingQuery } from './listing-query.ts';
import { countriesOf } from './listing-query.ts';

/** A value to filter by, and how many products it would show with the other filters as they are. */
export type Choice = { value: string; count: number };
export type Facets = {
  tags: Choice[];
  countries: Choice[];
  inStock: number;
  prices: { from: number; to: number } | null;
};
export type Found = { products: Product[]; facets: Facets };

type Filter = 'category' | 'tags' | 'countries' | 'price' | 'inStock' | 'rating';
type Match = (product: Product, query: ListingQuery) => boolean;

/** Tag words that speak of the goods rather than repeat a category (spec 1 §9). */
const TAGS = ['protein-rich', 'healthy', 'natural', 'premium', 'organic', 'antioxidants', 'value'];

const MATCHES: Record<Filter, Match> = {
  category: (product, query) => !query.category || product.categorySlug === query.category,
  tags: (product, query) => query.tags.length === 0 || query.tags.some((tag) => product.tags.includes(tag)),
  countries: (product, query) =>
    query.countries.length === 0 || countriesOf(product).some((country) => query.countries.includes(country)),
  price: (product, query) =>
    (query.minPrice === null || product.price >= query.minPrice) &&
    (query.maxPrice === null || product.price <= query.maxPrice),
  inStock: (product, query) => !query.inStock || !isSoldOut(product),
  rating: (product, query) => product.rating.average >= query.rating,
};
const FILTERS = Object.keys(MATCHES) as Filter[];

/**
 * The products that a query shows, and the choices beside them. Each facet is counted as if its own filter were off, so that
 * ticking a second value shows what it would add.
 *
 * @param base products the list is made of, searched and sorted already; their order stays
 */
export function findProducts(base: readonly Product[], query: ListingQuery): Found {
  const passing = (but?: Filter) =>
    base.filter((product) => FILTERS.every((filter) => filter === but || MATCHES[filter](product, query)));
  const prices = passing('price').map(({ price }) => price);
  return {
    products: passing(),
    facets: {
      tags: count(
        passing('tags').flatMap(({ tags }) => tags.filter((tag) => TAGS.includes(tag))),
        query.tags,
      ),
      countries: count(passing('countries').flatMap(countriesOf), query.countries),
      inStock: passing('inStock').filter((product) => !isSoldOut(product)).length,
      prices: prices.length > 0 ? { from: Math.min(...prices), to: Math.max(...prices) } : null,
    },
  };
}

/** Values by how often they occur; those already ticked stay even at 0, so that they can be taken off again. */
function count(values: string[], ticked: string[]): Choice[] {
  const counts = new Map(ticked.map((value) => [value, 0]));
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, n]) => ({ value, count: n }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}
