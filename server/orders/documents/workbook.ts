import { Worker } from 'node:worker_threads';
import type { Cell } from '#shop/text/csv-cell.ts';

/**
 * An XLSX file with one sheet: texts and codes as text, numbers as numbers with two decimals. Made
 * in a thread of its own: a year takes seconds, and shoppers would wait.
 */
export function workbook(sheet: string, rows: readonly (readonly Cell[])[]): Promise<Buffer> {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.code : cell)));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), { workerData: { sheet, cells } });
    worker.once('message', (file: Uint8Array) => resolve(Buffer.from(file)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of a workbook ended with ${code}`)));
  });
}
