import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { type Cell, csvCell } from '#shop/text/csv-cell.ts';

/** The beginning of every CSV file, so that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Lines of a CSV file. No text runs as a formula in a spreadsheet, and codes keep their digits. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: 'windows' },
  );
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
