import { currentLanguage } from '../language.ts';
import { onceFor } from '../once.ts';
import { type Pagination, paginate } from '../page-parameters.ts';
import type { Product, ProductSize, ProductStatus } from './catalogue.ts';
import type { ProductSort } from './catalogue-query.ts';
import { isComplete } from './completeness.ts';
import { countryName } from './countries.ts';
import { gramsOf, packSizeOf } from './packs.ts';
import { bestSellers, inSection, type Section } from './sections.ts';
import { isSoldOut, stockBand } from './stock.ts';

/**
 * Filters, sorts, facets and pages of product lists, for GET /products and for the pages of the
 * shop (D6, D11).
 */

/** The filters of a product list. Omitted and empty filters do not apply. Case is ignored. */
export interface ListingFilter {
  ids?: readonly string[] | undefined;
  /** Slug or name. */
  category?: string | undefined;
  section?: Section | undefined;
  /** Products with at least one of them. */
  tags?: readonly string[] | undefined;
  /** Products from at least one of them. */
  countries?: readonly string[] | undefined;
  /** Products with a pack of at least one of them: '250g', '1kg'. */
  sizes?: readonly string[] | undefined;
  /** False: products that do not say so. */
  noAddedSugar?: boolean | undefined;
  /** Rupees, of a pack of `sizes` if they are given, else of the first size. */
  minPrice?: number | undefined;
  maxPrice?: number | undefined;
  /** False: sold-out products only. */
  inStock?: boolean | undefined;
  /** Minimum average. */
  rating?: number | undefined;
  status?: ProductStatus | undefined;
  /** Products with a size at 20 pieces or fewer, or with none left. */
  stock?: 'low' | 'out' | undefined;
  /** Whether required information is missing (completeness.ts). */
  lacking?: boolean | undefined;
}

export interface Listing extends ListingFilter {
  sort: ProductSort;
  /** Products of the list that a search found, best first. Limits the list to these. */
  matches?: readonly Product[] | undefined;
}

/** A filter value, and the number of products it matches with the other filters unchanged. */
type Choice = { value: string; count: number };

export type Facets = {
  tags: Choice[];
  countries: Choice[];
  /** By weight, lightest first. */
  sizes: Choice[];
  noAddedSugar: number;
  inStock: number;
  /** Lowest and highest price in rupees. */
  prices: { from: number; to: number } | null;
};

/** Tags offered as a filter: words about the goods, not names of categories (R1.9). */
const FACET_TAGS = new Set([
  'unsalted',
  'roasted',
  'raw',
  'protein-rich',
  'healthy',
  'natural',
  'premium',
  'organic',
  'antioxidants',
  'value',
]);

type Test = (facts: Facts) => boolean;
type Filter = Exclude<keyof ListingFilter, 'section' | 'maxPrice' | 'minPrice'> | 'price';

/** One test for each filter that is set. */
function testsOf(filter: ListingFilter): Map<Filter, Test> {
  const { noAddedSugar, minPrice, maxPrice, inStock, rating, status, stock, lacking } = filter;
  const tests = new Map<Filter, Test>();
  if (filter.ids) {
    const ids = new Set(filter.ids);
    tests.set('ids', ({ product }) => ids.has(product.id));
  }
  const category = filter.category?.toLowerCase();
  if (category) {
    tests.set(
      'category',
      ({ product }) => product.categorySlug === category || product.category.toLowerCase() === category,
    );
  }
  if (filter.tags?.length) {
    const tags = folded(filter.tags);
    tests.set('tags', ({ product }) => product.tags.some((tag) => tags.has(tag.toLowerCase())));
  }
  if (filter.countries?.length) {
    const countries = folded(filter.countries);
    tests.set('countries', (facts) => facts.countries.some((name) => countries.has(name.toLowerCase())));
  }
  if (filter.sizes?.length) {
    const sizes = new Set(filter.sizes.map(packSizeOf));
    tests.set('sizes', (facts) => facts.sizes.some((size) => sizes.has(size)));
  }
  if (noAddedSugar !== undefined) tests.set('noAddedSugar', (facts) => facts.noAddedSugar === noAddedSugar);
  if (minPrice !== undefined || maxPrice !== undefined) {
    const [least, most] = [minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY];
    const pricesOf = pricesIn(filter.sizes);
    tests.set('price', (facts) => pricesOf(facts).some((price) => price >= least && price <= most));
  }
  if (inStock !== undefined) tests.set('inStock', ({ soldOut }) => inStock === !soldOut);
  if (rating) tests.set('rating', ({ product }) => product.rating.average >= rating);
  if (status) tests.set('status', ({ product }) => product.status === status);
  if (stock) {
    tests.set('stock', ({ product }) =>
      stocksOf(product)
        .map(stockBand)
        .some((band) => band === 'out' || (stock === 'low' && band !== 'in')),
    );
  }
  if (lacking !== undefined) tests.set('lacking', ({ product }) => lacking !== isComplete(product));
  return tests;
}

