import type { Selectable } from 'kysely';
import type { OneTimeCodesTable } from '../database/schema.ts';
import type { Reader } from '../database/transact.ts';

export type CodeRow = Selectable<OneTimeCodesTable>;

export async function insertCode(
  db: Reader,
  code: Pick<CodeRow, 'id' | 'kind' | 'email' | 'code_hash' | 'invites' | 'created_at' | 'expires_at'>,
): Promise<void> {
  await db.insertInto('one_time_codes').values(code).execute();
}

/** Deletes the OTPs, reset tokens and invitations of an email. */
export async function deleteCodesOf(db: Reader, email: string): Promise<void> {
  await db.deleteFrom('one_time_codes').where('email', '=', email).execute();
}

/**
 * Deletes the OTPs of an email, because a new one voids the old ones. Links stay: a stranger who
 * asks for an OTP must not void them.
 */
export async function deleteOtps(db: Reader, email: string): Promise<void> {
  await db.deleteFrom('one_time_codes').where('email', '=', email).where('kind', '=', 'otp').execute();
}

/**
 * Also deletes codes with a creation time in the future (wrong clock), because they would stay
 * valid too long.
 */
export async function deleteExpiredCodes(db: Reader, now: number): Promise<void> {
  await db
    .deleteFrom('one_time_codes')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('created_at', '>', now)]))
    .execute();
}

/**
 * Counts one attempt at the newest OTP of an email and returns its row, or undefined when no OTP is
 * valid. It is a single statement, so concurrent attempts are all counted (D40).
 */
export function countOtpTry(db: Reader, email: string, now: number, maxTries: number): Promise<CodeRow | undefined> {
  return db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('one_time_codes')
        .select('id')
        .where('email', '=', email)
        .where('kind', '=', 'otp')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('tries', '<', maxTries)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks a code as used. Returns false when it is already used, voided or expired: of two concurrent
 * calls only one succeeds.
 */
export async function useCode(db: Reader, id: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('one_time_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the reset token with this hash while it is valid. */
export function findReset(db: Reader, hash: string, now: number): Promise<CodeRow | undefined> {
  return db
    .selectFrom('one_time_codes')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('kind', '=', 'reset')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '<=', now)
    .executeTakeFirst();
}
