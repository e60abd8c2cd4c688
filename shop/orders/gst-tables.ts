import { isoDay } from '../india/dates.ts';
import { plainRupees } from '../money/money.ts';
import type { Amounts, GstReturn, HsnRow } from './gst-return.ts';

/** The files: the tables of the offline tool, and tax by state for the books. */
export const GST_TABLES = [
  'b2b',
  'b2cl',
  'b2cs',
  'cdnr',
  'cdnur',
  'exp',
  'exemp',
  'hsn-b2b',
  'hsn-b2c',
  'docs',
  'states',
] as const;
export type GstTable = (typeof GST_TABLES)[number];

type Cell = string | number;

const HSN_HEAD = [
  'HSN',
  'Description',
  'UQC',
  'Total Quantity',
  'Total Value',
  'Rate',
  'Taxable Value',
  'Integrated Tax Amount',
  'Central Tax Amount',
  'State/UT Tax Amount',
  'Cess Amount',
];
/**
 * What the shop never has: a reduced share of the tax, cess, and a marketplace that sells for it.
 */
const NO_SHARE = '';
const NO_CESS = '0.00';
const NO_MARKETPLACE = '';

/** A table with its headings, as the offline tool imports it. */
export function gstTable(data: GstReturn, table: GstTable): Cell[][] {
  switch (table) {
    case 'b2b':
      return [
        [
          'GSTIN/UIN of Recipient',
          'Receiver Name',
          'Invoice Number',
          'Invoice date',
          'Invoice Value',
          'Place Of Supply',
          'Reverse Charge',
          'Applicable % of Tax Rate',
          'Invoice Type',
          'E-Commerce GSTIN',
          'Rate',
          'Taxable Value',
          'Cess Amount',
        ],
        ...data.b2b.map((row) => [
          row.gstin,
          row.name,
          row.number,
          day(row.issuedAt),
          plainRupees(row.value),
          row.place,
          'N',
          NO_SHARE,
          'Regular B2B',
          NO_MARKETPLACE,
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
        ]),
      ];
    case 'b2cl':
      return [
        [
          'Invoice Number',
          'Invoice date',
          'Invoice Value',
          'Place Of Supply',
          'Applicable % of Tax Rate',
          'Rate',
          'Taxable Value',
          'Cess Amount',
          'E-Commerce GSTIN',
        ],
        ...data.b2cl.map((row) => [
          row.number,
          day(row.issuedAt),
          plainRupees(row.value),
          row.place,
          NO_SHARE,
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
          NO_MARKETPLACE,
        ]),
      ];
    case 'b2cs':
      return [
        [
          'Type',
          'Place Of Supply',
          'Applicable % of Tax Rate',
          'Rate',
          'Taxable Value',
          'Cess Amount',
          'E-Commerce GSTIN',
        ],
        ...data.b2cs.map((row) => [
          'OE',
          row.place,
          NO_SHARE,
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
          NO_MARKETPLACE,
        ]),
      ];
    case 'cdnr':
      return [
        [
          'GSTIN/UIN of Recipient',
          'Receiver Name',
          'Note Number',
          'Note Date',
          'Note Type',
          'Place Of Supply',
          'Reverse Charge',
          'Note Supply Type',
          'Note Value',
          'Applicable % of Tax Rate',
          'Rate',
          'Taxable Value',
          'Cess Amount',
        ],
        ...data.cdnr.map((row) => [
          row.gstin,
          row.name,
          row.number,
          day(row.issuedAt),
          'C',
          row.place,
          'N',
          'Regular B2B',
          plainRupees(row.value),
          NO_SHARE,
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
        ]),
      ];
    case 'cdnur':
      return [
        [
          'UR Type',
          'Note Number',
          'Note Date',
          'Note Type',
          'Place Of Supply',
          'Note Value',
          'Applicable % of Tax Rate',
          'Rate',
          'Taxable Value',
          'Cess Amount',
        ],
        ...data.cdnur.map((row) => [
          row.type,
          row.number,
          day(row.issuedAt),
          'C',
          row.type === 'B2CL' ? row.place : '',
          plainRupees(row.value),
          NO_SHARE,
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
        ]),
      ];
    case 'exp':
      return [
        [
          'Export Type',
          'Invoice Number',
          'Invoice date',
          'Invoice Value',
          'Port Code',
          'Shipping Bill Number',
          'Shipping Bill Date',
          'Rate',
          'Taxable Value',
          'Cess Amount',
        ],
        ...data.exports.map((row) => [
          'WPAY',
          row.number,
          day(row.issuedAt),
          plainRupees(row.value),
          '',
          '',
          '',
          rate(row.rateBp),
          plainRupees(row.taxable),
          NO_CESS,
        ]),
      ];
    case 'exemp':
      return [
        ['Description', 'Nil Rated Supplies', 'Exempted(other than nil rated/non GST supply)', 'Non-GST Supplies'],
        ...data.nil.map((row) => [row.description, plainRupees(row.taxable), '0.00', '0.00']),
      ];
    case 'hsn-b2b':
      return [HSN_HEAD, ...data.hsnB2b.map(hsnCells)];
    case 'hsn-b2c':
      return [HSN_HEAD, ...data.hsnB2c.map(hsnCells)];
    case 'docs':
      return [
        ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
        ...data.documents.map((row) => [row.nature, row.from, row.to, row.total, row.cancelled]),
      ];
    case 'states':
      return [
        [
          'Place Of Supply',
          'Documents',
          'Taxable Value',
          'Integrated Tax',
          'Central Tax',
          'State/UT Tax',
          'Total Value',
        ],
        ...data.states.map((row) => [row.place, row.documents, ...amountCells(row), plainRupees(row.total)]),
      ];
  }
}

function hsnCells(row: HsnRow): Cell[] {
  const [taxable, ...taxes] = amountCells(row);
  return [
    row.hsn,
    '',
    'PAC-PACKS',
    row.quantity,
    plainRupees(row.total),
    rate(row.rateBp),
    taxable ?? '',
    ...taxes,
    NO_CESS,
  ];
}

function amountCells({ taxable, igst, cgst, sgst }: Amounts): string[] {
  return [taxable, igst, cgst, sgst].map(plainRupees);
}

/** '20-Nov-2026', the date format of the offline tool. */
function day(ms: number): string {
  const [year = '', month = '', date = ''] = isoDay(ms).split('-');
  return `${date}-${MONTHS[Number(month) - 1]}-${year}`;
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function rate(basisPoints: number): string {
  return (basisPoints / 100).toFixed(2);
}
