import { speaking } from '#server/language.ts';
import { formatDate } from '#shop/india/dates.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { formatPaise } from '#shop/money/money.ts';
import type { Invoice } from '#shop/orders/invoice.ts';
import {
  BOTTOM,
  cellSoft,
  INK,
  LEAF,
  LEFT,
  label,
  PAD,
  RIGHT,
  rule,
  SOFT,
  soft,
  strong,
  TOP,
  text,
  WIDTH,
} from './invoice-page.ts';
import { itemTable } from './invoice-table.ts';
import { leading, PAGE, type Style, Typesetter } from './typesetter.ts';

/** The credit note that takes back an invoice. */
interface PrintedNote {
  number: string;
  /** Epoch ms. */
  issuedAt: number;
  reason: keyof typeof REASONS;
}

const REASONS = { changed: 'Order changed', cancelled: 'Order cancelled', returned: 'Goods returned' };

export interface Printed {
  /** The order was cancelled after the invoice was issued; every page is marked. */
  cancelled?: boolean;
  /** The credit note is printed, not the invoice. */
  note?: PrintedNote;
}

/**
 * The invoice, or its credit note, as a PDF (A4, as many pages as its lines need). The same
 * document always gives the same bytes.
 */
export async function invoicePdf(invoice: Invoice, printed: Printed): Promise<Buffer> {
  const { note } = printed;
  const made = new Date(note?.issuedAt ?? invoice.issuedAt);
  const page = new Typesetter({
    Title: `${titleOf(invoice, note)} ${(note ?? invoice).number}`,
    Author: invoice.seller.legalName,
    CreationDate: made,
    ModDate: made,
  });
  set(page, invoice, printed);
  return page.end();
}

/**
 * Many invoices and credit notes as one PDF in pieces, each on pages of its own. Only one of them
 * is in memory at once.
 */
export async function* invoiceBook(
  title: string,
  documents: AsyncIterable<{ invoice: Invoice; printed: Printed }>,
  at: number,
): AsyncGenerator<Buffer> {
  const made = new Date(at);
  const page = new Typesetter({ Title: title, CreationDate: made, ModDate: made }, undefined, true);
  let first = true;
  for await (const { invoice, printed } of documents) {
    if (!first) page.doc.addPage();
    first = false;
    set(page, invoice, printed);
    yield page.flush();
    // Lets other requests through.
    await new Promise(setImmediate);
  }
  yield page.end();
}

/** Sets a document from the current page on. */
function set(page: Typesetter, invoice: Invoice, { cancelled, note }: Printed): void {
  let y = heading(page, invoice, note);
  y = parties(page, invoice, y);
  y = itemTable(page, invoice, y);
  closing(page, invoice, note, y);
  const { start, count } = page.doc.bufferedPageRange();
  for (let index = start; index < start + count; index++) {
    page.doc.switchToPage(index);
    foot(page, invoice, note, index - start + 1, count);
    if (cancelled) cancelledMark(page);
  }
}

/** In English, like all of the paper, whatever the language of the page that asks for it. */
function dateOf(ms: number): string {
  return speaking('en', () => formatDate(ms));
}

function titleOf({ kind }: Invoice, note: PrintedNote | undefined): string {
  if (note) return 'Credit Note';
  return kind === 'tax-invoice' ? 'Tax Invoice' : 'Invoice';
}

