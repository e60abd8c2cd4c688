import type { SearchResult } from 'minisearch';
import type { Found, Hits, ProductIndex } from './product-index.ts';
import { countedWords, letters, standTogether } from './words.ts';

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

/**
 * The products that match a query, best first. Every word must match exactly or as a prefix; if no
 * product has them all, typing errors are allowed; then any of the words is enough. So a word that
 * the shop knows never finds products that only have a similar one.
 *
 * @param query normalised
 */
export function findProducts(index: ProductIndex, query: string): Found {
  return remembered(index.found, MOST_KEPT, query, () => look(index, query));
}

function look(index: ProductIndex, query: string): Found {
  const words = countedWords(query);
  for (const { all, fuzzily } of WAYS) {
    const hits = words.map((word) => hitsOf(index, word, fuzzily));
    const found = combined(hits, all);
    if (found.length === 0) continue;
    const ids = found.map((place) => index.ids[place] ?? '');
    // Whether a product is what the words say: it is named by each, or the words stand together
    // in its description. 'No added sugar … free of salt' is not 'sugar free'.
    const isExact = () =>
      found.some((place) => hits.every(({ named }) => named[place] === 1)) ||
      ids.slice(0, MOST_READ).some((id) => standTogether(index.known.get(id)?.description ?? '', query));
    return { ids, exact: all && !fuzzily && isExact() };
  }
  return { ids: [], exact: false };
}

/**
 * The products with a word. A common one takes milliseconds among 10,000 products, and the names of
 * products share words.
 */
function hitsOf({ texts, places, hits: kept }: ProductIndex, word: string, errors: boolean): Hits {
  // A short word has the same hits either way.
  const fuzzily = errors && letters(word) >= FUZZY_FROM;
  return remembered(kept, MOST_WORDS, `${word} ${fuzzily}`, () => {
    const found = texts.search(word, fuzzily ? { fuzzy } : {});
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
