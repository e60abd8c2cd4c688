import type { SettingsName } from '#shop/settings.ts';
import type { Reader, Trx } from '../database/transact.ts';

/** Every settings record as stored: JSON text and version by name. */
export async function readSettings(db: Reader): Promise<Map<string, { value: string; version: number }>> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'version']).execute();
  return new Map(rows.map(({ name, value, version }) => [name, { value, version }]));
}

/** Writes one record, new or not, and counts its version up. */
export async function writeSetting(
  trx: Trx,
  name: SettingsName,
  value: string,
  at: number,
  author: string,
): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ name, value, updated_at: at, updated_by: author })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value,
        version: eb('settings.version', '+', 1),
        updated_at: at,
        updated_by: author,
      })),
    )
    .execute();
}
