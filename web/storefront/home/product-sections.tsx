import { Suspense } from 'react';
import m from '#messages/home';
import type { ProductCard as CardOfProduct } from '#shop/catalogue/catalogue.ts';
import { ProductCard, ProductGrid } from '../product-card.tsx';
import { SectionHeading } from '../section-heading.tsx';

type Heading = { title: string; subtitle?: string };
type More = { label: string; to: string };

/**
 * A titled grid: Our Best Sellers, You May Also Like. Renders nothing without products. On a phone,
 * with `shelf`, one row to swipe, else two rows: its list has the rest.
 */
export function ProductSection({
  id,
  heading,
  more,
  products,
  className,
  shelf,
}: {
  id: string;
  heading: Heading;
  more?: More;
  products: CardOfProduct[];
  className: string;
  shelf?: boolean;
}) {
  if (products.length === 0) return null;
  return (
    <section className={`page ${className}`} aria-labelledby={id}>
      <SectionHeading id={id} title={heading.title} subtitle={heading.subtitle} more={more} />
      <ProductGrid products={products} shelf={shelf} short={!shelf} />
    </section>
  );
}

/** Value Combos on the raisin band; with an odd count the first card is large and has more text. */
export function CombosBand({ heading, products }: { heading: Heading; products: CardOfProduct[] }) {
  if (products.length === 0) return null;
  return (
    <section
      className="later on-dark bg-raisin-900 py-section text-[#fff6e5] [--lead-ink:#e2cbd5]"
      aria-labelledby="value-combos"
    >
      <div className="page">
        <SectionHeading
          id="value-combos"
          title={heading.title}
          subtitle={heading.subtitle}
          more={{ label: m.allCombos(), to: '/combos' }}
        />
        <div className="combo-grid shelf [--shelf:min(58vw,16rem)]">
          {products.map((product, index) => (
            <Suspense key={product.id}>
              <ProductCard product={product} withText={index === 0 && products.length % 2 === 1} />
            </Suspense>
          ))}
        </div>
      </div>
    </section>
  );
}
