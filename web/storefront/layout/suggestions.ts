import { useEffect, useState } from 'react';
import { call } from '#web/lib/api.ts';

/** What a line of suggestions needs of a product. */
type Suggestion = {
  id: string;
  name: string;
  image: string;
  categorySlug: string;
  /** Rupees, of the first size. */
  price: number;
  /** Label of the first size. */
  weight: string;
};

/** The products found for some words; while the next answer is on its way, still those of the words before. */
export type Found = { words: string; products: Suggestion[] };

const PAUSE_MS = 150;
const LIMIT = 6;

/**
 * Products that match what is being typed, asked for after a short pause; null while nothing is known. Answers to older words
 * are dropped. A search that fails suggests nothing: Enter still leads to the results page, which says what is wrong.
 */
export function useSuggestions(typed: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const words = typed.trim();
  useEffect(() => {
    if (words.length < 2) {
      setFound(null);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const query = { q: words, limit: LIMIT };
        const { products } = await call('GET /products/search', { query }, { signal: stop.signal });
        if (!stop.signal.aborted) setFound({ words, products });
      } catch {
        if (!stop.signal.aborted) setFound(null);
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words]);
  return found;
}
