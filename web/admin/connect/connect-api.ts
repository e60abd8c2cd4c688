import { queryOptions } from '@tanstack/react-query';
import type { ApiKeyInput } from '#shop/connect/keys.ts';
import type { WebhookInput } from '#shop/connect/webhooks.ts';
import { adminCall } from '../lib/session.ts';

export const keysQuery = queryOptions({
  queryKey: ['connect', 'keys'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/api-keys', {}, { signal })).keys,
});

export const webhooksQuery = queryOptions({
  queryKey: ['connect', 'webhooks'] as readonly unknown[],
  queryFn: async ({ signal }) => (await adminCall('GET /admin/webhooks', {}, { signal })).webhooks,
});

export const messagesQuery = (id: string) =>
  queryOptions({
    queryKey: ['connect', 'messages', id] as readonly unknown[],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /admin/webhooks/:id/messages', { params: { id } }, { signal })).messages,
  });

/** The API calls of the connections. @throws ApiError */
export const connectCalls = {
  makeKey: (body: ApiKeyInput) => adminCall('POST /admin/api-keys', { body }),
  makeWebhook: (body: WebhookInput) => adminCall('POST /admin/webhooks', { body }),
  pause: (id: string, paused: boolean) => adminCall('PUT /admin/webhooks/:id', { params: { id }, body: { paused } }),
  renewSecret: (id: string) => adminCall('POST /admin/webhooks/:id/secret', { params: { id } }),
  deleteWebhook: (id: string) => adminCall('DELETE /admin/webhooks/:id', { params: { id } }),
  resend: (id: string, message: string) =>
    adminCall('POST /admin/webhooks/:id/messages/:message/resend', { params: { id, message } }),
  endKey: (id: string) => adminCall('DELETE /admin/api-keys/:id', { params: { id } }),
};
