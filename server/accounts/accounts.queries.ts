import type { Selectable } from 'kysely';
import type { SessionsTable, UsersTable } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;

/** The user with this e-mail (lower case), active or not. */
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

/** Writes a user unless the e-mail is taken; true when it was written. */
export async function insertUser(db: Reader, user: UserRow): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(db: Reader, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** The session of a token's hash with its user, while the account is open; it may be over. */
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
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.active', '=', 1)
    .executeTakeFirst();
}

/** Moves a session's end on. A session that was ended meanwhile stays ended. */
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

/** Ends every session of a user (password reset, D40). */
export async function deleteSessionsOf(db: Reader, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteExpiredSessions(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** True when a live session of this user was opened from this address: the owner at the usual desk. */
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
