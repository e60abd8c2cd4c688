import { useEffect, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { inOrderOf } from '#shop/catalogue/id-lists.ts';
import { call } from './api.ts';

/** What is known of some products: null while nothing is. */
export interface LiveProducts {
  products: Product[] | null;
  /** The last try failed; what was known before stays. */
  failed: boolean;
  retry: () => void;
}

/** The products of these ids as the shop sells them now, in their order; what is not sold any more is left out. */
async function fetchProducts(ids: readonly string[], signal?: AbortSignal): Promise<Product[]> {
  if (ids.length === 0) return [];
  const { products } = await call('GET /products', { query: { ids: ids.join(','), limit: ids.length } }, { signal });
  return inOrderOf(ids, products);
}

/**
 * The products of a device's list, asked for when an id joins it; one that leaves is simply not shown.
 *
 * @param ids null while the device has not been read
 */
export function useLiveProducts(ids: readonly string[] | null): LiveProducts {
  const [known, setKnown] = useState<{ asked: string; products: Product[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const asked = ids?.join(',') ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again for the same ids
  useEffect(() => {
    if (asked === null) return;
    const wanted = asked === '' ? [] : asked.split(',');
    if (known && wanted.every((id) => known.asked.split(',').includes(id))) return;
    const cancel = new AbortController();
    fetchProducts(wanted, cancel.signal).then(
      (products) => {
        setKnown({ asked, products });
        setFailed(false);
      },
      () => {
        if (!cancel.signal.aborted) setFailed(true);
      },
    );
    return () => cancel.abort();
  }, [asked, attempt]);
  return {
    products: known && ids ? inOrderOf(ids, known.products) : null,
    failed,
    retry: () => {
      setFailed(false);
      setAttempt((before) => before + 1);
    },
  };
}
