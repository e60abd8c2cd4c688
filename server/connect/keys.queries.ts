import type { Insertable } from 'kysely';
import type { ApiKeysTable } from '#server/database/schema-connect.ts';
import type { Reader } from '#server/database/transact.ts';

/** The key with this hash, if it works: not ended, and made by an active admin. */
export function findKey(db: Reader, keyHash: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.made_by')
    .select(['api_keys.id', 'api_keys.name', 'api_keys.scopes', 'api_keys.last_used_at'])
    .where('api_keys.key_hash', '=', keyHash)
    .where('api_keys.ended_at', 'is', null)
    .where('users.active', '=', 1)
    .where('users.role', '=', 'admin')
    .executeTakeFirst();
}

export async function touchKey(db: Reader, id: string, at: number): Promise<void> {
  await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
}

/** The keys that have not been ended, newest first, with who made them. */
export function openKeys(db: Reader) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.made_by')
    .select([
      'api_keys.id',
      'api_keys.name',
      'api_keys.start',
      'api_keys.scopes',
      'api_keys.created_at',
      'api_keys.last_used_at',
      'users.name as made_by',
      'users.active',
      'users.role',
    ])
    .where('api_keys.ended_at', 'is', null)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc')
    .execute();
}

export async function insertKey(trx: Reader, key: Insertable<ApiKeysTable>): Promise<void> {
  await trx.insertInto('api_keys').values(key).execute();
}

/** @returns name and scopes of the key; undefined when there is none, or it was ended before */
export function endKey(trx: Reader, id: string, at: number) {
  return trx
    .updateTable('api_keys')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['name', 'scopes'])
    .executeTakeFirst();
}
