import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, MissingToken } from '../lib/session.ts';

/**
 * Loads a list and keeps the last data when a reload fails (D37). Shows `sentence` as a toast once
 * per failure, except when the session has ended, which has its own message.
 */
export function useListQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  sentence: string,
) {
  const query = useQuery(options);
  const last = useRef<Data>(undefined);
  if (query.data !== undefined) last.current = query.data;
  const failed = query.isError && !isSignedOut(query.error);
  useEffect(() => {
    if (failed) toast.error(sentence);
  }, [failed, sentence]);
  const { error } = query;
  useEffect(() => {
    if (error instanceof MissingToken) toast.error(error.message);
  }, [error]);
  return {
    data: query.data ?? last.current,
    failed,
    stale: query.isPlaceholderData || query.data === undefined,
    fetching: query.isFetching,
    retry: () => void query.refetch(),
  };
}

/**
 * `useListQuery` for a list in pages. When the last rows of the last page have gone, the server
 * returns an empty page: `goTo` then gets the number of the page that is now the last one.
 *
 * @param page the number of the page that `options` loads
 */
export function usePagedQuery<Data extends { pagination: { totalPages: number } }, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  sentence: string,
  page: number,
  goTo: (page: number) => void,
) {
  const list = useListQuery(options, sentence);
  const last = Math.max(1, list.data?.pagination.totalPages ?? page);
  const gone = !list.stale && page > last;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for each rendering
  useEffect(() => {
    if (gone) goTo(last);
  }, [gone, last]);
  return list;
}
