import MiniSearch, { type SearchResult } from 'minisearch';
import { kitchenWordsFor } from '#shop/catalogue/kitchen-words.ts';
import { TRANSLATIONS } from '#shop/language.ts';
import type { Translations } from '#shop/translations.ts';

/** The fields of a product that search reads. */
export interface Searchable {
  id: string;
  name: string;
  category: string;
  tags: readonly string[];
  ingredients: readonly string[];
  description: string;
  translations?: Translations<{ name?: string | undefined }> | undefined;
}

/** Ids of products, best first; `exact` is false when none of them is quite what the words say. */
export interface Found {
  ids: string[];
  exact: boolean;
}

/** The products with a word, by their place in the snapshot. */
interface Hits {
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
  description: string;
}

const FIELDS = ['name', 'kitchen', 'category', 'tags', 'ingredients', 'kitchenIngredients', 'description'] as const;
/** Weights of the fields, so that kaju finds cashews before a mix that contains some. */
const BOOST = { name: 6, kitchen: 6, category: 3, tags: 2, ingredients: 1, kitchenIngredients: 1, description: 0.4 };
/**
 * Share of a word's letters that may be wrong (R3.2), rounded: one of four or five letters, two
 * from six letters on, which allows two swapped letters (cashwes). Words of fewer than four letters
 * must match exactly.
 */
const FUZZY = 0.25;
const FUZZY_FROM = 4;
const fuzzy = (term: string) => (letters(term) >= FUZZY_FROM ? FUZZY : false);
/**
 * Ways to match a query, the strictest first: with all of its words or any, and with typing errors.
 */
const WAYS = [
  { all: true, fuzzily: false },
  { all: true, fuzzily: true },
  { all: false, fuzzily: true },
];
const MAX_QUERY = 100;
/** Each word scores the products that have it, and nearly all of them have the common ones. */
const MAX_WORDS = 8;
/**
 * Queries whose result is kept until a text changes: sales do not change texts, and visitors ask
 * for the same few words.
 */
const MOST_KEPT = 100;
/** Words of queries whose hits are kept. */
const MOST_WORDS = 50;
/**
 * Hits whose descriptions are read to see whether words stand together: to read thousands takes a
 * tenth of a second.
 */
const MOST_READ = 50;
/** Products indexed before other work gets a turn. */
const CHUNK = 200;
const wordsOf = MiniSearch.getDefault('tokenize') as (text: string) => string[];
const PLAIN = /^[\w\s.,%-]*$/;

/**
 * Full-text search over a snapshot of the catalogue: prefixes, typing errors, and Hindi and
 * Marathi kitchen words in Latin letters or Devanagari. It stores no products itself: callers pass the snapshot
 * that they show.
 */
