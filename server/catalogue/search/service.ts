import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import { kitchenWordsFor } from '#shop/catalogue/kitchen-words.ts';

/** The fields of a product that search reads. */
export interface Searchable {
  id: string;
  name: string;
  category: string;
  tags: readonly string[];
  ingredients: readonly string[];
  description: string;
  hi?: { name?: string | undefined } | undefined;
}

/** Ids of products, best first; `exact` is false when none of them is quite what the words say. */
export interface Found {
  ids: string[];
  exact: boolean;
}

interface Entry {
  id: string;
  name: string;
  kitchen: string;
  category: string;
  tags: string;
  ingredients: string;
  kitchenIngredients: string;
  description: string;
}

const FIELDS = ['name', 'kitchen', 'category', 'tags', 'ingredients', 'kitchenIngredients', 'description'] as const;
/** Weights of the fields, so that kaju finds cashews before a mix that contains some. */
const BOOST = { name: 6, kitchen: 6, category: 3, tags: 2, ingredients: 1, kitchenIngredients: 1, description: 0.4 };
/**
 * Share of a word's letters that may be wrong (R3.2), rounded: one of four or five letters, two from six letters on, which allows
 * two swapped letters (cashwes). Words of fewer than four letters must match exactly.
 */
const FUZZY = 0.25;
const FUZZY_FROM = 4;
const fuzzy = (term: string) => (letters(term) >= FUZZY_FROM ? FUZZY : false);
/** Ways to match a query, the strictest first. */
const WAYS: readonly SearchOptions[] = [
  { combineWith: 'AND' },
  { combineWith: 'AND', fuzzy },
  { combineWith: 'OR', fuzzy },
];
const MAX_QUERY = 100;
/** Queries whose result is kept until a text changes: sales do not change texts, and visitors ask for the same few words. */
const MOST_KEPT = 100;
/** Products indexed before other work gets a turn. */
const CHUNK = 200;
const PLAIN = /^[\w\s.,%-]*$/;

/**
 * Full-text search over a snapshot of the catalogue: prefixes, typing errors, and Hindi kitchen words in Latin letters or Devanagari.
 * It stores no products itself: callers pass the snapshot that they show.
 */
export function createSearchService() {
  let index = emptyIndex();
  let known = new Map<string, Searchable>();
  let current: readonly Searchable[] | null = null;
  const kept = new Map<string, Found>();

  let turn: Promise<void> = Promise.resolve();

  /** Updates the index to `products`. Only products with changed text are indexed again; stock and price do not matter. */
  async function bring(products: readonly Searchable[]): Promise<void> {
    if (current === products) {
      return;
    }
    const next = new Map(products.map((product) => [product.id, product]));
    const changed = products.filter(
      (product, place) => product !== current?.[place] && !sameTexts(known.get(product.id), product),
    );
    const gone = [...known.keys()].filter((id) => !next.has(id));
    if (changed.length + gone.length > 0) kept.clear();
    if (changed.length + gone.length > products.length / 2) {
      const fresh = emptyIndex();
      for (let start = 0; start < products.length; start += CHUNK) {
        fresh.addAll(products.slice(start, start + CHUNK).map(toEntry));
        // Indexing 10,000 products takes a second or two: other requests must get a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
      index = fresh;
    } else {
      index.discardAll(gone);
      for (const product of changed) {
        if (known.has(product.id)) index.replace(toEntry(product));
        else index.add(toEntry(product));
      }
    }
    known = next;
    current = products;
  }

  function look(query: string): Found {
    for (const options of WAYS) {
      const hits = index.search(query, options);
      if (hits.length > 0) {
        const exact = options === WAYS[0] && hits.some((hit) => isExact(hit, query, known.get(hit.id)?.description));
        return { ids: hits.map((hit) => String(hit.id)), exact };
      }
    }
    return { ids: [], exact: false };
  }

  return {
    /**
     * The `products` that match `text`, best first. Every word must match exactly or as a prefix; if no product has them all,
     * typing errors are allowed; then any of the words is enough. So a word that the shop knows never finds products that only have a
     * similar one.
     *
     * @param products a whole snapshot; a new array means that text may have changed
     */
    async find(products: readonly Searchable[], text: string): Promise<Found> {
      const query = normalise(text).trim().slice(0, MAX_QUERY);
      if (!query) {
        return { ids: [], exact: false };
      }
      const mine = turn.catch(() => {}).then(() => bring(products));
      turn = mine;
      await mine;
      const found = kept.get(query) ?? look(query);
      // The oldest question makes room.
      kept.delete(query);
      for (const oldest of kept.keys()) {
        if (kept.size < MOST_KEPT) break;
        kept.delete(oldest);
      }
      kept.set(query, found);
      return found;
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

function emptyIndex(): MiniSearch<Entry> {
  return new MiniSearch<Entry>({
    fields: [...FIELDS],
    processTerm: (term) => singular(normalise(term)) || null,
    searchOptions: {
      boost: BOOST,
      prefix: true,
      weights: { fuzzy: 0.35, prefix: 0.6 },
    },
  });
}

/**
 * Whether a product is what the words say: each is in its name, category, tags or ingredients, or the words stand together in its
 * description. 'No added sugar … free of salt' is not 'sugar free'.
 */
function isExact(hit: SearchResult, query: string, description = ''): boolean {
  const named = hit.queryTerms.every((word) =>
    Object.entries(hit.match).some(
      ([term, fields]) => term.startsWith(word) && fields.some((field) => field !== 'description'),
    ),
  );
  return named || ` ${onlyWords(normalise(description))}`.includes(` ${onlyWords(query)}`);
}

const onlyWords = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

/** Compares lists by identity: the snapshot keeps those of an unchanged product, and a false difference only costs time. */
function sameTexts(a: Searchable | undefined, b: Searchable): boolean {
  return (
    a !== undefined &&
    a.name === b.name &&
    a.category === b.category &&
    a.tags === b.tags &&
    a.ingredients === b.ingredients &&
    a.description === b.description &&
    a.hi?.name === b.hi?.name
  );
}

function toEntry(product: Searchable): Entry {
  const { id, name, category, description } = product;
  const tags = product.tags.join(' ');
  const ingredients = product.ingredients.join(' ');
  return {
    id,
    name,
    kitchen: [...kitchenWordsFor(name), product.hi?.name ?? ''].join(' '),
    category,
    tags,
    ingredients,
    kitchenIngredients: kitchenWordsFor(`${category} ${tags} ${ingredients}`).join(' '),
    description,
  };
}

/** Lower case, without compatibility forms and Latin accents: 'Café' and 'cafe' are the same word. */
function normalise(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC')
        .toLowerCase();
}

/** 'almonds' and 'almond' are the same word, so a typing error is not compared with the plural. */
function singular(term: string): string {
  return /[^s]{3}s$/.test(term) ? term.slice(0, -1) : term;
}

/** Letters as a reader counts them: a Devanagari vowel sign belongs to its consonant. */
function letters(term: string): number {
  return term.replace(/\p{M}/gu, '').length;
}
