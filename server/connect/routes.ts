import { keysApi } from '#shop/connect/api.ts';
import { actorOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { KeysService } from './keys.ts';

/** What connects the shop with other programs, for admins. */
export async function connectArea(app: ShopApp, { apiKeys }: { apiKeys: KeysService }): Promise<void> {
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
}
