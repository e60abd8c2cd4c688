import type { Trx } from '#server/database/transact.ts';
import { financialYear } from '#shop/india/dates.ts';
import { creditNoteNumber, type InvoiceOrder, invoiceNumber, invoiceOf } from '#shop/orders/invoice.ts';
import { invoiceDue } from '#shop/orders/invoice-status.ts';
import { isOrderStatus } from '#shop/orders/orders.ts';
import type { Issuer } from '../order-terms.ts';
import {
  creditNoteOfOrder,
  insertCreditNote,
  insertInvoice,
  invoiceOfOrder,
  nextCount,
  reverseInvoice,
} from '../rows/invoices.queries.ts';
import { type LineRow, type OrderRow, readLines } from '../rows/orders.queries.ts';
import { discountsOf } from '../rows/wire.ts';

/**
 * Issues the invoice of an order once, when it is due (see `invoiceDue`): number and frozen data in
 * the caller's transaction. The caller holds the lock of the order's row (`lockOrder`), so that an
 * order never gets two numbers. An order that was cancelled, opened again (D53) and paid gets a new
 * one: a credit note has taken back the first, and this is another supply (CGST Act, sections 31
 * and 34).
 *
 * @returns the number when this call issued the invoice; null when there is one already or none is
 *   due
 */
export async function issueInvoice(trx: Trx, order: OrderRow, issuer: Issuer, at: number): Promise<string | null> {
  if (!isDue(order)) return null;
  const former = await invoiceOfOrder(trx, order.order_number);
  if (former) {
    const note = order.status === 'returned' ? undefined : await creditNoteOfOrder(trx, order.order_number);
    if (!note) return null;
    await reverseInvoice(trx, former, note);
  }
  const lines = await readLines(trx, [order.order_number]);
  const year = financialYear(at);
  const number = invoiceNumber(issuer.shop.brandName, year, await nextCount(trx, year));
  const invoice = invoiceOf(invoiceOrder(order, lines, issuer.defaultRateBp), issuer.shop, number, at);
  await insertInvoice(trx, {
    number,
    order_number: order.order_number,
    financial_year: year,
    data: JSON.stringify(invoice),
    issued_at: at,
  });
  return number;
}

/**
 * Issues the credit note for the invoice of an order that was cancelled or returned, once: it takes
 * back the whole invoice (CGST Act, section 34). The caller holds the lock of the order's row.
 */
export async function issueCreditNote(
  trx: Trx,
  orderNumber: string,
  reason: 'cancelled' | 'returned',
  at: number,
): Promise<void> {
  if (!(await invoiceOfOrder(trx, orderNumber)) || (await creditNoteOfOrder(trx, orderNumber))) return;
  const year = financialYear(at);
  const number = creditNoteNumber(year, await nextCount(trx, year, 'credit_note_series'));
  await insertCreditNote(trx, { number, order_number: orderNumber, financial_year: year, reason, issued_at: at });
}

/** `invoiceDue` for a stored order. */
export function isDue({ status, payment_status: paymentStatus, total }: OrderRow): boolean {
  return isOrderStatus(status) && invoiceDue({ status, paymentStatus, total });
}

function invoiceOrder(order: OrderRow, lines: LineRow[], defaultRateBp: number): InvoiceOrder {
  return {
    orderNumber: order.order_number,
    orderedAt: order.placed_at ?? order.created_at,
    buyer: {
      name: order.name,
      phone: order.phone,
      address: order.address,
      city: order.city,
      state: order.state,
      pincode: order.pincode,
      country: order.country,
      ...(order.gstin ? { gstin: order.gstin } : {}),
    },
    total: order.total,
    discounts: discountsOf(order),
    lines: lines.map((line) => ({
      name: line.name,
      size: line.size,
      quantity: line.quantity,
      price: line.price,
      ownDiscount: line.staff_discount + line.coupon_discount,
      hsn: line.hsn_code,
      rateBp: isUnknown(line) ? defaultRateBp : line.gst_rate_bp,
    })),
  };
}

/** An item that was recorded with the client's values: its rate of 0 means unknown (D22). */
function isUnknown(line: LineRow): boolean {
  return line.stock_size === null && line.hsn_code === '';
}
