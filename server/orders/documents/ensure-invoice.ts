import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { lockOrder } from '../lifecycle/change-order.ts';
import { isDue, issueInvoice } from '../lifecycle/issue-invoice.ts';
import type { TermsSource } from '../order-terms.ts';
import { creditNoteOfOrder, type InvoiceRow, invoiceOfOrder } from '../rows/invoices.queries.ts';
import type { OrderRow } from '../rows/orders.queries.ts';

/**
 * The invoice of an order. One that is due but missing (the payment was verified this second, an
 * imported order, or one from before invoices) is issued now, also when a credit note has taken
 * back the one that is there (an order that earlier versions opened again).
 */
export async function ensureInvoice(
  context: ServiceContext,
  orders: TermsSource,
  order: OrderRow,
): Promise<InvoiceRow | undefined> {
  const { db } = context.database;
  const { order_number: orderNumber, status } = order;
  const stored = await invoiceOfOrder(db, orderNumber);
  if (!isDue(order)) return stored;
  const isTakenBack = status !== 'returned' && (await creditNoteOfOrder(db, orderNumber)) !== undefined;
  if (stored && !isTakenBack) return stored;
  await issueNow(context, orders, orderNumber);
  return invoiceOfOrder(db, orderNumber);
}

/** Issues the invoice of an order if it is due and missing. */
export async function issueNow(context: ServiceContext, orders: TermsSource, orderNumber: string): Promise<void> {
  const { issuer } = await orders.terms();
  await transact(context, async ({ trx }) => {
    await issueInvoice(trx, await lockOrder(trx, orderNumber), issuer, context.now());
  });
}
