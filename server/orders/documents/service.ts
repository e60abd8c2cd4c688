import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { LIMITS, limitReads } from '#server/http/limits.ts';
import type { Attachment } from '#server/mail/delivery.ts';
import { ShopError } from '#shop/errors.ts';
import { invoiceFileName } from '#shop/orders/invoice.ts';
import { opensOrder } from '../access/credentials.ts';
import type { TermsSource } from '../order-terms.ts';
import { printedDocuments } from '../rows/documents.queries.ts';
import { type OrderRow, readOrder } from '../rows/orders.queries.ts';
import { ensureInvoice } from './ensure-invoice.ts';
import { createInvoiceIssuing } from './issue-due.ts';
import { printInvoices } from './print-invoices.ts';

const pdf = () => import('./pdf.ts');

/** The reader of an invoice: staff, or a shopper with the order's secret. */
export type InvoiceReader = 'staff' | { accessToken: string | undefined };

export type InvoicesService = ReturnType<typeof createInvoicesService>;

/**
 * Invoices and credit notes as PDF files (D32, D34). A change of the order makes the invoice due, and
 * it is issued within seconds (`createInvoiceIssuing`) or when it is asked for (`ensureInvoice`).
 */
export function createInvoicesService(context: ServiceContext, deps: { orders: TermsSource }) {
  const { db } = context.database;

  /**
   * Counts the PDFs of a guest: each is typeset anew.
   *
   * @throws ShopError order_not_found (also for a wrong token), too_many_attempts
   */
  async function readable(orderNumber: string, reader: InvoiceReader): Promise<OrderRow> {
    const order = await readOrder(db, orderNumber);
    if (!order || (reader !== 'staff' && !(await opensOrder(db, order, reader.accessToken, context.now())))) {
      throw new ShopError('order_not_found');
    }
    if (reader !== 'staff') await limitReads(context, 'invoice', orderNumber, LIMITS.invoice);
    return order;
  }

  /**
   * The invoice of an order as a PDF, or a further one, built from its frozen data; null when there
   * is none. See `ensureInvoice`.
   */
  async function invoiceFile(order: OrderRow, number?: string): Promise<Attachment | null> {
    await ensureInvoice(context, deps.orders, order);
    const invoices = (await printedDocuments(db, order.order_number)).filter(({ kind }) => kind === 'invoice');
    const found = number === undefined ? invoices[0] : invoices.find((one) => one.number === number);
    if (!found) return null;
    const content = await (await pdf()).invoicePdf(found.invoice, { cancelled: order.status === 'cancelled' });
    return { filename: invoiceFileName(found.number), contentType: 'application/pdf', content };
  }

  return {
    ...createInvoiceIssuing(context, deps.orders),

    /**
     * The invoice of an order as a PDF, or a further one.
     *
     * @throws ShopError order_not_found (also for a wrong token), too_many_attempts,
     *   invoice_not_found
     */
    async pdf(orderNumber: string, reader: InvoiceReader, number?: string): Promise<Attachment> {
      const file = await invoiceFile(await readable(orderNumber, reader), number);
      if (!file) {
        throw new ShopError('invoice_not_found');
      }
      return file;
    },

    /** The invoice of an order for a mail; null when there is none. */
    async attachment(orderNumber: string): Promise<Attachment | null> {
      const order = await readOrder(db, orderNumber);
      return order ? invoiceFile(order) : null;
    },

    /** The invoices of several orders as one PDF in pieces. @throws see `printInvoices` */
    print: (numbers: string[], actor: Actor) => printInvoices(context, deps.orders, numbers, actor),

    /**
     * A credit note of an order as a PDF; without a number the last one.
     *
     * @throws ShopError order_not_found (also for a wrong token), too_many_attempts,
     *   credit_note_not_found
     */
    async creditNotePdf(orderNumber: string, reader: InvoiceReader, number?: string): Promise<Attachment> {
      await readable(orderNumber, reader);
      const notes = (await printedDocuments(db, orderNumber)).filter(({ kind }) => kind === 'credit-note');
      const note = number === undefined ? notes.at(-1) : notes.find((one) => one.number === number);
      if (!note?.reason) throw new ShopError('credit_note_not_found');
      const { issuedAt, reason, invoice } = note;
      const content = await (await pdf()).invoicePdf(invoice, { note: { number: note.number, issuedAt, reason } });
      return { filename: invoiceFileName(note.number, 'Credit-Note'), contentType: 'application/pdf', content };
    },
  };
}
