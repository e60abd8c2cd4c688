import type { StaffUser } from '#shop/accounts/accounts.ts';
import { ShopError } from '#shop/errors.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import type { Origin } from '../http/auth.ts';
import { sweepAttempts } from '../http/limits.ts';
import { newId, newToken, sha256 } from '../ids.ts';
import * as queries from './accounts.queries.ts';
import { deleteExpiredCodes } from './codes.queries.ts';
import { forgetExpiredDevices, rememberDevice } from './devices.ts';
import type { AccountDeps } from './reset.ts';
import { mustSetUpTwoStep } from './second-step.ts';
import { mayVerifyPayments } from './team.ts';

const HOUR = 3_600_000;
/** Idle timeout of a session, in ms (D40). */
const IDLE_MS = 12 * HOUR;
/** Maximum age of a session, in ms, regardless of use. */
const ABSOLUTE_MS = 7 * 24 * HOUR;
/**
 * Minimum interval between two extensions of a session, in ms, so that not every page view writes
 * to the database.
 */
const TOUCH_EVERY_MS = 5 * 60_000;

/**
 * Opens a session on a browser, which is known from now on.
 *
 * @param known the cookie by which it was known before
 * @throws ShopError('login_failed') when the account was disabled, or its password or second step
 *   changed, since `user` was read: that change has ended all sessions
 */
export function openSession(context: ServiceContext, user: queries.UserRow, origin: Origin, known: string | null) {
  const token = newToken();
  const now = context.now();
  const session = {
    token_hash: sha256(token),
    id: newId('ses'),
    user_id: user.id,
    created_at: now,
    last_used_at: now,
    expires_at: now + IDLE_MS,
    address: origin.address,
    agent: origin.agent.slice(0, 200),
  };
  return transact(context, async ({ trx }) => {
    const current = await queries.findUserById(trx, user.id, 'for update');
    const same = (['active', 'password_hash', 'two_step_secret'] as const).every((key) => current?.[key] === user[key]);
    if (!same) throw new ShopError('login_failed');
    await queries.insertSession(trx, session);
    return { token, device: await rememberDevice(context, trx, user.id, known) };
  });
}

/**
 * Returns the user of a session token, or null when the session is unknown, expired or ended.
 * Extends the session (D40).
 */
export async function authenticate(
  context: ServiceContext,
  settings: AccountDeps['settings'],
  token: string,
): Promise<StaffUser | null> {
  const { db } = context.database;
  const now = context.now();
  const hash = sha256(token);
  const session = await queries.findSession(db, hash);
  if (!session) {
    return null;
  }
  if (Math.min(session.expires_at, session.created_at + ABSOLUTE_MS) <= now) {
    // Deleted, so that an expired session does not become valid again if the clock goes back
    // (fault 14).
    await queries.deleteSession(db, hash);
    return null;
  }
  if (now - session.last_used_at >= TOUCH_EVERY_MS) {
    await queries.extendSession(db, hash, now, Math.min(now + IDLE_MS, session.created_at + ABSOLUTE_MS));
  }
  return await staffUser(context, settings, session);
}

/** Deletes the session of `token`. */
export async function signOut(context: ServiceContext, token: string, user: StaffUser, origin: Origin): Promise<void> {
  const { db } = context.database;
  await queries.deleteSession(db, sha256(token));
  await writeAudit(db, {
    at: context.now(),
    actor: { id: user.id, name: user.name, address: origin.address },
    action: 'logout',
    entity: 'user',
    entityId: user.id,
  });
}

/**
 * Deletes expired sessions, codes and attempt windows. Runs at each sign-in, which is often
 * enough for what staff leave.
 */
export async function sweepSessions(context: ServiceContext): Promise<void> {
  const { db } = context.database;
  await queries.deleteExpiredSessions(db, context.now());
  await deleteExpiredCodes(db, context.now());
  await forgetExpiredDevices(db, context.now());
  await sweepAttempts(context);
}

/** The user as routes and screens see it. */
export async function staffUser(
  context: ServiceContext,
  settings: AccountDeps['settings'],
  row: Pick<queries.UserRow, 'id' | 'email' | 'name' | 'role' | 'may_verify_payments' | 'two_step_secret'>,
): Promise<StaffUser> {
  const { id, email, name, role } = row;
  return {
    _id: id,
    id,
    email,
    name,
    role,
    mayVerifyPayments: mayVerifyPayments(row),
    mustSetUpTwoStep: await mustSetUpTwoStep(context, settings, row.two_step_secret !== null),
  };
}
