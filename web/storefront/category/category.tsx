import { data, redirect } from 'react-router';
import m from '#messages/category';
import { nameOfRoute, productsOfPage } from '#shop/content/product-pages.ts';
import { breadcrumbList, pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { lastGood } from '../last-good.ts';
import { LoadFailed } from '../load-failed.tsx';
import { NotFoundPage, notFoundMeta } from '../pages/not-found-page.tsx';
import { toPlainCard } from '../plain-card.ts';
import type { Route } from './+types/category';
import { CategoryHero, trailOf } from './category-hero.tsx';
import { CategoryProducts } from './category-products.tsx';
import { CategoryTexts } from './category-texts.tsx';

/**
 * A landing page from the content by its route (D9): the seven of the specification, and any that
 * an admin adds.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { catalogue, categories, content } = getServices(context);
  const page = await content.productPage(params.page);
  if (!page) return data({ found: null }, { status: 404 });
  // Requested by its name or a former path: redirect to the page's only URL.
  if (page.route !== `/${params.page}`) throw redirect(page.route, 301);
  const [visible, allCategories] = await Promise.all([catalogue.visible(), categories.list()]);
  const products = productsOfPage(page, visible);
  const first = products[0];
  const own = allCategories.find(({ slug }) => slug === page.category);
  const { id: _id, products: _products, ...texts } = page;
  return data({
    found: {
      page: texts,
      picture: page.heroImage
        ? { src: page.heroImage, alt: page.heroImageAlt }
        : { src: first?.image ?? '', alt: first?.images[0]?.alt ?? '' },
      // Cloth and drawing belong to a category; a page with another name uses those of its first
      // product's category.
      cloth: own ? own.icon || own.slug : (first?.categorySlug ?? ''),
      products: products.map(toPlainCard),
    },
  });
}

const list = lastGood<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>();
const failed = (params: { page?: string }) => m.loadFailed({ name: nameOfRoute(params.page ?? '') });

export function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  return list.load(request, serverLoader, () => failed(params));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData?.found) return notFoundMeta();
  const { page, picture, products } = loaderData.found;
  const site = siteOf(matches);
  return pageMeta(site, {
    title: page.pageTitle || `${page.pageHeader || page.name} | ${site.brandName}`,
    description: page.metaDescription || page.description,
    path: page.route,
    image: picture.src,
    imageAlt: picture.alt,
    hidden: products.length === 0,
    jsonLd: [breadcrumbList(site, trailOf(page.name))],
  });
}

/** The texts of the page's content record (R1.3) and its products. */
export default function Category({ loaderData }: Route.ComponentProps) {
  const { found, failure } = list.usePageData(loaderData);
  if (!found) return <NotFoundPage />;
  const { page, picture, cloth, products } = found;
  return (
    <>
      <CategoryHero page={page} picture={picture} cloth={cloth} />
      <CategoryProducts page={page} cloth={cloth} products={products} failure={failure} />
      <CategoryTexts page={page} />
    </>
  );
}

export function ErrorBoundary({ params }: Route.ErrorBoundaryProps) {
  return <LoadFailed message={failed(params)} />;
}
