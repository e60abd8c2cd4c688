import type { Product } from '#shop/catalogue/catalogue.ts';
import type { ProductQuery } from '#shop/catalogue/catalogue-query.ts';
import { browseProducts, listProducts, pageOf } from '#shop/catalogue/listing.ts';
import { LIST_LIMITS } from '#shop/page-parameters.ts';
import { cleanLine } from '#shop/text/text.ts';
import { NOTHING } from '../search/product-index.ts';
import type { SearchService } from '../search/service.ts';
import type { Browse, Browsed, ProductList, Suggestions } from './readers.ts';
import { type Catalogue, isVisible } from './snapshot.ts';

/** The three ways to find products in a catalogue: a page of a list, a whole list, suggestions. */

type Search = Pick<SearchService, 'find'>;

/** @param staff lists inactive products too */
export async function listPage(
  catalogue: Catalogue,
  search: Search,
  query: ProductQuery,
  staff: boolean,
): Promise<ProductList> {
  const products = chosenOf(staff ? catalogue.products : catalogue.visible, catalogue, query.ids);
  const found = listProducts(products, {
    ...query,
    countries: query.country ? [query.country] : [],
    matches: (await matchesOf(catalogue, search, query.search, staff))?.products,
  });
  const { items, pagination } = pageOf(found, query.page, query.limit);
  return { products: items, pagination };
}

export async function browseList(
  catalogue: Catalogue,
  search: Search,
  { search: text, ...query }: Browse,
): Promise<Browsed> {
  const found = await matchesOf(catalogue, search, text, false);
  const browsed = browseProducts(catalogue.visible, { ...query, matches: found?.products });
  return { ...(found ?? { exact: true, grams: null, noAddedSugar: false }), ...browsed };
}

export async function suggestProducts(
  catalogue: Catalogue,
  search: Search,
  text: string,
  limit: number = LIST_LIMITS.search,
): Promise<Suggestions> {
  const found = (await matchesOf(catalogue, search, text, false)) ?? { ...NOTHING, products: [] };
  return { ...found, products: found.products.slice(0, limit) };
}

/** The products of these ids, inactive ones too, in the order of the ids. */
export function productsOf({ byId }: Catalogue, ids: readonly string[]): Product[] {
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The products that match a text, best first; undefined without a text. */
async function matchesOf(catalogue: Catalogue, search: Search, text: string | undefined, staff: boolean) {
  const words = cleanLine(text ?? '');
  if (!words) return undefined;
  const { ids, ...found } = await search.find(catalogue.products, words);
  const products = productsOf(catalogue, ids);
  return { ...found, products: staff ? products : products.filter(isVisible) };
}

/**
 * The products of these ids, in the order of the list. Objects are compared, which is faster than
 * ids among ten thousand products.
 */
function chosenOf(
  products: readonly Product[],
  catalogue: Catalogue,
  ids: readonly string[] | undefined,
): readonly Product[] {
  if (!ids) return products;
  const chosen = new Set(productsOf(catalogue, ids));
  return products.filter((product) => chosen.has(product));
}
