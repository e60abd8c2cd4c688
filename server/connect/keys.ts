import { type Actor, programName, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { KeyCaller } from '#server/http/api-keys.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { newId, newToken, sha256 } from '#server/ids.ts';
import { type ApiKey, type ApiKeyInput, KEY_PREFIX, MOST_KEYS } from '#shop/connect/keys.ts';
import { SCOPES, type Scope } from '#shop/connect/scopes.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import * as queries from './keys.queries.ts';

/** Between two notes of the last use, ms, so that not every call writes to the database. */
const TOUCH_EVERY_MS = 5 * 60_000;
/** How much of a key people see: its prefix, and too little of the rest to guess it. */
const SHOWN = KEY_PREFIX.length + 4;

/** API keys: programs call the API with them, within their scopes. */
export function createKeysService(context: ServiceContext) {
  const { db } = context.database;

  async function list(): Promise<ApiKey[]> {
    const rows = await queries.openKeys(db);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      start: row.start,
      scopes: scopesOf(row),
      madeBy: row.made_by,
      works: row.active === 1 && row.role === 'admin',
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }));
  }

  return {
    list,

    /**
     * The program that a key belongs to. The error is the same for a key that never was, and for one
     * that was ended.
     *
     * @throws ShopError key_unknown; too_many_attempts for an address with many wrong keys
     */
    async authenticate(key: string, address: string): Promise<KeyCaller> {
      const row = await queries.findKey(db, sha256(key));
      if (!row) {
        await limitAttempts(context, 'api-key-address', address, LIMITS.apiKeyAddress);
        throw new ShopError('key_unknown');
      }
      const now = context.now();
      if (row.last_used_at === null || now - row.last_used_at >= TOUCH_EVERY_MS) {
        // Programs can read while the database takes no writes.
        const failed = (error: unknown) => context.log.warn({ err: error }, 'the use of a key was not noted');
        await queries.touchKey(db, row.id, now).catch(failed);
      }
      return { id: row.id, name: programName(row.name), scopes: scopesOf(row) };
    },

    /**
     * @returns the key, which is shown once
     * @throws ShopError conflict: another key has this name, or there are too many
     */
    make({ name, scopes }: ApiKeyInput, actor: Actor & { id: string }): Promise<string> {
      const id = newId('key');
      const key = `${KEY_PREFIX}${newToken()}`;
      return transact(context, async ({ trx }) => {
        const at = context.now();
        const open = await queries.openKeys(trx);
        if (open.some((one) => one.name.toLowerCase() === name.toLowerCase())) {
          throw fieldError('conflict', 'name', 'Another key has this name. The audit log tells keys apart by it.');
        }
        if (open.length >= MOST_KEYS) {
          throw new ShopError('conflict', { message: `There are ${MOST_KEYS} keys already. Please end one first.` });
        }
        await queries.insertKey(trx, {
          id,
          name,
          start: key.slice(0, SHOWN),
          key_hash: sha256(key),
          scopes: JSON.stringify(scopes),
          made_by: actor.id,
          created_at: at,
        });
        await writeAudit(trx, {
          at,
          actor,
          action: 'create',
          entity: 'api_key',
          entityId: id,
          after: { name, scopes },
        });
        return key;
      });
    },

    /** @throws ShopError key_not_found */
    async end(id: string, actor: Actor): Promise<void> {
      await transact(context, async ({ trx }) => {
        const at = context.now();
        const ended = await queries.endKey(trx, id, at);
        if (!ended) throw new ShopError('key_not_found');
        const before = { name: ended.name, scopes: scopesOf(ended) };
        await writeAudit(trx, { at, actor, action: 'end', entity: 'api_key', entityId: id, before });
      });
    },
  };
}

export type KeysService = ReturnType<typeof createKeysService>;

/** A scope that a later version of the shop has dropped allows nothing. */
function scopesOf({ scopes }: { scopes: string }): Scope[] {
  const stored = JSON.parse(scopes) as string[];
  return SCOPES.filter((scope) => stored.includes(scope));
}
