import type { SettingsName } from '#shop/settings/settings.ts';
import type { Reader, Trx } from '../database/transact.ts';

/** All stored settings records by name: JSON text and version. */
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

/** One record with its last author, or undefined. */
export function readSetting(db: Reader, name: SettingsName): Promise<StoredSetting | undefined> {
  return db
    .selectFrom('settings')
    .select(['value', 'version', 'updated_at as updatedAt', 'updated_by as updatedBy'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/**
 * Writes one record and increments its version.
 *
 * @param expected the version to replace (0: not saved yet)
 * @returns false when the stored version differs; nothing is written
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
