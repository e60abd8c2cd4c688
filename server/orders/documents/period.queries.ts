import { setImmediate } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import type { Reader } from '#server/database/transact.ts';
import type { PaymentStatus } from '#shop/orders/order-status.ts';

/**
 * The invoices and credit notes of a period, with those that an order no longer has, oldest first.
 * Documents are read in batches: other requests are served in between.
 */
const BATCH = 500;

export interface Document {
  number: string;
  issued_at: number;
}

/** The payment of an order is for the invoice that it has now. */
const NO_PAYMENT = { payment_status: null, utr: null, utr_typed: null, refunded: null };
const PAYMENT = ['orders.payment_status', 'orders.utr', 'orders.utr_typed', 'orders.refunded'] as const;

export interface PaidDocument extends Document {
  /** JSON: `Invoice`. */
  data: string;
  payment_status: PaymentStatus | null;
  utr: string | null;
  utr_typed: string | null;
  refunded: number | null;
}

interface InvoiceDocument extends PaidDocument {
  /** Of the order. */
  status: string;
  /** The credit note that takes it back. */
  note: string | null;
}

interface NoteDocument extends PaidDocument {
  reason: 'changed' | 'cancelled' | 'returned';
}

/**
 * The documents after `first`, oldest first; each page begins after the last document of the one
 * before.
 */
async function* pages<Row extends Document>(first: Document, read: (after: Document) => Promise<Row[]>) {
  let after = first;
  for (;;) {
    const rows = await read(after);
    await setImmediate();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

/** The next batch of both, in their order. */
function nextOf<Row extends Document>(...sources: Row[][]): Row[] {
  const before = (one: Row, other: Row) => one.issued_at - other.issued_at || (one.number < other.number ? -1 : 1);
  return sources.flat().sort(before).slice(0, BATCH);
}

/**
 * After a document and before `to` (epoch ms). The first bound lets both engines begin at an index
 * of the time.
 */
function within(time: string, name: string, { issued_at: at, number }: Document, to: number) {
  const issued = sql.ref(time);
  return sql<SqlBool>`${issued} >= ${at} and ${issued} < ${to} and (${issued}, ${sql.ref(name)}) > (${at}, ${number})`;
}

/** To before `to` (epoch ms). */
export function invoicesOf(db: Reader, first: Document, to: number) {
  return pages(first, async (after) => {
    const current = await db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.order_number', 'invoices.order_number')
      .leftJoin('credit_notes', 'credit_notes.order_number', 'invoices.order_number')
      .select([
        'invoices.number',
        'invoices.issued_at',
        'invoices.data',
        'orders.status',
        // What is left of a changed order is taken back by a note for a part.
        sql<string | null>`coalesce(credit_notes.number, (select max(part_documents.number) from part_documents
          where part_documents.order_number = invoices.order_number and part_documents.kind = 'credit-note'))`.as(
          'note',
        ),
        ...PAYMENT,
      ])
      .where(within('invoices.issued_at', 'invoices.number', after, to))
      .orderBy('invoices.issued_at')
      .orderBy('invoices.number')
      .limit(BATCH)
      .execute();
    const reversed = await db
      .selectFrom('reversed_invoices')
      .select(['number', 'issued_at', 'data', 'note', sql<string>`note_reason`.as('status')])
      .where(within('issued_at', 'number', after, to))
      .orderBy('issued_at')
      .orderBy('number')
      .limit(BATCH)
      .execute();
    const parts = await partsAfter(db, 'invoice', after, to);
    return nextOf<InvoiceDocument>(
      current,
      reversed.map((row) => ({ ...row, ...NO_PAYMENT })),
      parts.map((row) => ({ ...row, ...NO_PAYMENT, status: 'changed', note: null })),
    );
  });
}

export function creditNotesOf(db: Reader, first: Document, to: number) {
  return pages(first, async (after) => {
    const current = await db
      .selectFrom('credit_notes')
      .innerJoin('invoices', 'invoices.order_number', 'credit_notes.order_number')
      .innerJoin('orders', 'orders.order_number', 'credit_notes.order_number')
      .select(['credit_notes.number', 'credit_notes.issued_at', 'credit_notes.reason', 'invoices.data', ...PAYMENT])
      .where(within('credit_notes.issued_at', 'credit_notes.number', after, to))
      .orderBy('credit_notes.issued_at')
      .orderBy('credit_notes.number')
      .limit(BATCH)
      .execute();
    const reversed = await db
      .selectFrom('reversed_invoices')
      .select(['note as number', 'note_issued_at as issued_at', 'note_reason as reason', 'data'])
      .where(within('note_issued_at', 'note', after, to))
      .orderBy('note_issued_at')
      .orderBy('note')
      .limit(BATCH)
      .execute();
    const parts = await partsAfter(db, 'credit-note', after, to);
    return nextOf<NoteDocument>(
      current,
      reversed.map((row) => ({ ...row, ...NO_PAYMENT })),
      parts.map((row) => ({ ...row, ...NO_PAYMENT })),
    );
  });
}

/** The documents for parts of orders. */
function partsAfter(db: Reader, kind: 'invoice' | 'credit-note', after: Document, to: number) {
  return db
    .selectFrom('part_documents')
    .select(['number', 'issued_at', 'reason', 'data'])
    .where('kind', '=', kind)
    .where(within('issued_at', 'number', after, to))
    .orderBy('issued_at')
    .orderBy('number')
    .limit(BATCH)
    .execute();
}

/** How many documents were issued from `from` to before `to` (epoch ms). */
export async function countDocuments(db: Reader, from: number, to: number) {
  const count = async (
    table: 'invoices' | 'credit_notes' | 'reversed_invoices',
    time: 'issued_at' | 'note_issued_at',
  ) => {
    const at = sql<number>`${sql.ref(time)}`;
    const documents = db.selectFrom(table).where(at, '>=', from).where(at, '<', to);
    const row = await documents.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  const parts = await db
    .selectFrom('part_documents')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('issued_at', '>=', from)
    .where('issued_at', '<', to)
    .groupBy('kind')
    .execute();
  const ofKind = (kind: 'invoice' | 'credit-note') => Number(parts.find((row) => row.kind === kind)?.count ?? 0);
  const reversed = {
    invoices: await count('reversed_invoices', 'issued_at'),
    notes: await count('reversed_invoices', 'note_issued_at'),
  };
  return {
    invoices: (await count('invoices', 'issued_at')) + reversed.invoices + ofKind('invoice'),
    creditNotes: (await count('credit_notes', 'issued_at')) + reversed.notes + ofKind('credit-note'),
  };
}
