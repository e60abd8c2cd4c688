import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Category, Product, ProductStatus } from '#shop/catalogue/catalogue.ts';
import type { ProductStats } from '#shop/catalogue/product-admin.ts';
import type { AdminReview } from '#shop/catalogue/review-input.ts';
import { adminApi } from '#web/admin/session.ts';

/** Products on a page of the list: the specification fetches 100 (spec 1 §9), and pages go on beyond them (D44). */
export const PAGE_SIZE = 100;

/** The display types of spec 1 §2 under the specification's own names. */
export const DISPLAY_TYPES = [
  { value: 'all', label: 'All' },
  { value: 'bestSeller', label: 'Best Seller' },
  { value: 'valueCombo', label: 'Value Combo' },
  { value: 'youMayLike', label: 'You May Like' },
  { value: 'popular', label: 'Popular' },
  { value: 'regular', label: 'Regular' },
] as const;
export type DisplayType = (typeof DISPLAY_TYPES)[number]['value'];

/** What else narrows the list, and its parameter of GET /products. */
export const SHOWN = [
  { value: 'low', label: 'Low stock', query: 'stock=low' },
  { value: 'out', label: 'Out of stock', query: 'stock=out' },
  { value: 'lacking', label: 'Incomplete listings', query: 'lacking=true' },
  { value: 'active', label: 'Active', query: 'status=Active' },
  { value: 'inactive', label: 'Inactive', query: 'status=Inactive' },
] as const;

/** What the address says about the list. */
export interface ProductFilter {
  type: DisplayType;
  /** A value of SHOWN, or ''. */
  show: string;
  q: string;
  page: number;
}

export interface ProductList {
  products: Product[];
  pagination: { page: number; limit: number; total: number; totalPages: number };
}

function parametersOf({ type, show, q }: ProductFilter): URLSearchParams {
  const parameters = new URLSearchParams(SHOWN.find(({ value }) => value === show)?.query ?? '');
  if (type !== 'all') parameters.set('section', type);
  if (q.trim()) parameters.set('search', q.trim());
  // Best matches first when something is looked for, the newest otherwise.
  parameters.set('sort', q.trim() ? 'popularity' : 'newest');
  return parameters;
}

export function productsQuery(filter: ProductFilter) {
  const parameters = parametersOf(filter);
  parameters.set('page', String(filter.page));
  parameters.set('limit', String(PAGE_SIZE));
  return queryOptions({
    queryKey: ['products', 'list', parameters.toString()],
    queryFn: ({ signal }) => adminApi<ProductList>(`/products?${parameters}&_t=${Date.now()}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The list of a filter as a file, all pages. */
export function exportPath(filter: ProductFilter): string {
  return `/admin/products/export?${parametersOf(filter)}`;
}

export const productStatsQuery = queryOptions({
  queryKey: ['products', 'stats'],
  queryFn: async ({ signal }) => (await adminApi<{ stats: ProductStats }>('/admin/products/stats', { signal })).stats,
});

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await adminApi<{ categories: Category[] }>('/categories', { signal })).categories,
  staleTime: 60_000,
});

/** One product as it stands now, with the approved reviews as staff see them: what the form begins with. Never from a cache. */
export async function loadForForm(
  id: string,
  signal?: AbortSignal,
): Promise<{ product: Product; reviews: AdminReview[] }> {
  const path = encodeURIComponent(id);
  const [{ product }, { reviews }] = await Promise.all([
    adminApi<{ product: Product }>(`/products/${path}?_t=${Date.now()}`, { signal }),
    adminApi<{ reviews: AdminReview[] }>(`/reviews?productId=${path}&status=approved&limit=100&sort=date`, { signal }),
  ]);
  return { product, reviews };
}

/** PATCH /products/{id}/toggle-status: a bearer token and JSON (spec 1 §7). */
export function sendStatus(id: string, status: ProductStatus): Promise<{ message: string; product: Product }> {
  return adminApi(`/products/${encodeURIComponent(id)}/toggle-status`, { method: 'PATCH', body: { status } });
}
