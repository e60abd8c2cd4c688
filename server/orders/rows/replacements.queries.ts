import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ReplacementPhotosTable, ReplacementsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { ReplacedItem } from '#shop/orders/changes/replacement.ts';
import {
  REPLACEMENT_REASONS,
  REPLACEMENT_STATUSES,
  type ReplacementReason,
  type ReplacementStatus,
} from '#shop/orders/replacements.ts';

export type ReplacementRow = Selectable<ReplacementsTable>;
export type PhotoRow = Selectable<ReplacementPhotosTable>;

/** The requests of an order, oldest first. */
export function replacementsOfOrder(db: Reader, orderNumber: string): Promise<ReplacementRow[]> {
  return db
    .selectFrom('replacements')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The photos of these requests, in the sequence that the shopper chose. */
export function photosOf(db: Reader, replacementIds: string[]): Promise<PhotoRow[]> {
  return replacementIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('replacement_photos')
        .selectAll()
        .where('replacement_id', 'in', replacementIds)
        .orderBy('position')
        .execute();
}

/** One request; with `lock` its row is locked until the end of the transaction. */
export function readReplacement(db: Reader, id: string, lock?: 'for update'): Promise<ReplacementRow | undefined> {
  const query = db.selectFrom('replacements').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function insertReplacement(trx: Trx, row: Insertable<ReplacementsTable>): Promise<void> {
  await trx.insertInto('replacements').values(row).execute();
}

/** Changes a request that is locked in this transaction and increments its version. */
export async function updateReplacement(trx: Trx, id: string, change: Updateable<ReplacementsTable>): Promise<void> {
  await trx
    .updateTable('replacements')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Whether a text can be an id. Other text is not queried: PostgreSQL rejects NUL characters. */
export function isReplacementId(text: string): boolean {
  return /^rpl_[0-9a-z]{1,60}$/.test(text);
}

export function itemsOf(row: Pick<ReplacementRow, 'items'>): ReplacedItem[] {
  return JSON.parse(row.items) as ReplacedItem[];
}

export function statusOf(row: Pick<ReplacementRow, 'status' | 'id'>): ReplacementStatus {
  const status = REPLACEMENT_STATUSES.find((one) => one === row.status);
  if (!status) throw new Error(`replacement ${row.id} with an unknown status`);
  return status;
}

export function reasonOf(row: Pick<ReplacementRow, 'reason'>): ReplacementReason {
  return REPLACEMENT_REASONS.find((one) => one === row.reason) ?? 'other';
}
