import { z } from 'zod';
import { countParameter, LIST_LIMITS, pageParameters, parameter } from '../page-parameters.ts';
import { cleanLine } from '../text/text.ts';
import { isProductId, MAX_IDS } from './id-lists.ts';
import type { Section } from './sections.ts';

/**
 * Query parameters of GET /products (D11). All values are strings of a query string; unknown
 * parameters are ignored.
 */

const PRODUCT_SORTS = ['popularity', 'price-asc', 'price-desc', 'rating', 'newest', 'unit-price', 'origin'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** All names of the sections in the specification. */
const SECTION_NAMES: ReadonlyMap<string, Section> = new Map<string, Section>(
  Object.entries({
    bestSellers: 'bestSellers',
    bestSeller: 'bestSellers',
    ourBestSellers: 'bestSellers',
    valueCombos: 'valueCombos',
    valueCombo: 'valueCombos',
    youMayAlsoLike: 'youMayAlsoLike',
    youMayLike: 'youMayAlsoLike',
    popular: 'popular',
    regular: 'regular',
  } as const),
);

function rupees(name: string) {
  return parameter(
    (text) => (/^\d{1,9}(\.\d{1,2})?$/.test(text) ? Number(text) : null),
    `${name} must be an amount in rupees, such as 299 or 299.50.`,
  );
}

const words = parameter((text) => text.slice(0, 100), 'This must be a text.');

function list(name: string) {
  return z
    .union([z.string(), z.array(z.string())], { error: `${name} must be words separated by commas.` })
    .optional()
    .transform((given) =>
      (Array.isArray(given) ? given : [given ?? ''])
        .flatMap((part) => part.split(','))
        .map((word) => cleanLine(word).toLowerCase())
        .filter(Boolean)
        .slice(0, 20),
    );
}

function trueOrFalse(name: string) {
  return parameter(
    (text) => (/^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : null),
    `${name} must be true or false.`,
  );
}

const WRONG_IDS = `ids must be at most ${MAX_IDS} product ids separated by commas.`;

const ids = parameter((text) => {
  const named = text.split(',').map((id) => id.trim());
  return named.length <= MAX_IDS && named.every(isProductId) ? [...new Set(named)] : null;
}, WRONG_IDS);

function oneOf<T extends string>(name: string, values: readonly T[]) {
  return parameter(
    (text) => values.find((value) => value === text) ?? null,
    `${name} must be one of ${values.join(', ')}.`,
  );
}

/**
 * GET /products (D11, R3.1). Prices in rupees; `category` is an id, slug or name; `rating` the
 * minimum average; `sizes` are those of single packs ('250g'), whose prices then count; `sort=origin`
 * is A–Z by the country's name in the language of the request; `ids` selects products by id, for a device's wishlist and recently viewed
 * products (unknown ids are ignored); `status`, `stock` (a size with 20 pieces or fewer, or with
 * none) and `lacking` (required by shop/catalogue/completeness.ts) are for admins; `limit` defaults
 * to 12 and is at most 1000; a malformed value is an issue with a message.
 */
export const ProductQuery = z.object({
  ids,
  category: words,
  search: words,
  tags: list('tags'),
  sizes: list('sizes'),
  noAddedSugar: trueOrFalse('noAddedSugar'),
  section: parameter(
    (text) => SECTION_NAMES.get(text) ?? null,
    `section must be one of ${[...SECTION_NAMES.keys()].join(', ')}.`,
  ),
  minPrice: rupees('minPrice'),
  maxPrice: rupees('maxPrice'),
  inStock: trueOrFalse('inStock'),
  country: words,
  rating: parameter(
    (text) => (/^[0-5](\.\d)?$/.test(text) && Number(text) <= 5 ? Number(text) : null),
    'rating must be a number from 0 to 5.',
  ),
  status: oneOf('status', ['Active', 'Inactive', 'Out of Stock']),
  stock: oneOf('stock', ['low', 'out']),
  lacking: trueOrFalse('lacking'),
  sort: oneOf('sort', PRODUCT_SORTS).transform((value): ProductSort => value ?? 'popularity'),
  ...pageParameters(LIST_LIMITS.default, LIST_LIMITS.products),
});
export type ProductQuery = z.infer<typeof ProductQuery>;

/** GET /products/search: at most 10 products without a limit. */
export const SearchQuery = z.object({
  q: z.string({ error: 'q is needed once: the words to search for.' }).max(200, 'q may have at most 200 characters.'),
  limit: countParameter('limit', LIST_LIMITS.search, LIST_LIMITS.elsewhere),
});
