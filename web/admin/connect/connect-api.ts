import { queryOptions } from '@tanstack/react-query';
import type { ApiKeyInput } from '#shop/connect/keys.ts';
import { adminCall } from '../lib/session.ts';

export const keysQuery = queryOptions({
  queryKey: ['connect', 'keys'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/api-keys', {}, { signal })).keys,
});

/** The API calls of the connections. @throws ApiError */
export const connectCalls = {
  makeKey: (body: ApiKeyInput) => adminCall('POST /admin/api-keys', { body }),
  endKey: (id: string) => adminCall('DELETE /admin/api-keys/:id', { params: { id } }),
};
