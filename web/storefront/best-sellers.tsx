import { useEffect, useState } from 'react';
import m from '#messages/listing';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { call } from '#web/lib/api.ts';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { ProductGrid } from './product-card.tsx';

const SHOWN = 4;

/** Best sellers below an empty state. They are loaded only there; without a network there are none. */
export function BestSellers() {
  const [products, setProducts] = useState<Product[] | null>(null);
  useEffect(() => {
    const cancel = new AbortController();
    const query = { section: 'bestSellers', inStock: 'true', limit: SHOWN };
    call('GET /products', { query }, { signal: cancel.signal }).then(
      (found) => setProducts(found.products),
      () => {
        if (!cancel.signal.aborted) setProducts([]);
      },
    );
    return () => cancel.abort();
  }, []);
  if (products?.length === 0) return null;
  return (
    <section className="mt-6 lg:mt-12" aria-labelledby="best-sellers">
      <h2 id="best-sellers" className="mb-5 text-display-md">
        {m.bestSellers()}
      </h2>
      {products ? <ProductGrid products={products} /> : <CardSkeletons count={SHOWN} />}
    </section>
  );
}
