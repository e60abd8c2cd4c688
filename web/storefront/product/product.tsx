import { Suspense, useEffect, useRef } from 'react';
import { data } from 'react-router';
import m from '#messages/product';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { chosenStars } from '#shop/catalogue/reviews.ts';
import { isShopError } from '#shop/errors.ts';
import { countStep } from '#web/lib/insight.ts';
import { breadcrumbList, pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { ProductSection } from '../home/product-sections.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { toPlainCard } from '../plain-card.ts';
import type { Route } from './+types/product';
import { BuyBar } from './buy-bar.tsx';
import { BuyPanel } from './buy-panel.tsx';
import { useBuying } from './buying.ts';
import { Gallery } from './gallery.tsx';
import { useLiveProduct } from './live-product.ts';
import { Description, PackFacts } from './pack-facts.tsx';
import { clocksOf, makerOf, pageProduct } from './page-product.ts';
import { priceMeta, productData } from './product-data.ts';
import { ProductNotFound } from './product-not-found.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';
import { WITH_PAGE } from './review-list.ts';
import { Reviews } from './reviews-section.tsx';

const YOU_MAY_LIKE = 4;
const PROMISES = ['replacement', 'no-cod'];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { catalogue, content, settings, reviews } = getServices(context);
  const product = await known(catalogue.get(params.id));
  if (!product) return data(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const stars = chosenStars(searchParams.get('stars'));
  const asked = searchParams.get('size');
  const [written, everything, sections, page, shop, config, closed] = await Promise.all([
    reviews.ofProduct(product.id, { page: 1, limit: WITH_PAGE, sort: 'newest', stars: stars ?? undefined }),
    catalogue.all(),
    catalogue.sections(),
    content.all(),
    settings.shop(),
    settings.config(),
    settings.closed(),
  ]);
  return data({
    product: pageProduct({ ...product, reviews: written.reviews }),
    size: product.sizes.some(({ size }) => size === asked) ? asked : null,
    reviews: { stars, bars: written.distribution },
    brandName: shop.brandName,
    closed,
    clocks: clocksOf(product, config),
    promises: page.announcements.filter(({ icon }) => PROMISES.includes(icon)),
    pack: {
      maker: makerOf(product, shop),
      fssaiLicence: shop.fssaiLicence,
      email: shop.email,
      phone: shop.phone,
    },
    names: namesInside(product, everything),
    heading: page.homepage.sections.youMayAlsoLike,
    youMayAlsoLike: sections.youMayAlsoLike
      .filter(({ id }) => id !== product.id)
      .slice(0, YOU_MAY_LIKE)
      .map(toPlainCard),
  });
}

/** The product, or null for an unknown id. */
async function known(product: Promise<Product>): Promise<Product | null> {
  try {
    return await product;
  } catch (error) {
    if (isShopError(error) && error.code === 'product_not_found') return null;
    throw error;
  }
}

/** Names of the products in a combo, by product id. */
function namesInside(product: Product, everything: readonly Product[]): Record<string, string> {
  const inside = new Set(product.sizes.flatMap(({ contents = [] }) => contents.map(({ productId }) => productId)));
  // Most products are no combo; among thousands the search takes longer than the page.
  if (inside.size === 0) return {};
  return Object.fromEntries(everything.filter(({ id }) => inside.has(id)).map(({ id, name }) => [id, name]));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [{ title: m.notFound() }, { name: 'robots', content: 'noindex' }];
  const { product, brandName } = loaderData;
  const site = siteOf(matches);
  return pageMeta(site, {
    title: `${product.name} | ${brandName}`,
    description: product.description,
    path: `/product/${product.id}`,
    type: 'product',
    image: product.image,
    imageAlt: product.images[0]?.alt || product.name,
    more: priceMeta(product.price),
    jsonLd: [productData(site, product), breadcrumbList(site, trailOf(product))],
  });
}

function trailOf({ name, category, categorySlug }: Pick<Product, 'name' | 'category' | 'categorySlug'>) {
  const list = { label: category, to: `/all-products?category=${categorySlug}` };
  return [{ label: m.home(), to: '/' }, list, { label: name }];
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ProductNotFound />;
  // The key resets size, quantity and picture for another product, and for another size in the address.
  return <ProductPage key={`${loaderData.product.id} ${loaderData.size}`} {...loaderData} />;
}

type PageData = NonNullable<Route.ComponentProps['loaderData']>;

function ProductPage({ size, reviews, pack, names, heading, youMayAlsoLike, ...page }: PageData) {
  const product = useLiveProduct(page.product);
  const buying = useBuying(product, size);
  const otherSize = buying.label === product.sizes[0]?.size ? undefined : (buying.label ?? undefined);
  const buttons = useRef<HTMLDivElement>(null);
  useEffect(() => countStep('product'), []);
  return (
    <>
      <div className="page">
        <Breadcrumbs trail={trailOf(product)} />
        <div className="grid gap-6 md:grid-cols-2 md:items-start md:grid-rows-[auto_1fr] md:gap-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-16">
          <Gallery product={product} grams={buying.grams} />
          <BuyPanel {...page} product={product} buying={buying} buttons={buttons} />
          <Suspense>
            <Description product={product} buying={buying} names={names} />
          </Suspense>
        </div>
      </div>
      <Suspense>
        <PackFacts product={product} buying={buying} shop={pack} />
      </Suspense>
      <Suspense>
        <Reviews product={{ ...product, size: otherSize }} first={product.reviews} {...reviews} />
      </Suspense>
      <ProductSection
        id="you-may-also-like"
        className="later py-section"
        heading={{ title: heading.title }}
        products={youMayAlsoLike}
      />
      <RecentlyViewed current={product.id} />
      {!buying.soldOut && !page.closed && <BuyBar buying={buying} buttons={buttons} />}
    </>
  );
}

export function ErrorBoundary() {
  return <LoadFailed message={m.loadFailed()} />;
}
