import type { Database } from '#server/database/connect.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import { isoDay, ZONE_MS } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { shownUtr } from '#shop/money/upi.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import { isOrderStatus, statusLabel } from '#shop/orders/orders.ts';
import type { Cell } from '#shop/text/csv-cell.ts';
import { documentsOfOrders } from '../rows/invoices.queries.ts';
import { cancelReason } from '../rows/notes.ts';
import * as queries from '../rows/orders.queries.ts';
import { attentionOf } from '../rows/wire.ts';
import type { OrderFilter } from './lists.queries.ts';
import { ordersAfter } from './lists.queries.ts';

/** Orders per piece: the whole file is never in memory. */
const BATCH = 500;

const COLUMNS = [
  'Order number',
  'Placed',
  'Status',
  'Payment',
  'UTR',
  'Items',
  'Subtotal',
  'Discount',
  'Total',
  'Paid',
  'Name',
  'Phone',
  'Email',
  'Address',
  'City',
  'State',
  'PIN code',
  'Country',
  'Order note',
  'Gift message',
  'Needs attention',
  'Courier',
  'Tracking number',
  'Cancel reason',
  'GSTIN',
  'Invoice number',
  'Invoice date',
  'Credit note',
  'Taxable value',
  'CGST',
  'SGST/UTGST',
  'IGST',
  'Refunded',
] as const;

/**
 * The orders of a filter as CSV in pieces, newest first: RFC 4180, UTF-8 with a byte order mark, so
 * that spreadsheet programs read ₹ and Devanagari. Amounts are in rupees. Cells that a spreadsheet
 * would run as formulas get an apostrophe in front, and UTR, phone and tracking number keep their
 * digits.
 */
export async function* exportOrders(database: Database, filter: OrderFilter): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([[...COLUMNS]])}`;
  let last: { created_at: number; order_number: string } | undefined;
  for (;;) {
    const rows = await ordersAfter(database.db, filter, last, BATCH);
    if (rows.length === 0) return;
    const numbers = rows.map((row) => row.order_number);
    const lines = Map.groupBy(await queries.readLines(database.db, numbers), (line) => line.order_number);
    const documents = await documentsOfOrders(database.db, numbers);
    yield csvLines(
      rows.map((row) => [
        ...cellsOf(row, lines.get(row.order_number) ?? []),
        ...taxCells(row, documents.get(row.order_number)),
      ]),
    );
    last = rows.at(-1);
  }
}

function cellsOf(row: queries.OrderRow, lines: queries.LineRow[]): Cell[] {
  return [
    row.order_number,
    // A sortable time in India.
    new Date(row.created_at + ZONE_MS).toISOString().slice(0, 19).replace('T', ' '),
    isOrderStatus(row.status) ? statusLabel(row.status) : row.status,
    row.payment_status,
    { code: shownUtr(row) ?? '' },
    lines.map((line) => `${line.quantity} × ${line.name} (${line.size})`).join('; '),
    toRupees(row.subtotal),
    toRupees(row.discount),
    toRupees(row.total),
    row.paid_amount === null ? '' : toRupees(row.paid_amount),
    row.name,
    { code: row.phone },
    row.email,
    row.address,
    row.city,
    row.state,
    row.pincode,
    row.country,
    row.order_note,
    row.gift_message === null ? '' : row.gift_message || 'Gift, no message',
    attentionOf(row).join('; '),
    row.courier,
    { code: row.courier_tracking },
    cancelReason(row, 'en'),
  ];
}

/** What the accountant needs; empty amounts without an invoice. */
function taxCells(row: queries.OrderRow, document: { data: string; note: string | null } | undefined): Cell[] {
  const refunded = toRupees(row.refunded);
  const gstin = { code: row.gstin };
  if (!document) return [gstin, '', '', '', '', '', '', '', refunded];
  const { number, issuedAt, totals } = Invoice.parse(JSON.parse(document.data));
  const amounts = [totals.taxable, totals.cgst, totals.sgst, totals.igst].map(toRupees);
  return [gstin, number, isoDay(issuedAt), document.note ?? '', ...amounts, refunded];
}