/** Finds the prices of the packs of these sizes, in rupees; without such packs that of the first size. */
function pricesIn(sizes: readonly string[] | undefined): (facts: Facts) => number[] {
  const packsOf = chosenPacks(sizes);
  return ({ product, price }) => {
    const packs = packsOf(product);
    return packs.length > 0 ? packs.map((pack) => pack.price) : [price];
  };
}

/** Finds the packs of a product that a list by these sizes is about; the first one is shown and sorted by. */
export function chosenPacks(sizes: readonly string[] = []): (product: Pick<Product, 'sizes'>) => ProductSize[] {
  const chosen = new Set(sizes.map(packSizeOf));
  if (chosen.size === 0) return () => [];
  return (product) => product.sizes.filter(({ size }) => chosen.has(packSizeOf(size) ?? ''));
}

const folded = (values: readonly string[]) => new Set(values.map((value) => value.toLowerCase()));

/**
 * The products to test: those of the search, the section or the category, in the order of the
 * search or else in the order given.
 */
function candidatesOf(products: readonly Product[], { section, matches, category }: Listing): readonly Product[] {
  // Best sellers are a rule over the whole list: the fallback counts when none is chosen (D12).
  if (section === 'bestSellers') {
    const best = bestSellers(products);
    if (!matches) return best;
    const chosen = new Set(best);
    return matches.filter((product) => chosen.has(product));
  }
  const own = matches ?? (category ? (byCategory(products).get(category.toLowerCase()) ?? []) : products);
  return section === undefined ? own : own.filter((product) => inSection(product, section));
}

/** The products of each category in the order given, by its slug and by its name in lower case. */
const byCategory = onceFor((products: readonly Product[]): ReadonlyMap<string, readonly Product[]> => {
  const lists = new Map<string, Product[]>();
  const add = (key: string, product: Product) => {
    const list = lists.get(key);
    if (list) list.push(product);
    else lists.set(key, [product]);
  };
  for (const product of products) {
    const name = product.category.toLowerCase();
    add(product.categorySlug, product);
    if (name !== product.categorySlug) add(name, product);
  }
  return lists;
});

/**
 * All products of a list, sorted. With a search, 'popularity' means the best match first.
 *
 * @param products never changed: their order is kept for the next list of the same array
 */
export function listProducts(products: readonly Product[], listing: Listing): readonly Product[] {
  const tests = [...testsOf(listing).values()];
  // Filters keep the order, so all lists of a catalogue share one sort.
  const sorted = listing.matches ? products : sortedOnce(products, listing.sort);
  const candidates = candidatesOf(sorted, listing);
  const found =
    tests.length === 0
      ? candidates
      : factsOfAll(candidates)
          .filter((facts) => tests.every((test) => test(facts)))
          .map(({ product }) => product);
  return inOrder(found, listing);
}

/**
 * A whole list, sorted, and its facets, in one pass. Each facet is counted without its own filter,
 * so that the count of another value shows how many products choosing it would add.
 *
 * @param products never changed, as for `listProducts`
 */
