import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import type { AdminReplacement, ReplacementCounts } from '#shop/orders/replacement-input.ts';
import { REPLACEMENT_STATUSES } from '#shop/orders/replacements.ts';
import { withLimit } from '#shop/page-parameters.ts';
import { isReplacementId, photosOf } from '../rows/replacements.queries.ts';
import { toReplacement } from '../rows/replacements.ts';
import * as queries from './requests.queries.ts';

/** One page of all requests, newest first, with the count of each status. */
export async function listRequests(
  db: Reader,
  query: { status?: string | undefined; search?: string | undefined; page: number; limit: number },
) {
  const status = REPLACEMENT_STATUSES.find((one) => one === query.status);
  const filter = { status, search: query.search };
  const offset = (query.page - 1) * query.limit;
  const { rows, total } = await queries.listReplacements(db, filter, query.limit, offset);
  const counts = Object.fromEntries(REPLACEMENT_STATUSES.map((one) => [one, 0])) as ReplacementCounts;
  for (const row of await queries.countByStatus(db)) {
    if (row.status in counts) counts[row.status as keyof ReplacementCounts] = row.count;
  }
  return {
    replacements: await toAdminReplacements(db, rows),
    counts,
    pagination: withLimit({ ...query, total }, 'totalReplacements'),
  };
}

/** @throws ShopError replacement_not_found */
export async function requestForStaff(db: Reader, id: string): Promise<AdminReplacement> {
  const row = isReplacementId(id) ? await queries.listedReplacement(db, id) : undefined;
  const [replacement] = row ? await toAdminReplacements(db, [row]) : [];
  if (!replacement) throw new ShopError('replacement_not_found');
  return replacement;
}

async function toAdminReplacements(db: Reader, rows: queries.ListedRow[]): Promise<AdminReplacement[]> {
  const ids = rows.map((row) => row.id);
  const photos = Map.groupBy(await photosOf(db, ids), (photo) => photo.replacement_id);
  return rows.map((row) => ({
    ...toReplacement(row, photos.get(row.id) ?? []),
    orderNumber: row.order_number,
    customerName: row.name,
    phone: row.phone,
    city: row.city,
    deliveredAt: row.delivered_at,
    decidedBy: row.decided_by,
  }));
}
