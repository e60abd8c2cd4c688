import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#server/database/transact.ts';
import type { DataKind, PersonRecord } from '#shop/dashboard/breach-list.ts';

/** The records about people that were stored or changed in a span of time, in pieces. */

export interface Moments {
  /** Epoch ms, both included. */
  from: number;
  to: number;
}

type Row = Omit<PersonRecord, 'kind'> & { key: string };
// biome-ignore lint/suspicious/noExplicitAny: the tables differ, the selected columns are those of `Row`
type Query = SelectQueryBuilder<any, any, Row>;

interface Source {
  kind: DataKind;
  /** Its rows, and the column by which they are read on. */
  rows: (db: Reader, span: Moments) => Query;
  key: string;
}

const none = sql<string>`''`;

const SOURCES: readonly Source[] = [
  {
    kind: 'Order',
    key: 'orders.order_number',
    rows: (db, { from, to }) =>
      db
        .selectFrom('orders')
        .select(['order_number as key', 'name', 'phone', 'email', 'created_at as first', 'updated_at as last'])
        .where((eb) =>
          eb.or([
            eb.and([eb('created_at', '>=', from), eb('created_at', '<=', to)]),
            eb.and([eb('updated_at', '>=', from), eb('updated_at', '<=', to)]),
            // Changed since once more.
            eb.exists(
              eb
                .selectFrom('order_events')
                .select('id')
                .whereRef('order_events.order_number', '=', 'orders.order_number')
                .where('at', '>=', from)
                .where('at', '<=', to),
            ),
          ]),
        ),
  },
  {
    kind: 'Contact message',
    key: 'contacts.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('contacts')
        .select(['id as key', 'name', 'phone', 'email', 'created_at as first', 'updated_at as last'])
        .where('created_at', '<=', to)
        .where('updated_at', '>=', from),
  },
  {
    kind: 'Newsletter',
    key: 'newsletter.email',
    rows: (db, { from, to }) =>
      db
        .selectFrom('newsletter')
        .select((eb) => [
          'email as key',
          none.as('name'),
          none.as('phone'),
          'email',
          'created_at as first',
          eb.fn.coalesce('unsubscribed_at', 'created_at').as('last'),
        ])
        .where('created_at', '<=', to)
        .where((eb) => eb(eb.fn.coalesce('unsubscribed_at', 'created_at'), '>=', from)),
  },
  {
    kind: 'Back-in-stock alert',
    key: 'stock_alerts.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('stock_alerts')
        .select(['id as key', none.as('name'), 'phone', 'email', 'created_at as first', 'created_at as last'])
        .where('created_at', '>=', from)
        .where('created_at', '<=', to),
  },
  {
    kind: 'Review',
    key: 'reviews.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('reviews')
        .select([
          'id as key',
          'customer_name as name',
          none.as('phone'),
          'customer_email as email',
          'created_at as first',
          'updated_at as last',
        ])
        .where('created_at', '<=', to)
        .where('updated_at', '>=', from),
  },
  {
    kind: 'Replacement request',
    key: 'replacements.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('replacements')
        .innerJoin('orders', 'orders.order_number', 'replacements.order_number')
        .select([
          'replacements.id as key',
          'orders.name',
          'orders.phone',
          'orders.email',
          'replacements.created_at as first',
          'replacements.updated_at as last',
        ])
        .where('replacements.created_at', '<=', to)
        .where('replacements.updated_at', '>=', from),
  },
  {
    kind: 'Note of staff',
    key: 'customer_notes.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('customer_notes')
        .innerJoin('customers', 'customers.id', 'customer_notes.customer_id')
        .select([
          'customer_notes.id as key',
          'customers.name',
          'customers.phone',
          'customers.email',
          'customer_notes.created_at as first',
          'customer_notes.created_at as last',
        ])
        .where('customer_notes.created_at', '>=', from)
        .where('customer_notes.created_at', '<=', to),
  },
  {
    kind: 'Payment',
    key: 'credits.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('credits')
        .leftJoin('orders', 'orders.order_number', 'credits.order_number')
        .select((eb) => [
          'credits.id as key',
          eb.fn.coalesce('orders.name', 'credits.payer_name', 'credits.payer_vpa', none).as('name'),
          eb.fn.coalesce('orders.phone', none).as('phone'),
          eb.fn.coalesce('orders.email', none).as('email'),
          'credits.created_at as first',
          'credits.created_at as last',
        ])
        .where('credits.created_at', '>=', from)
        .where('credits.created_at', '<=', to),
  },
  {
    kind: 'Email',
    key: 'mail_outbox.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('mail_outbox')
        .select([
          'id as key',
          none.as('name'),
          none.as('phone'),
          'recipient as email',
          'created_at as first',
          'created_at as last',
        ])
        // Those of orders repeat what the order says, or go to staff.
        .where('order_number', 'is', null)
        .where('created_at', '>=', from)
        .where('created_at', '<=', to),
  },
  {
    kind: 'Staff account',
    key: 'users.id',
    rows: (db, { from, to }) =>
      db
        .selectFrom('users')
        .select(['id as key', 'name', none.as('phone'), 'email', 'created_at as first', 'created_at as last'])
        .where('created_at', '>=', from)
        .where('created_at', '<=', to),
  },
];

/** Rows that are read at once. */
const BATCH = 2_000;

/** Every record of the span, one source after the other. */
export async function* personRecords(db: Reader, span: Moments): AsyncGenerator<PersonRecord[]> {
  for (const { kind, rows, key } of SOURCES) {
    let last = '';
    for (;;) {
      const found = await rows(db, span).where(sql.ref(key), '>', last).orderBy(sql.ref(key)).limit(BATCH).execute();
      yield found.map(({ key: _, ...row }) => ({ ...row, kind, first: Number(row.first), last: Number(row.last) }));
      const end = found.at(-1);
      if (!end || found.length < BATCH) break;
      last = end.key;
    }
  }
}
