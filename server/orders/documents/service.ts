import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { Attachment } from '#server/mail/mail.service.ts';
import { ShopError } from '#shop/errors.ts';
import { Invoice, invoiceFileName } from '#shop/orders/invoice.ts';
import { opensOrder } from '../credentials.ts';
import { invoiceOfOrder } from '../invoices.queries.ts';
import { lockOrder } from '../lifecycle/change-order.ts';
import { isDue, issueInvoice } from '../lifecycle/issue-invoice.ts';
import { type OrderRow, readOrder } from '../queries.ts';
import type { TermsSource } from '../terms.ts';
import { invoicePdf } from './pdf.ts';

/** The reader of an invoice: staff, or a shopper with the order's secret. */
export type InvoiceReader = 'staff' | { accessToken: string | undefined };

export type InvoicesService = ReturnType<typeof createInvoicesService>;

/** Invoices as PDF files (D32, D34). `issueInvoice` issues them when a payment is verified or the order is shipped. */
export function createInvoicesService(context: ServiceContext, deps: { orders: TermsSource }) {
  return {
    /**
     * The invoice of an order as a PDF. An invoice that is due but missing (an imported order, or one from before invoices) is issued now.
     *
     * @throws ShopError order_not_found (also for a wrong token), invoice_not_found
     */
    async pdf(orderNumber: string, reader: InvoiceReader): Promise<Attachment> {
      const order = await readOrder(context.database.db, orderNumber);
      const opens = async (row: OrderRow) =>
        reader === 'staff' || (await opensOrder(context.database.db, row, reader.accessToken, context.now()));
      if (!order || !(await opens(order))) {
        throw new ShopError('order_not_found');
      }
      if (isDue(order) && !(await invoiceOfOrder(context.database.db, orderNumber))) {
        const { issuer } = await deps.orders.terms();
        await transact(context, async ({ trx }) => {
          await issueInvoice(trx, await lockOrder(trx, context, orderNumber), issuer, context.now());
        });
      }
      const file = await storedInvoice(context, orderNumber);
      if (!file) {
        throw new ShopError('invoice_not_found');
      }
      return file;
    },
  };
}

/** The PDF of an order's invoice, built from its frozen data; null when it has none. Also used for mail attachments. */
export async function storedInvoice(context: ServiceContext, orderNumber: string): Promise<Attachment | null> {
  const { db } = context.database;
  const row = await invoiceOfOrder(db, orderNumber);
  const order = await readOrder(db, orderNumber);
  if (!row || !order) {
    return null;
  }
  const invoice = Invoice.parse(JSON.parse(row.data));
  const content = await invoicePdf(invoice, { cancelled: order.status === 'cancelled' });
  return { filename: invoiceFileName(row.number), contentType: 'application/pdf', content };
}