export function browseProducts(
  products: readonly Product[],
  listing: Listing,
): { products: readonly Product[]; facets: Facets } {
  const { matches, section, sort } = listing;
  const tests = testsOf(listing);
  const sorted = matches ? products : sortedOnce(products, sort);
  // Those of the whole list, which most visitors see, are counted once.
  if (tests.size === 0 && section === undefined && !matches) return { products: sorted, facets: wholeFacets(products) };
  const found: Product[] = [];
  const facets = countFacets(candidatesOf(sorted, listing), listing, tests, found);
  return { products: inOrder(found, listing), facets };
}

const wholeFacets = onceFor((products: readonly Product[]) =>
  countFacets(products, { sort: 'popularity' }, new Map(), []),
);

/** @param found receives the products that pass all tests, in the order given */
function countFacets(
  products: readonly Product[],
  listing: Listing,
  tests: ReadonlyMap<Filter, Test>,
  found: Product[],
): Facets {
  const tags = counter(listing.tags);
  const countries = counter(listing.countries);
  const sizes = counter(listing.sizes);
  let noAddedSugar = 0;
  let inStock = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  const all = [...tests];
  const pricesOf = pricesIn(listing.sizes);
  for (const facts of factsOfAll(products)) {
    let failed: Filter | undefined;
    let failures = 0;
    for (const [filter, test] of all) {
      if (test(facts)) continue;
      failed = filter;
      if (++failures > 1) break;
    }
    if (failures > 1) continue;
    if (failures === 0) found.push(facts.product);
    const counts = (filter: Filter) => failures === 0 || failed === filter;
    if (counts('tags')) tags.add(facts.tags);
    if (counts('countries')) countries.add(facts.countries);
    if (counts('sizes')) sizes.add(facts.sizes);
    if (counts('noAddedSugar') && facts.noAddedSugar) noAddedSugar += 1;
    if (counts('inStock') && !facts.soldOut) inStock += 1;
    if (counts('price')) {
      const prices = pricesOf(facts);
      from = Math.min(from, ...prices);
      to = Math.max(to, ...prices);
    }
  }
  return {
    tags: tags.choices(),
    countries: countries.choices(),
    sizes: sizes.choices().sort((a, b) => (gramsOf(a.value) ?? 0) - (gramsOf(b.value) ?? 0)),
    noAddedSugar,
    inStock,
    prices: from <= to ? { from, to } : null,
  };
}

/**
 * What filters and facets read of each product, in small objects: a list reads thousands, and
 * products are too large for the processor's caches.
 */
const factsOf = onceFor((product: Product) => ({
  product,
  price: product.price,
  tags: shared(product.tags.filter((tag) => FACET_TAGS.has(tag))),
  countries: shared(countriesOf(product)),
  sizes: shared(packSizesOf(product)),
  noAddedSugar: product.noAddedSugar === true,
  soldOut: isSoldOut(product),
}));

type Facts = ReturnType<typeof factsOf>;

const factsOfAll = onceFor((products: readonly Product[]) => products.map(factsOf));

const sharedLists = new Map<string, readonly string[]>();
const MOST_SHARED = 1_000;

/** One array for all products with the same values, which `counter` then counts as one. */
function shared(values: readonly string[]): readonly string[] {
  const key = JSON.stringify(values);
  const known = sharedLists.get(key);
  if (known) return known;
  if (sharedLists.size >= MOST_SHARED) sharedLists.clear();
  sharedLists.set(key, values);
  return values;
}

/**
 * Counts lists of values. Values already chosen stay even at 0, so that they can be removed again.
 */
function counter(chosen: readonly string[] = []) {
  const lists = new Map<readonly string[], number>();
  return {
    add(values: readonly string[]): void {
      lists.set(values, (lists.get(values) ?? 0) + 1);
    },
    choices(): Choice[] {
      const counts = new Map(chosen.map((value) => [value, 0]));
      for (const [values, times] of lists) {
        for (const value of values) counts.set(value, (counts.get(value) ?? 0) + times);
      }
      const choices = [...counts].map(([value, count]) => ({ value, count }));
      return choices.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    },
  };
}

const sortedLists = onceFor((_: readonly Product[]) => new Map<string, readonly Product[]>());

