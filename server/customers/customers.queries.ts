import {
  expressionBuilder,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { CustomersTable, Tables } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { contains, type Found, lookUp, searchWords } from '#server/database/trigrams.ts';
import { type CustomerSegment, type CustomerSort, segmentLimits, TOP_CUSTOMERS } from '#shop/customers/customers.ts';
import { wantedBy } from '#shop/orders/wanted.ts';

export type CustomerRow = Selectable<CustomersTable>;

export interface CustomerFilter {
  search?: string | undefined;
  segment?: CustomerSegment | undefined;
  tag?: string | undefined;
  /** Epoch ms, for the segments. */
  now: number;
}

/**
 * One page of the list and the number of customers on all pages. The best customers are one list by
 * value.
 *
 * @param known the number of customers, where it is known without counting them again
 */
export async function listCustomers(
  db: Reader,
  filter: CustomerFilter,
  sort: CustomerSort,
  limit: number,
  offset: number,
  known?: number,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const top = filter.segment === 'top';
  const by = top || sort === 'value' ? 'value' : 'last_order_at';
  const own = !top && hasWords(filter) ? await ownTexts(db, filter) : null;
  const every = own !== null && own.count > FEW && own.exact && !filter.segment && !filter.tag;
  if (!top && hasWords(filter) && !every) return searchCustomers(db, filter, own, by, limit, offset);
  const matching = filtered(db.selectFrom('customers'), filter, own);
  // Of the best, only the first are counted.
  const counted = top ? matching.select('id').limit(sql.lit(TOP_CUSTOMERS)) : matching.select('id');
  const total =
    known ??
    own?.count ??
    Number(
      (
        await db
          .selectFrom(counted.as('counted'))
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const size = Math.min(limit, total - offset);
  if (size <= 0) return { rows: [], total };
  // From an index; only the rows of the page are read in full.
  const page = matching
    .select('id')
    .orderBy(by, 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(size))
    .offset(sql.lit(offset));
  const rows = await db
    .selectFrom('customers')
    .innerJoin(page.as('page'), 'page.id', 'customers.id')
    .selectAll('customers')
    .orderBy(`customers.${by}`, 'desc')
    .orderBy('customers.id', 'desc')
    .execute();
  return { rows, total };
}

/**
 * Found customers up to this number are read one by one; more are met soon enough in a list of all.
 */
const FEW = 10_000;

/**
 * The customers whose own text contains the words of a search; null where that is not known, or
 * where a tag contains one of them.
 */
async function ownTexts(db: Reader, filter: CustomerFilter): Promise<Found | null> {
  const words = wordsOf(filter);
  const found = await lookUp(db, 'customers', words);
  if (!found) return null;
  const tagged = await db
    .selectFrom('customer_tags')
    .select('tag')
    .where((eb) => eb.or(words.map((word) => contains('lower(customer_tags.tag)', word))))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return tagged ? null : found;
}

/** As `listCustomers`, but reads the texts once, for both the page and the total. */
async function searchCustomers(
  db: Reader,
  filter: CustomerFilter,
  own: Found | null,
  by: 'value' | 'last_order_at',
  limit: number,
  offset: number,
): Promise<{ rows: CustomerRow[]; total: number }> {
  const found = await db
    .with(
      (name) => name('found').materialized(),
      (creator) => filtered(creator.selectFrom('customers'), filter, own).select(['id', 'value', 'last_order_at']),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('found')
        .select((one) => one.fn.countAll<number>().as('total'))
        .as('counted'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('found')
          .select('id')
          .orderBy(by, 'desc')
          .orderBy('id', 'desc')
          .limit(sql.lit(limit))
          .offset(sql.lit(offset))
          .as('page'),
      (join) => join.onTrue(),
    )
    .select(['counted.total', 'page.id'])
    .execute();
  const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('customers')
          .selectAll()
          .where('id', 'in', ids)
          .orderBy(by, 'desc')
          .orderBy('id', 'desc')
          .execute();
  return { rows, total: Number(found[0]?.total ?? 0) };
}

/** The next customers of a filter after `last` in the order of their ids; for the export. */
export function customersAfter(
  db: Reader,
  filter: CustomerFilter,
  last: string,
  limit: number,
): Promise<CustomerRow[]> {
  return filtered(db.selectFrom('customers'), filter)
    .selectAll()
    .where('id', '>', last)
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();
}

/**
 * Who is in each segment. Nobody is in two of the first three; who has no order that counts is in
 * none of them.
 */
function segmentsAt(now: number): Record<CustomerSegment, RawBuilder<SqlBool>> {
  const { newFrom, activeFrom } = segmentLimits(now);
  return {
    new: sql`orders = 1 and last_order_at >= ${newFrom}`,
    returning: sql`orders > 1 and last_order_at >= ${activeFrom}`,
    lapsed: sql`orders > 0 and last_order_at < ${activeFrom}`,
    top: sql`value > 0`,
  };
}

/** How many customers there are in all and in each segment, in one pass over an index. */
export async function countSegments(db: Reader, now: number) {
  const segments = segmentsAt(now);
  const one = (name: CustomerSegment) => sql<number>`count(*) filter (where ${segments[name]})`.as(name);
  const row = await db
    .selectFrom('customers')
    .select((eb) => [eb.fn.countAll<number>().as('all'), one('new'), one('returning'), one('lapsed')])
    .executeTakeFirstOrThrow();
  return {
    all: Number(row.all),
    new: Number(row.new),
    returning: Number(row.returning),
    lapsed: Number(row.lapsed),
  };
}

/** One customer; with `lock` its row is locked until the end of the transaction. */
export function readCustomer(db: Reader, id: string, lock?: 'for update'): Promise<CustomerRow | undefined> {
  const query = db.selectFrom('customers').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** The latest orders of a number, without drafts. */
export function latestOrders(db: Reader, phone: string, limit: number) {
  return db
    .selectFrom('orders')
    .select(['order_number', 'created_at', 'total', 'status', 'payment_status', 'email', 'pincode', 'country'])
    .where('phone', '=', phone)
    .where('status', '!=', 'draft')
    .orderBy('created_at', 'desc')
    .limit(sql.lit(limit))
    .execute();
}

export function itemsOf(db: Reader, orderNumbers: readonly string[]) {
  return orderNumbers.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order_lines')
        .select(['order_number', 'name', 'quantity'])
        .where('order_number', 'in', orderNumbers)
        .orderBy('position')
        .execute();
}

/** The tags of these customers, in alphabetical order. */
export function tagsOf(db: Reader, ids: readonly string[]) {
  return ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('customer_tags').selectAll().where('customer_id', 'in', ids).orderBy('tag').execute();
}

/** @returns false when the customer has the tag already */
export async function insertTag(trx: Trx, customerId: string, tag: string): Promise<boolean> {
  const result = await trx
    .insertInto('customer_tags')
    .values({ customer_id: customerId, tag })
    .onConflict((conflict) => conflict.columns(['customer_id', 'tag']).doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** @returns false when there is no such tag */
export async function deleteTag(trx: Trx, customerId: string, tag: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('customer_tags')
    .where('customer_id', '=', customerId)
    .where('tag', '=', tag)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** The notes about a customer, newest first. */
export function notesOf(db: Reader, customerId: string) {
  return db
    .selectFrom('customer_notes')
    .select(['id', 'note', 'author', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function insertNote(trx: Trx, row: Tables['customer_notes']): Promise<void> {
  await trx.insertInto('customer_notes').values(row).execute();
}

/** @returns false when there is no such note */
export async function deleteNote(trx: Trx, customerId: string, id: string): Promise<boolean> {
  const result = await trx
    .deleteFrom('customer_notes')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Deletes what staff have written about a customer. */
export async function deleteOwnWords(trx: Trx, customerId: string): Promise<void> {
  await trx.deleteFrom('customer_notes').where('customer_id', '=', customerId).execute();
  await trx.deleteFrom('customer_tags').where('customer_id', '=', customerId).execute();
}

export function subscriberOf(db: Reader, email: string) {
  return db
    .selectFrom('newsletter')
    .select(['created_at', 'unsubscribed_at'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Whether a search reads the texts of the customers; a whole number is looked up in its index. */
function hasWords({ search = '' }: CustomerFilter): boolean {
  const { text, phone } = wantedBy(search);
  return text !== '' && !phone;
}

const wordsOf = ({ search = '' }: CustomerFilter) => searchWords(wantedBy(search).text);

/** The ids of the customers of whom the text or a tag contains a word. */
function withWord(word: string) {
  // A union, since PostgreSQL uses no index of trigrams for an 'or' with another table. `union`
  // drops equal ids before the lookup: with 'union all', 300,000 hits of one word took three times
  // as long.
  const eb = expressionBuilder<Tables>();
  const either = eb
    .selectFrom('customers as named')
    .select('named.id')
    .where(contains('named.search_text', word))
    .union(
      eb
        .selectFrom('customer_tags')
        .select('customer_tags.customer_id as id')
        .where(contains('lower(customer_tags.tag)', word)),
    );
  return eb.selectFrom(either.as('either')).select('either.id');
}

/** @param own where the words of the search were found; then no tag contains one of them */
function filtered<O>(
  query: SelectQueryBuilder<Tables, 'customers', O>,
  filter: CustomerFilter,
  own: Found | null = null,
): SelectQueryBuilder<Tables, 'customers', O> {
  const { search = '', segment, tag, now } = filter;
  let result = segment ? query.where(segmentsAt(now)[segment]) : query;
  if (tag) {
    result = result.where('id', 'in', (eb) =>
      eb.selectFrom('customer_tags').select('customer_id').where('tag', '=', tag),
    );
  }
  const { phone } = wantedBy(search);
  if (phone) return result.where('phone', '=', phone);
  if (own && own.count <= FEW) result = result.where(sql<SqlBool>`customers.rowid in ${own.rowids}`);
  const words = wordsOf(filter);
  if (own) return words.reduce((some, word) => some.where(contains('customers.search_text', word)), result);
  const [first, ...others] = words.map(withWord);
  if (!first) return result;
  // PostgreSQL intersects in one pass. Of a condition per word it compares every hit of one with
  // every hit of the next, if it expects few.
  const found = others.reduce((some, one) => some.intersect(one), first);
  return result.where('id', 'in', found);
}
