import { useEffect, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { inOrderOf } from '#shop/catalogue/id-lists.ts';
import { call } from './api.ts';

/** Products loaded from the server; `products` is null before the first response. */
export interface LiveProducts {
  products: Product[] | null;
  /** The last request failed; products loaded earlier are kept. */
  failed: boolean;
  retry: () => void;
}

/**
 * Fetches the current products with these ids, in the order of the ids. Products that are no longer
 * sold are left out.
 */
async function fetchProducts(ids: readonly string[], signal?: AbortSignal): Promise<Product[]> {
  if (ids.length === 0) return [];
  const { products } = await call('GET /products', { query: { ids: ids.join(','), limit: ids.length } }, { signal });
  return inOrderOf(ids, products);
}

/**
 * The products of a list stored on this device. Fetched again when an id is added; a removed id is
 * filtered out without a request.
 *
 * @param ids null until the device's storage has been read
 */
export function useLiveProducts(ids: readonly string[] | null): LiveProducts {
  const [loaded, setLoaded] = useState<{ key: string; products: Product[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const key = ids?.join(',') ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` repeats the request for the same ids
  useEffect(() => {
    if (key === null) return;
    const requested = key === '' ? [] : key.split(',');
    if (loaded && requested.every((id) => loaded.key.split(',').includes(id))) return;
    const cancel = new AbortController();
    fetchProducts(requested, cancel.signal).then(
      (products) => {
        setLoaded({ key, products });
        setFailed(false);
      },
      () => {
        if (!cancel.signal.aborted) setFailed(true);
      },
    );
    return () => cancel.abort();
  }, [key, attempt]);
  return {
    products: loaded && ids ? inOrderOf(ids, loaded.products) : null,
    failed,
    retry: () => {
      setFailed(false);
      setAttempt((count) => count + 1);
    },
  };
}
