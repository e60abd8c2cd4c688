import { inflateRawSync } from 'node:zlib';
import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import type { Cell } from '#shop/bank/statement/cells.ts';

/** Reads Excel workbooks of strangers: run it in a process of its own (apart.ts). */

type Sheet = Cell[][];

export type WorkbookFault = 'damaged' | 'archive' | 'too large' | 'too long' | 'password';

/** Why a workbook cannot be read. */
export class NoWorkbook extends Error {
  readonly fault: WorkbookFault;
  constructor(fault: WorkbookFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Rows of all sheets; far more than a year of a busy shop. */
export const MOST_ROWS = 200_000;
const MOST_CELLS = 4_000_000;
const MOST_SHEETS = 50;
const MOST_COLUMNS = 200;
/** Bytes that a packed workbook may unpack to, and its parts. */
const MOST_UNPACKED = 400_000_000;
const MOST_PARTS = 1000;

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK';

/**
 * XLSX and other packed files, a compound file (legacy XLS, or an encrypted XLSX), or the stream of
 * an older XLS without one.
 */
export function isWorkbook(bytes: Buffer): boolean {
  return isZip(bytes) || bytes.subarray(0, 4).toString('latin1') === '\xd0\xcf\x11\xe0' || isOldWorkbook(bytes);
}

/** The stream of an XLS file as Excel 2 to 4 wrote it, without the compound file around it. */
function isOldWorkbook(bytes: Buffer): boolean {
  return bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1) && (bytes[2] ?? 0) <= 16 && bytes[3] === 0;
}

/** @throws NoWorkbook for more cells than the memory may take */
export function boundedSheets(sheets: Sheet[]): Sheet[] {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
  const cells = sheets.reduce((sum, sheet) => sum + sheet.reduce((count, row) => count + row.length, 0), 0);
  if (rows > MOST_ROWS || cells > MOST_CELLS) {
    throw new NoWorkbook('too long');
  }
  return sheets;
}

/**
 * Unpacks every part of a ZIP file as the spreadsheet library will, and throws before it becomes
 * too large.
 *
 * @throws NoWorkbook
 */
function checkZip(bytes: Buffer): void {
  const broken = new NoWorkbook('damaged');
  const end = bytes.lastIndexOf('PK\x05\x06');
  if (end < 0 || end + 22 > bytes.length) throw broken;
  const parts = bytes.readUInt16LE(end + 8);
  if (parts > MOST_PARTS) throw broken;
  let at = bytes.readUInt32LE(end + 16);
  let left = MOST_UNPACKED;
  let isExcel = false;
  try {
    for (let part = 0; part < parts; part += 1) {
      const nameLength = bytes.readUInt16LE(at + 28);
      const local = bytes.readUInt32LE(at + 42);
      const name = bytes.toString('latin1', at + 46, at + 46 + nameLength);
      if (/^(?:xl\/|content\.xml$)/.test(name.replaceAll('\\', '/'))) isExcel = true;
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      if (bytes.readUInt16LE(local + 8) === 8) {
        left -= inflateRawSync(bytes.subarray(data), { maxOutputLength: Math.max(1, left) }).length;
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new NoWorkbook('too large');
    throw broken;
  }
  if (!isExcel) throw new NoWorkbook('archive');
}

/** The sheets of a workbook. @throws NoWorkbook */
export function readWorkbook(bytes: Buffer): Sheet[] {
  if (isZip(bytes)) checkZip(bytes);
  try {
    const book = read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      cellDates: false,
      sheetRows: MOST_ROWS + 1,
      raw: true,
    });
    const is1904 = book.Workbook?.WBProps?.date1904 === true;
    const visible = book.SheetNames.slice(0, MOST_SHEETS);
    return boundedSheets(visible.map((name) => cellsOf(book.Sheets[name], is1904)));
  } catch (error) {
    if (error instanceof NoWorkbook) throw error;
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw new NoWorkbook('password');
    }
    throw new NoWorkbook('damaged');
  }
}

function cellsOf(sheet: WorkSheet | undefined, is1904: boolean): Sheet {
  const data: (CellObject[] | undefined)[] = (sheet && '!data' in sheet && sheet['!data']) || [];
  return Array.from(data, (row) =>
    Array.from((row ?? []).slice(0, MOST_COLUMNS), (cell) => (cell ? plainValue(cell, is1904) : null)),
  );
}

function plainValue({ t, v, z }: CellObject, is1904: boolean): Cell {
  if (t === 's') return String(v);
  if (t === 'd' && v instanceof Date) return v.toISOString().slice(0, 19).replace('T', ' ');
  if (t !== 'n' || typeof v !== 'number') return null;
  return isDateFormat(z) ? (dateText(v + (is1904 ? 1462 : 0)) ?? v) : v;
}

const formats = new Map<string, boolean>();

function isDateFormat(format: CellObject['z']): boolean {
  if (typeof format !== 'string' || format === 'General') return false;
  const known = formats.get(format);
  if (known !== undefined) return known;
  const plain = format.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  const isDate = /[dy]/i.test(plain) && !/[#0?]/.test(plain.replace(/\.0+/g, ''));
  formats.set(format, isDate);
  return isDate;
}

/**
 * A serial number of days as `YYYY-MM-DD HH:MM:SS`, or null outside of this and the last century.
 */
function dateText(serial: number): string | null {
  if (!(serial >= 1 && serial < 73_051)) return null;
  return new Date(Math.round((serial - 25_569) * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
