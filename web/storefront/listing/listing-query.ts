import m from '#messages/listing';
import type { ProductSort } from '#shop/catalogue/catalogue-query.ts';
import { SECTIONS, type Section } from '#shop/catalogue/sections.ts';

/**
 * The query of a product list's URL (D6). Prices are rupees. The names match `GET /products` and
 * the page cache.
 */
export type ListingQuery = {
  q: string;
  /** Slug, or empty for all. */
  category: string;
  section: Section | '';
  tags: string[];
  countries: string[];
  /** Pack sizes: '250g', '1kg'. */
  sizes: string[];
  noAddedSugar: boolean;
  minPrice: number | null;
  maxPrice: number | null;
  inStock: boolean;
  /** Minimum average rating; 0 for any. */
  rating: number;
  sort: Sort;
  page: number;
};

export const SORTS = [
  { value: 'popularity', label: m.sortPopularity },
  { value: 'price-asc', label: m.sortPriceAsc },
  { value: 'price-desc', label: m.sortPriceDesc },
  { value: 'rating', label: m.sortRating },
  { value: 'newest', label: m.sortNewest },
  { value: 'unit-price', label: m.sortUnitPrice },
  { value: 'origin', label: m.sortOrigin },
] as const satisfies { value: ProductSort; label: () => string }[];
export type Sort = ProductSort;

const LONGEST = 100;

/**
 * Parses a list's URL. Malformed values are ignored, so that a mistyped link still lists products.
 */
export function readQuery(params: URLSearchParams): ListingQuery {
  const sort = params.get('sort');
  return {
    q: text(params.get('q') ?? params.get('search')),
    category: text(params.get('category')),
    section: SECTIONS.find((section) => section === params.get('section')) ?? '',
    tags: list(params.getAll('tags')),
    countries: list(params.getAll('country')),
    sizes: list(params.getAll('sizes')),
    noAddedSugar: isOn(params.get('noAddedSugar')),
    minPrice: price(params.get('minPrice')),
    maxPrice: price(params.get('maxPrice')),
    inStock: isOn(params.get('inStock')),
    rating: Math.min(5, whole(params.get('rating'))),
    sort: SORTS.find(({ value }) => value === sort)?.value ?? 'popularity',
    page: Math.max(1, whole(params.get('page'))),
  };
}

/** The query string including `?`; empty when every value is the default. */
export function writeQuery(query: Partial<ListingQuery>): string {
  const params = new URLSearchParams();
  if (query.q) params.set('q', query.q);
  if (query.category) params.set('category', query.category);
  if (query.section) params.set('section', query.section);
  for (const tag of query.tags ?? []) params.append('tags', tag);
  for (const country of query.countries ?? []) params.append('country', country);
  for (const size of query.sizes ?? []) params.append('sizes', size);
  if (query.noAddedSugar) params.set('noAddedSugar', 'true');
  if (query.minPrice != null) params.set('minPrice', String(query.minPrice));
  if (query.maxPrice != null) params.set('maxPrice', String(query.maxPrice));
  if (query.inStock) params.set('inStock', 'true');
  if (query.rating) params.set('rating', String(query.rating));
  if (query.sort && query.sort !== 'popularity') params.set('sort', query.sort);
  if (query.page && query.page > 1) params.set('page', String(query.page));
  const written = params.toString();
  return written ? `?${written}` : '';
}

/** The query in the format of the listing engine. */
export function listingOf(query: ListingQuery) {
  const { q, category, section, tags, countries, sizes, noAddedSugar, minPrice, maxPrice, inStock, rating, sort } =
    query;
  return {
    search: q,
    category,
    section: section || undefined,
    tags,
    countries,
    sizes,
    noAddedSugar: noAddedSugar || undefined,
    rating,
    sort,
    minPrice: minPrice ?? undefined,
    maxPrice: maxPrice ?? undefined,
    inStock: inStock || undefined,
  };
}

function text(value: string | null): string {
  return (value ?? '').trim().slice(0, LONGEST);
}

function list(values: string[]): string[] {
  const parts = values.flatMap((value) => value.split(',')).map(text);
  return [...new Set(parts.filter((part) => part !== ''))].slice(0, 20);
}

function isOn(value: string | null): boolean {
  return ['true', '1', 'on'].includes(value ?? '');
}

/** Rupees with at most two decimals, or null. */
function price(value: string | null): number | null {
  const given = (value ?? '').trim();
  return /^\d{1,7}(\.\d{1,2})?$/.test(given) ? Number(given) : null;
}

function whole(value: string | null): number {
  return /^\d{1,5}$/.test(value ?? '') ? Number(value) : 0;
}
