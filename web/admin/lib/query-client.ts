import { QueryClient } from '@tanstack/react-query';
import { isUnreachable } from '#web/lib/api.ts';

/**
 * The data on the screen is loaded again this often, and whenever the window comes to the front.
 */
const REFRESH_MS = 30_000;

/**
 * The admin's cache of server responses. One per visit of the admin, so that nothing outlives a
 * logout.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchInterval: REFRESH_MS,
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < 1 && isUnreachable(error),
        retryDelay: 1_000,
        // The browser may report being offline although the shop is on the local network.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  // What is typed is kept until it is saved.
  client.setQueryDefaults(['draft'], { gcTime: Number.POSITIVE_INFINITY });
  return client;
}
