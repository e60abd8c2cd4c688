import { useRef } from 'react';
import { data } from 'react-router';
import type { Product } from '#shop/catalogue.ts';
import { isShopError } from '#shop/errors.ts';
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
import { PackFacts } from './pack-facts.tsx';
import { clocksOf, makerOf, pageProduct } from './page-product.ts';
import { ProductNotFound } from './product-not-found.tsx';
import { Reviews } from './reviews.tsx';

const YOU_MAY_LIKE = 4;
const PROMISES = ['replacement', 'no-cod'];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue, content, settings } = getServices(context);
  const product = await known(catalogue.detail(params.id));
  if (!product) return data(null, { status: 404 });
  const [everything, sections, page, shop, config] = await Promise.all([
    catalogue.all(),
    catalogue.sections(),
    content.all(),
    settings.shop(),
    settings.config(),
  ]);
  return data({
    product: pageProduct(product),
    brandName: shop.brandName,
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

/** The product, or null when there is none by that id. */
async function known(detail: Promise<{ product: Product }>): Promise<Product | null> {
  try {
    return (await detail).product;
  } catch (error) {
    if (isShopError(error) && error.code === 'product_not_found') return null;
    throw error;
  }
}

/** Names of what a combo holds, by product id. */
function namesInside(product: Product, everything: readonly Product[]): Record<string, string> {
  const inside = new Set(product.sizes.flatMap(({ contents = [] }) => contents.map(({ productId }) => productId)));
  return Object.fromEntries(everything.filter(({ id }) => inside.has(id)).map(({ id, name }) => [id, name]));
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Product Not Found' }, { name: 'robots', content: 'noindex' }];
  const { name, description } = loaderData.product;
  const end = description.indexOf('. ', 80);
  return [
    { title: `${name} | ${loaderData.brandName}` },
    { name: 'description', content: end > 0 ? description.slice(0, end + 1) : description },
  ];
}

export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  // Another product is another page: its size, quantity and picture begin anew.
  return loaderData ? <ProductPage key={loaderData.product.id} {...loaderData} /> : <ProductNotFound />;
}

type PageData = NonNullable<Route.ComponentProps['loaderData']>;

function ProductPage({ product, clocks, promises, pack, names, heading, youMayAlsoLike }: PageData) {
  const buying = useBuying(product);
  const buttons = useRef<HTMLDivElement>(null);
  const category = { label: product.category, to: `/all-products?category=${product.categorySlug}` };
  return (
    <>
      <div className="page">
        <Breadcrumbs trail={[{ label: 'Home', to: '/' }, category, { label: product.name }]} />
        <div className="pdp">
          <Gallery images={product.images} name={product.name} cloth={product.categorySlug} />
          <BuyPanel product={product} buying={buying} clocks={clocks} promises={promises} buttons={buttons} />
        </div>
      </div>
      <PackFacts product={product} buying={buying} shop={pack} names={names} />
      <Reviews reviews={product.reviews} rating={product.rating} />
      <ProductSection
        id="you-may-also-like"
        className="py-section"
        heading={{ title: heading.title }}
        products={youMayAlsoLike}
      />
      <BuyBar buying={buying} buttons={buttons} />
    </>
  );
}

export function ErrorBoundary() {
  return <LoadFailed message="Failed to load product details" />;
}
