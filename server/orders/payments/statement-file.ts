import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { ShopError } from '#shop/errors.ts';
import { startApart } from '../../apart.ts';
import type { StatementAnswer } from './statement-process.ts';

/** Bytes. 50,000 lines are 10 MB as CSV, 4 MB as XLSX and 35 MB as HTML. */
const MOST_BYTES = 40_000_000;
/** Milliseconds for one file. */
const MOST_TIME = 60_000;
/** Megabytes of the process's heap: 50,000 lines take about 300. */
const MOST_HEAP = 1024;

/** One file at a time, so that two uploads do not take the memory of both. */
let before: Promise<unknown> = Promise.resolve();

/**
 * Reads a bank statement: CSV, TSV, XLSX, XLS, or an HTML table or text that is named `.xls`. A
 * process of its own does the work, so that other requests go on.
 *
 * @throws ShopError statement_unreadable with one sentence, for a file that is no statement
 */
export async function readStatementFile(bytes: Uint8Array): Promise<Statement> {
  checkSize(bytes);
  const reading = before.then(() => readApart(bytes));
  before = reading.catch(() => undefined);
  return reading;
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

async function readApart(bytes: Uint8Array): Promise<Statement> {
  const { promise, resolve, reject } = Promise.withResolvers<Statement>();
  const child = startApart('server/orders/payments/statement-process.ts', MOST_HEAP);
  const timer = setTimeout(
    () => reject(unreadable('This file takes too long to read. Please upload a shorter period.')),
    MOST_TIME,
  );
  const lines: StatementLine[] = [];
  let statement: Omit<Statement, 'lines'> | undefined;
  child.on('message', (answer: StatementAnswer) => {
    if ('refusal' in answer) return reject(unreadable(answer.refusal));
    if ('fault' in answer) return reject(new Error(answer.fault));
    if ('statement' in answer) statement = answer.statement;
    else lines.push(...answer.lines);
    if ('lines' in answer && answer.lines.length === 0 && statement) resolve({ ...statement, lines });
    else setImmediate(() => child.send('next'));
  });
  child.on('error', reject);
  // It ends by itself only when its memory is not enough.
  child.on('exit', () => reject(unreadable('This file is too large. Please upload a shorter period.')));
  child.send(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
