import { toRupees } from '../../money/money.ts';
import type { Cell } from '../../text/csv-cell.ts';
import type { Invoice, InvoiceLine } from '../invoice.ts';
import { type BookDocument, dayOf, signOf } from './document.ts';

/**
 * Files for Zoho Books (India): a row for each line of an invoice or credit note, in the columns of
 * its import (docs/india.md names the pages of Zoho). Prices are inclusive of tax, less the line's
 * discount, so that each document has the total of the shop.
 */
const PARTY = [
  'Customer Name',
  'GST Treatment',
  'GST Identification Number (GSTIN)',
  'Place of Supply',
  'Currency Code',
];
const ITEM = [
  'Item Name',
  'Item Type',
  'HSN/SAC',
  'Quantity',
  'Usage unit',
  'Item Price',
  'Is Inclusive Tax',
  'Discount Type',
  'Discount Amount',
  'Item Tax',
  'Item Tax %',
  'Item Tax Type',
  'Notes',
];
const HEADS = {
  invoice: ['Invoice Number', 'Invoice Date', 'Invoice Status', ...PARTY, ...ITEM],
  'credit-note': ['Credit Note Number', 'Credit Note Date', 'Reference#', ...PARTY, ...ITEM],
};

export function zohoHead(kind: BookDocument['kind']): string[] {
  return HEADS[kind];
}

/** The rows of a document; none when it does not count. */
export function zohoRows(document: BookDocument): Cell[][] {
  if (signOf(document) === 0) return [];
  const { kind, number, invoice } = document;
  const { buyer, placeOfSupply } = invoice;
  const about: Cell[] = [
    number,
    dayOf(document),
    kind === 'invoice' ? 'Draft' : invoice.number,
    buyer.name,
    treatmentOf(invoice),
    buyer.gstin ?? '',
    ZOHO_STATES[placeOfSupply.code] ?? '',
    'INR',
  ];
  return invoice.lines.map((line) => [
    ...about,
    line.description,
    'goods',
    line.hsn,
    line.quantity,
    'pcs',
    toRupees(line.price),
    'true',
    'item_level',
    toRupees(line.discount),
    ...taxOf(line, invoice),
    `Order ${invoice.orderNumber}`,
  ]);
}

function treatmentOf({ buyer, supply }: Invoice): string {
  if (supply === 'export') return 'overseas';
  return buyer.gstin ? 'business_registered_regular' : 'consumer';
}

/** Name, percentage and type of the tax, as a new company in Zoho Books has them. */
function taxOf({ rateBp }: InvoiceLine, { kind, supply }: Invoice): Cell[] {
  if (kind === 'invoice') return ['', '', ''];
  const percent = rateBp / 100;
  return supply === 'intra' ? [`GST${percent}`, percent, 'Tax Group'] : [`IGST${percent}`, percent, 'Item Amount'];
}

/** Zoho's code of a state, by that of GST. */
const ZOHO_STATES: Record<string, string> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OD',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '26': 'DN',
  '27': 'MH',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AD',
  '38': 'LA',
  '97': 'OT',
};
