import { type Insertable, type Selectable, sql } from 'kysely';
import { insertRows } from '#server/database/rows.ts';
import type { CreditNotesTable, InvoicesTable, PartDocumentsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';

export type InvoiceRow = Selectable<InvoicesTable>;
export type CreditNoteRow = Selectable<CreditNotesTable>;
export type PartDocumentRow = Selectable<PartDocumentsTable>;

export function invoiceOfOrder(db: Reader, orderNumber: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
}

/** The invoices and credit notes that these orders have now, by order number. */
export async function documentsOfOrders(db: Reader, orderNumbers: readonly string[]) {
  const rows = await db
    .selectFrom('invoices')
    .leftJoin('credit_notes', 'credit_notes.order_number', 'invoices.order_number')
    .select(['invoices.order_number', 'invoices.data', 'credit_notes.number as note'])
    .where('invoices.order_number', 'in', orderNumbers)
    .execute();
  return new Map(rows.map((row) => [row.order_number, row]));
}

/** Remembers that the invoice of an order is due; it may have been issued already. */
export async function noteDueInvoice(trx: Trx, orderNumber: string, at: number): Promise<void> {
  await trx
    .insertInto('due_invoices')
    .values({ order_number: orderNumber, due_at: at })
    .onConflict((conflict) => conflict.column('order_number').doNothing())
    .execute();
}

/** The orders that `noteDueInvoice` has noted until then (epoch ms), the oldest first. */
export async function ordersWithDueInvoice(db: Reader, until: number): Promise<string[]> {
  const noted = db.selectFrom('due_invoices').select('order_number').where('due_at', '<=', until);
  return (await noted.orderBy('due_at').execute()).map((row) => row.order_number);
}

export async function hasDueInvoice(trx: Trx, orderNumber: string): Promise<boolean> {
  const noted = trx.selectFrom('due_invoices').select('order_number').where('order_number', '=', orderNumber);
  return (await noted.executeTakeFirst()) !== undefined;
}

export async function dropDueInvoice(trx: Trx, orderNumber: string): Promise<void> {
  await trx.deleteFrom('due_invoices').where('order_number', '=', orderNumber).execute();
}

/**
 * The next number in a financial year's series, from 1. The row stays locked until the transaction
 * ends, and a rollback returns the number: so the series has no gaps and no duplicates under
 * concurrent requests.
 */
export async function nextCount(
  trx: Trx,
  year: string,
  table: 'invoice_series' | 'credit_note_series' = 'invoice_series',
): Promise<number> {
  const series = await trx
    .insertInto(table)
    .values({ financial_year: year, next_number: 2 })
    .onConflict((conflict) =>
      conflict.column('financial_year').doUpdateSet({ next_number: sql`${sql.ref(`${table}.next_number`)} + 1` }),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow();
  return series.next_number - 1;
}

export function insertInvoice(trx: Trx, row: Insertable<InvoicesTable>): Promise<void> {
  return insertRows(trx, 'invoices', [row]);
}

export function creditNoteOfOrder(db: Reader, orderNumber: string): Promise<CreditNoteRow | undefined> {
  return db.selectFrom('credit_notes').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
}

export async function insertCreditNote(trx: Trx, row: Insertable<CreditNotesTable>): Promise<void> {
  await trx.insertInto('credit_notes').values(row).execute();
}

/**
 * Makes room for another invoice of an order whose invoice was taken back: an order has one of
 * each.
 */
export async function reverseInvoice(trx: Trx, invoice: InvoiceRow, note: CreditNoteRow): Promise<void> {
  const { number, order_number, data, issued_at } = invoice;
  await trx.deleteFrom('credit_notes').where('number', '=', note.number).execute();
  await trx.deleteFrom('invoices').where('number', '=', number).execute();
  const reversal = { note: note.number, note_reason: note.reason, note_issued_at: note.issued_at };
  await trx
    .insertInto('reversed_invoices')
    .values({ number, order_number, data, issued_at, ...reversal })
    .execute();
}

/** The documents for parts of an order, oldest first. */
export function partDocumentsOf(db: Reader, orderNumber: string): Promise<PartDocumentRow[]> {
  return db
    .selectFrom('part_documents')
    .selectAll()
    .where('order_number', '=', orderNumber)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
}

export function insertPartDocument(trx: Trx, row: Insertable<PartDocumentsTable>): Promise<void> {
  return insertRows(trx, 'part_documents', [row]);
}
