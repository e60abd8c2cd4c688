import { keysApi, webhooksApi } from '#shop/connect/api.ts';
import { runBeside } from '../background.ts';
import { actorOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { KeysService } from './keys.ts';
import type { WebhooksService } from './webhooks.ts';

/** What connects the shop with other programs, for admins. */
export async function connectArea(
  app: ShopApp,
  { apiKeys, webhooks }: { apiKeys: KeysService; webhooks: WebhooksService },
): Promise<void> {
  implement(app, keysApi, {
    'GET /admin/api-keys': async () => ({ keys: await apiKeys.list() }),

    'POST /admin/api-keys': async (request) => {
      const key = await apiKeys.make(request.body, actorOf(request));
      return { message: 'Key made', key, keys: await apiKeys.list() };
    },

    'DELETE /admin/api-keys/:id': async (request) => {
      await apiKeys.end(request.params.id, actorOf(request));
      return { message: 'Key ended', keys: await apiKeys.list() };
    },
  });

  implement(app, webhooksApi, {
    'GET /admin/webhooks': async () => ({ webhooks: await webhooks.list() }),

    'POST /admin/webhooks': async (request) => {
      const secret = await webhooks.make(request.body, actorOf(request));
      return { message: 'Webhook made', secret, webhooks: await webhooks.list() };
    },

    'PUT /admin/webhooks/:id': async (request) => {
      const { paused } = request.body;
      await webhooks.setPaused(request.params.id, paused, actorOf(request));
      return { message: paused ? 'Paused' : 'What waits is on its way', webhooks: await webhooks.list() };
    },

    'POST /admin/webhooks/:id/secret': async (request) => ({
      message: 'New secret made',
      secret: await webhooks.renewSecret(request.params.id, actorOf(request)),
    }),

    'DELETE /admin/webhooks/:id': async (request) => {
      await webhooks.remove(request.params.id, actorOf(request));
      return { message: 'Webhook deleted', webhooks: await webhooks.list() };
    },

    'GET /admin/webhooks/:id/messages': async ({ params }) => ({ messages: await webhooks.messages(params.id) }),

    'POST /admin/webhooks/:id/messages/:message/resend': async (request) => {
      await webhooks.resend(request.params.id, request.params.message, actorOf(request));
      return { message: 'The message is on its way again' };
    },
  });

  runBeside(app, () => [webhooks]);
}
