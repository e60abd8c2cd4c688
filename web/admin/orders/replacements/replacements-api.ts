import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReplacementStatus } from '#shop/orders/replacements.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import type { ResponseFor } from '#web/lib/api.ts';

/** Rows per page. */
export const PAGE_SIZE = 50;

export type ReplacementList = ResponseFor<'GET /replacements'>;

export interface ReplacementFilter {
  status: ReplacementStatus | 'all';
  page: number;
}

/**
 * GET /replacements with the filter of the URL. Keeps the previous page while the next one loads.
 */
export function replacementsQuery({ status, page }: ReplacementFilter) {
  return queryOptions({
    queryKey: ['replacements', 'list', status, page],
    queryFn: ({ signal }) => adminCall('GET /replacements', { query: { page, limit: PAGE_SIZE, status } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function replacementQuery(id: string) {
  return queryOptions({
    queryKey: ['replacements', 'one', id],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /replacements/:id', { params: { id } }, { signal })).replacement,
  });
}

/** The number of requests to decide, without the list. */
export const waitingReplacementsQuery = queryOptions({
  queryKey: ['replacements', 'waiting'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /replacements', { query: { limit: 1, status: 'requested' } }, { signal })).counts.requested,
});
