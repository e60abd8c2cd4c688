import type { Insertable, Selectable } from 'kysely';
import { insertRows, prepared } from '#server/database/prepared.ts';
import type { InvoicesTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

export async function invoiceOfOrder(db: Reader, orderNumber: string): Promise<InvoiceRow | undefined> {
  const { rows } = await prepared(db, 'invoices.ofOrder', { orderNumber }, (slot) =>
    db.selectFrom('invoices').selectAll().where('order_number', '=', slot.orderNumber),
  );
  return rows[0];
}

/**
 * The next number in a financial year's series, from 1. The row stays locked until the transaction ends, and a rollback returns the
 * number: so the series has no gaps and no duplicates under concurrent requests.
 */
export async function nextCount(trx: Trx, year: string): Promise<number> {
  const { rows } = await prepared(trx, 'invoices.nextCount', { year }, (slot) =>
    trx
      .insertInto('invoice_series')
      .values({ financial_year: slot.year, next_number: 2 })
      .onConflict((conflict) =>
        conflict
          .column('financial_year')
          .doUpdateSet((eb) => ({ next_number: eb('invoice_series.next_number', '+', 1) })),
      )
      .returning('next_number'),
  );
  const [series] = rows;
  if (!series) throw new Error('The series of invoices gave no number.');
  return series.next_number - 1;
}

export function insertInvoice(trx: Trx, row: Insertable<InvoicesTable>): Promise<void> {
  return insertRows(trx, 'invoices', [row]);
}
