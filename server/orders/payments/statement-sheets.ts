import { inflateRawSync } from 'node:zlib';
import { type CellObject, read, type WorkSheet } from '@e965/xlsx';
import type { Cell } from '#shop/bank/statement/cells.ts';
import { readFileText } from '#shop/text/file-text.ts';
import { readHtml } from './statement-html.ts';
import { readText } from './statement-text.ts';

/**
 * Turns the bytes of an uploaded file into sheets of cells. The content decides what the file is,
 * not its name.
 */

type Sheet = Cell[][];

/** The file is no table; the message is one sentence for the owner. */
export class NoSheets extends Error {}

/** Rows of all sheets; far more than a year of a busy shop. */
const MOST_ROWS = 200_000;
const MOST_CELLS = 4_000_000;
const MOST_SHEETS = 50;
const MOST_COLUMNS = 200;
/** Bytes that a packed workbook may unpack to, and its parts. */
const MOST_UNPACKED = 400_000_000;
const MOST_PARTS = 1000;

const CHOOSE = 'Please download the statement from your bank as an Excel or CSV file.';

/** @throws NoSheets */
export function readSheets(bytes: Buffer): Sheet[] {
  const start = bytes.subarray(0, 8).toString('latin1');
  if (bytes.subarray(0, 1024).includes('%PDF-')) throw new NoSheets(`This is a PDF. ${CHOOSE}`);
  if (start.startsWith('PK')) {
    checkZip(bytes);
    return readWorkbook(bytes);
  }
  // A compound file (legacy XLS, or an encrypted XLSX), or the stream of an older XLS without one.
  if (start.startsWith('\xd0\xcf\x11\xe0') || isOldWorkbook(bytes)) return readWorkbook(bytes);
  const text = readFileText(bytes)?.text;
  if (text === undefined) throw new NoSheets(`This is no file that can be read as a table. ${CHOOSE}`);
  const head = text.slice(0, 4000);
  if (/<(?:\w+:)?Workbook[\s>]/.test(head)) return readWorkbook(Buffer.from(text));
  if (
    /^\s*(?:<\?xml|<!doctype html|<!--|<html|<head|<meta|<table|<div|<body|<style)/i.test(head) ||
    /<table[\s>]/i.test(head)
  ) {
    const rows = readHtml(text, MOST_ROWS);
    if (rows.some((row) => row.length > 2) && !/<input[^>]+type\s*=\s*["']?password/i.test(text))
      return bounded([rows]);
    throw new NoSheets(
      /password|log ?in|sign ?in|session/i.test(text)
        ? `This is a login page of a website, not a statement. ${CHOOSE}`
        : `This is a web page without a table of transactions. ${CHOOSE}`,
    );
  }
  return bounded([readText(text)]);
}

/** The stream of an XLS file as Excel 2 to 4 wrote it, without the compound file around it. */
function isOldWorkbook(bytes: Buffer): boolean {
  return bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? -1) && (bytes[2] ?? 0) <= 16 && bytes[3] === 0;
}

function bounded(sheets: Sheet[]): Sheet[] {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.length, 0);
  const cells = sheets.reduce((sum, sheet) => sum + sheet.reduce((count, row) => count + row.length, 0), 0);
  if (rows > MOST_ROWS || cells > MOST_CELLS) {
    throw new NoSheets('This file is too long. Please upload a statement of a shorter period.');
  }
  return sheets;
}

/**
 * Unpacks every part of a ZIP file as the spreadsheet library will, and throws before it becomes
 * too large.
 *
 * @throws NoSheets
 */
function checkZip(bytes: Buffer): void {
  const broken = new NoSheets(`This file is damaged. ${CHOOSE}`);
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > bytes.length) throw broken;
  const parts = bytes.readUInt16LE(end + 8);
  if (parts > MOST_PARTS) throw broken;
  let at = bytes.readUInt32LE(end + 16);
  let left = MOST_UNPACKED;
  let isWorkbook = false;
  try {
    for (let part = 0; part < parts; part += 1) {
      const nameLength = bytes.readUInt16LE(at + 28);
      const local = bytes.readUInt32LE(at + 42);
      const name = bytes.toString('latin1', at + 46, at + 46 + nameLength);
      if (/^(?:xl\/|content\.xml$)/.test(name.replaceAll('\\', '/'))) isWorkbook = true;
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      if (bytes.readUInt16LE(local + 8) === 8) {
        left -= inflateRawSync(bytes.subarray(data), { maxOutputLength: Math.max(1, left) }).length;
      }
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw broken;
  }
  if (!isWorkbook) throw new NoSheets('This is a ZIP archive. Please unpack it and upload the statement inside.');
}

function tooLarge(): NoSheets {
  return new NoSheets('This file is too large. Please upload a statement of a shorter period.');
}

function readWorkbook(bytes: Buffer): Sheet[] {
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
    return bounded(visible.map((name) => cellsOf(book.Sheets[name], is1904)));
  } catch (error) {
    if (error instanceof NoSheets) throw error;
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throw new NoSheets(
        'This file is protected by a password. Please open it, save it without the password, and upload it again.',
      );
    }
    throw new NoSheets(`This file is damaged. ${CHOOSE}`);
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
