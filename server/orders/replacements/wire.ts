import type { Reader } from '#server/database/transact.ts';
import { courierLink } from '#shop/orders/couriers.ts';
import type { AdminReplacement, Replacement } from '#shop/orders/replacement-input.ts';
import { itemsOf, type ReplacementRow, reasonOf, replacementsOfOrder, statusOf } from '../rows/replacements.queries.ts';
import * as queries from './requests.queries.ts';

export function photoUrl(orderNumber: string, id: string): string {
  return `/api/orders/${orderNumber}/replacement/photos/${id}`;
}

/** A request as the API returns it. */
function toReplacement(row: ReplacementRow, photos: readonly queries.PhotoRow[]): Replacement {
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

export function toAdminReplacement(row: queries.ListedRow, photos: readonly queries.PhotoRow[]): AdminReplacement {
  return {
    ...toReplacement(row, photos),
    orderNumber: row.order_number,
    customerName: row.name,
    phone: row.phone,
    city: row.city,
    deliveredAt: row.delivered_at,
    decidedBy: row.decided_by,
  };
}

/** The requests of an order with their photos, oldest first. */
export async function orderReplacements(db: Reader, orderNumber: string): Promise<Replacement[]> {
  const rows = await replacementsOfOrder(db, orderNumber);
  const photos = await queries.photosOf(
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
