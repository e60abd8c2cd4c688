import m from '#messages/category';
import type { ProductCard } from '#shop/catalogue/catalogue.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { StillShown } from '../load-failed.tsx';
import { ProductGrid } from '../product-card.tsx';
import type { PageTexts } from './category-hero.tsx';

/** The call to action: heading of the products, and link back to them from the end of the page. */
export function callToAction(page: PageTexts): string {
  return page.ctaText || m.shopName({ name: page.name });
}

/**
 * The products of a landing page under its call to action, or the specification's message when
 * there are none (R1.8).
 */
export function CategoryProducts({
  page,
  cloth,
  products,
  failure,
}: {
  page: PageTexts;
  cloth: string;
  products: ProductCard[];
  failure?: string;
}) {
  const count = products.length;
  return (
    <section className="page py-section" id="products" aria-labelledby="products-title">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="products-title" className="text-display-md">
          {callToAction(page)}
        </h2>
        <span className="text-ink-soft">{m.count({ count })}</span>
      </div>
      {failure && <StillShown failure={failure} />}
      {count > 0 ? (
        <ProductGrid products={products} />
      ) : (
        <EmptyState title={m.none({ name: page.name })} drawing={cloth || page.category} as="h3">
          <ButtonLink variant="line" to="/all-products">
            {m.allProducts()}
          </ButtonLink>
        </EmptyState>
      )}
    </section>
  );
}
