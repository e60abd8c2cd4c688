import { memo, Suspense } from 'react';
import { Link } from 'react-router';
import m from '#messages/frame';
import type { ProductCard as CardOfProduct } from '#shop/catalogue/catalogue.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { buyTone, isCardSoldOut, stockOf } from '#shop/catalogue/stock.ts';
import { formatUnitPrice, toPaise } from '#shop/money/money.ts';
import { cartLine } from '#shop/orders/cart.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DiscountTicket, Price } from '#web/ui/price.tsx';
import { CARD_SIZES, ProductImage } from '#web/ui/product-image.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { VegSign } from '#web/ui/veg-mark.tsx';
import { AddToCart } from './add-to-cart.tsx';
import { Heart } from './heart.tsx';

type ProductCardProps = {
  /** `opens`: its page with a size chosen. */
  product: CardOfProduct & { opens?: string };
  /** Heading level of the name. */
  as?: 'h2' | 'h3';
  /** The picture is above the fold. */
  priority?: boolean;
  /** Three lines of the description, rendered only on the wide first card of a combo grid. */
  withText?: boolean;
};

/**
 * A product in a list (R1.2). The name's link covers the card; heart and buttons are layered above
 * it. 'Out of Stock' is disabled, but the card still opens. 'Add' puts one pack of the first size
 * into the cart without leaving the list.
 */
export function ProductCard({ product, as: Heading = 'h3', priority, withText }: ProductCardProps) {
  const to = product.opens ?? `/product/${product.id}`;
  const size = product.sizes[0];
  const price = size?.price ?? product.price;
  const mrp = size?.originalPrice ?? product.originalPrice;
  const badge = product.badges[0];
  const soldOut = isCardSoldOut(product);
  const scarce = buyTone(stockOf(product)) === 'orange';
  const line = cartLine(product, size?.size);
  const unitPrice = formatUnitPrice({ price: toPaise(price), grams: size?.netQuantityGrams });
  return (
    <article className={soldOut ? 'pc pc-out' : 'pc'}>
      {badge && <Badge {...badge} className="pc-badge" />}
      <ProductImage
        src={product.image}
        alt={product.images[0]?.alt || product.name}
        cloth={product.categorySlug}
        priority={priority}
        sizes={CARD_SIZES}
        className="pc-picture"
      >
        <VegSign
          vegetarian={product.vegetarian}
          className="absolute right-[0.4rem] bottom-[0.4rem] rounded-[2px] md:right-2 md:bottom-2 lg:right-3 lg:bottom-3"
        />
      </ProductImage>
      <Heart id={product.id} name={product.name} />
      <Heading className="pc-name">
        <Link to={to}>{product.name}</Link>
      </Heading>
      <Stars average={product.rating.average} count={product.totalReviews} className="pc-stars self-start" />
      {withText && <p className="pc-text">{product.description}</p>}
      <div className="pc-foot">
        <span className="pc-size">
          <span>{sizeLabel(size?.size ?? product.weight)}</span>
          {unitPrice && (
            <>
              {' · '}
              <span className="whitespace-nowrap">{unitPrice}</span>
            </>
          )}
        </span>
        <Price price={price} mrp={mrp} />
        <DiscountTicket price={price} mrp={mrp} className="pc-off" />
      </div>
      {soldOut ? (
        <Button block disabled className="z-2 mt-3 px-2">
          {m.outOfStock()}
        </Button>
      ) : (
        <div className="relative flex flex-wrap gap-2 mt-3">
          <ButtonLink
            variant={scarce ? 'scarce' : 'line'}
            to={to}
            className="z-2 flex-[999_1_auto] px-2 focus-visible:z-4 focus-visible:bg-card"
            aria-label={m.buyNowOf({ name: product.name })}
          >
            {m.buyNow()}
          </ButtonLink>
          <AddToCart line={line} />
        </div>
      )}
    </article>
  );
}

/**
 * Cards in 2, 3 and 4 columns; at most 3 with `besideFilters`. With `priority` the first row loads
 * first; with `shelf` they are one row to swipe on a phone. A page that renders again leaves them
 * alone, so that each card can hydrate by itself.
 */
export const ProductGrid = memo(function ProductGrid({
  products,
  as,
  besideFilters,
  priority,
  shelf,
  short,
}: {
  products: CardOfProduct[];
  as?: 'h2' | 'h3';
  besideFilters?: boolean;
  priority?: boolean;
  shelf?: boolean;
  /** At most four on a phone. */
  short?: boolean;
}) {
  // Three products in four columns would leave one empty.
  const columns = besideFilters || products.length === 3 ? 'grid-products-3' : '';
  return (
    <div className={`grid-products ${columns} ${shelf ? 'shelf' : ''} ${short ? 'short' : ''}`}>
      {products.map((product, index) => (
        // A boundary hydrates by itself: after the frame of the page, and at once when it is
        // tapped.
        <Suspense key={product.id}>
          <ProductCard product={product} as={as} priority={priority && index < 2} />
        </Suspense>
      ))}
    </div>
  );
});
