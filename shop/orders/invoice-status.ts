import { hasParcel, type OrderStatus, type PaymentStatus } from './order-status.ts';
import { hasPapers } from './papers.ts';

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

/** Rupees; some states ask only above more for goods that stay inside them. */
const EWAY_ABOVE = 50_000;

/** Whether the parcel of an order may need an e-way bill (CGST Rules, rule 138). `total` in rupees. */
export function mayNeedEwayBill({ status, total }: Pick<InvoiceState, 'status' | 'total'>): boolean {
  return total > EWAY_ABOVE && status !== 'delivered' && hasPapers(status);
}
