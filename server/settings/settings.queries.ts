import type { SettingsName } from '#shop/settings/settings.ts';
import type { Reader, Trx } from '../database/transact.ts';

/** Every settings record as stored: JSON text and version by name. */
export async function readSettings(db: Reader): Promise<Map<string, { value: string; version: number }>> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
  return new Map(rows.map(({ name, value, version }) => [name, { value, version }]));
}

export interface StoredSetting {
  value: string;
  version: number;
  updatedAt: number;
  updatedBy: string;
}

/** One record with who wrote it last, or undefined. */
export function readSetting(db: Reader, name: SettingsName): Promise<StoredSetting | undefined> {
  return db
    .selectFrom('settings')
    .select(['value', 'version', 'updated_at as updatedAt', 'updated_by as updatedBy'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/**
 * Writes one record and counts its version up.
 *
 * @param expected the version that it may replace (0: none yet)
 * @returns false when another version stands there, and nothing was written
 */
export async function writeSetting(
  trx: Trx,
  name: SettingsName,
  value: string,
  { at, author, expected }: { at: number; author: string; expected: number },
): Promise<boolean> {
  const columns = { value, updated_at: at, updated_by: author };
  if (expected > 0) {
    const result = await trx
      .updateTable('settings')
      .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
      .where('name', '=', name)
      .where('version', '=', expected)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) > 0;
  }
  const insert = trx.insertInto('settings').values({ name, ...columns });
  const result = await insert.onConflict((conflict) => conflict.column('name').doNothing()).executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}
