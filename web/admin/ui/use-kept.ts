import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * `useState` for what is typed in a section, drawer or dialog: it stays when that is closed, until
 * it is set to null or the page is reloaded.
 *
 * @param name what it is typed about
 */
export function useKept<Value>(name: readonly unknown[]) {
  const client = useQueryClient();
  const query = keptQuery<Value>(name);
  const { data } = useQuery(query);
  const [, render] = useState<Value | null>(null);
  const set = (next: (now: Value | null) => Value | null) => {
    const now = next(client.getQueryData<Value | null>(query.queryKey) ?? null);
    client.setQueryData(query.queryKey, now);
    // At once: the query renders later, and then the cursor jumps to the end of the field.
    render(now);
  };
  return [data ?? null, set] as const;
}

/** Whether something is kept under this name. */
export function useHasDraft(name: readonly unknown[]): boolean {
  return useQuery(keptQuery<unknown>(name)).data !== null;
}

/** In the cache of queries, so that it is lost on reload. Never fetched. */
function keptQuery<Value>(name: readonly unknown[]) {
  return {
    queryKey: ['draft', ...name] as readonly unknown[],
    queryFn: (): Value | null => null,
    initialData: null as Value | null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  };
}
