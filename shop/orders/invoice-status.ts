import type { OrderStatus, PaymentStatus } from './order-status.ts';

/** What decides about an invoice. */
export interface InvoiceState {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Paise or rupees: only whether there is anything to invoice. */
  total: number;
}

const SENT: readonly OrderStatus[] = ['shipped', 'out_for_delivery', 'delivered', 'returned'];

/**
 * Whether an order gets its invoice now: once its payment is verified, and at the latest when the goods leave the house (CGST
 * Act 31(1)), also when they leave unpaid. A cancelled order gets none any more; one that it has stays, as cancelled.
 */
export function invoiceDue({ status, paymentStatus, total }: InvoiceState): boolean {
  const open = status !== 'draft' && status !== 'cancelled' && total > 0;
  return open && (paymentStatus === 'completed' || SENT.includes(status));
}

/** Whether a page offers the download: an invoice is due, or may have been given before the order was cancelled. */
export function mayHaveInvoice(order: InvoiceState): boolean {
  return invoiceDue(order.status === 'cancelled' ? { ...order, status: 'pending' } : order);
}
