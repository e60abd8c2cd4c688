import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProductStatus } from '#shop/catalogue/catalogue.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { pathFor } from '#web/lib/api.ts';

/** Products per page: the specification fetches 100 (R1.9); further pages follow (D44). */
export const PAGE_SIZE = 100;

/** The display types of R1.2, with the specification's names. */
export const DISPLAY_TYPES = [
  { value: 'all', label: 'All' },
  { value: 'bestSeller', label: 'Best Seller' },
  { value: 'valueCombo', label: 'Value Combo' },
  { value: 'youMayLike', label: 'You May Like' },
  { value: 'popular', label: 'Popular' },
  { value: 'regular', label: 'Regular' },
] as const;
type DisplayType = (typeof DISPLAY_TYPES)[number]['value'];

/** Further filters of the list, and their query parameters of GET /products. */
export const SHOWN = [
  { value: 'low', label: 'Low stock', query: { stock: 'low' } },
  { value: 'out', label: 'Out of stock', query: { stock: 'out' } },
  { value: 'lacking', label: 'Incomplete listings', query: { lacking: true } },
  { value: 'active', label: 'Active', query: { status: 'Active' } },
  { value: 'inactive', label: 'Inactive', query: { status: 'Inactive' } },
] as const;

/** The filter of the list, from the URL. */
export interface ProductFilter {
  type: DisplayType;
  /** A value of SHOWN, or ''. */
  show: string;
  q: string;
  page: number;
}

function queryOf({ type, show, q }: ProductFilter) {
  return {
    ...SHOWN.find(({ value }) => value === show)?.query,
    ...(type === 'all' ? {} : { section: type }),
    search: q.trim(),
    // Search results are sorted by relevance, the whole list by date.
    sort: q.trim() ? 'popularity' : 'newest',
  };
}

export function productsQuery(filter: ProductFilter) {
  const query = { ...queryOf(filter), page: filter.page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: ['products', 'list', query],
    queryFn: ({ signal }) => adminCall('GET /products', { query: { ...query, _t: Date.now() } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The path of the CSV export with all pages of a filter. */
export function exportPath(filter: ProductFilter): string {
  return pathFor('GET /admin/products/export', { query: queryOf(filter) });
}

export const productStatsQuery = queryOptions({
  queryKey: ['products', 'stats'],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/products/stats', {}, { signal })).stats,
});

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await adminCall('GET /categories', {}, { signal })).categories,
  staleTime: 60_000,
});

/**
 * Loads the current product with its approved reviews as staff see them, for the product form.
 * Bypasses caches.
 */
export async function loadForForm(id: string, signal?: AbortSignal) {
  const approved = { productId: id, status: 'approved', limit: 100, sort: 'date' };
  const [{ product }, { reviews }] = await Promise.all([
    adminCall('GET /products/:id', { params: { id }, query: { _t: Date.now() } }, { signal }),
    adminCall('GET /reviews', { query: approved }, { signal }),
  ]);
  return { product, reviews };
}

/** PATCH /products/{id}/toggle-status: a bearer token and JSON (R1.7). */
export function sendStatus(id: string, status: ProductStatus) {
  return adminCall('PATCH /products/:id/toggle-status', { params: { id }, body: { status } });
}
