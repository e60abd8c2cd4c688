import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { adminCall } from '#web/admin/lib/session.ts';

/** Reviews per page: the specification fetches 100 (R2.9); further pages follow (D44). */
export const PAGE_SIZE = 100;

/** The filter of the list, from the URL. */
export interface ReviewFilter {
  status: ReviewStatus | 'all';
  /** '1' to '5', or '' for every rating. */
  rating: string;
  q: string;
  page: number;
}

export function reviewsQuery({ status, rating, q, page }: ReviewFilter) {
  const query = { page, limit: PAGE_SIZE, sort: 'createdAt', order: 'desc', status, rating, search: q.trim() };
  return queryOptions({
    queryKey: ['reviews', 'list', query],
    queryFn: ({ signal }) => adminCall('GET /reviews', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const reviewStatsQuery = queryOptions({
  queryKey: ['reviews', 'stats'],
  queryFn: async ({ signal }) => (await adminCall('GET /reviews/stats', {}, { signal })).stats,
});
