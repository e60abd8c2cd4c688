import type { Reader } from '#server/database/transact.ts';
import type { AdminReplacement, Replacement } from '#shop/orders/replacement-input.ts';
import {
  REPLACEMENT_REASONS,
  REPLACEMENT_STATUSES,
  type ReplacementReason,
  type ReplacementStatus,
} from '#shop/orders/replacements.ts';
import * as queries from './queries.ts';

/** An item of a request as it is stored: frozen, with the stock row that a parcel takes it from. */
export interface ReplacedItem {
  /** Place in the order, from 0. */
  line: number;
  productId: string;
  name: string;
  size: string;
  /** The stock row's own label; null when the order's line has none (an unknown item, D22). */
  stockSize: string | null;
  quantity: number;
}

export function itemsOf(row: Pick<queries.ReplacementRow, 'items'>): ReplacedItem[] {
  return JSON.parse(row.items) as ReplacedItem[];
}

export function statusOf(row: Pick<queries.ReplacementRow, 'status' | 'id'>): ReplacementStatus {
  const status = REPLACEMENT_STATUSES.find((one) => one === row.status);
  if (!status) throw new Error(`replacement ${row.id} with an unknown status`);
  return status;
}

export function reasonOf(row: Pick<queries.ReplacementRow, 'reason'>): ReplacementReason {
  return REPLACEMENT_REASONS.find((one) => one === row.reason) ?? 'other';
}

export function photoUrl(orderNumber: string, id: string): string {
  return `/api/orders/${orderNumber}/replacement/photos/${id}`;
}

/** A request as the API shows it. */
export function toReplacement(row: queries.ReplacementRow, photos: readonly queries.PhotoRow[]): Replacement {
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
  const rows = await queries.replacementsOfOrder(db, orderNumber);
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
