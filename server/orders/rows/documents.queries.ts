import type { Reader } from '#server/database/transact.ts';
import { toRupees } from '#shop/money/money.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import type { OrderDocument } from '#shop/orders/line-input.ts';
import { creditNoteOfOrder, invoiceOfOrder, partDocumentsOf } from './invoices.queries.ts';

/** An invoice or a credit note of an order, as it is printed. */
export interface PrintedDocument {
  kind: 'invoice' | 'credit-note';
  number: string;
  /** Epoch ms. */
  issuedAt: number;
  /** Why a credit note was issued. */
  reason: 'changed' | 'cancelled' | 'returned' | null;
  /** Of a credit note: the lines that it takes back. */
  invoice: Invoice;
}

/** The documents that an order has now, oldest first; the first is its invoice. */
export async function printedDocuments(db: Reader, orderNumber: string): Promise<PrintedDocument[]> {
  const first = await invoiceOfOrder(db, orderNumber);
  if (!first) return [];
  const note = await creditNoteOfOrder(db, orderNumber);
  const invoice = parse(first.data);
  const parts = (await partDocumentsOf(db, orderNumber)).map(({ kind, number, issued_at, reason, data }) => ({
    kind,
    number,
    issuedAt: issued_at,
    reason,
    invoice: parse(data),
  }));
  const whole = note
    ? [{ kind: 'credit-note' as const, number: note.number, issuedAt: note.issued_at, reason: note.reason, invoice }]
    : [];
  return [
    { kind: 'invoice', number: first.number, issuedAt: first.issued_at, reason: null, invoice },
    ...parts,
    ...whole,
  ];
}

/** The documents of an order, as the API lists them. */
export async function orderDocuments(db: Reader, orderNumber: string): Promise<OrderDocument[]> {
  const documents = await printedDocuments(db, orderNumber);
  return documents.map(({ kind, number, issuedAt, invoice }) => ({
    kind,
    number,
    issuedAt,
    total: toRupees(invoice.totals.total),
  }));
}

function parse(data: string): Invoice {
  return Invoice.parse(JSON.parse(data));
}
