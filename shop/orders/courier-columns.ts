import { withoutMarks } from '../text/sheet-cell.ts';
import { cleanLine } from '../text/text.ts';

/** Finds the columns of a file that a courier gives back, by the words of its head row. */

/** A row of the file; `line` from 1. */
export interface CourierRow {
  line: number;
  cells: readonly string[];
}

/** Titles and notes above the columns. */
const HEAD_ROWS = 10;

/** Names of columns in lower case, only letters and digits; the first that a file has is taken. */
const TITLES = {
  order: [
    'orderid',
    'orderno',
    'ordernumber',
    'order',
    'channelorderid',
    'clientorderid',
    'referenceno',
    'referencenumber',
    'reference',
    'refno',
    'bulkreference',
    'customerreference',
  ],
  tracking: [
    'waybill',
    'waybillno',
    'waybillnumber',
    'awb',
    'awbcode',
    'awbno',
    'awbnumber',
    'trackingnumber',
    'trackingid',
    'trackingno',
    'barcodeno',
    'barcode',
    'articlenumber',
    'articleno',
    'consignmentnumber',
    'consignmentno',
    'cnno',
    'cnnumber',
    'docketno',
  ],
  courier: ['couriercompany', 'couriername', 'courierpartner', 'courier'],
  status: [
    'status',
    'currentstatus',
    'shipmentstatus',
    'deliverystatus',
    'orderstatus',
    'laststatus',
    'lateststatus',
    'trackingstatus',
    'statusdescription',
    'event',
    'eventdescription',
    'lastevent',
  ],
  date: [
    'deliverydate',
    'delivereddate',
    'deliveredon',
    'deliveredat',
    'dateofdelivery',
    'statusdate',
    'statusdatetime',
    'statustime',
    'eventdate',
    'lastscandate',
    'laststatusdate',
    'lastupdated',
    'date',
  ],
} as const;
export type CourierColumn = keyof typeof TITLES;
const COLUMNS = Object.keys(TITLES) as CourierColumn[];

/** The cell of a column without the marks of spreadsheets; '' when the file has no such column. */
export type CellOf = (column: CourierColumn) => string;

/**
 * The rows below the head row.
 *
 * @param isHead whether a row with these columns is the head row
 * @returns null when no row is
 */
export function courierRowsBelow(
  rows: readonly CourierRow[],
  isHead: (has: (column: CourierColumn) => boolean) => boolean,
): { line: number; cellOf: CellOf }[] | null {
  const head = rows.slice(0, HEAD_ROWS).findIndex(({ cells }) => isHead((column) => placeOf(cells, column) >= 0));
  const titles = rows[head]?.cells;
  if (!titles) return null;
  const places = new Map(COLUMNS.map((column) => [column, placeOf(titles, column)]));
  return rows.slice(head + 1).map(({ line, cells }) => ({
    line,
    cellOf: (column) => withoutMarks(cleanLine(cells[places.get(column) ?? -1] ?? '')),
  }));
}

function placeOf(cells: readonly string[], column: CourierColumn): number {
  const keys = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return TITLES[column].map((title) => keys.indexOf(title)).find((at) => at >= 0) ?? -1;
}
