import type { IncomingMessage } from 'node:http';
import type { PageCache } from '../pages/cache.ts';
import type { ShopApp } from './routes.ts';

/** Headers that belong to one response and not to its copy in the cache. */
const OWN_HEADERS = /^(content-length|x-ratelimit-.*|date|connection)$/;

/**
 * Keeps the API's responses that are the same for everybody in the cache of the pages. All others
 * get `no-store`.
 *
 * @param cache null: no response is kept
 */
export function cacheApi(api: ShopApp, cache: PageCache | null, versions: { readonly stamp: string }): void {
  // A response is cached under the data version that was current before its data was read, never
  // under a newer one. A WeakMap, because onResponse is not called for aborted requests.
  const stampOfArrival = new WeakMap<IncomingMessage, string>();
  api.addHook('onRequest', async (request) => {
    stampOfArrival.set(request.raw, versions.stamp);
  });
  api.addHook('onSend', async (request, reply, payload) => {
    const key = cache && !request.headers.authorization ? cache.keyOf(request.raw) : null;
    if (cache && key !== null && reply.statusCode === 200 && typeof payload === 'string') {
      reply.header('cache-control', 'no-cache');
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined && !OWN_HEADERS.test(name)) headers[name] = String(value);
      }
      cache.keep(key, stampOfArrival.get(request.raw) ?? '', { status: 200, headers, body: Buffer.from(payload) });
    } else if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });
}
