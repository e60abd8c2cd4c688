import rules from '#messages/cart-rules';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import '#web/ui/buybar.css';
import './cart-lines.css';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/cart';
import words from '#messages/closed';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { goesWellWith, packedTogether } from '#shop/catalogue/goes-well.ts';
import { isCardSoldOut } from '#shop/catalogue/stock.ts';
import { formatRupees } from '#shop/money/money.ts';
import { splitCart } from '#shop/orders/cart.ts';
import { checkoutObstacle } from '#shop/orders/cart-checks.ts';
import { savedInAll } from '#shop/orders/savings.ts';
import { offerAmount } from '#shop/settings/offers.ts';
import { setDirectOrder, useCart } from '#web/lib/cart.ts';
import { priceItems, toItems } from '#web/lib/checkout.ts';
import { ClearedCart } from '#web/lib/cleared-cart.tsx';
import { ClosedNote } from '#web/lib/closed-note.tsx';
import { endsWithPage, useHydrated } from '#web/lib/device.ts';
import { useOpenPage } from '#web/lib/open-page.ts';
import { pageMeta, siteOf } from '#web/lib/seo.ts';
import { useCouponPrice } from '#web/lib/use-coupon-price.ts';
import { getServices } from '#web/services.server.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useInView } from '#web/ui/in-view.ts';
import { useKeptFocus } from '#web/ui/kept-focus.ts';
import { Note } from '#web/ui/note.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { confirmCurrent } from '../confirm-current.ts';
import { toPlainCard } from '../plain-card.ts';
import { ProductGrid } from '../product-card.tsx';
import type { Route } from './+types/cart-page';
import { CartExtras } from './cart-extras.tsx';
import { CartLines, GoneLines } from './cart-lines.tsx';
import { CartSummary } from './cart-summary.tsx';
import { useCartCheck } from './use-cart-check.ts';

/** Of the best sellers, and of the products inside combos. */
const SUGGESTIONS = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const { catalogue, content, settings, coupons } = getServices(context);
  const [{ config, payment }, sections, visible, { homepage }, automaticOffers, closed] = await Promise.all([
    settings.all(),
    catalogue.sections(),
    catalogue.visible(),
    content.all(),
    coupons.hasAutomatic(),
    settings.closed(),
  ]);
  return {
    closed,
    shippingMessage: config.shippingMessage,
    automaticOffers,
    offer: offerAmount(payment.onlineOffer),
    suggested: { title: homepage.sections.bestSellers.title, ...suggestions(sections, visible) },
  };
}

/** What the device chooses from when it knows the cart: best sellers, then what combos pack together. */
function suggestions(
  { bestSellers, valueCombos }: Record<'bestSellers' | 'valueCombos', Product[]>,
  visible: readonly Product[],
) {
  const packed = packedTogether(valueCombos);
  const inside = new Set(packed.flatMap(({ products }) => products));
  const firstOf = (products: readonly Product[]) =>
    products.filter((product) => !isCardSoldOut(product)).slice(0, SUGGESTIONS);
  const best = firstOf(bestSellers);
  const partners = firstOf(visible.filter((product) => inside.has(product.id) && !best.includes(product)));
  return { products: [...best, ...partners].map(toPlainCard), packed };
}

export function meta({ matches }: Route.MetaArgs) {
  const site = siteOf(matches);
  return pageMeta(site, {
    title: m.metaTitle({ brand: site.brandName }),
    description: m.metaDescription({ brand: site.brandName }),
    path: '/cart',
  });
}

/**
 * The cart (R1.2). The server renders the shell, filled and empty; the lines are stored on the
 * device.
 */
