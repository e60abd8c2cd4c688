import { useEffect, useState } from 'react';
import m from '#messages/product';
import { useLiveProducts } from '#web/lib/live-products.ts';
import { noteViewed } from '#web/lib/recently-viewed.ts';
import { ProductSection } from '../home/product-sections.tsx';

/**
 * Products recently viewed on this device, with current data. Renders nothing on the server or
 * without any.
 */
export function RecentlyViewed({ current }: { current: string }) {
  const [ids, setIds] = useState<string[] | null>(null);
  useEffect(() => setIds(noteViewed(current)), [current]);
  const { products } = useLiveProducts(ids);
  return (
    <ProductSection
      id="recently-viewed"
      className="pb-section"
      heading={{ title: m.recentlyViewed() }}
      products={products ?? []}
    />
  );
}
