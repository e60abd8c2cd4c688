import { expect, test } from 'vitest';
import { type Cell, csvCell } from './csv-cell.ts';

test.each<[Cell, string | number]>([
  [-12.5, -12.5],
  ['Asha', 'Asha'],
  ['=cmd|calc', "'=cmd|calc"],
  ['-12.5', "'-12.5"],
  ['="1"', `'="1"`],
  // Only a code is written as a text that spreadsheets keep.
  ['032500000777', '032500000777'],
  [{ code: '032500000777' }, '="032500000777"'],
  [{ code: '6325E10' }, '="6325E10"'],
  [{ code: '+44 20 7946 0000' }, '="+44 20 7946 0000"'],
  [{ code: '27AAPFU0939F1ZV' }, '27AAPFU0939F1ZV'],
  [{ code: 'AXISN12345678901' }, 'AXISN12345678901'],
  [{ code: '080212' }, '="080212"'],
  [{ code: '+447700900123' }, '="+447700900123"'],
  // A spreadsheet keeps a number of ten digits as it is.
  [{ code: '9876543210' }, '9876543210'],
  [{ code: '0' }, '0'],
  [{ code: '' }, ''],
  [{ code: '="&cmd' }, `'="&cmd`],
  [{ code: '1"&cmd&"' }, '1"&cmd&"'],
  [{ code: '+1"&cmd' }, `'+1"&cmd`],
  [{ code: '1\n=cmd' }, '1\n=cmd'],
])('%j is written as %j', (cell, text) => {
  expect(csvCell(cell)).toBe(text);
});
