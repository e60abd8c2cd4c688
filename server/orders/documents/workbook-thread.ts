import { parentPort, workerData } from 'node:worker_threads';
import { utils, write } from '@e965/xlsx';

/** The thread of `workbook`. */
const { sheet: name, cells }: { sheet: string; cells: (string | number)[][] } = workerData;
const sheet = utils.aoa_to_sheet(cells, { dense: true });
for (const row of sheet['!data'] ?? []) {
  for (const cell of row) if (cell?.t === 'n') cell.z = '0.00';
}
sheet['!cols'] = (cells[0] ?? []).map(() => ({ wch: 18 }));
const book = utils.book_new();
utils.book_append_sheet(book, sheet, name);
parentPort?.postMessage(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }));
