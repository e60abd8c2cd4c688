import { parse } from 'csv-parse/sync';
import { fieldError, type ShopError } from '#shop/errors.ts';
import type { CourierRow } from '#shop/orders/courier-columns.ts';
import { isBinaryText, NOT_CSV } from '#shop/text/file-text.ts';

/**
 * The cells of a courier's CSV file, with any separator.
 *
 * @throws ShopError validation (not such a file)
 */
export function courierCells(text: string): CourierRow[] {
  if (isBinaryText(text)) throw unreadableFile(NOT_CSV);
  try {
    const records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      trim: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch {
    throw unreadableFile('This is not a CSV file. Please save the courier’s file as CSV and try again.');
  }
}

/** The delimiter that is used most at the beginning of the file: addresses below contain others. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 2000);
  const uses = (delimiter: string) => start.split(delimiter).length;
  return [',', ';', '\t'].toSorted((a, b) => uses(b) - uses(a))[0] ?? ',';
}

export function unreadableFile(message: string): ShopError {
  return fieldError('validation', 'file', message);
}
