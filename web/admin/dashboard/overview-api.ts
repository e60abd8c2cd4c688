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

/** GET /admin/insight. Keeps the data of the previous period while another one loads. */
export function insightQuery(days: OverviewDays) {
  return queryOptions({
    queryKey: ['insight', days] as readonly unknown[],
    queryFn: async ({ signal }) => (await adminCall('GET /admin/insight', { query: { days } }, { signal })).insight,
    placeholderData: keepPreviousData,
  });
}

/** GET /settings/checklist: what is left to open the shop. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  // Its steps are taken on other pages: whoever comes back from one sees it ticked.
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const { steps, demo, opened, everOpen } = await adminCall('GET /settings/checklist', {}, { signal });
    return { steps, demo, opened, everOpen };
  },
});
export type Checklist = Awaited<ReturnType<NonNullable<typeof checklistQuery.queryFn>>>;

/** Who is paid, for a test. */
export const payeeQuery = queryOptions({
  queryKey: ['payee'],
  queryFn: async ({ signal }) => (await adminCall('GET /payment-settings', {}, { signal })).settings,
});
