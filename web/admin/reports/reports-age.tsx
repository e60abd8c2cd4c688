import { queryOptions, useQuery } from '@tanstack/react-query';
import { spell } from '../lib/durations.ts';
import { adminCall } from '../lib/session.ts';

const ageQuery = queryOptions({
  queryKey: ['reports age'],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/reports-age', {}, { signal })).behindMs,
  refetchInterval: 60_000,
});

/** How old the figures of reports are. Nothing when they are read from the database itself. */
export function ReportsAge() {
  const { data: behindMs = null } = useQuery(ageQuery);
  if (behindMs === null) return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft" role="status">
      {behindMs === 0
        ? 'Read from the replica, which is up to date.'
        : `Read from the replica, which is ${spell(behindMs)} behind the shop.`}
    </p>
  );
}
