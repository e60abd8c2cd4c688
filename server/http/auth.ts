import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StaffUser } from '#shop/accounts/accounts.ts';
import type { Access } from '#shop/contract.ts';
import { ShopError } from '#shop/errors.ts';
import type { ShopApp } from './routes.ts';

/** Knows staff by their session token; the accounts area implements it. */
interface Authenticator {
  /** @returns the user of a live session, or null */
  authenticate(token: string): Promise<StaffUser | null>;
}

/** Where a request comes from, for the audit log and the list of sessions. */
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

/** The guard of an endpoint; undefined where everybody may call it. */
export function guardFor(app: ShopApp, access: Access): Guard | undefined {
  const services = { accounts: app.authenticator };
  switch (access) {
    case 'public':
      return undefined;
    case 'guest-or-staff':
      return staffOrGuest(services);
    case 'staff':
      return staffOnly(services);
    case 'admin':
      return adminOnly(services);
  }
}

type Guarded = { accounts: Authenticator };
/** Runs as `onRequest` (before the body is read: strangers get 401, not 400) or as `preHandler`. */
export interface Guard {
  (request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Whom it lets in; tests/routes/guard.test.ts reads it from the route table. */
  lets: 'staff' | 'admin' | 'everybody';
}

function guard(lets: Guard['lets'], check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): Guard {
  return Object.assign(check, { lets });
}

/**
 * Lets signed-in admins and managers in (D39).
 *
 * @throws ShopError('unauthorized') without a token, ShopError('session_expired') with one that is not good (any more)
 */
function staffOnly(services: Guarded): Guard {
  return guard('staff', async (request) => {
    request.user = await userOfRequest(services, request);
  });
}

/** Lets signed-in admins in. @throws as `staffOnly`, and ShopError('forbidden') for a manager */
function adminOnly(services: Guarded): Guard {
  const staff = staffOnly(services);
  return guard('admin', async (request, reply) => {
    await staff(request, reply);
    if (request.user?.role !== 'admin') {
      throw new ShopError('forbidden');
    }
  });
}

/**
 * Lets everybody in and knows staff by their token: for routes that shoppers and staff share.
 *
 * @throws ShopError('session_expired') when a token is shown but is not good: the admin must learn that the session is over
 */
function staffOrGuest(services: Guarded): Guard {
  return guard('everybody', async (request) => {
    if (request.headers.authorization !== undefined) {
      request.user = await userOfRequest(services, request);
    }
  });
}

/** The user that a guard let in. @throws when the route has no guard, which is a programming error */
export function userOf(request: FastifyRequest): StaffUser {
  if (!request.user) {
    throw new Error('the route has no guard');
  }
  return request.user;
}

/** The signed-in user as the author of a change: an `Actor` of the audit log. */
export function actorOf(request: FastifyRequest): { id: string; name: string; address: string } {
  const user = userOf(request);
  return { id: user.id, name: user.name, address: request.ip };
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, agent: request.headers['user-agent'] ?? '' };
}

/** The Bearer token of a request, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9_-]{16,200})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

async function userOfRequest(services: Guarded, request: FastifyRequest): Promise<StaffUser> {
  if (request.headers.authorization === undefined) {
    throw new ShopError('unauthorized');
  }
  const token = bearerToken(request);
  const user = token === null ? null : await services.accounts.authenticate(token);
  if (!user) {
    throw new ShopError('session_expired');
  }
  return user;
}

/** The secret of an order from the header `x-order-token`; an oversized one counts as none. */
export function orderToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-order-token'];
  return typeof header === 'string' && header !== '' && header.length <= 200 ? header : undefined;
}
