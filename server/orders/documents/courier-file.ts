import type { CourierRow } from '#shop/orders/courier-columns.ts';
import { NOT_CSV, readFileText } from '#shop/text/file-text.ts';
import { readApart } from '../../apart.ts';
import { oneAtATime } from '../../one-at-a-time.ts';
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

/** So that two workbooks do not take the memory of both. */
const inTurn = oneAtATime();

/**
 * The rows of a courier's file: CSV with any separator, XLSX or XLS.
 *
 * @throws ShopError validation (not such a file)
 */
export async function readCourierFile(bytes: Buffer): Promise<CourierRow[]> {
  if (isWorkbook(bytes)) return inTurn(() => readBeside(bytes));
  const read = readFileText(bytes);
  if (!read) throw unreadableFile(NOT_CSV);
  return courierCells(read.text);
}

function readBeside(bytes: Buffer): Promise<CourierRow[]> {
  const tooLarge = () => unreadableFile(SENTENCES['too large']);
  return readApart<CourierAnswer, CourierRow[]>(bytes, {
    file: 'server/orders/documents/courier-process.ts',
    heap: MOST_HEAP,
    time: MOST_TIME,
    take(answer, done) {
      if ('fault' in answer) done.reject(unreadableFile(SENTENCES[answer.fault]));
      else done.resolve(answer.rows);
    },
    late: tooLarge,
    ended: tooLarge,
  });
}
