import type { SearchResult } from 'minisearch';
import { askedSize } from '#shop/catalogue/asked-size.ts';
import { readSearch, type SearchParts } from '#shop/catalogue/search-query.ts';
import { type Found, type Hits, NOTHING, type ProductIndex } from './product-index.ts';
import { countedWords, letters, standTogether } from './words.ts';

/**
 * Share of a word's letters that may be wrong (R3.2), rounded: one of four or five letters, two
 * from six letters on, which allows two swapped letters (cashwes). Words of fewer than four letters
 * must match exactly.
 */
const FUZZY = 0.25;
const FUZZY_FROM = 4;
const fuzzy = (term: string) => (letters(term) >= FUZZY_FROM ? FUZZY : false);
/** How much a product gains that has the pack which was asked for: less than by its name. */
const PACK_GAIN = 1.5;
/** Of a word that is looked for as two. */
const SHORTEST_HALF = 3;
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
 * Packs and sugar are asked of the products themselves, not of their texts. Where nothing suits,
 * they are words like any other.
 *
 * @param query normalised
 */
export function findProducts(index: ProductIndex, query: string): Found {
  return remembered(index.found, MOST_KEPT, query, () => {
    const asked = readSearch(query);
    const found = asked.words === '' ? allThatSuit(index, asked) : look(index, asked);
    if (found.ids.length > 0 || asked.words === query) return found;
    return look(index, { words: query, grams: null, noAddedSugar: false });
  });
}

/**
 * What the words find, in the strictest way that finds something. Words that are spelled as one or
 * as two count as typed, if that is exact or nothing else is found.
 */
function look(index: ProductIndex, asked: SearchParts): Found {
  const weights = weightsOf(index, asked);
  const match = (words: readonly string[], way: Way) => matchOf(index, asked, weights, words, way);
  const typed = countedWords(asked.words);
  const found = match(typed, { all: true, fuzzily: false });
  if (found.exact) return found;
  const spelled = respelled(index, typed);
  if (spelled.join(' ') !== typed.join(' ')) {
    const other = match(spelled, { all: true, fuzzily: false });
    if (other.exact || (found.ids.length === 0 && other.ids.length > 0)) return other;
  }
  if (found.ids.length > 0) return found;
  const similar = match(typed, { all: true, fuzzily: true });
  return similar.ids.length > 0 ? similar : match(typed, { all: false, fuzzily: true });
}

type Way = { all: boolean; fuzzily: boolean };

function matchOf(
  index: ProductIndex,
  asked: SearchParts,
  weights: Float64Array,
  words: readonly string[],
  { all, fuzzily }: Way,
): Found {
  const hits = words.map((word) => hitsOf(index, word, fuzzily));
  const found = combined(hits, all, weights);
  const [best] = found;
  if (best === undefined) return NOTHING;
  const ids = found.map((place) => index.ids[place] ?? '');
  // Whether a product is what the words say: it is named by each, or the words stand together
  // in its description. 'Fresh from the farm … packed by hand' is not 'fresh packed'.
  const isExact = () =>
    found.some((place) => hits.every(({ named }) => named[place] === 1)) ||
    ids.slice(0, MOST_READ).some((id) => standTogether(index.known.get(id)?.description ?? '', asked.words));
  const hasPack = asked.grams === null || weights[best] === PACK_GAIN;
  return foundFor(asked, ids, all && !fuzzily && hasPack && isExact());
}

/** The products with the pack or without added sugar, the latter with the least sugar first. */
function allThatSuit(index: ProductIndex, asked: SearchParts): Found {
  const weights = weightsOf(index, asked);
  const suiting = index.ids.filter((_, place) =>
    asked.grams === null ? weights[place] !== 0 : weights[place] === PACK_GAIN,
  );
  const sugar = (id: string) => index.known.get(id)?.nutrition?.sugarsG ?? Number.MAX_VALUE;
  const ids = asked.noAddedSugar ? suiting.toSorted((a, b) => sugar(a) - sugar(b)) : suiting;
  return foundFor(asked, ids, true);
}

function foundFor({ grams, noAddedSugar }: SearchParts, ids: string[], exact: boolean): Found {
  return { ids, exact, grams, noAddedSugar };
}

/** By place: 0 for a product that does not suit, more than 1 for one with the pack. */
function weightsOf({ ids, known }: ProductIndex, { grams, noAddedSugar }: SearchParts): Float64Array {
  const weights = new Float64Array(ids.length).fill(1);
  if (grams === null && !noAddedSugar) return weights;
  ids.forEach((id, place) => {
    const product = known.get(id);
    if (noAddedSugar && !product?.noAddedSugar) weights[place] = 0;
    else if (askedSize(product?.sizes ?? [], grams)) weights[place] = PACK_GAIN;
  });
  return weights;
}

/**
 * The words as the shop spells them: neighbours that it knows as one word ('wal nut'), and one that
 * it knows as two ('kajubadam').
 */
function respelled(index: ProductIndex, words: readonly string[]): string[] {
  const left = [...words];
  const spelled: string[] = [];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const one = `${word}${left[0] ?? ''}`;
    if (left.length > 0 && isKnown(index, one)) {
      spelled.push(one);
      left.shift();
    } else {
      spelled.push(...(isKnown(index, word) ? [word] : halves(index, word)));
    }
  }
  return spelled;
}

/** The two words that the shop knows of this one, or itself. */
function halves(index: ProductIndex, word: string): string[] {
  for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (isKnown(index, second) && isKnown(index, first)) return [first, second];
  }
  return [word];
}

function isKnown({ texts }: ProductIndex, word: string): boolean {
  return texts.search(word, { prefix: false }).length > 0;
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
 *
 * @param weights by place
 */
function combined(hits: readonly Hits[], all: boolean, weights: Float64Array): number[] {
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
    totals[place] = all && matched < hits.length ? 0 : sum * matched * (weights[place] ?? 1);
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
