import { useEffect, useState } from 'react';
import { useLiveProducts } from '#web/lib/live-products.ts';
import { noteViewed } from '#web/lib/recently-viewed.ts';
import { ProductSection } from '../home/product-sections.tsx';

/** What this device looked at before, as it is sold now. Nothing on the server, nothing when there is nothing. */
export function RecentlyViewed({ current }: { current: string }) {
  const [ids, setIds] = useState<string[] | null>(null);
  useEffect(() => setIds(noteViewed(current)), [current]);
  const { products } = useLiveProducts(ids);
  return (
    <ProductSection
      id="recently-viewed"
      className="pb-section"
      heading={{ title: 'Recently viewed' }}
      products={products ?? []}
    />
  );
}
