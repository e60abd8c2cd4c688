import MiniSearch from 'minisearch';
import { kitchenWordsFor } from '#shop/catalogue/kitchen-words.ts';
import { normalise } from '#shop/catalogue/search-query.ts';
import { TRANSLATIONS } from '#shop/language.ts';
import type { Translations } from '#shop/translations.ts';
import { joinedPairs, singular } from './words.ts';

/** The fields of a product that search reads. */
export interface Searchable {
  id: string;
  name: string;
  category: string;
  tags: readonly string[];
  ingredients: readonly string[];
  description: string;
  sizes?: readonly { size: string; netQuantityGrams?: number | null | undefined }[];
  noAddedSugar?: boolean;
  nutrition?: { sugarsG?: number | undefined } | null;
  translations?: Translations<{ name?: string | undefined }> | undefined;
}

/** What was found, and what of the query the products were chosen by. */
export interface Found {
  /** Best first. */
  ids: string[];
  /** False when none of them is quite what the query says. */
  exact: boolean;
  /** Net grams of the pack that was asked for. */
  grams: number | null;
  /** All of them are without added sugar, as was asked for. */
  noAddedSugar: boolean;
}

export const NOTHING: Found = { ids: [], exact: false, grams: null, noAddedSugar: false };

/** The products with a word, by their place in the snapshot. */
export interface Hits {
  /** Best first. */
  places: Uint32Array;
  /** By place; 0: without the word. */
  scores: Float32Array;
  /** By place; 1: the word is in the name, category, tags or ingredients. */
  named: Uint8Array;
}

interface Entry {
  id: string;
  name: string;
  kitchen: string;
  category: string;
  tags: string;
  ingredients: string;
  kitchenIngredients: string;
  /** Neighbouring words of the fields before `ingredients`, as one. */
  joined: string;
  description: string;
}

/** The texts of one snapshot, and what has been found in them. */
export interface ProductIndex {
  texts: MiniSearch<Entry>;
  /** The snapshot; null before the first. */
  products: readonly Searchable[] | null;
  known: Map<string, Searchable>;
  /** The ids of the products, and the place of each. */
  ids: string[];
  places: Map<string, number>;
  /** By query, kept until a text changes. */
  found: Map<string, Found>;
  /** By word, kept until a text changes. */
  hits: Map<string, Hits>;
}

/** Weights of the fields, so that kaju finds cashews before a mix that contains some. */
const BOOST = {
  name: 6,
  kitchen: 6,
  category: 3,
  tags: 2,
  ingredients: 1,
  kitchenIngredients: 1,
  joined: 4,
  description: 0.4,
};
/** Products indexed before other work gets a turn. */
const CHUNK = 200;

export function emptyIndex(): ProductIndex {
  return {
    texts: noTexts(),
    products: null,
    known: new Map(),
    ids: [],
    places: new Map(),
    found: new Map(),
    hits: new Map(),
  };
}

/**
 * Updates the index to `products`. Only products with changed text, weights or sugar are indexed
 * again; stock and price do not matter.
 */
export async function updateIndex(index: ProductIndex, products: readonly Searchable[]): Promise<void> {
  if (index.products === products) {
    return;
  }
  const { known } = index;
  const next = new Map(products.map((product) => [product.id, product]));
  const changed = products.filter(
    (product, place) => product !== index.products?.[place] && !sameTexts(known.get(product.id), product),
  );
  const gone = [...known.keys()].filter((id) => !next.has(id));
  if (changed.length + gone.length > products.length / 2) {
    index.texts = await textsOf(products);
  } else {
    index.texts.discardAll(gone);
    for (const product of changed) {
      if (known.has(product.id)) index.texts.replace(toEntry(product));
      else index.texts.add(toEntry(product));
    }
  }
  if (changed.length + gone.length > 0) {
    index.found.clear();
    index.hits.clear();
    index.ids = products.map(({ id }) => id);
    index.places = new Map(index.ids.map((id, place) => [id, place]));
  }
  index.known = next;
  index.products = products;
}

async function textsOf(products: readonly Searchable[]): Promise<MiniSearch<Entry>> {
  const texts = noTexts();
  for (let start = 0; start < products.length; start += CHUNK) {
    texts.addAll(products.slice(start, start + CHUNK).map(toEntry));
    // Indexing 10,000 products takes a second or two: other requests must get a turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return texts;
}

function noTexts(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    fields: Object.keys(BOOST),
    processTerm: (term) => singular(normalise(term)) || null,
    searchOptions: { boost: BOOST, prefix: true, weights: { fuzzy: 0.35, prefix: 0.6 } },
  });
}

/**
 * Compares lists by identity: the snapshot keeps those of an unchanged product, and a false
 * difference only costs time.
 */
function sameTexts(a: Searchable | undefined, b: Searchable): boolean {
  return (
    a !== undefined &&
    a.name === b.name &&
    a.category === b.category &&
    a.tags === b.tags &&
    a.ingredients === b.ingredients &&
    a.description === b.description &&
    a.noAddedSugar === b.noAddedSugar &&
    a.nutrition?.sugarsG === b.nutrition?.sugarsG &&
    weightsOf(a) === weightsOf(b) &&
    otherNames(a) === otherNames(b)
  );
}

function weightsOf({ sizes = [] }: Searchable): string {
  return sizes.map(({ size, netQuantityGrams }) => `${size} ${netQuantityGrams}`).join();
}

/** Its names in the other languages. */
function otherNames({ translations }: Searchable): string {
  return TRANSLATIONS.map((code) => translations?.[code]?.name ?? '').join(' ');
}

function toEntry(product: Searchable): Entry {
  const { id, name, category, description } = product;
  const tags = product.tags.join(' ');
  const ingredients = product.ingredients.join(' ');
  const kitchen = [...kitchenWordsFor(name), otherNames(product)];
  return {
    id,
    name,
    kitchen: kitchen.join(' '),
    category,
    tags,
    ingredients,
    kitchenIngredients: kitchenWordsFor(`${category} ${tags} ${ingredients}`).join(' '),
    joined: [name, category, ...product.tags, ...kitchen].flatMap(joinedPairs).join(' '),
    description,
  };
}
