import { normalise } from '#shop/catalogue/search-query.ts';
import { findProducts } from './find-products.ts';
import { emptyIndex, type Found, NOTHING, type Searchable, updateIndex } from './product-index.ts';

const MAX_QUERY = 100;

export type SearchService = ReturnType<typeof createSearchService>;

/**
 * Full-text search over a snapshot of the catalogue: prefixes, typing errors, and Hindi and Marathi
 * kitchen words in Latin letters or Devanagari. Callers pass the snapshot that they show.
 */
export function createSearchService() {
  const index = emptyIndex();
  let turn: Promise<void> = Promise.resolve();

  return {
    /**
     * The `products` that match `text`, best first; see `findProducts`.
     *
     * @param products a whole snapshot; a new array means that text may have changed
     */
    async find(products: readonly Searchable[], text: string): Promise<Found> {
      const query = normalise(text).trim().slice(0, MAX_QUERY);
      if (!query) {
        return NOTHING;
      }
      const mine = turn.catch(() => {}).then(() => updateIndex(index, products));
      turn = mine;
      await mine;
      return findProducts(index, query);
    },
  };
}
