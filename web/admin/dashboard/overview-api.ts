import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Overview, OverviewDays } from '#shop/dashboard/overview.ts';
import { adminApi } from '../session.ts';

/** GET /admin/overview; the former period stays in view while another is on its way. */
export function overviewQuery(days: OverviewDays) {
  return queryOptions({
    queryKey: ['overview', days] as readonly unknown[],
    queryFn: async ({ signal }) =>
      (await adminApi<{ overview: Overview }>(`/admin/overview?days=${days}`, { signal })).overview,
    placeholderData: keepPreviousData,
  });
}
