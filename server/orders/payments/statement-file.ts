import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { ShopError } from '#shop/errors.ts';
import { readApart } from '../../apart.ts';
import { oneAtATime } from '../../one-at-a-time.ts';
import type { StatementAnswer } from './statement-process.ts';

/** Bytes. 50,000 lines are 10 MB as CSV, 4 MB as XLSX and 35 MB as HTML. */
const MOST_BYTES = 40_000_000;
/** Milliseconds for one file. */
const MOST_TIME = 60_000;
/** Megabytes of the process's heap: 50,000 lines take about 300. */
const MOST_HEAP = 1024;

/** So that two uploads do not take the memory of both. */
const inTurn = oneAtATime();

/**
 * Reads a bank statement: CSV, TSV, XLSX, XLS, or an HTML table or text that is named `.xls`. A
 * process of its own does the work, so that other requests go on.
 *
 * @throws ShopError statement_unreadable with one sentence, for a file that is no statement
 */
export async function readStatementFile(bytes: Uint8Array): Promise<Statement> {
  checkSize(bytes);
  return inTurn(() => readBeside(bytes));
}

/** @throws ShopError statement_unreadable */
export function checkSize(bytes: Uint8Array): void {
  if (bytes.length === 0) throw unreadable('This file is empty. Please download the statement again.');
  if (bytes.length > MOST_BYTES) {
    throw unreadable('This file is too large. Please upload a statement of a shorter period.');
  }
}

export function unreadable(message: string): ShopError {
  return new ShopError('statement_unreadable', { message });
}

function readBeside(bytes: Uint8Array): Promise<Statement> {
  const lines: StatementLine[] = [];
  let statement: Omit<Statement, 'lines'> | undefined;
  return readApart<StatementAnswer, Statement>(bytes, {
    file: 'server/orders/payments/statement-process.ts',
    heap: MOST_HEAP,
    time: MOST_TIME,
    take(answer, done, child) {
      if ('refusal' in answer) return done.reject(unreadable(answer.refusal));
      if ('fault' in answer) return done.reject(new Error(answer.fault));
      if ('statement' in answer) statement = answer.statement;
      else lines.push(...answer.lines);
      if ('lines' in answer && answer.lines.length === 0 && statement) done.resolve({ ...statement, lines });
      else setImmediate(() => child.send('next'));
    },
    late: () => unreadable('This file takes too long to read. Please upload a shorter period.'),
    ended: () => unreadable('This file is too large. Please upload a shorter period.'),
  });
}
