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
  const { data: behindMs = null, isError } = useQuery(ageQuery);
  if (behindMs === null && !isError) return null;
  return (
    <p className="text-[0.8125rem] text-ink-soft" role="status">
      {ageInWords(behindMs)}
    </p>
  );
}

function ageInWords(behindMs: number | null): string {
  if (behindMs === null) return 'It is not known how old these figures are.';
  return behindMs === 0 ? 'These figures are up to date.' : `These figures are ${spell(behindMs)} old.`;
}
