import { stringify } from 'csv-stringify/sync';

/** The beginning of every CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Lines of a CSV file. No cell runs as a formula in a spreadsheet. */
export function csvLines(rows: (string | number)[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
}
