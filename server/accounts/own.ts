import type { StaffUser } from '#shop/accounts/accounts.ts';
import { deviceName, STAFF_TEXTS, type StaffSession, shortAddress } from '#shop/accounts/staff.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import type { ServiceContext } from '../context.ts';
import { transact } from '../database/transact.ts';
import { clearAttempts, LIMITS, limitAttempts } from '../http/limits.ts';
import { sha256 } from '../ids.ts';
import { passwordChangedMail } from './account-mails.ts';
import * as queries from './accounts.queries.ts';
import { deleteCodesOf } from './codes.queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { type AccountDeps, rejectCommonPassword } from './reset.ts';

/** Gives the user another name. Events and audit entries of before keep the former one. */
export async function changeName(context: ServiceContext, user: StaffUser, name: string, actor: Actor): Promise<void> {
  await transact(context, async ({ trx }) => {
    await queries.updateUser(trx, user.id, { name });
    const entry = { at: context.now(), actor, action: 'account.name', entity: 'user', entityId: user.id };
    await writeAudit(trx, { ...entry, before: { name: user.name }, after: { name } });
  });
}

/**
 * Sets a new password after checking the current one, and ends every other session of the
 * account.
 *
 * @throws ShopError('validation') with the field, ShopError('too_many_attempts')
 */
export async function changePassword(
  context: ServiceContext,
  { settings, mail }: AccountDeps,
  user: StaffUser,
  token: string,
  input: { currentPassword: string; newPassword: string },
  actor: Actor,
): Promise<void> {
  await limitAttempts(context, 'change-account', user.id, LIMITS.loginAccount);
  const row = await queries.findUserByEmail(context.database.db, user.email);
  if (!row || !(await checkPassword(input.currentPassword, row.password_hash))) {
    throw fieldError('validation', 'currentPassword', STAFF_TEXTS.currentWrong);
  }
  if (input.newPassword === input.currentPassword) {
    throw fieldError('validation', 'newPassword', STAFF_TEXTS.sameAsBefore);
  }
  await rejectCommonPassword(input.newPassword, user.email);
  const hash = await hashPassword(input.newPassword);
  const shop = await settings.shop();
  const now = context.now();
  await transact(context, async ({ trx, afterCommit }) => {
    if (!(await queries.setPassword(trx, user.id, hash))) {
      throw new ShopError('session_expired');
    }
    await queries.deleteSessionsOf(trx, user.id, sha256(token));
    // A reset link that was already sent could undo the change.
    await deleteCodesOf(trx, user.email);
    await mail.enqueue(trx, [passwordChangedMail(user.email, shop)]);
    await writeAudit(trx, { at: now, actor, action: 'password.change', entity: 'user', entityId: user.id });
    afterCommit(() => mail.wake());
  });
  await clearAttempts(context, 'change-account', user.id);
}

/** The open sessions of a user, most recently used first. */
export async function listSessions(context: ServiceContext, user: StaffUser, token: string): Promise<StaffSession[]> {
  const rows = await queries.sessionsOf(context.database.db, user.id, context.now());
  const current = sha256(token);
  return rows.map((row) => ({
    _id: row.id,
    id: row.id,
    device: deviceName(row.agent),
    address: shortAddress(row.address),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    current: row.token_hash === current,
  }));
}

/**
 * Ends one session of the user.
 *
 * @throws ShopError('session_not_found') when there is no such session (any more)
 */
export async function endSession(context: ServiceContext, user: StaffUser, id: string, actor: Actor): Promise<void> {
  await transact(context, async ({ trx }) => {
    const ended = await queries.deleteSessionById(trx, user.id, id);
    if (!ended) throw new ShopError('session_not_found');
    await writeAudit(trx, {
      at: context.now(),
      actor,
      action: 'session.end',
      entity: 'user',
      entityId: user.id,
      before: { device: deviceName(ended.agent), address: shortAddress(ended.address) },
    });
  });
}

/** Ends every session of the user except this one. Returns how many were ended. */
export async function endOtherSessions(
  context: ServiceContext,
  user: StaffUser,
  token: string,
  actor: Actor,
): Promise<number> {
  return transact(context, async ({ trx }) => {
    const count = await queries.deleteSessionsOf(trx, user.id, sha256(token));
    await writeAudit(trx, {
      at: context.now(),
      actor,
      action: 'session.end_others',
      entity: 'user',
      entityId: user.id,
      before: { sessions: count },
    });
    return count;
  });
}
