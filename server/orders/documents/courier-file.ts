import type { CourierRow } from '#shop/orders/courier-columns.ts';
import { NOT_CSV, readFileText } from '#shop/text/file-text.ts';
import { startApart } from '../../apart.ts';
import { isWorkbook, type WorkbookFault } from '../../workbook.ts';
import { courierCells, unreadableFile } from './courier-cells.ts';
import type { CourierAnswer } from './courier-process.ts';

/** Milliseconds and megabytes of the heap for one workbook. */
const MOST_TIME = 30_000;
const MOST_HEAP = 512;

const CHOOSE = 'Please choose the report that you downloaded from the courier, as Excel or CSV.';
const SENTENCES: Record<WorkbookFault, string> = {
  damaged: `This file is damaged. ${CHOOSE}`,
  archive: 'This is a ZIP archive. Please unpack it and choose the report inside.',
  'too large': 'This file is too large. Please choose a report of a shorter period.',
  'too long': 'This file is too long. Please choose a report of a shorter period.',
  password: 'This file is protected by a password. Please save it without the password, and choose it again.',
};

/** Excel files that are read at the moment come one after the other, as each takes memory. */
let before: Promise<unknown> = Promise.resolve();

/**
 * The rows of a courier's file: CSV with any separator, XLSX or XLS.
 *
 * @throws ShopError validation (not such a file)
 */
export async function readCourierFile(bytes: Buffer): Promise<CourierRow[]> {
  if (isWorkbook(bytes)) {
    const reading = before.then(() => readApart(bytes));
    before = reading.catch(() => undefined);
    return reading;
  }
  const read = readFileText(bytes);
  if (!read) throw unreadableFile(NOT_CSV);
  return courierCells(read.text);
}

/** Reads the workbook of a stranger in a process of its own. */
async function readApart(bytes: Buffer): Promise<CourierRow[]> {
  const { promise, resolve, reject } = Promise.withResolvers<CourierRow[]>();
  const child = startApart('server/orders/documents/courier-process.ts', MOST_HEAP);
  const timer = setTimeout(() => reject(unreadableFile(SENTENCES['too large'])), MOST_TIME);
  child.on('message', (answer: CourierAnswer) => {
    if ('fault' in answer) reject(unreadableFile(SENTENCES[answer.fault]));
    else resolve(answer.rows);
  });
  child.on('error', reject);
  // It ends by itself only when its memory is not enough.
  child.on('exit', () => reject(unreadableFile(SENTENCES['too large'])));
  child.send(bytes);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
