import { useNavigation } from 'react-router';
import { LIST_LIMITS, ProductQuery } from '#shop/catalogue.ts';
import { getServices } from '#web/services.server.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { toPlainCard } from '../plain-card.ts';
import { ProductGrid } from '../product-card.tsx';
import type { Route } from './+types/all-products';
import { CategoryRow } from './category-row.tsx';
import { FilterForm } from './filter-form.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { findProducts } from './find-products.ts';
import { ListingBar } from './listing-bar.tsx';
import { readQuery, writeQuery } from './listing-query.ts';
import { NothingFound } from './nothing-found.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { catalogue, settings } = getServices(context);
  const query = readQuery(new URL(request.url).searchParams);
  const { q, section, sort } = query;
  const [list, categories, config] = await Promise.all([
    catalogue.list(ProductQuery.parse({ search: q, section, sort, limit: LIST_LIMITS.products })),
    catalogue.categories(),
    settings.config(),
  ]);
  const { products, facets } = findProducts(list.products, query);
  const size = config.defaultPageSize;
  const pages = Math.max(1, Math.ceil(products.length / size));
  const page = Math.min(query.page, pages);
  return {
    query: { ...query, page },
    total: products.length,
    pages,
    facets,
    categories: categories.map(({ slug, name }) => ({ slug, name })),
    products: products.slice((page - 1) * size, page * size).map(toPlainCard),
  };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const q = loaderData?.query.q;
  return [
    { title: q ? `“${q}” | Kishmish` : 'All Products | Kishmish' },
    {
      name: 'description',
      content:
        'Nuts, dry fruits, seeds, mixes, peanut butter, snacks and combos. Prices include all taxes, delivery is free across India.',
    },
  ];
}

export default function AllProducts({ loaderData }: Route.ComponentProps) {
  const { query, total, pages, facets, categories, products } = loaderData;
  const coming = useComing(query);
  const loading = coming !== query;
  return (
    <div className="page pb-16">
      <Breadcrumbs trail={[{ label: 'Home', to: '/' }, { label: 'All Products' }]} />
      <PageTitle className="mb-4" aside={<span role="status">{total === 1 ? '1 product' : `${total} products`}</span>}>
        {query.q ? `Results for “${query.q}”` : 'All Products'}
      </PageTitle>
      <CategoryRow categories={categories} query={coming} />
      <ListingBar query={coming} categories={categories}>
        <FilterSheet query={coming} facets={facets} total={total} />
      </ListingBar>
      <div className="listing">
        <aside id="filters" className="filters filters-side" aria-label="Filters">
          <FilterForm id="filter-form" query={coming} facets={facets} />
        </aside>
        <div aria-busy={loading} className={loading ? 'opacity-50 transition-opacity' : 'transition-opacity'}>
          {total === 0 ? (
            <NothingFound query={query} />
          ) : (
            <>
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

/** The query on its way, so that a ticked box stays ticked while its products load; else the one that is shown. */
function useComing(shown: ReturnType<typeof readQuery>) {
  const { location } = useNavigation();
  return location?.pathname === '/all-products' ? readQuery(new URLSearchParams(location.search)) : shown;
}

export function ErrorBoundary() {
  return <LoadFailed message="Failed to load products" />;
}
