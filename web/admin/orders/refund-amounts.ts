import { toPaise, toRupees } from '#shop/money/money.ts';
import { owed } from '#shop/orders/changes/refund.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';

/**
 * What was received for an order, what of it has not been refunded yet, and what is due. Rupees,
 * calculated in paise: as rupees 1036.1 − 500.2 is 535.8999999999999.
 */
export function refundAmounts({ payment, pricing, status }: Pick<AdminOrder, 'payment' | 'pricing' | 'status'>) {
  const total = toPaise(pricing.total);
  const received = toPaise(payment.paidAmount ?? pricing.total);
  const refunded = toPaise(payment.refunded ?? 0);
  const back = { kept: toPaise(payment.kept ?? 0), returned: toPaise(payment.returned ?? 0) };
  const due = owed({ status, total, paid_amount: received, refunded, ...back });
  return {
    received: toRupees(received),
    refunded: toRupees(refunded),
    left: toRupees(received - refunded),
    due: toRupees(due),
  };
}