/** The seller on the left, title and dates of the document on the right. */
function heading(page: Typesetter, invoice: Invoice, note: PrintedNote | undefined): number {
  const { seller } = invoice;
  const half = WIDTH / 2 - 12;
  let y = TOP;
  page.line(seller.brandName, LEFT, y, { size: 20, bold: true, color: LEAF }, { width: half, align: 'left' });
  y += 30;
  y = page.block(seller.legalName, LEFT, y, half, strong);
  const town = [seller.city, [seller.state, seller.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  for (const line of [seller.address, town, [seller.phone, seller.email].filter(Boolean).join(' · ')]) {
    if (line) y = page.block(line, LEFT, y, half, soft);
  }
  for (const [name, value] of [
    ['GSTIN', seller.gstin],
    ['FSSAI Licence No.', seller.fssaiLicence],
  ]) {
    if (value) y = page.block(`${name}: ${value}`, LEFT, y, half, text);
  }

  const at = LEFT + WIDTH / 2 + 12;
  const box = { width: half, align: 'right' as const };
  page.line(titleOf(invoice, note).toUpperCase(), at, TOP + 2, { size: 16, bold: true, color: INK }, box);
  page.line('Original for Recipient', at, TOP + 24, cellSoft, box);
  const facts: [string, string][] = [
    ...(note
      ? ([
          ['Credit Note No.', note.number],
          ['Credit Note Date', dateOf(note.issuedAt)],
          ['Reason', REASONS[note.reason]],
        ] as [string, string][])
      : []),
    ['Invoice No.', invoice.number],
    ['Invoice Date', dateOf(invoice.issuedAt)],
    ['Order No.', invoice.orderNumber],
    ['Order Date', dateOf(invoice.orderedAt)],
  ];
  let factY = TOP + 42;
  for (const [name, value] of facts) {
    page.line(name, at, factY, soft);
    page.line(value, at + 80, factY, strong, { width: half - 80, align: 'right' });
    factY += leading(text) + 2;
  }
  return rule(page, Math.max(y, factY) + 8);
}

function parties(page: Typesetter, invoice: Invoice, top: number): number {
  const { buyer, placeOfSupply: place } = invoice;
  const half = WIDTH / 2 - 12;
  let y = top + 8;
  page.line('BILLED AND DELIVERED TO', LEFT, y, label);
  y += leading(label) + 2;
  const town = [buyer.city, [buyer.state, buyer.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  y = page.block(buyer.name || '–', LEFT, y, half, strong);
  for (const line of [buyer.address, town, buyer.country]) {
    if (line) y = page.block(line, LEFT, y, half, text);
  }
  if (buyer.gstin) y = page.block(`GSTIN: ${buyer.gstin}`, LEFT, y, half, text);
  if (buyer.stateCode) y = page.block(`State Code: ${buyer.stateCode}`, LEFT, y, half, soft);
  const phone = internationalPhone(buyer.phone, buyer.country);
  if (phone) y = page.block(`Phone: ${phone}`, LEFT, y, half, soft);

  const at = LEFT + WIDTH / 2 + 12;
  let factY = top + 8;
  page.line('SUPPLY', at, factY, label);
  factY += leading(label) + 2;
  const facts: [string, string][] = [
    ['Place of Supply', place.code ? `${place.name} (${place.code})` : place.name],
    ['Reverse Charge', invoice.reverseCharge],
  ];
  for (const [name, value] of facts) {
    page.line(name, at, factY, soft);
    const lines = page.wrap(value, half - 90, strong);
    for (const line of lines) {
      page.line(line, at + 90, factY, strong, { width: half - 90, align: 'right' });
      factY += leading(strong);
    }
    factY += 2;
  }
  if (invoice.supply === 'export' && invoice.kind === 'tax-invoice') {
    factY = page.block('SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX', at, factY, half, cellSoft);
  }
  return Math.max(y, factY) + 12;
}

/** Totals, the amount in words, and the seller's signature, kept together on one page. */
function closing(page: Typesetter, invoice: Invoice, note: PrintedNote | undefined, top: number): void {
  const { totals, seller } = invoice;
  const notes = [
    invoice.kind === 'tax-invoice'
      ? 'All amounts are in Indian rupees (₹). Prices include GST; the tax shown is contained in them.'
      : 'All amounts are in Indian rupees (₹). The seller is not registered under GST: no tax is charged.',
    ...(invoice.demo
      ? ['Demonstration shop: the seller’s details are examples. This is not a valid document for tax purposes.']
      : []),
  ];
  const left = WIDTH * 0.55;
  const words = page.wrap(invoice.amountInWords, left, strong);
  const noteLines = notes.flatMap((note) => page.wrap(note, left, cellSoft));
  const sums = sumsOf(invoice);
  const height = Math.max(
    30 + words.length * leading(strong) + noteLines.length * leading(cellSoft),
    sums.length * 14 + 20 + 76,
  );
  let y = top + 14;
  if (y + height > BOTTOM) {
    page.doc.addPage();
    y = TOP;
  }

  let at = y;
  page.line('AMOUNT IN WORDS', LEFT, at, label);
  at += leading(label) + 2;
  for (const line of words) {
    page.line(line, LEFT, at, strong);
    at += leading(strong);
  }
  at += 10;
  for (const line of noteLines) {
    page.line(line, LEFT, at, cellSoft);
    at += leading(cellSoft);
  }

  const x = LEFT + WIDTH * 0.6;
  const width = RIGHT - x;
  at = y;
  for (const [name, value] of sums) {
    page.line(name, x, at, soft);
    page.line(value, x + width / 2, at, text, { width: width / 2 - PAD, align: 'right' });
    at += 14;
  }
  page.doc.rect(x - 6, at, width + 6, 20).fill(LEAF);
  const total: Style = { size: 10.5, bold: true, color: '#ffffff' };
  page.line(note ? 'Credit Total' : 'Invoice Total', x, at + 3, total);
  page.line(formatPaise(totals.total), x + width / 2, at + 3, total, { width: width / 2 - PAD, align: 'right' });

  at += 34;
  const box = { width, align: 'right' as const };
  page.line(`For ${seller.legalName}`, x, at, strong, box);
  page.doc
    .moveTo(RIGHT - 140, at + 42)
    .lineTo(RIGHT, at + 42)
    .lineWidth(0.6)
    .stroke(SOFT);
  page.line('Authorised Signatory', x, at + 45, cellSoft, box);
}

function sumsOf({ totals, kind, supply, stateTax, discounts }: Invoice): [string, string][] {
  const named = discounts.length > 0 ? discounts : [{ label: 'Discount', amount: totals.discount }];
  return [
    ['Items', formatPaise(totals.gross)],
    ...(totals.discount !== 0 ? named.map(({ label, amount }): [string, string] => [label, formatPaise(-amount)]) : []),
    ['Shipping', 'FREE'],
    ...(kind === 'tax-invoice' ? [['Taxable Value', formatPaise(totals.taxable)] as [string, string]] : []),
    ...(kind === 'tax-invoice' && supply === 'intra'
      ? ([
          ['CGST', formatPaise(totals.cgst)],
          [stateTax, formatPaise(totals.sgst)],
        ] as [string, string][])
      : []),
    ...(kind === 'tax-invoice' && supply !== 'intra' ? [['IGST', formatPaise(totals.igst)] as [string, string]] : []),
  ];
}

function foot(page: Typesetter, invoice: Invoice, note: PrintedNote | undefined, number: number, count: number): void {
  const y = PAGE.height - 40;
  rule(page, y - 6);
  page.line(`${titleOf(invoice, note)} ${(note ?? invoice).number} · Order ${invoice.orderNumber}`, LEFT, y, cellSoft);
  page.line(`Page ${number} of ${count}`, LEFT, y, cellSoft, { width: WIDTH, align: 'right' });
}

/** Across the whole page, light enough for the text to stay readable. */
function cancelledMark(page: Typesetter): void {
  const { doc } = page;
  doc.save();
  doc.rotate(-35, { origin: [PAGE.width / 2, PAGE.height / 2] }).opacity(0.16);
  const style: Style = { size: 84, bold: true, color: '#a4161a' };
  page.line('CANCELLED', 0, PAGE.height / 2 - 48, style, { width: PAGE.width, align: 'center' });
  doc.restore();
}
