import type { Trx } from '#server/database/transact.ts';
import { financialYear } from '#shop/india/dates.ts';
import { splitGst } from '#shop/india/india.ts';
import { toRupees } from '#shop/money/money.ts';
import { creditedOf } from '#shop/orders/changes/returns.ts';
import {
  creditNoteNumber,
  Invoice,
  type InvoiceLine,
  type InvoiceOrder,
  invoiceLines,
  invoiceNumber,
  invoiceOf,
  totalsOf,
} from '#shop/orders/invoice.ts';
import { invoiceDue } from '#shop/orders/invoice-status.ts';
import type { LinesPreview } from '#shop/orders/line-input.ts';
import { isOrderStatus } from '#shop/orders/orders.ts';
import {
  type Billed,
  billedTotal,
  billingDifference,
  furtherInvoice,
  partOf,
  withoutReturned,
} from '#shop/orders/part-invoice.ts';
import type { Issuer } from '../order-terms.ts';
import {
  creditNoteOfOrder,
  dropDueInvoice,
  type InvoiceRow,
  insertCreditNote,
  insertInvoice,
  insertPartDocument,
  invoiceOfOrder,
  nextCount,
  type PartDocumentRow,
  partDocumentsOf,
  reverseInvoice,
} from '../rows/invoices.queries.ts';
import { type LineRow, type OrderRow, readLines } from '../rows/orders.queries.ts';
import { returnsOf } from '../rows/returns.queries.ts';
import { discountsOf } from '../rows/wire.ts';

/**
 * Issues the invoice of an order once, when it is due (see `invoiceDue`): number and frozen data in
 * the caller's transaction. The caller holds the lock of the order's row (`lockOrder`), so that an
 * order never gets two numbers. An order that was cancelled, opened again (D53) and paid gets a new
 * one: a credit note has taken back the first, and this is another supply (CGST Act, sections 31
 * and 34).
 */
