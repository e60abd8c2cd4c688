import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OverviewDays } from '#shop/dashboard/overview.ts';
import { adminCall } from '../lib/session.ts';

/** GET /admin/overview. Keeps the data of the previous period while another one loads. */
export function overviewQuery(days: OverviewDays) {
  return queryOptions({
    queryKey: ['overview', days] as readonly unknown[],
    queryFn: async ({ signal }) => (await adminCall('GET /admin/overview', { query: { days } }, { signal })).overview,
    placeholderData: keepPreviousData,
  });
}
