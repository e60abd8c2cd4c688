import { useEffect, useState } from 'react';
import { askedSize } from '#shop/catalogue/asked-size.ts';
import { call } from '#web/lib/api.ts';

/** The product fields of a suggestion. */
type Suggestion = {
  id: string;
  name: string;
  image: string;
  categorySlug: string;
  /** Rupees, of the size that was searched for, or else of the first. */
  price: number;
  /** Label of that size. */
  weight: string;
  /** The size that was searched for. */
  asked: string | undefined;
};

/**
 * Results with the words they belong to; while a request is pending, still those of the previous
 * words.
 */
export type Found = { words: string; products: Suggestion[]; exact: boolean };

const PAUSE_MS = 150;
const LIMIT = 6;

/**
 * Products that match the typed text, fetched after a short pause; null before the first result.
 * Responses to outdated words are dropped. A failed search suggests nothing: Enter still opens the
 * results page, which displays the error.
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
        const found = await call('GET /products/search', { query }, { signal: stop.signal });
        if (stop.signal.aborted) return;
        const products = found.products.map((product) => {
          const asked = askedSize(product.sizes, found.grams);
          const { price, size: weight } = asked ?? { price: product.price, size: product.weight };
          return { ...product, price, weight, asked: asked?.size };
        });
        setFound({ words, products, exact: found.exact });
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