export async function issueInvoice(trx: Trx, order: OrderRow, issuer: Issuer, at: number): Promise<void> {
  await dropDueInvoice(trx, order.order_number);
  if (!isDue(order)) return;
  const former = await invoiceOfOrder(trx, order.order_number);
  if (former) {
    const note = order.status === 'returned' ? undefined : await creditNoteOfOrder(trx, order.order_number);
    if (!note) {
      await issueAgain(trx, order, issuer, at);
      return;
    }
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
}

/** The documents of an order that add up to nothing, since it was cancelled, and is paid now. */
async function issueAgain(trx: Trx, order: OrderRow, issuer: Issuer, at: number): Promise<void> {
  const papers = order.status === 'returned' ? null : await papersOf(trx, order.order_number);
  if (!papers || papers.parts.length === 0 || billedTotal(billedOf(papers)) !== 0) return;
  await settleInvoice(trx, order, { reason: 'changed', issuer, at });
}

/** The first invoice of an order, and the documents for parts of it. */
interface Papers {
  first: InvoiceRow;
  parts: PartDocumentRow[];
}

/** null without an invoice, or when one credit note has taken all of it back. */
async function papersOf(trx: Trx, orderNumber: string): Promise<Papers | null> {
  const first = await invoiceOfOrder(trx, orderNumber);
  if (!first || (await creditNoteOfOrder(trx, orderNumber))) return null;
  return { first, parts: await partDocumentsOf(trx, orderNumber) };
}

/**
 * Issues the credit note for an order that was cancelled or returned, once: it takes back the whole
 * invoice (CGST Act, section 34), or what is left of it. The caller holds the lock of the order's
 * row.
 */
export async function issueCreditNote(
  trx: Trx,
  order: OrderRow,
  reason: 'cancelled' | 'returned',
  at: number,
): Promise<void> {
  const { order_number: orderNumber } = order;
  const papers = await papersOf(trx, orderNumber);
  if (!papers) return;
  if (papers.parts.length > 0) {
    await writeDifference(trx, papers, { wanted: [], reason, at });
    return;
  }
  const year = financialYear(at);
  const number = creditNoteNumber(year, await nextCount(trx, year, 'credit_note_series'));
  await insertCreditNote(trx, { number, order_number: orderNumber, financial_year: year, reason, issued_at: at });
}

interface Settling {
  reason: 'changed' | 'returned';
  issuer: Issuer;
  at: number;
}

/**
 * Makes the documents of an order add up to what it costs now, without goods that came back. An
 * order without an invoice needs none.
 */
export async function settleInvoice(trx: Trx, order: OrderRow, { reason, issuer, at }: Settling): Promise<void> {
  const { order_number: orderNumber } = order;
  const papers = await papersOf(trx, orderNumber);
  if (!papers) return;
  const lines = await readLines(trx, [orderNumber]);
  const wanted = await wantedLines(trx, { order, lines, first: papers.first, issuer });
  await writeDifference(trx, papers, { wanted, reason, at });
}

interface Wanted {
  order: OrderRow;
  lines: InvoicedLines;
  first: InvoiceRow;
  issuer: Issuer;
}

/** The lines that all documents of an order together must have. */
async function wantedLines(trx: Trx, { order, lines, first, issuer }: Wanted): Promise<InvoiceLine[]> {
  const { kind, supply } = invoiceIn(first);
  const intra = supply === 'intra';
  const billing = { registered: kind === 'tax-invoice', intra };
  const all = invoiceLines(invoiceOrder(order, lines, issuer.defaultRateBp), billing);
  const returns = await returnsOf(trx, order.order_number);
  return withoutReturned(all, creditedOf(returns), (total, rateBp) => splitGst(total, rateBp, intra));
}

/** The documents that `settleInvoice` would issue for an order with these lines. */
export async function previewPapers(
  trx: Trx,
  order: OrderRow,
  lines: InvoicedLines,
  issuer: Issuer,
): Promise<LinesPreview['papers']> {
  const papers = await papersOf(trx, order.order_number);
  if (!papers) return [];
  const wanted = await wantedLines(trx, { order, lines, first: papers.first, issuer });
  const { goes, comes } = billingDifference(billedOf(papers), wanted);
  const documents = [
    { kind: 'credit-note' as const, lines: goes },
    { kind: 'invoice' as const, lines: comes },
  ];
  return documents
    .filter((paper) => paper.lines.length > 0)
    .map((paper) => {
      const { total, taxable } = totalsOf(paper.lines);
      const items = paper.lines.map((line) => ({
        name: line.description,
        quantity: line.quantity,
        total: toRupees(line.total),
      }));
      const sums = { total: toRupees(total), taxable: toRupees(taxable), tax: toRupees(total - taxable) };
      return { kind: paper.kind, ...sums, items };
    });
}

async function writeDifference(
  trx: Trx,
  papers: Papers,
  { wanted, reason, at }: { wanted: InvoiceLine[]; reason: PartDocumentRow['reason']; at: number },
): Promise<void> {
  const invoice = invoiceIn(papers.first);
  const { goes, comes } = billingDifference(billedOf(papers), wanted);
  const year = financialYear(at);
  const row = { order_number: papers.first.order_number, reason, financial_year: year, issued_at: at };
  // The series are locked in one sequence by all: invoices, then credit notes.
  if (comes.length > 0) {
    const number = invoiceNumber(invoice.seller.brandName, year, await nextCount(trx, year));
    const data = JSON.stringify(furtherInvoice(invoice, comes, { number, financialYear: year, issuedAt: at }));
    await insertPartDocument(trx, { ...row, number, kind: 'invoice', data });
  }
  if (goes.length > 0) {
    const number = creditNoteNumber(year, await nextCount(trx, year, 'credit_note_series'));
    const data = JSON.stringify(partOf(invoice, goes));
    await insertPartDocument(trx, { ...row, number, kind: 'credit-note', data });
  }
}

/** What the documents of an order say until now. */
function billedOf({ first, parts }: Papers): Billed[] {
  const later = parts.map(({ kind, data }) => ({ kind, lines: Invoice.parse(JSON.parse(data)).lines }));
  return [{ kind: 'invoice', lines: invoiceIn(first).lines }, ...later];
}

function invoiceIn({ data }: Pick<InvoiceRow, 'data'>): Invoice {
  return Invoice.parse(JSON.parse(data));
}

/** `invoiceDue` for a stored order. */
export function isDue({ status, payment_status: paymentStatus, total }: OrderRow): boolean {
  return isOrderStatus(status) && invoiceDue({ status, paymentStatus, total });
}

/** Lines of an order, stored or about to be. */
type InvoicedLines = readonly Omit<LineRow, 'order_number' | 'position'>[];

function invoiceOrder(order: OrderRow, lines: InvoicedLines, defaultRateBp: number): InvoiceOrder {
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
function isUnknown(line: Pick<LineRow, 'stock_size' | 'hsn_code'>): boolean {
  return line.stock_size === null && line.hsn_code === '';
}