export default function Cart({ loaderData }: Route.ComponentProps) {
  const { closed, shippingMessage, suggested, automaticOffers, offer } = loaderData;
  const hydrated = useHydrated();
  const lines = useCart();
  const { notices, products, checked } = useCartCheck(lines);
  const { available, gone } = splitCart(lines);
  const items = toItems(available);
  const { coupon, discounts } = useCouponPrice(items, automaticOffers);
  const navigate = useNavigate();
  const openPage = useOpenPage();
  const button = useRef<HTMLDivElement>(null);
  const buttonInView = useInView(button);
  const unavailable = useRef<HTMLElement>(null);

  const checkout = async () => {
    const stillOpen = openPage();
    const obstacle = checkoutObstacle(await checked());
    if (!stillOpen()) return;
    if (obstacle) {
      toast.error(obstacle);
      (unavailable.current ?? document.querySelector<HTMLElement>('.lines [aria-invalid]'))?.focus();
      return;
    }
    if (!(await confirmCurrent()) || !stillOpen()) return;
    // An abandoned Buy Now must not replace the cart.
    setDirectOrder(null);
    navigate('/address');
  };

  const pricing = priceItems(items, offer, discounts);
  const total = formatRupees(pricing.total);
  const empty = lines.length === 0;
  const fleeting = endsWithPage('cart');
  useKeptFocus(hydrated ? (empty ? 'empty' : 'filled') : null);
  return (
    <>
      {/* Before hydration the page has both, and web/empty-cart-script.ts decides which one is displayed. */}
      {(empty || !hydrated) && (
        <EmptyCart suggested={suggested} hydrated={hydrated} className={hydrated ? '' : 'if-cart-empty'} />
      )}
      {(!empty || !hydrated) && (
        <div className={`page-form min-h-svh pt-6 pb-16 ${hydrated ? '' : 'if-cart-filled'}`}>
          {/* The lead is also the largest contentful paint, so LCP does not wait for device storage. */}
          <PageTitle className="mb-5" lead={fleeting ? m.leadLost() : m.lead()}>
            {m.title()}
          </PageTitle>
          <NeedsScript className="mb-5" />
          {hydrated && <ClearedCart className="mb-5" />}
          <div className="co-grid">
            <div>
              {notices.length > 0 && (
                <Note tone="warn" live="status" className="mb-4">
                  {notices.map((notice) => (
                    <p key={notice}>{notice}</p>
                  ))}
                </Note>
              )}
              {gone.length > 0 && <GoneLines lines={gone} ref={unavailable} />}
              {!hydrated && <LineSkeletons />}
              {available.length > 0 && <CartLines lines={available} />}
              {/* Hidden until the number of lines above is known: visible text must not move. */}
              <div className={hydrated ? '' : 'invisible'}>
                <CartExtras shippingMessage={shippingMessage} />
              </div>
            </div>
            <aside className={`co-side ${hydrated ? '' : 'max-lg:invisible'}`}>
              <CartSummary
                pricing={hydrated ? pricing : null}
                saved={savedInAll(available, pricing.total)}
                offer={offer}
                coupon={coupon}
              >
                <div ref={button}>
                  {closed ? (
                    <ClosedNote closed={closed}>{!fleeting && words.cart_stays()}</ClosedNote>
                  ) : (
                    <Button size="lg" block onClick={checkout} disabled={!hydrated}>
                      {m.checkout()}
                    </Button>
                  )}
                </div>
              </CartSummary>
            </aside>
          </div>
          {products && (
            <Suggested
              {...suggested}
              title={m.goesWell()}
              inCart={lines.map(({ productId: id }) => ({ id, categorySlug: products.get(id)?.categorySlug }))}
            />
          )}
        </div>
      )}
      {hydrated && !empty && !closed && !buttonInView && (
        <div className="buybar">
          <div>
            <span className="text-micro text-ink-soft">{m.total()}</span>
            <div className="price num">{total}</div>
          </div>
          <Button size="lg" onClick={checkout}>
            {m.checkout()}
          </Button>
        </div>
      )}
    </>
  );
}

type EmptyCartProps = {
  suggested: Route.ComponentProps['loaderData']['suggested'];
  hydrated: boolean;
  className: string;
};

function EmptyCart({ suggested, hydrated, className }: EmptyCartProps) {
  return (
    <div className={`page-form min-h-svh py-6 ${className}`}>
      <EmptyState title={rules.empty()} as="h1">
        <ButtonLink to="/">{m.continueShopping()}</ButtonLink>
      </EmptyState>
      {hydrated && <ClearedCart className="mt-6" />}
      <Suggested {...suggested} inCart={[]} />
    </div>
  );
}

type SuggestedProps = EmptyCartProps['suggested'] & { inCart: Parameters<typeof goesWellWith>[0] };

/** What goes well with the cart as it was opened: a card stays when it is added. */
function Suggested({ title, products, packed, inCart }: SuggestedProps) {
  const [others] = useState(() => goesWellWith(inCart, products, packed));
  if (others.length === 0) return null;
  return (
    <section className="mt-6 lg:mt-12" aria-labelledby="suggested">
      <h2 id="suggested" className="mb-5 text-display-md">
        {title}
      </h2>
      <ProductGrid products={others} />
    </section>
  );
}

function LineSkeletons() {
  return (
    <div role="status" aria-label={m.loading()} className="grid gap-4 hairline-t-ink pt-4">
      {[0, 1].map((line) => (
        <div key={line} className="line" aria-hidden="true">
          <Skeleton className="size-21 rounded-[10px]" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-10 w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}
