import { readStatement } from '#shop/bank/statement/read.ts';
import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { NoSheets, readSheets } from './statement-sheets.ts';

/**
 * Runs beside the server: reads one file, and hands its lines over in parts when asked, so that no
 * part stops other requests.
 */

const PART = 250;

export type StatementAnswer =
  | { refusal: string }
  | { fault: string }
  | { statement: Omit<Statement, 'lines'> }
  | { lines: StatementLine[] };

const answer = (message: StatementAnswer) => process.send?.(message);

process.once('message', (bytes: Uint8Array) => {
  try {
    const found = readStatement(readSheets(Buffer.from(bytes)));
    if ('refusal' in found) {
      answer({ refusal: found.refusal });
      return;
    }
    const { lines, ...statement } = found;
    let next = 0;
    process.on('message', () => {
      answer({ lines: lines.slice(next, next + PART) });
      next += PART;
    });
    answer({ statement });
  } catch (error) {
    answer(error instanceof NoSheets ? { refusal: error.message } : { fault: String(Object(error).stack) });
  }
});