function sortedOnce(products: readonly Product[], sort: ProductSort): readonly Product[] {
  const lists = sortedLists(products);
  // The names of countries are in the reader's language.
  const key = `${sort} ${sort === 'origin' ? currentLanguage() : ''}`;
  const sorted = lists.get(key) ?? sortProducts(products, sort);
  lists.set(key, sorted);
  return sorted;
}

/**
 * What is left of a sorted list: a search comes in its own order, and with sizes chosen the prices
 * are those of their packs.
 */
function inOrder(found: readonly Product[], { matches, sort, sizes }: Listing): readonly Product[] {
  if (matches ? sort === 'popularity' : !sizes?.length || !BY_PRICE.has(sort)) return found;
  return sortProducts(found, sort, sizes);
}

const BY_PRICE: ReadonlySet<ProductSort> = new Set(['price-asc', 'price-desc', 'unit-price']);

/**
 * Sorts a copy; equal products keep the order given. 'popularity': most ordered, then most
 * reviewed.
 */
function sortProducts(products: readonly Product[], sort: ProductSort, sizes?: readonly string[]): Product[] {
  if (sort === 'origin') return byOrigin(products);
  if (!sizes?.length) return [...products].sort(COMPARE[sort]);
  const packsOf = chosenPacks(sizes);
  return products
    .map((product) => ({ product, shown: withFirst(product, packsOf(product)[0]) }))
    .sort((a, b) => COMPARE[sort](a.shown, b.shown))
    .map(({ product }) => product);
}

/** The product as a card of this pack shows it: with its price, and first. */
function withFirst(product: Product, pack: ProductSize | undefined): Product {
  return pack ? { ...product, price: pack.price, sizes: [pack] } : product;
}

/** A–Z by the name of the country in the reader's language; without a country last. */
function byOrigin(products: readonly Product[]): Product[] {
  const { compare } = new Intl.Collator(currentLanguage());
  return products
    .map((product) => ({ product, name: countryName(countriesOf(product).join(', ')) }))
    .sort((a, b) => Number(!a.name) - Number(!b.name) || compare(a.name, b.name))
    .map(({ product }) => product);
}

const COMPARE: Record<Exclude<ProductSort, 'origin'>, (a: Product, b: Product) => number> = {
  popularity: (a, b) => b.peopleOrdered - a.peopleOrdered || b.totalReviews - a.totalReviews,
  'price-asc': (a, b) => a.price - b.price,
  'price-desc': (a, b) => b.price - a.price,
  rating: (a, b) => b.rating.average - a.rating.average || b.rating.count - a.rating.count,
  newest: (a, b) => b.createdAt - a.createdAt,
  'unit-price': (a, b) => perGram(a) - perGram(b),
};

/** Rupees for a gram of the first size; a product without a weight comes last. */
function perGram(product: Product): number {
  const grams = product.sizes[0]?.netQuantityGrams;
  return grams ? product.price / grams : Number.MAX_VALUE;
}

/** One page of a list. A page beyond the last is empty. */
export function pageOf<T>(items: readonly T[], page: number, limit: number): { items: T[]; pagination: Pagination } {
  const start = (page - 1) * limit;
  return { items: items.slice(start, start + limit), pagination: paginate({ page, limit }, items.length) };
}

/** Pieces of every size, or of the product itself when it has no sizes. */
export function stocksOf(product: Pick<Product, 'sizes' | 'stockCount'>): number[] {
  return product.sizes.length > 0 ? product.sizes.map(({ stock }) => stock) : [product.stockCount];
}

/** The pack sizes of a product; a pack of several, '4 x 250g', is none. */
function packSizesOf({ sizes }: Pick<Product, 'sizes'>): string[] {
  return [...new Set(sizes.flatMap(({ size }) => packSizeOf(size) ?? []))];
}

/** The countries of a product: 'USA, India' are two. */
export function countriesOf(product: Pick<Product, 'countryOfOrigin'>): string[] {
  if (!product.countryOfOrigin.includes(','))
    return product.countryOfOrigin.trim() ? [product.countryOfOrigin.trim()] : [];
  const names = product.countryOfOrigin.split(',').map((name) => name.trim());
  return [...new Set(names.filter(Boolean))];
}
