import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import type { CustomerExportQuery } from '#shop/customers/customer-calls.ts';
import { isoDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { BYTE_ORDER_MARK, csvLines } from '../http/csv.ts';
import * as queries from './customers.queries.ts';

/** Customers per piece: the whole file is never in memory. */
const BATCH = 1_000;

const COLUMNS = [
  'Name',
  'Mobile',
  'Email',
  'City',
  'State',
  'Orders',
  'Paid',
  'Refunded',
  'Returns',
  'First order',
  'Last order',
  'Tags',
] as const;

/**
 * The customers of a filter as a CSV file in pieces. Each export has an audit entry, since the file
 * contains personal data.
 */
export async function exportList(
  { database: { db }, now }: ServiceContext,
  { search, segment, tag }: CustomerExportQuery,
  actor: Actor,
): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  const at = now();
  const after = { segment: segment ?? 'all', tagged: Boolean(tag), searched: Boolean(search) };
  await writeAudit(db, { at, actor, action: 'export', entity: 'customer', entityId: 'list', after });
  return { name: `customers-${isoDay(at)}.csv`, pieces: csvOf(db, { search, segment, tag, now: at }) };
}

/** As the other exports: a byte order mark, amounts in rupees, no formulas. */
async function* csvOf(db: Reader, filter: queries.CustomerFilter): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([[...COLUMNS]])}`;
  if (filter.segment === 'top') {
    const { rows } = await queries.listCustomers(db, filter, 'value', BATCH, 0);
    yield await piece(db, rows);
    return;
  }
  let last = '';
  for (;;) {
    const rows = await queries.customersAfter(db, filter, last, BATCH);
    const end = rows.at(-1);
    if (!end) return;
    yield await piece(db, rows);
    last = end.id;
  }
}

async function piece(db: Reader, rows: queries.CustomerRow[]): Promise<string> {
  const tags = await queries.tagsOf(
    db,
    rows.map((row) => row.id),
  );
  const byId = Map.groupBy(tags, (tag) => tag.customer_id);
  return csvLines(
    rows.map((row) => [
      row.name,
      { code: row.phone },
      row.email,
      row.city,
      row.state,
      row.orders,
      toRupees(row.value),
      toRupees(row.refunded),
      row.returns,
      isoDay(row.first_order_at),
      isoDay(row.last_order_at),
      (byId.get(row.id) ?? []).map(({ tag }) => tag).join('; '),
    ]),
  );
}
