import { hasParcel, type OrderStatus, type PaymentStatus } from './order-status.ts';

/** The fields that decide whether an order has an invoice. */
export interface InvoiceState {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** Paise or rupees; only compared with 0. */
  total: number;
}

/**
 * Whether the invoice of an order is due: once its payment is verified, and at the latest when the
 * goods are shipped (CGST Act 31(1)), paid or not. A cancelled order gets no new invoice; an issued
 * invoice stays, marked as cancelled.
 */
export function invoiceDue({ status, paymentStatus, total }: InvoiceState): boolean {
  const open = status !== 'draft' && status !== 'cancelled' && total > 0;
  return open && (paymentStatus === 'completed' || hasParcel(status) || status === 'returned');
}

/**
 * Whether to offer the download: an invoice is due, or may have been issued before the order was
 * cancelled.
 */
export function mayHaveInvoice(order: InvoiceState): boolean {
  return invoiceDue(order.status === 'cancelled' ? { ...order, status: 'pending' } : order);
}
