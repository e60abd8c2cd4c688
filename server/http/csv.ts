import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { safeCell } from '#shop/text/csv-cell.ts';
import { isLostAsNumber, keptCell } from '#shop/text/sheet-cell.ts';

/** The beginning of every CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type CsvCell = string | number | { kept: string };

/**
 * A number that is a name, such as a UTR: a spreadsheet shows it whole, with its zeros in front.
 * Not for files that another program reads.
 */
export function keptNumber(text: string): CsvCell {
  return isLostAsNumber(text) ? { kept: text } : text;
}

/** Lines of a CSV file. No text runs as a formula in a spreadsheet. */
export function csvLines(rows: CsvCell[][]): string {
  return stringify(
    rows.map((row) => row.map(written)),
    { record_delimiter: 'windows' },
  );
}

function written(cell: CsvCell): string | number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'string' ? safeCell(cell) : keptCell(cell.kept);
}

/** Sends a CSV file under this name, whole or in pieces. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  content: Iterable<string> | AsyncIterable<string>,
): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(typeof content === 'string' ? content : Readable.from(content));
}
