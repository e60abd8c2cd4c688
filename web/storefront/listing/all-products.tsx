import './all-products.css';
import { Suspense, useEffect } from 'react';
import { Link, useNavigation } from 'react-router';
import m from '#messages/listing';
import { askedSize } from '#shop/catalogue/asked-size.ts';
import { chosenPacks, pageOf } from '#shop/catalogue/listing.ts';
import { countSearch } from '#web/lib/insight.ts';
import { withoutBase } from '#web/lib/language.ts';
import { breadcrumbList, pageMeta, siteOf } from '#web/lib/seo.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Note } from '#web/ui/note.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { lastGood } from '../last-good.ts';
import { LoadFailed, StillShown } from '../load-failed.tsx';
import { cardOfSize, toPlainCard } from '../plain-card.ts';
import { ProductGrid } from '../product-card.tsx';
import { useSlow } from '../use-slow.ts';
import type { Route } from './+types/all-products';
import { CategoryRow } from './category-row.tsx';
import { FilterForm } from './filter-form.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { ListingBar } from './listing-bar.tsx';
import { listingOf, readQuery, writeQuery } from './listing-query.ts';
import { NothingFound } from './nothing-found.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, categories, content, settings } = getServices(context);
  const query = readQuery(new URL(request.url).searchParams);
  const [{ products, exact, grams, noAddedSugar, facets }, allCategories, productPages, config] = await Promise.all([
    catalogue.browse(listingOf(query)),
    categories.list(),
    content.productPages(),
    settings.config(),
  ]);
  const packsOf = chosenPacks(query.sizes);
  const size = config.defaultPageSize;
  const pages = Math.max(1, Math.ceil(products.length / size));
  const page = Math.min(query.page, pages);
  return {
    query: { ...query, page },
    total: products.length,
    exact,
    noAddedSugar,
    pages,
    facets,
    categories: allCategories.map(({ slug, name, icon }) => ({
      slug,
      name,
      drawing: icon || slug,
      landing: productPages.find(({ category }) => category === slug)?.route,
    })),
    products: pageOf(products, page, size).items.map((product) => {
      // A size of the search or of the filter is the one that the card shows, adds and opens.
      const asked = askedSize(product.sizes, grams) ?? packsOf(product)[0];
      return asked ? cardOfSize(product, asked) : toPlainCard(product);
    }),
  };
}

const list = lastGood<Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>>();

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return list.load(request, serverLoader, () => m.loadFailed());
}

const trail = () => [{ label: m.home(), to: '/' }, { label: m.allProducts() }];

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { query, total, categories } = loaderData;
  const { q, category, page } = query;
  const site = siteOf(matches);
  const own = categories.find(({ slug }) => slug === category)?.name;
  const name = q ? `“${q}”` : (own ?? m.allProducts());
  const brand = site.brandName;
  return pageMeta(site, {
    title: page > 1 ? m.titlePage({ name, page, brand }) : `${name} | ${brand}`,
    description: own ? m.descriptionOf({ name: own, brand }) : m.description(),
    // Filters and sort orders list the same products; a category and a page number are separate
    // lists.
    path: `/all-products${writeQuery({ category, page })}`,
    // Search results are not indexed.
    hidden: q !== '' || total === 0,
    jsonLd: [breadcrumbList(site, trail())],
  });
}

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  const { query, total, exact, noAddedSugar, pages, facets, categories, products, failure } =
    list.usePageData(loaderData);
  const coming = useComing(query);
  const loading = coming !== query;
  const slow = useSlow(loading);
  const category = categories.find(({ slug }) => slug === query.category);
  useEffect(() => {
    if (query.q !== '' && !exact) countSearch(query.q);
  }, [query.q, exact]);
  return (
    <div className="page pb-16">
      <Breadcrumbs trail={trail()} />
      <div className="listing-head">
        <PageTitle className="max-lg:mb-4" aside={<span role="status">{m.count({ count: total })}</span>}>
          {query.q ? m.resultsFor({ query: query.q }) : m.allProducts()}
        </PageTitle>
        <Suspense>
          <CategoryRow categories={categories} query={coming} />
        </Suspense>
        <ListingBar query={coming} categories={categories}>
          <FilterSheet query={coming} facets={facets} total={loading ? null : total} />
        </ListingBar>
      </div>
      <div className="listing">
        <aside id="filters" className="filters filters-side" aria-label={m.filters()}>
          <Suspense>
            <FilterForm id="filter-form" query={coming} facets={facets} />
          </Suspense>
        </aside>
        <div aria-busy={loading}>
          {failure && <StillShown failure={failure} />}
          {slow ? (
            <CardSkeletons besideFilters />
          ) : total === 0 ? (
            <NothingFound query={query} categories={categories} />
          ) : (
            <>
              {!exact && (
                <Note tone="info" live="status" className="mb-5">
                  {m.closest({ query: query.q })}
                </Note>
              )}
              {noAddedSugar && (
                <Note tone="info" live="status" className="mb-5">
                  {m.noAddedSugar()}
                </Note>
              )}
              {category?.landing && (
                <p className="-mt-2 mb-3">
                  <Link className="link link-tap" to={category.landing}>
                    {m.aboutCategory({ category: category.name })}
                  </Link>
                </p>
              )}
              <ProductGrid products={products} as="h2" besideFilters priority />
              <Pagination
                page={query.page}
                pages={pages}
                to={(page) => `/all-products${writeQuery({ ...query, page })}`}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** The query being loaded, so that a ticked box stays ticked meanwhile; else the current one. */
function useComing(current: ReturnType<typeof readQuery>) {
  const { location } = useNavigation();
  // Unlike `useLocation`, React Router's pending location has the prefix of the language.
  const listed = location && withoutBase(location.pathname) === '/all-products';
  return listed ? readQuery(new URLSearchParams(location.search)) : current;
}

export function ErrorBoundary() {
  return <LoadFailed message={m.loadFailed()} />;
}
