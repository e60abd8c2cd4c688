import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../context.ts';
import type { Reader } from '../database/transact.ts';
import { newToken, sha256 } from '../ids.ts';

/**
 * A browser on which a member of staff has signed in keeps a random cookie; the database knows its
 * hash. Wrong passwords from elsewhere then never lock that browser out, and a forged cookie
 * matches nothing.
 */

const COOKIE = 'kishmish-device';
/** How long a browser is known after the last sign-in, seconds. */
const MAX_AGE = 180 * 86_400;
/**
 * How long a cookie is good for after the sign-in that renews it, seconds: the response with the
 * new one may be lost.
 */
const FORMER_AGE = 7 * 86_400;

/** The device cookie of a request, or null. */
export function deviceOf(request: FastifyRequest): string | null {
  const match = /(?:^|;\s*)kishmish-device=([A-Za-z0-9_-]{16,200})(?:;|$)/.exec(request.headers.cookie ?? '');
  return match?.[1] ?? null;
}

/** Sets the device cookie. It is sent with sign-in calls only, never with pages. */
export function keepDevice(request: FastifyRequest, reply: FastifyReply, device: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${COOKIE}=${device}; Path=/api/auth; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Whether this user has signed in on this device. */
export async function isKnownDevice(db: Reader, userId: string, device: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .select('user_id')
    .where('token_hash', '=', sha256(device))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id === userId;
}

/**
 * Makes a device known to the user and returns its new cookie; `former` is not known much longer.
 */
export async function rememberDevice(
  { now }: Pick<ServiceContext, 'now'>,
  db: Reader,
  userId: string,
  former: string | null,
): Promise<string> {
  const device = newToken();
  if (former !== null) {
    const end = now() + FORMER_AGE * 1_000;
    await db
      .updateTable('devices')
      .set({ expires_at: end })
      .where('token_hash', '=', sha256(former))
      .where('expires_at', '>', end)
      .execute();
  }
  await db
    .insertInto('devices')
    .values({ token_hash: sha256(device), user_id: userId, expires_at: now() + MAX_AGE * 1_000 })
    .execute();
  return device;
}

export async function forgetDevicesOf(db: Reader, userId: string): Promise<void> {
  await db.deleteFrom('devices').where('user_id', '=', userId).execute();
}

export async function forgetExpiredDevices(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('devices').where('expires_at', '<=', now).execute();
}
