import { sql } from 'kysely';
import type { SettingsName } from '#shop/settings/settings.ts';
import { unindexed } from '../database/engine.ts';
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

const DAY_MS = 86_400_000;

interface ChecklistRows {
  products: number;
  creditAt: number | null;
  mailTestedAt: number | null;
  /** An order has been paid. */
  opened: boolean;
  alerts: boolean;
}

/**
 * What the tables say about the steps of the checklist. Times in epoch ms.
 *
 * @param since when the UPI ID was saved, null: not yet
 * @param except products of the demo: they do not count, unless they were renamed
 */
export async function readChecklistFacts(
  db: Reader,
  { since, except }: { since: number | null; except: readonly { id: string; name: string }[] },
): Promise<ChecklistRows> {
  const [products, credit, mail, paid, told] = await Promise.all([
    db
      .selectFrom('products')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('deleted_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(
            'id',
            'not in',
            except.map(({ id }) => id),
          ),
          eb(
            'name',
            'not in',
            except.map(({ name }) => name),
          ),
        ]),
      )
      .executeTakeFirst(),
    db
      .selectFrom('credits')
      .select('at')
      .where('status', 'in', ['open', 'matched', 'dismissed'])
      // A message without a time counts from the start of its day, so the time of its arrival
      // decides.
      .where('at', '>=', (since ?? Number.MAX_SAFE_INTEGER) - DAY_MS)
      .where('created_at', '>=', since ?? Number.MAX_SAFE_INTEGER)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('mail_outbox')
      .select('sent_at')
      // The condition of the index mail_outbox_test; nearly all mails are sent.
      .where('kind', '=', sql.lit('test'))
      .where(unindexed<string>(db, 'status'), '=', 'sent')
      .orderBy('sent_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('orders').select('order_number').where('payment_status', '=', 'completed').limit(1).execute(),
    db
      .selectFrom('users')
      .select('id')
      .where('active', '=', 1)
      .where((eb) =>
        eb.or([
          eb('order_mails', '=', 1),
          eb.exists(
            eb.selectFrom('push_devices').select('push_devices.id').whereRef('push_devices.user_id', '=', 'users.id'),
          ),
        ]),
      )
      .limit(1)
      .execute(),
  ]);
  return {
    products: Number(products?.count ?? 0),
    creditAt: credit?.at ?? null,
    mailTestedAt: mail?.sent_at ?? null,
    opened: paid.length > 0,
    alerts: told.length > 0,
  };
}
