import type { Reader } from '#server/database/transact.ts';
import { mailsOfOrder } from '#server/mail/mail.queries.ts';
import { toRupees } from '#shop/money/money.ts';
import { shownUtr } from '#shop/money/upi.ts';
import type { OrderBackground, OrderHint } from '#shop/orders/order-calls.ts';
import { orderStatusOf } from '#shop/orders/orders.ts';
import { type OrderRow, ordersWithUtr } from '../rows/orders.queries.ts';
import { paymentsOfOrder } from '../rows/payments.queries.ts';
import { ordersOfPhone } from './lists.queries.ts';

/** Maximum number of orders in the admin's hints; the newest come first. */
const HINTS = 20;

/** The emails and payment decisions of an order, and other orders with the same UTR or phone. */
export async function readBackground(db: Reader, row: OrderRow): Promise<OrderBackground> {
  const sameUtr = row.utr === null ? [] : await ordersWithUtr(db, row.utr);
  const samePhone = row.phone === '' ? [] : await ordersOfPhone(db, row.phone, HINTS + 1);
  const mails = await mailsOfOrder(db, row.order_number);
  const payments = await paymentsOfOrder(db, row.order_number);
  return {
    hints: { sameUtr: hints(sameUtr, row), samePhone: hints(samePhone, row) },
    mails: mails.map((mail) => ({
      id: mail.id,
      kind: mail.kind,
      to: mail.recipient,
      subject: mail.subject,
      status: mail.status,
      isFile: mail.is_file === 1,
      tries: mail.tries,
      lastError: mail.last_error,
      createdAt: mail.created_at,
      nextTryAt: mail.status === 'queued' ? mail.next_try_at : null,
      sentAt: mail.sent_at,
    })),
    payments: payments.map((payment) => ({
      status: payment.status,
      utrNumber: shownUtr({ ...payment, utr_typed: row.utr_typed }),
      amount: toRupees(payment.amount),
      by: payment.decided_by,
      at: payment.decided_at,
      note: payment.note,
      ...(payment.proved_by ? { provedBy: payment.proved_by } : {}),
    })),
  };
}

function hints(rows: OrderRow[], self: OrderRow): OrderHint[] {
  return rows
    .filter((row) => row.order_number !== self.order_number)
    .slice(0, HINTS)
    .map((row) => ({
      orderNumber: row.order_number,
      status: orderStatusOf(row.status),
      name: row.name,
      total: toRupees(row.total),
      createdAt: row.created_at,
    }));
}
