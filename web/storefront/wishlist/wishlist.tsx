import { useEffect, useRef } from 'react';
import m from '#messages/wishlist';
import { useHydrated } from '#web/lib/device.ts';
import { useLiveProducts } from '#web/lib/live-products.ts';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { replaceWishlist, useWishlist } from '#web/lib/wishlist.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useKeptFocus } from '#web/ui/kept-focus.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { BestSellers } from '../best-sellers.tsx';
import { ProductGrid } from '../product-card.tsx';
import type { Route } from './+types/wishlist';

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return pageMeta(site, {
    title: m.metaTitle({ brand: site.brandName }),
    description: '',
    path: '/wishlist',
    hidden: true,
  });
}

/**
 * The wishlist (D16). The server renders the shell; the product ids come from the device, the
 * prices from the API.
 */
export default function Wishlist() {
  const hydrated = useHydrated();
  const ids = useWishlist();
  const { products, failed, retry } = useLiveProducts(hydrated ? ids : null);
  const title = useRef<HTMLDivElement>(null);
  useUndo(ids, hydrated, () => title.current?.focus());
  useKeptFocus(hydrated ? (ids.length === 0 ? 'empty' : 'filled') : null);

  const missing = products ? ids.filter((id) => !products.some((product) => product.id === id)) : [];
  return (
    <div className="page min-h-svh pt-6 pb-16">
      <div ref={title} tabIndex={-1}>
        <PageTitle className="mb-6" aside={hydrated && ids.length > 0 && m.count({ count: ids.length })}>
          {m.title()}
        </PageTitle>
      </div>
      <noscript>
        <p className="mb-6">{m.needsScript()}</p>
      </noscript>
      {failed && (
        <div className="mb-6">
          <ErrorNote message={m.failed()} onRetry={retry} />
        </div>
      )}
      {hydrated && ids.length === 0 ? (
        <>
          <EmptyState title={m.empty()} text={m.emptyText()}>
            <ButtonLink to="/all-products">{m.allProducts()}</ButtonLink>
          </EmptyState>
          <BestSellers />
        </>
      ) : (
        <>
          {products ? (
            <ProductGrid products={products} as="h2" />
          ) : (
            !failed && <CardSkeletons count={hydrated ? Math.min(8, ids.length) : 4} />
          )}
          {missing.length > 0 && !failed && (
            <p className="mt-8 text-ink-soft">
              {m.gone({ count: missing.length })}{' '}
              <Button variant="text" onClick={() => replaceWishlist(ids.filter((id) => !missing.includes(id)))}>
                {m.remove()}
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Offers Undo when a card is removed, and keeps focus from falling back to the body. */
function useUndo(ids: string[], hydrated: boolean, focus: () => void): void {
  const before = useRef<string[] | null>(null);
  useEffect(() => {
    const last = before.current;
    before.current = hydrated ? ids : null;
    if (!last || ids.length >= last.length) return;
    if (document.activeElement === document.body) focus();
    // Changed by another tab, or this tab is in the background: do not offer Undo.
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    toast.success(m.removed(), { action: { label: m.undo(), onPress: () => replaceWishlist(last) } });
  }, [ids, hydrated, focus]);
}
