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
type CourierColumn = keyof typeof TITLES;
const COLUMNS = Object.keys(TITLES) as CourierColumn[];

/** The cell of a column without the marks of spreadsheets; '' when the file has no such column. */
type CellOf = (column: CourierColumn) => string;

interface CourierFileShape<Line> {
  /** Whether a row with these columns is the head row. */
  isHead: (has: (column: CourierColumn) => boolean) => boolean;
  /** The sentence when no row is. */
  noHead: string;
  /** Lines that one file may have. */
  most: number;
  lineOf: (cellOf: CellOf, line: number) => Line;
}

/**
 * The lines below the head row, without those that name neither an order nor a parcel.
 *
 * @returns a sentence when the file has no such columns or no lines, or too many
 */
export function readCourierLines<Line extends { orderNumber: string; courierTracking: string }>(
  rows: readonly CourierRow[],
  { isHead, noHead, most, lineOf }: CourierFileShape<Line>,
): { lines: Line[] } | { problem: string } {
  const head = rows.slice(0, HEAD_ROWS).findIndex(({ cells }) => isHead((column) => placeOf(cells, column) >= 0));
  const titles = rows[head]?.cells;
  if (!titles) return { problem: noHead };
  const places = new Map(COLUMNS.map((column) => [column, placeOf(titles, column)]));
  const lines = rows
    .slice(head + 1)
    .map(({ line, cells }) => lineOf((column) => withoutMarks(cleanLine(cells[places.get(column) ?? -1] ?? '')), line))
    .filter(({ orderNumber, courierTracking }) => orderNumber !== '' || courierTracking !== '');
  if (lines.length === 0) return { problem: 'This file has no rows below the column headings.' };
  if (lines.length > most) {
    return { problem: `This file has ${lines.length} lines. Please send at most ${most} at once.` };
  }
  return { lines };
}

function placeOf(cells: readonly string[], column: CourierColumn): number {
  const keys = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return TITLES[column].map((title) => keys.indexOf(title)).find((at) => at >= 0) ?? -1;
}
