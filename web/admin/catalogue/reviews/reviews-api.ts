import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminReview } from '#shop/catalogue/review-input.ts';
import type { ReviewStatus } from '#shop/catalogue/reviews.ts';
import { adminApi } from '#web/admin/session.ts';

/** Reviews on a page of the list: the specification fetches 100 (spec 2 §9), and pages go on beyond them (D44). */
export const PAGE_SIZE = 100;

/** What the address says about the list. */
export interface ReviewFilter {
  status: ReviewStatus | 'all';
  /** '1' to '5', or '' for every rating. */
  rating: string;
  q: string;
  page: number;
}

export interface ReviewList {
  reviews: AdminReview[];
  pagination: { currentPage: number; totalPages: number; totalReviews: number };
}

/** GET /reviews/stats */
export interface ReviewStats {
  totalReviews: number;
  pending: number;
  approved: number;
  rejected: number;
  averageRating: number;
}

export function reviewsQuery({ status, rating, q, page }: ReviewFilter) {
  const parameters = new URLSearchParams({
    page: String(page),
    limit: String(PAGE_SIZE),
    sort: 'createdAt',
    order: 'desc',
  });
  if (status !== 'all') parameters.set('status', status);
  if (rating) parameters.set('rating', rating);
  if (q.trim()) parameters.set('search', q.trim());
  return queryOptions({
    queryKey: ['reviews', 'list', parameters.toString()],
    queryFn: ({ signal }) => adminApi<ReviewList>(`/reviews?${parameters}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const reviewStatsQuery = queryOptions({
  queryKey: ['reviews', 'stats'],
  queryFn: async ({ signal }) => (await adminApi<{ stats: ReviewStats }>('/reviews/stats', { signal })).stats,
});
