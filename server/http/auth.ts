import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCOUNT_TEXTS, type StaffUser } from '#shop/accounts/accounts.ts';
import { type Endpoint, mayCall } from '#shop/contract.ts';
import { ShopError } from '#shop/errors.ts';
import { admitKey, sentKey } from './api-keys.ts';
import type { ShopApp } from './routes.ts';

/** Authenticates staff by session token; the accounts area implements it. */
interface Authenticator {
  /** @returns the user of an active session, or null */
  authenticate(token: string): Promise<StaffUser | null>;
}

/** The client of a request, for the audit log and the list of sessions. */
export interface Origin {
  address: string;
  agent: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticator: Authenticator;
  }
  interface FastifyRequest {
    /** The signed-in member of staff; set by the guards of this file. */
    user?: StaffUser;
  }
}

/** The guard of an endpoint. Whoever sends an API key is judged by the key alone. */
export function guardFor(app: ShopApp, endpoint: Endpoint): Guard {
  const people = guardOfPeople(app, endpoint);
  return guard(people.lets, async (request, reply) => {
    const key = sentKey(request);
    if (key === null) await people(request, reply);
    else await admitKey(app, endpoint, request, key);
  });
}

function guardOfPeople({ authenticator }: ShopApp, endpoint: Endpoint): Guard {
  const { access } = endpoint;
  switch (access) {
    case 'public':
      return guard('unguarded', async () => {});
    case 'guest-or-staff':
      return staffOrGuest(authenticator);
    case 'staff':
    case 'admin':
      return staffOnly(authenticator, access, endpoint);
  }
}

/**
 * Runs as `onRequest` (before the body is parsed, so that unauthenticated requests get 401, not
 * 400) or as `preHandler`.
 */
export interface Guard {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Who passes the guard; tests/routes/guard.test.ts reads it from the route table. */
  lets: 'staff' | 'admin' | 'everybody' | 'unguarded';
}

function guard(lets: Guard['lets'], check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): Guard {
  return Object.assign(check, { lets });
}

/**
 * Allows signed-in staff who may call the endpoint (D39).
 *
 * @throws ShopError('unauthorized') without a token, ShopError('session_expired') with an invalid
 *   or expired one, ShopError('two_step_needed') before the second step is set up,
 *   ShopError('forbidden') for a manager without access
 */
function staffOnly(authenticator: Authenticator, lets: 'staff' | 'admin', endpoint: Endpoint): Guard {
  return guard(lets, async (request) => {
    const user = await userOfRequest(authenticator, request);
    request.user = user;
    if (user.mustSetUpTwoStep && !endpoint.beforeTwoStep) throw new ShopError('two_step_needed');
    if (!mayCall(endpoint, user)) throw new ShopError('forbidden');
  });
}

/**
 * Allows everybody and sets `request.user` when a token is sent: for routes that shoppers and staff
 * share.
 *
 * @throws ShopError('session_expired') for an invalid token, so that staff notice that their
 *   session has ended
 */
function staffOrGuest(authenticator: Authenticator): Guard {
  return guard('everybody', async (request) => {
    if (request.headers.authorization !== undefined) {
      request.user = await userOfRequest(authenticator, request);
      if (request.user.mustSetUpTwoStep) throw new ShopError('two_step_needed');
    }
  });
}

/**
 * The user set by the route's guard. A route with a scope may have a key in its place.
 *
 * @throws Error when the route has no guard, which is a programming error
 */
export function userOf(request: FastifyRequest): StaffUser {
  if (!request.user) {
    throw new Error('the route has no guard');
  }
  return request.user;
}

/**
 * The signed-in user, or the program with an API key, as the author of a change: an `Actor` of the
 * audit log.
 */
export function actorOf(request: FastifyRequest): { id: string; name: string; address: string } {
  const { id, name } = request.key ?? userOf(request);
  return { id, name, address: request.ip };
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, agent: request.headers['user-agent'] ?? '' };
}

/** The Bearer token of a request, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{16,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

async function userOfRequest(authenticator: Authenticator, request: FastifyRequest): Promise<StaffUser> {
  if (request.headers.authorization === undefined) {
    throw new ShopError('unauthorized', { message: ACCOUNT_TEXTS.tokenMissing });
  }
  const token = bearerToken(request);
  const user = token === null ? null : await authenticator.authenticate(token);
  if (!user) {
    throw new ShopError('session_expired');
  }
  return user;
}

/**
 * The secret of an order from the header `x-order-token`; undefined if it is missing, empty or over
 * 200 characters.
 */
export function orderToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-order-token'];
  return typeof header === 'string' && header !== '' && header.length <= 200 ? header : undefined;
}
