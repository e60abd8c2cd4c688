import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminReplacement, ReplacementCounts } from '#shop/orders/replacement-input.ts';
import type { ReplacementStatus } from '#shop/orders/replacements.ts';
import { adminApi } from '#web/admin/session.ts';

/** Rows on a page of the list. */
export const PAGE_SIZE = 50;

export interface ReplacementList {
  replacements: AdminReplacement[];
  counts: ReplacementCounts;
  pagination: { currentPage: number; totalPages: number; totalReplacements: number };
}

export interface ReplacementFilter {
  status: ReplacementStatus | 'all';
  page: number;
}

/** GET /replacements with the filter of the address; the former page stays in view while the next one is on its way. */
export function replacementsQuery({ status, page }: ReplacementFilter) {
  const parameters = new URLSearchParams({ page: String(page), limit: String(PAGE_SIZE) });
  if (status !== 'all') parameters.set('status', status);
  return queryOptions({
    queryKey: ['replacements', 'list', status, page],
    queryFn: ({ signal }) => adminApi<ReplacementList>(`/replacements?${parameters}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function replacementQuery(id: string) {
  return queryOptions({
    queryKey: ['replacements', 'one', id],
    queryFn: async ({ signal }) =>
      (await adminApi<{ replacement: AdminReplacement }>(`/replacements/${encodeURIComponent(id)}`, { signal }))
        .replacement,
  });
}

/** How many requests wait for a decision; the list itself is not needed. */
export const waitingReplacementsQuery = queryOptions({
  queryKey: ['replacements', 'waiting'],
  queryFn: async ({ signal }) =>
    (await adminApi<ReplacementList>('/replacements?limit=1&status=requested', { signal })).counts.requested,
});
