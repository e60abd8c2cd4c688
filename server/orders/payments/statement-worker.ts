import { parentPort, workerData } from 'node:worker_threads';
import { readStatement } from '#shop/bank/statement/read.ts';
import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';
import { NoSheets, readSheets } from './statement-sheets.ts';

/**
 * Runs beside the server: reads one file, and hands its lines over in parts when asked, so that no
 * part stops other requests.
 */

const PART = 250;

export type WorkerAnswer = { refusal: string } | { statement: Omit<Statement, 'lines'> } | { lines: StatementLine[] };

function result() {
  try {
    return readStatement(readSheets(Buffer.from(workerData as Uint8Array)));
  } catch (error) {
    if (error instanceof NoSheets) return { refusal: error.message };
    throw error;
  }
}

const found = result();
if ('refusal' in found) {
  parentPort?.postMessage(found satisfies WorkerAnswer);
} else {
  const { lines, ...statement } = found;
  let next = 0;
  parentPort?.postMessage({ statement } satisfies WorkerAnswer);
  parentPort?.on('message', () => {
    parentPort?.postMessage({ lines: lines.slice(next, next + PART) } satisfies WorkerAnswer);
    next += PART;
  });
}
