import type { Insertable, Selectable } from 'kysely';
import type { SessionsTable, UsersTable } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** The user with this email (lower case), active or not. */
export function findUserByEmail(db: Reader, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function countUsers(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Inserts a user unless the email is taken. Returns true when the row was inserted. */
export async function insertUser(db: Reader, user: Insertable<UsersTable>): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Reader, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/**
 * The session with this token hash and its user, if the account is active. The session may have
 * expired.
 */
export function findSession(db: Reader, tokenHash: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.token_hash',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'users.id',
      'users.email',
      'users.name',
      'users.role',
      'users.may_verify_payments',
      'users.two_step_secret',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.active', '=', 1)
    .executeTakeFirst();
}

/** Extends a session. A session that was deleted in the meantime stays deleted. */
export async function extendSession(db: Reader, tokenHash: string, now: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Reader, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Deletes every session of a user (password reset, D40) except the one with the hash `keep`.
 * Returns how many were deleted.
 */
export async function deleteSessionsOf(db: Reader, userId: string, keep = ''): Promise<number> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keep)
    .returning('id')
    .execute();
  return rows.length;
}

/**
 * Deletes one session of a user. Returns its user agent and address, or undefined when there was
 * none.
 */
export function deleteSessionById(db: Reader, userId: string, id: string) {
  return db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['agent', 'address'])
    .executeTakeFirst();
}

/** The active sessions of a user, most recently used first. */
export function sessionsOf(db: Reader, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Sets the password of an active account. Returns false when there is no active account with this
 * id.
 */
export async function setPassword(db: Reader, id: string, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('active', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One user; with `lock` the row is locked until the end of the transaction. */
export function findUserById(db: Reader, id: string, lock?: 'for update'): Promise<UserRow | undefined> {
  const query = db.selectFrom('users').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** All users, oldest first, with the last use of their sessions that have not expired. */
export function listUsers(db: Reader, now: number) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'name',
      'email',
      'role',
      'active',
      'may_verify_payments',
      'two_step_at',
      'created_at',
      eb
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('sessions.expires_at', '>', now)
        .select((inner) => inner.fn.max('sessions.last_used_at').as('at'))
        .as('last_seen_at'),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The ids of the active admins. The rows are locked until the end of the transaction. */
export async function activeAdmins(trx: Reader): Promise<string[]> {
  const query = trx.selectFrom('users').select('id').where('role', '=', 'admin').where('active', '=', 1).orderBy('id');
  const rows = await query.forUpdate().execute();
  return rows.map((row) => row.id);
}

export async function updateUser(
  db: Reader,
  id: string,
  change: Partial<Pick<UserRow, 'name' | 'active' | 'may_verify_payments'>>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function deleteExpiredSessions(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** Returns true when this user has an active session that was opened from this address. */
export async function hasSessionFrom(db: Reader, userId: string, address: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}
