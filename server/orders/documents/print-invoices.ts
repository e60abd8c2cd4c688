import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import type { TermsSource } from '../order-terms.ts';
import { ensureInvoice } from './ensure-invoice.ts';
import { ordersOf } from './papers.queries.ts';

/**
 * The invoices of these orders as one PDF in pieces, in the sequence of the numbers. Orders without
 * one are left out. The audit log records it, since they name buyers.
 *
 * @throws ShopError order_not_found, invoice_not_found (none of them has one)
 */
export async function printInvoices(
  context: ServiceContext,
  orders: TermsSource,
  numbers: string[],
  actor: Actor,
): Promise<{ name: string; pieces: AsyncGenerator<Buffer> }> {
  const { db } = context.database;
  const rows = new Map((await ordersOf(db, numbers)).map((row) => [row.order_number, row]));
  if (rows.size < numbers.length) throw new ShopError('order_not_found');
  const documents: { data: string; cancelled: boolean }[] = [];
  for (const number of numbers) {
    const row = rows.get(number);
    const invoice = row && (await ensureInvoice(context, orders, row));
    if (invoice) documents.push({ data: invoice.data, cancelled: row.status === 'cancelled' });
  }
  if (documents.length === 0) {
    throw new ShopError('invoice_not_found', { message: 'None of these orders has an invoice yet.' });
  }
  const at = context.now();
  await writeAudit(db, { at, actor, action: 'export', entity: 'invoice', entityId: '', after: { orders: numbers } });
  const { invoiceBook } = await import('./pdf.ts');
  const day = isoDay(at);
  return {
    name: `invoices-${day}-${documents.length}.pdf`,
    pieces: invoiceBook(`Invoices ${day}`, parsed(documents), at),
  };
}

async function* parsed(documents: readonly { data: string; cancelled: boolean }[]) {
  for (const { data, cancelled } of documents) {
    yield { invoice: Invoice.parse(JSON.parse(data)), printed: { cancelled } };
  }
}
