import type { Reader } from '../database/transact.ts';

/**
 * Begins a set-up in a session, or goes on with the one that it has. In one statement, so that two
 * tabs get the same.
 *
 * @param fresh the sealed secret of a new one
 * @returns the sealed secret; undefined when two-step sign-in is on
 */
export async function beginSetup(db: Reader, tokenHash: string, fresh: string): Promise<string | undefined> {
  const row = await db
    .updateTable('sessions')
    .set((eb) => ({ two_step_setup: eb.fn.coalesce('two_step_setup', eb.val(fresh)) }))
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('two_step_secret', 'is', null))
    .returning('two_step_setup')
    .executeTakeFirst();
  return row?.two_step_setup ?? undefined;
}

/** Ends the set-up of a session. Returns false when the session has another one, or none. */
export async function endSetup(db: Reader, tokenHash: string, setup: string): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ two_step_setup: null })
    .where('token_hash', '=', tokenHash)
    .where('two_step_setup', '=', setup)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Switches two-step sign-in on unless it is on already. Returns false when it is, or when the
 * account is not active.
 */
export async function switchOn(
  db: Reader,
  userId: string,
  { secret, at, step }: { secret: string; at: number; step: number },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ two_step_secret: secret, two_step_at: at, two_step_used: step })
    .where('id', '=', userId)
    .where('active', '=', 1)
    .where('two_step_secret', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Switches it off and deletes the recovery codes. Returns false when it was off. */
export async function switchOff(db: Reader, userId: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ two_step_secret: null, two_step_at: null, two_step_used: null })
    .where('id', '=', userId)
    .where('two_step_secret', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  return row !== undefined;
}

/** The secrets of all active accounts that have it on. */
export function readSecrets(db: Reader) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'two_step_secret as secret'])
    .where('active', '=', 1)
    .where('two_step_secret', 'is not', null)
    .orderBy('name')
    .execute();
}

/**
 * Marks a time step as used. Returns false when its code, or a later one, was used before: of two
 * sign-ins with one code one succeeds.
 */
export async function takeStep(db: Reader, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ two_step_used: step })
    .where('id', '=', userId)
    .where('two_step_used', '<', step)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks a recovery code as used. Returns false when there is no such code or it was used before.
 */
export async function takeRecoveryCode(db: Reader, userId: string, hash: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Replaces the recovery codes of a user. */
export async function writeRecoveryCodes(db: Reader, userId: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function countRecoveryCodes(db: Reader, userId: string): Promise<number> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  return rows.length;
}
