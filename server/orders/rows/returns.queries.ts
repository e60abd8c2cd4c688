import type { Insertable, Selectable } from 'kysely';
import { insertRows } from '#server/database/rows.ts';
import type { OrderChangesTable, OrderReturnsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { FormerOrder } from '#shop/orders/changes/lines.ts';
import type { GoodsReturn, ReturnedLine } from '#shop/orders/changes/returns.ts';

/** What staff have taken back of an order, and how it was before they changed it. */

/** A return that was not undone. */
export interface StoredReturn extends GoodsReturn {
  reason: string;
  by: string;
  at: number;
}

/** The returns of an order that were not undone, oldest first. */
export async function returnsOf(db: Reader, orderNumber: string): Promise<StoredReturn[]> {
  const rows = await db
    .selectFrom('order_returns')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .where('undone_at', 'is', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();
  return rows.map(toReturn);
}

function toReturn(row: Selectable<OrderReturnsTable>): StoredReturn {
  const { id, amount, reason, recorded_by: by, recorded_at: at } = row;
  return { id, amount, reason, by, at, lines: JSON.parse(row.lines) as ReturnedLine[] };
}

export function insertReturn(trx: Trx, row: Insertable<OrderReturnsTable>): Promise<void> {
  return insertRows(trx, 'order_returns', [row]);
}

/** The last change of the lines of an order that was not undone. */
export async function lastChange(
  db: Reader,
  orderNumber: string,
): Promise<{ id: string; former: FormerOrder; at: number } | null> {
  const row = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .where('undone_at', 'is', null)
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ? { id: row.id, former: JSON.parse(row.before) as FormerOrder, at: row.changed_at } : null;
}

export function insertChange(trx: Trx, row: Insertable<OrderChangesTable>): Promise<void> {
  return insertRows(trx, 'order_changes', [row]);
}

export async function setUndone(
  trx: Trx,
  table: 'order_changes' | 'order_returns',
  id: string,
  at: number,
): Promise<void> {
  await trx.updateTable(table).set({ undone_at: at }).where('id', '=', id).execute();
}
