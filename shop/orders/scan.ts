import { hasParcel, isOrderNumber, isOver, type OrderStatus, type PaymentStatus } from './order-status.ts';

/** Packing with a scanner: what a scan means, and which orders may be packed. */

/** The order number on a label, however a scanner or a person types it; null for another text. */
export function scannedOrder(text: string): string | null {
  const number = text.replace(/[^0-9a-z]/gi, '').toUpperCase();
  return isOrderNumber(number) ? number : null;
}

/** Why this order must not be packed now; null when it may be. */
export function packingFault({ status, paid }: { status: OrderStatus; paid: PaymentStatus }): string | null {
  if (status === 'cancelled') return 'Do not pack: this order was cancelled.';
  if (isOver(status) || hasParcel(status)) return 'Do not pack: this order has been sent already.';
  if (paid !== 'completed') return 'Do not pack: its payment is not verified.';
  return null;
}
