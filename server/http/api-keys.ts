import type { FastifyRequest } from 'fastify';
import { KEY_IN_TEXT, KEY_PREFIX } from '#shop/connect/keys.ts';
import type { Scope } from '#shop/connect/scopes.ts';
import { type Endpoint, mayCall } from '#shop/contract.ts';
import { ShopError } from '#shop/errors.ts';
import type { ShopApp } from './routes.ts';

/** A program that calls with an API key. */
export interface KeyCaller {
  id: string;
  /** As the audit log and the timeline of an order name it. */
  name: string;
  scopes: readonly Scope[];
}

/** The connections area implements it. */
interface KeyAuthenticator {
  /** @throws ShopError key_unknown, too_many_attempts */
  authenticate(key: string, address: string): Promise<KeyCaller>;
}

declare module 'fastify' {
  interface FastifyInstance {
    keyAuthenticator: KeyAuthenticator;
    /** Counts a call of a key. @throws ShopError rate_limited */
    limitKey(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** The program that calls, in place of a member of staff; set by the guard of the route. */
    key?: KeyCaller;
  }
}

/** Calls of one key in a minute: a program that syncs a shop needs far fewer. Each process counts. */
export const KEY_CALLS = 300;

/** The limit of each key, beside the one of each address. */
export function limitKeys(app: ShopApp): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({ max: KEY_CALLS, keyGenerator: (request) => request.key?.id ?? '' });
  return async (request) => {
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw new ShopError('rate_limited');
  };
}

/** The API key of a request; null if it has none. */
export function sentKey({ headers }: FastifyRequest): string | null {
  const [, key] = /^Bearer (.*)$/i.exec(headers.authorization ?? '') ?? [];
  return key?.startsWith(KEY_PREFIX) ? key : null;
}

/**
 * Admits a program within the scopes of its key.
 *
 * @throws ShopError key_unknown, too_many_attempts, rate_limited, forbidden
 */
export async function admitKey(app: ShopApp, endpoint: Endpoint, request: FastifyRequest, key: string): Promise<void> {
  const caller = await app.keyAuthenticator.authenticate(key, request.ip);
  request.key = caller;
  await app.limitKey(request);
  if (mayCall(endpoint, caller)) return;
  const message = endpoint.scope ? `This API key lacks the scope ${endpoint.scope}.` : 'No API key may call this.';
  throw new ShopError('forbidden', { message });
}

/** Refuses keys in addresses, which proxies and programs write to their logs. */
export function refuseKeysInAddresses(api: ShopApp): void {
  api.addHook('onRequest', async ({ raw }) => {
    if (!KEY_IN_TEXT.test(raw.url ?? '')) return;
    throw new ShopError('key_unknown', {
      message:
        'Send an API key in the header Authorization, never in the address. Please end this key: logs have it now.',
    });
  });
}