export function createSearchService() {
  let index = emptyIndex();
  let known = new Map<string, Searchable>();
  let current: readonly Searchable[] | null = null;
  /** The ids of the products, and the place of each. */
  let ids: string[] = [];
  let places = new Map<string, number>();
  const kept = new Map<string, Found>();
  const keptWords = new Map<string, Hits>();

  let turn: Promise<void> = Promise.resolve();

  /**
   * Updates the index to `products`. Only products with changed text are indexed again; stock and
   * price do not matter.
   */
  async function bring(products: readonly Searchable[]): Promise<void> {
    if (current === products) {
      return;
    }
    const next = new Map(products.map((product) => [product.id, product]));
    const changed = products.filter(
      (product, place) => product !== current?.[place] && !sameTexts(known.get(product.id), product),
    );
    const gone = [...known.keys()].filter((id) => !next.has(id));
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
    if (changed.length + gone.length > 0) {
      kept.clear();
      keptWords.clear();
      ids = products.map(({ id }) => id);
      places = new Map(ids.map((id, place) => [id, place]));
    }
    known = next;
    current = products;
  }

  /**
   * The products with a word. A common one takes milliseconds among 10,000 products, and the names
   * of products share words.
   */
  function hitsOf(word: string, errors: boolean): Hits {
    // A short word has the same hits either way.
    const fuzzily = errors && letters(word) >= FUZZY_FROM;
    return remembered(keptWords, MOST_WORDS, `${word} ${fuzzily}`, () => {
      const found = index.search(word, fuzzily ? { fuzzy } : {});
      const hits = {
        places: Uint32Array.from(found, ({ id }) => places.get(id) ?? 0),
        scores: new Float32Array(places.size),
        named: new Uint8Array(places.size),
      };
      found.forEach((hit, at) => {
        const place = hits.places[at] ?? 0;
        hits.scores[place] = hit.score;
        if (isNamed(hit, word)) hits.named[place] = 1;
      });
      return hits;
    });
  }

  function look(query: string): Found {
    const words = countedWords(query);
    for (const { all, fuzzily } of WAYS) {
      const hits = words.map((word) => hitsOf(word, fuzzily));
      const found = combined(hits, all);
      if (found.length === 0) continue;
      // Whether a product is what the words say: it is named by each, or the words stand together
      // in its description. 'No added sugar … free of salt' is not 'sugar free'.
      const isExact = () =>
        found.some((place) => hits.every(({ named }) => named[place] === 1)) ||
        found.slice(0, MOST_READ).some((place) => contains(known.get(ids[place] ?? '')?.description, query));
      return { ids: found.map((place) => ids[place] ?? ''), exact: all && !fuzzily && isExact() };
    }
    return { ids: [], exact: false };
  }

  return {
    /**
     * The `products` that match `text`, best first. Every word must match exactly or as a prefix;
     * if no product has them all, typing errors are allowed; then any of the words is enough. So a
     * word that the shop knows never finds products that only have a similar one.
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
      return remembered(kept, MOST_KEPT, query, () => look(query));
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
 * The places of the products with all words, or with any, best first; equal ones keep the order of
 * the hits. As in MiniSearch, a product has the sum of its words' scores times their number.
 */
function combined(hits: readonly Hits[], all: boolean): number[] {
  const [fewest] = hits.toSorted((a, b) => a.places.length - b.places.length);
  if (!fewest) return [];
  const candidates = all ? fewest.places : new Set(hits.flatMap((each) => [...each.places]));
  const totals = new Float64Array(fewest.scores.length);
  for (const place of candidates) {
    let sum = 0;
    let matched = 0;
    for (const { scores } of hits) {
      const score = scores[place] ?? 0;
      sum += score;
      if (score > 0) matched += 1;
    }
    totals[place] = all && matched < hits.length ? 0 : sum * matched;
  }
  const found = [...candidates].filter((place) => totals[place] !== 0);
  return found.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0));
}

/**
 * The words that count. Nearly every product has a word that begins with a letter, so a single one
 * counts only while it is typed.
 */
function countedWords(query: string): string[] {
  const words = wordsOf(query).filter(Boolean);
  return [...new Set(words.filter((word) => !/^[a-z]$/.test(word) || word === words.at(-1)))].slice(0, MAX_WORDS);
}

/**
 * The result that is kept for `key`, or that of `make`. The one that was asked for longest ago
 * makes room.
 */
function remembered<T>(kept: Map<string, T>, most: number, key: string, make: () => T): T {
  const value = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return value;
}

/**
 * Whether a word is in the name, category, tags or ingredients, and not only in the description.
 */
function isNamed(hit: SearchResult, word: string): boolean {
  const [term = word] = hit.queryTerms;
  return Object.entries(hit.match).some(
    ([found, fields]) => found.startsWith(term) && fields.some((field) => field !== 'description'),
  );
}

const contains = (description = '', query: string) =>
  ` ${onlyWords(normalise(description))}`.includes(` ${onlyWords(query)}`);

const onlyWords = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

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
    otherNames(a) === otherNames(b)
  );
}

/** Its names in the other languages. */
function otherNames({ translations }: Searchable): string {
  return TRANSLATIONS.map((code) => translations?.[code]?.name ?? '').join(' ');
}

function toEntry(product: Searchable): Entry {
  const { id, name, category, description } = product;
  const tags = product.tags.join(' ');
  const ingredients = product.ingredients.join(' ');
  return {
    id,
    name,
    kitchen: [...kitchenWordsFor(name), otherNames(product)].join(' '),
    category,
    tags,
    ingredients,
    kitchenIngredients: kitchenWordsFor(`${category} ${tags} ${ingredients}`).join(' '),
    description,
  };
}

/**
 * Lower case, without compatibility forms and Latin accents: 'Café' and 'cafe' are the same word.
 */
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
