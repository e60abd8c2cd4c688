import type { CourierRow } from '#shop/orders/courier-columns.ts';
import { NoWorkbook, readWorkbook, type WorkbookFault } from '../../workbook.ts';

/** Runs beside the server: reads the first filled sheet of a courier's Excel file. */

/** More rows than an import takes, so that it says so. */
const MOST_ROWS = 5_000;

export type CourierAnswer = { rows: CourierRow[] } | { fault: WorkbookFault };

const answer = (message: CourierAnswer) => process.send?.(message);

process.once('message', (bytes: Uint8Array) => {
  try {
    const sheets = readWorkbook(Buffer.from(bytes));
    const sheet = sheets.find((rows) => rows.length > 0) ?? [];
    answer({
      rows: sheet.slice(0, MOST_ROWS).map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) })),
    });
  } catch (error) {
    answer({ fault: error instanceof NoWorkbook ? error.fault : 'damaged' });
  }
});

/** A number of more than 15 digits has lost its last ones in Excel: it is shown as shortened. */
function textOf(cell: string | number | null): string {
  if (typeof cell !== 'number') return cell ?? '';
  return Number.isInteger(cell) && Math.abs(cell) >= 1e15 ? cell.toExponential() : String(cell);
}
