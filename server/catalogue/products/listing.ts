import {
  bestSellers,
  inSection,
  type Product,
  type ProductQuery,
  type ProductSort,
} from '#shop/catalogue/catalogue.ts';
import { isComplete } from '#shop/catalogue/completeness.ts';
import { isSoldOut, stockBand } from '#shop/catalogue/stock.ts';

/** The pure part of `GET /products` (D11): which products of a snapshot a query means, and in which order. */

export interface Pagination {
  page: number;
  limit: number;
  total: number;
  totalPages: number;
}

/** What the filters of the listing page can offer, with the number of products behind each. */
export interface Facets {
  categories: { slug: string; name: string; count: number }[];
  tags: { name: string; count: number }[];
  countries: { name: string; count: number }[];
  /** Lowest and highest price in rupees. */
  price: { min: number; max: number };
}

/** The products that pass every filter but the search, in the order given. */
export function filterProducts(products: readonly Product[], query: ProductQuery): Product[] {
  const { section } = query;
  // Best sellers are a rule over the whole list: the fallback counts when none is chosen (D12).
  const found = section === 'bestSellers' ? bestSellers(products) : [...products];
  const category = query.category?.toLowerCase();
  const country = query.country?.toLowerCase();
  const tags = new Set(query.tags);
  const ids = query.ids && new Set(query.ids);
  return found.filter(
    (product) =>
      (ids === undefined || ids.has(product.id)) &&
      (section === undefined || section === 'bestSellers' || inSection(product, section)) &&
      (category === undefined || product.categorySlug === category || product.category.toLowerCase() === category) &&
      (tags.size === 0 || product.tags.some((tag) => tags.has(tag.toLowerCase()))) &&
      (query.minPrice === undefined || product.price >= query.minPrice) &&
      (query.maxPrice === undefined || product.price <= query.maxPrice) &&
      (query.inStock === undefined || query.inStock === !isSoldOut(product)) &&
      (country === undefined || countriesOf(product).some((name) => name.toLowerCase() === country)) &&
      (query.rating === undefined || product.rating.average >= query.rating) &&
      (query.status === undefined || product.status === query.status) &&
      (query.stock === undefined || stocksOf(product).some((stock) => isShort(stock, query.stock))) &&
      (query.lacking === undefined || query.lacking !== isComplete(product)),
  );
}

/** Pieces of every size, or of the product itself when it has none. */
export function stocksOf(product: Pick<Product, 'sizes' | 'stockCount'>): number[] {
  return product.sizes.length > 0 ? product.sizes.map(({ stock }) => stock) : [product.stockCount];
}

function isShort(stock: number, band: ProductQuery['stock']): boolean {
  return band === 'out' ? stockBand(stock) === 'out' : stockBand(stock) !== 'in';
}

/** Sorts a copy; equal products keep the order given. 'popularity': most ordered, then most reviewed. */
export function sortProducts(products: readonly Product[], sort: ProductSort): Product[] {
  return [...products].sort(COMPARE[sort]);
}

const COMPARE: Record<ProductSort, (a: Product, b: Product) => number> = {
  popularity: (a, b) => b.peopleOrdered - a.peopleOrdered || b.totalReviews - a.totalReviews,
  'price-asc': (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating.average - a.rating.average || b.rating.count - a.rating.count,
  newest: (a, b) => b.createdAt - a.createdAt,
  'unit-price': (a, b) => perGram(a) - perGram(b),
};

/** Rupees for a gram of the first size; a product without a weight stands last. */
function perGram(product: Product): number {
  const grams = product.sizes[0]?.netQuantityGrams;
  return grams ? product.price / grams : Number.MAX_VALUE;
}

/** One page of a list. A page beyond the last is empty. */
export function pageOf<T>(items: readonly T[], page: number, limit: number): { items: T[]; pagination: Pagination } {
  const start = (page - 1) * limit;
  return {
    items: items.slice(start, start + limit),
    pagination: { page, limit, total: items.length, totalPages: Math.ceil(items.length / limit) },
  };
}

export function facetsOf(products: readonly Product[]): Facets {
  const categories = new Map<string, Facets['categories'][number]>();
  const tags = new Map<string, number>();
  const countries = new Map<string, number>();
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (const product of products) {
    const category = categories.get(product.categorySlug);
    if (category) category.count += 1;
    else categories.set(product.categorySlug, { slug: product.categorySlug, name: product.category, count: 1 });
    for (const tag of new Set(product.tags)) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    for (const country of new Set(countriesOf(product))) countries.set(country, (countries.get(country) ?? 0) + 1);
    min = Math.min(min, product.price);
    max = Math.max(max, product.price);
  }
  return {
    categories: [...categories.values()],
    tags: byCount(tags),
    countries: byCount(countries),
    price: { min: products.length > 0 ? min : 0, max },
  };
}

function byCount(counts: Map<string, number>): { name: string; count: number }[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** 'USA, India' names two. */
function countriesOf(product: Product): string[] {
  return product.countryOfOrigin
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
