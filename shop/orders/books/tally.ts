import { plainRupees } from '../../money/money.ts';
import { xmlElement, xmlText } from '../../text/xml.ts';
import type { Invoice } from '../invoice.ts';
import { type BookDocument, dayOf, rateText, signOf } from './document.ts';

/**
 * Files for Tally: the ledgers, to be imported once as masters, and a voucher for each invoice and
 * credit note, in the mode 'As Voucher' (docs/india.md names the pages of Tally). Invoices add up
 * without rounding, so that there is no ledger for it.
 */

const CONSUMERS = 'Online customers';
const TAXES = [
  { part: 'cgst', ledger: 'Output CGST', head: 'Central Tax' },
  { part: 'sgst', ledger: 'Output SGST', head: 'State Tax' },
  { part: 'igst', ledger: 'Output IGST', head: 'Integrated Tax' },
] as const;

/** Consumers share a ledger; a registered buyer has one, which no name alone can choose. */
function partyOf({ buyer }: Invoice): string {
  return buyer.gstin ? `${buyer.name} ${buyer.gstin}` : CONSUMERS;
}

const salesLedger = (rateBp: number) => `Online sales ${rateText(rateBp)}`;

export const TALLY_END = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n';

/** The beginning of a file; `TALLY_END` closes it. */
export function tallyStart(report: 'All Masters' | 'Vouchers'): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
    `<REQUESTDESC>${xmlElement('REPORTNAME', report)}</REQUESTDESC><REQUESTDATA>\n`,
  ].join('');
}

/** The voucher of a document; empty when it does not count. Debits are below zero, as in Tally. */
export function tallyVoucher(document: BookDocument): string {
  const sign = signOf(document);
  if (sign === 0) return '';
  const { kind, number, invoice } = document;
  const { buyer, placeOfSupply, totals } = invoice;
  const type = kind === 'invoice' ? 'Sales' : 'Credit Note';
  const day = dayOf(document).replaceAll('-', '');
  const party = partyOf(invoice);
  const against = kind === 'invoice' ? '' : `, takes back ${invoice.number}`;
  const sales = Map.groupBy(invoice.lines, ({ rateBp }) => rateBp);
  return message(
    `<VOUCHER VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View">`,
    xmlElement('DATE', day),
    xmlElement('EFFECTIVEDATE', day),
    xmlElement('VOUCHERTYPENAME', type),
    xmlElement('VOUCHERNUMBER', number),
    xmlElement('REFERENCE', invoice.number),
    xmlElement('PERSISTEDVIEW', 'Accounting Voucher View'),
    xmlElement('ISINVOICE', 'No'),
    xmlElement('PARTYLEDGERNAME', party),
    xmlElement('PARTYNAME', buyer.name),
    xmlElement('GSTREGISTRATIONTYPE', buyer.gstin ? 'Regular' : 'Unregistered/Consumer'),
    buyer.gstin ? xmlElement('PARTYGSTIN', buyer.gstin) : '',
    xmlElement('PLACEOFSUPPLY', placeOfSupply.name),
    xmlElement('NARRATION', `Order ${invoice.orderNumber}, ${buyer.name}${against}`),
    entry(party, -sign * totals.total, invoice.number),
    ...[...sales].map(([rateBp, lines]) =>
      entry(salesLedger(rateBp), sign * lines.reduce((sum, { taxable }) => sum + taxable, 0)),
    ),
    ...TAXES.map(({ part, ledger }) => entry(ledger, sign * totals[part])),
    '</VOUCHER>',
  );
}

/**
 * One side of a voucher; nothing for an amount of 0.
 *
 * @param bill the invoice that the entry of a party opens or closes
 */
function entry(ledger: string, amount: number, bill?: string): string {
  if (amount === 0) return '';
  const value = xmlElement('AMOUNT', plainRupees(amount));
  const kind = amount < 0 ? 'New Ref' : 'Agst Ref';
  return [
    '<ALLLEDGERENTRIES.LIST>',
    xmlElement('LEDGERNAME', ledger),
    xmlElement('ISDEEMEDPOSITIVE', amount < 0 ? 'Yes' : 'No'),
    bill === undefined ? '' : xmlElement('ISPARTYLEDGER', 'Yes'),
    value,
    bill === undefined
      ? ''
      : `<BILLALLOCATIONS.LIST>${xmlElement('NAME', bill)}${xmlElement('BILLTYPE', kind)}${value}</BILLALLOCATIONS.LIST>`,
    '</ALLLEDGERENTRIES.LIST>',
  ].join('');
}

/** Collects the ledgers that the vouchers of documents name. */
export function tallyLedgers() {
  const ledgers = new Map<string, string>([
    [CONSUMERS, ledger(CONSUMERS, 'Sundry Debtors')],
    ...TAXES.map(({ ledger: name, head }): [string, string] => [
      name,
      ledger(name, 'Duties & Taxes', xmlElement('TAXTYPE', 'GST'), xmlElement('GSTDUTYHEAD', head)),
    ]),
  ]);
  return {
    add(document: BookDocument): void {
      if (signOf(document) === 0) return;
      const { buyer, lines } = document.invoice;
      for (const { rateBp } of lines) {
        ledgers.set(salesLedger(rateBp), ledger(salesLedger(rateBp), 'Sales Accounts'));
      }
      if (!buyer.gstin) return;
      const party = partyOf(document.invoice);
      ledgers.set(
        party,
        ledger(
          party,
          'Sundry Debtors',
          xmlElement('GSTREGISTRATIONTYPE', 'Regular'),
          xmlElement('PARTYGSTIN', buyer.gstin),
          xmlElement('LEDSTATENAME', buyer.state),
        ),
      );
    },
    /** The file. */
    text: (): string => [tallyStart('All Masters'), ...ledgers.values(), TALLY_END].join(''),
  };
}

function ledger(name: string, parent: string, ...more: string[]): string {
  return message(
    `<LEDGER NAME="${xmlText(name)}" ACTION="Create">`,
    `<NAME.LIST>${xmlElement('NAME', name)}</NAME.LIST>`,
    xmlElement('PARENT', parent),
    ...more,
    '</LEDGER>',
  );
}

function message(...parts: string[]): string {
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF">${parts.join('')}</TALLYMESSAGE>\n`;
}
