import { z } from 'zod';
import { financialYear } from '../india/dates.ts';
import { gstCodeOf, splitGst } from '../india/india.ts';
import { stateOfAddress } from '../india/supply-state.ts';
import { amountInWords, groupIndian, type Paise } from '../money/money.ts';
import { prorate } from '../money/prorate.ts';
import type { ShopSettings } from '../settings/settings.ts';

/**
 * The GST tax invoice (D34; rule 46 of the CGST Rules, docs/india.md) as data. It is stored when
 * the invoice is issued and contains everything that the PDF shows. Money in paise, times in epoch
 * ms.
 */

const paise = z.number().int();

export const InvoiceLine = z.object({
  description: z.string(),
  /** Empty when the product has none. */
  hsn: z.string(),
  quantity: z.number().int(),
  /** Unit quantity code of the GST portal for packs. */
  unit: z.literal('PAC'),
  /** Price of one pack, GST included. */
  price: paise,
  /** `price × quantity`. */
  gross: paise,
  /** This line's share of the order's discount. */
  discount: paise,
  /** Basis points: 500 is 5 %. */
  rateBp: z.number().int(),
  taxable: paise,
  cgst: paise,
  /** SGST or UTGST, see `stateTax`. */
  sgst: paise,
  igst: paise,
  /** `gross − discount`; equals `taxable + cgst + sgst + igst`. */
  total: paise,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const Invoice = z.object({
  /** A shop without a GSTIN may not charge GST and issues a plain invoice without tax. */
  kind: z.enum(['tax-invoice', 'invoice']),
  number: z.string().max(16),
  financialYear: z.string(),
  issuedAt: z.number(),
  orderNumber: z.string(),
  orderedAt: z.number(),
  seller: z.object({
    brandName: z.string(),
    legalName: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    stateCode: z.string(),
    pincode: z.string(),
    gstin: z.string(),
    fssaiLicence: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  /** Buyer and delivery address; an order has one address for both. */
  buyer: z.object({
    name: z.string(),
    phone: z.string(),
    address: z.string(),
    city: z.string(),
    state: z.string(),
    stateCode: z.string(),
    pincode: z.string(),
    country: z.string(),
    /** Of a registered buyer. */
    gstin: z.string().optional(),
  }),
  placeOfSupply: z.object({ name: z.string(), code: z.string() }),
  /** `intra`: CGST and the state's tax. `inter`: IGST. `export`: IGST, to another country. */
  supply: z.enum(['intra', 'inter', 'export']),
  stateTax: z.enum(['SGST', 'UTGST']),
  lines: z.array(InvoiceLine),
  totals: InvoiceLine.pick({
    quantity: true,
    gross: true,
    discount: true,
    taxable: true,
    cgst: true,
    sgst: true,
    igst: true,
    total: true,
  }),
  /** The parts of the discount by name; empty in older invoices. */
  discounts: z.array(z.object({ label: z.string(), amount: paise })).default([]),
  amountInWords: z.string(),
  /** Of a document for a part of an order: the total of the first invoice, whose table it goes to. */
  wholeTotal: paise.optional(),
  reverseCharge: z.literal('No'),
  /** The seller's details are examples (D1); the invoice states this. */
  demo: z.boolean(),
});
export type Invoice = z.infer<typeof Invoice>;

/** The parts of an order that an invoice needs. */
export interface InvoiceOrder {
  orderNumber: string;
  orderedAt: number;
  buyer: Omit<Invoice['buyer'], 'stateCode'>;
  /**
   * Amount that the buyer pays, GST included. The difference to the sum of the lines is the
   * discount.
   */
  total: Paise;
  /** The parts of the discount by name. */
  discounts: readonly { label: string; amount: Paise }[];
  /**
   * `ownDiscount`: what staff and the coupon took off this line. The rest of the discount is spread over
   * all lines by their value.
   */
  lines: readonly {
    name: string;
    size: string;
    quantity: number;
    price: Paise;
    ownDiscount: Paise;
    hsn: string;
    rateBp: number;
  }[];
}

/** GST's code for a place outside India. */
const FOREIGN_CODE = '96';
/** Union territories without a legislature, which levy UTGST instead of SGST. */
const UTGST_CODES = new Set(['04', '26', '31', '35', '38']);

/**
 * Creates the invoice of an order: every line and all totals add up exactly.
 *
 * @throws RangeError if the sum of the lines is less than the total, or an amount is not a whole
 *   number
 */
export function invoiceOf(order: InvoiceOrder, shop: ShopSettings, number: string, issuedAt: number): Invoice {
  const registered = shop.gstin !== '';
  const sellerCode = shop.stateCode || shop.gstin.slice(0, 2) || gstCodeOf(shop.state) || '';
  const place = placeOfSupply(order.buyer, { name: shop.state, code: sellerCode });
  const intra = place.code === sellerCode;
  const lines = invoiceLines(order, { registered, intra });
  const { brandName, address, city, state, pincode, gstin, fssaiLicence, phone, email } = shop;
  return {
    kind: registered ? 'tax-invoice' : 'invoice',
    number,
    financialYear: financialYear(issuedAt),
    issuedAt,
    orderNumber: order.orderNumber,
    orderedAt: order.orderedAt,
    seller: {
      brandName,
      legalName: shop.legalName || brandName,
      address,
      city,
      state,
      stateCode: sellerCode,
      pincode,
      gstin,
      fssaiLicence,
      phone,
      email,
    },
    buyer: { ...order.buyer, stateCode: inIndia(order.buyer) ? (stateOfAddress(order.buyer)?.gstCode ?? '') : '' },
    placeOfSupply: place,
    supply: intra ? 'intra' : place.code === FOREIGN_CODE ? 'export' : 'inter',
    stateTax: UTGST_CODES.has(sellerCode) ? 'UTGST' : 'SGST',
    lines,
    totals: totalsOf(lines),
    discounts: order.discounts.map(({ label, amount }) => ({ label, amount })),
    amountInWords: amountInWords(order.total),
    reverseCharge: 'No',
    demo: shop.demoData,
  };
}

/**
 * The lines of an invoice. The tax is split out of each line's price after its share of the
 * discount.
 *
 * @throws RangeError see `invoiceOf`
 */
export function invoiceLines(
  order: Pick<InvoiceOrder, 'total' | 'lines'>,
  { registered, intra }: { registered: boolean; intra: boolean },
): InvoiceLine[] {
  const discounts = discountsPerLine(order);
  return order.lines.map((line, index): InvoiceLine => {
    const value = line.price * line.quantity;
    const off = discounts[index] ?? 0;
    const rateBp = registered ? line.rateBp : 0;
    return {
      description: lineWords(line),
      hsn: line.hsn,
      quantity: line.quantity,
      unit: 'PAC',
      price: line.price,
      gross: value,
      discount: off,
      rateBp,
      ...splitGst(value - off, rateBp, intra),
      total: value - off,
    };
  });
}

/** An item in words: 'Afghan Figs, 250g'. */
export const lineWords = ({ name, size }: { name: string; size: string }) => (size ? `${name}, ${size}` : name);

/**
 * What is taken off each line: its own discount, and its share of the rest by its value.
 *
 * @throws RangeError if the sum of the lines is less than the total
 */
export function discountsPerLine({
  total,
  lines,
}: {
  total: Paise;
  lines: readonly { price: Paise; quantity: number; ownDiscount: Paise }[];
}): Paise[] {
  const gross = lines.map((line) => line.price * line.quantity);
  const own = lines.map((line) => line.ownDiscount);
  const discount = sum(gross) - total;
  if (discount < sum(own)) {
    throw new RangeError('the lines of the order do not reach its total');
  }
  const rest = prorate(
    discount - sum(own),
    gross.map((value, index) => value - (own[index] ?? 0)),
  );
  return rest.map((off, index) => off + (own[index] ?? 0));
}

export function totalsOf(lines: readonly InvoiceLine[]): Invoice['totals'] {
  const total = (field: keyof Invoice['totals']) => sum(lines.map((line) => line[field]));
  return {
    quantity: total('quantity'),
    gross: total('gross'),
    discount: total('discount'),
    taxable: total('taxable'),
    cgst: total('cgst'),
    sgst: total('sgst'),
    igst: total('igst'),
    total: total('total'),
  };
}

/**
 * The place of supply for GST: the state of the delivery address, by its name or otherwise by its
 * PIN code. If that state is unknown, it is the seller's state (IGST Act 10(1)(ca)), and the order
 * needs attention (`state_unknown`). A delivery to another country is an export.
 */
function placeOfSupply(
  buyer: { state: string; pincode: string; country: string },
  seller: { name: string; code: string },
): { name: string; code: string } {
  if (!inIndia(buyer)) {
    return { name: `${buyer.country}, outside India`, code: FOREIGN_CODE };
  }
  const state = stateOfAddress(buyer);
  return state ? { name: state.name, code: state.gstCode } : seller;
}

function inIndia({ country }: { country: string }): boolean {
  return ['india', ''].includes(country.trim().toLowerCase());
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0);
}

const MAX_NUMBER = 16;

/**
 * Formats an invoice number: 'KSH/26-27/000123', at most 16 of the characters that rule 46 allows,
 * consecutive within a financial year ('2026-27'). Above 999,999 invoices in a year, the prefix is
 * shortened.
 *
 * @throws RangeError if the count is not a positive whole number or does not fit
 */
export function invoiceNumber(brandName: string, year: string, count: number): string {
  const rest = `/${year.slice(2)}/${String(count).padStart(6, '0')}`;
  if (!Number.isSafeInteger(count) || count < 1 || rest.length >= MAX_NUMBER) {
    throw new RangeError('not a number of the series');
  }
  return seriesPrefix(brandName).slice(0, MAX_NUMBER - rest.length) + rest;
}

/** Formats the number of a credit note: 'CN/26-27/000123'. @throws RangeError as `invoiceNumber` */
export function creditNoteNumber(year: string, count: number): string {
  return invoiceNumber('CN', year, count);
}

/**
 * Three letters for a brand: its first letter and the consonants after it ('Kishmish' → KSH); INV
 * for a name without letters.
 */
function seriesPrefix(brandName: string): string {
  const letters = brandName.toUpperCase().replace(/[^A-Z]/g, '');
  const short = letters.slice(0, 1) + letters.slice(1).replace(/[AEIOU]/g, '');
  return (short.length >= 3 ? short : letters || 'INV').slice(0, 3);
}

/** '1,29,900.50': an amount without the ₹ sign, always with two decimals. */
export function invoiceAmount(amount: Paise): string {
  const value = Math.abs(amount);
  return `${amount < 0 ? '−' : ''}${groupIndian(Math.floor(value / 100))}.${String(value % 100).padStart(2, '0')}`;
}

/** File name of an invoice: 'Invoice-KSH-26-27-000123.pdf'. */
export function invoiceFileName(number: string, kind: 'Invoice' | 'Credit-Note' = 'Invoice'): string {
  return `${kind}-${number.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`;
}
