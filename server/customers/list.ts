import type { Reader } from '#server/database/transact.ts';
import type { CustomerQuery } from '#shop/customers/customer-calls.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import { toCustomer } from './customer.ts';
import * as queries from './customers.queries.ts';

/**
 * One page of the list, with the size of each segment.
 *
 * @param at epoch ms
 */
export async function listCustomers(
  db: Reader,
  { page, limit, search, segment, tag, sort = 'recent' }: CustomerQuery,
  at: number,
) {
  const filter = { search, segment, tag, now: at };
  const segments = await queries.countSegments(db, at);
  const known = search?.trim() || tag || segment === 'top' ? undefined : segments[segment ?? 'all'];
  const { rows, total } = await queries.listCustomers(db, filter, sort, limit, (page - 1) * limit, known);
  const ids = rows.map((row) => row.id);
  const tags = Map.groupBy(await queries.tagsOf(db, ids), (one) => one.customer_id);
  return {
    customers: rows.map((row) => toCustomer(row, tags.get(row.id) ?? [])),
    segments,
    pagination: withNames(paginate({ page, limit }, total), 'totalCustomers'),
  };
}
