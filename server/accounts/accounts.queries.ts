import type { Selectable } from 'kysely';
import type { Database } from '../database/connect.ts';
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

/** Ends every session of a user (password reset, D40) but the one of the hash `keep`; answers how many it were. */
export async function deleteSessionsOf(db: Reader, userId: string, keep = ''): Promise<number> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keep)
    .returning('id')
    .execute();
  return rows.length;
}

/** Ends one session of a user and answers where it was, when there was one. */
export function deleteSessionById(db: Reader, userId: string, id: string) {
  return db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(['agent', 'address'])
    .executeTakeFirst();
}

/** The live sessions of a user, the one used last first. */
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

/** Sets the password of an open account; false when there is none (any more). */
export async function setPassword(db: Reader, id: string, passwordHash: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', id)
    .where('active', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findUserById(db: Reader, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Everybody with an account, the oldest first, with when each was last seen in a session that is still open. */
export function listUsers(db: Reader, now: number) {
  return db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'name',
      'email',
      'role',
      'active',
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

/** The ids of the admins with an open account, locked against changes until the end of the transaction. */
export async function activeAdmins(trx: Reader, kind: Database['kind']): Promise<string[]> {
  const query = trx.selectFrom('users').select('id').where('role', '=', 'admin').where('active', '=', 1).orderBy('id');
  const rows = await (kind === 'postgres' ? query.forUpdate() : query).execute();
  return rows.map((row) => row.id);
}

export async function setActive(db: Reader, id: string, active: boolean, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ active: active ? 1 : 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function deleteExpiredSessions(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** True when a live session of this user was opened from this address: the owner at the usual admin. */
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
