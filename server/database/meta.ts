import type { Reader } from './handles.ts';

/**
 * The value with this name in `meta`, the table of what the shop notes about itself; null if there
 * is none.
 */
export async function readMeta(db: Reader, name: string): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeMeta(db: Reader, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteMeta(db: Reader, name: string): Promise<void> {
  await db.deleteFrom('meta').where('name', '=', name).execute();
}

/**
 * Writes `value` only while the stored one is still `before` (null: none), so that of several
 * processes one takes a turn.
 *
 * @returns false when another process was first
 */
export async function replaceMeta(db: Reader, name: string, before: string | null, value: string): Promise<boolean> {
  const written =
    before === null
      ? db
          .insertInto('meta')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doNothing())
          .returning('name')
      : db.updateTable('meta').set({ value }).where('name', '=', name).where('value', '=', before).returning('name');
  return (await written.execute()).length > 0;
}
