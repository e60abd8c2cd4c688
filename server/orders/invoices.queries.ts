import type { Insertable, Selectable } from 'kysely';
import type { InvoicesTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

export function invoiceOfOrder(db: Reader, orderNumber: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('invoices').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
}

/**
 * The next number in a financial year's series, from 1. The row stays locked until the transaction ends, and a rollback returns the
 * number: so the series has no gaps and no duplicates under concurrent requests.
 */
export async function nextCount(trx: Trx, year: string): Promise<number> {
  const { next_number } = await trx
    .insertInto('invoice_series')
    .values({ financial_year: year, next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .column('financial_year')
        .doUpdateSet((eb) => ({ next_number: eb('invoice_series.next_number', '+', 1) })),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow();
  return next_number - 1;
}

export async function insertInvoice(trx: Trx, row: Insertable<InvoicesTable>): Promise<void> {
  await trx.insertInto('invoices').values(row).execute();
}
