import type { Reader } from '#server/database/transact.ts';
import { courierLink } from '#shop/orders/couriers.ts';
import type { Replacement } from '#shop/orders/replacement-input.ts';
import {
  itemsOf,
  type PhotoRow,
  photosOf,
  type ReplacementRow,
  reasonOf,
  replacementsOfOrder,
  statusOf,
} from './replacements.queries.ts';

export function photoUrl(orderNumber: string, id: string): string {
  return `/api/orders/${orderNumber}/replacement/photos/${id}`;
}

/** A request as the API returns it. */
export function toReplacement(row: ReplacementRow, photos: readonly PhotoRow[]): Replacement {
  return {
    _id: row.id,
    id: row.id,
    status: statusOf(row),
    reason: reasonOf(row),
    description: row.description,
    items: itemsOf(row).map(({ line, name, size, quantity }) => ({ line, name, size, quantity })),
    photos: photos.map(({ id, width, height }) => ({ id, url: photoUrl(row.order_number, id), width, height })),
    note: row.note,
    courier: row.courier,
    courierTracking: row.courier_tracking,
    courierLink: courierLink(row.courier, row.courier_tracking),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    decidedAt: row.decided_at,
    shippedAt: row.shipped_at,
    closedAt: row.closed_at,
    version: row.version,
  };
}

/** The requests of an order with their photos, oldest first. */
export async function orderReplacements(db: Reader, orderNumber: string): Promise<Replacement[]> {
  const rows = await replacementsOfOrder(db, orderNumber);
  const photos = await photosOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    toReplacement(
      row,
      photos.filter((photo) => photo.replacement_id === row.id),
    ),
  );
}
