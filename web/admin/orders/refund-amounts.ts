import { toPaise, toRupees } from '#shop/money/money.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { isOver } from '#shop/orders/payments/progress.ts';

/**
 * What was received for an order, what of it has not been refunded yet, and what is due. Rupees, calculated in paise: as rupees
 * 1036.1 − 500.2 is 535.8999999999999.
 */
export function refundAmounts({ payment, pricing, status }: Pick<AdminOrder, 'payment' | 'pricing' | 'status'>) {
  const received = toPaise(payment.paidAmount ?? pricing.total);
  const refunded = toPaise(payment.refunded ?? 0);
  const left = received - refunded;
  const due = Math.max(0, left - toPaise(payment.kept ?? 0) - (isOver(status) ? 0 : toPaise(pricing.total)));
  return { received: toRupees(received), refunded: toRupees(refunded), left: toRupees(left), due: toRupees(due) };
}
