import { parse } from 'csv-parse/browser/esm/sync';
import { MAX_IMPORT_ROWS } from '#shop/catalogue/product-admin.ts';
import { type CsvRow, checkCsvHeading, groupCsvRows } from '#shop/catalogue/product-csv.ts';
import { isZip, LOST_LETTERS, NOT_CSV, readFileText, WORKBOOK } from '#shop/text/file-text.ts';
import { hasLostLetters } from '#shop/text/sheet-cell.ts';

/** Bytes: 10,000 products with long descriptions are about 15 MB. */
const MOST_BYTES = 20_000_000;
/** Bytes of one part: the server accepts two million. */
const PART_BYTES = 800_000;

export interface CsvFile {
  /** The lines in parts that are sent one after the other; a product is never split. */
  parts: CsvRow[][];
  products: number;
  lines: number;
}

/**
 * Reads a CSV file of products: RFC 4180, UTF-8 or UTF-16, with commas, semicolons or tabs.
 *
 * @throws Error with a message to display
 */
export async function readProductCsv(file: File): Promise<CsvFile> {
  if (file.size > MOST_BYTES) throw new Error('This file is too large: at most 20 MB');
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  const heading = text.slice(0, text.indexOf('\n') + 1 || text.length);
  let records: Record<string, string>[];
  let columns: string[] = [];
  try {
    records = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'].find((one) => heading.includes(one)) ?? ',',
      columns: (names: string[]) => {
        columns = names.map((name) => name.trim());
        return columns;
      },
      skip_empty_lines: true,
      relax_column_count: true,
    }) as unknown as typeof records;
  } catch (error) {
    throw new Error(`This is not a CSV file that can be read: ${error instanceof Error ? error.message : ''}`);
  }
  const faults = checkCsvHeading(columns);
  if (faults.length > 0) throw new Error(`${faults.join('. ')}.`);
  if (records.length === 0) throw new Error('There is no product in this file');
  if (records.some((cells) => Object.values(cells).some(hasLostLetters))) throw new Error(LOST_LETTERS);
  // Counted like in a spreadsheet: a cell with line breaks is still one row.
  const groups = groupCsvRows(records.map((cells, index) => ({ line: index + 2, cells })));
  return { parts: partsOf(groups), products: groups.length, lines: records.length };
}

/** @throws Error for a file that is no text, or that was saved without its Hindi letters */
function textOf(bytes: Uint8Array): string {
  const read = readFileText(bytes);
  if (!read) throw new Error(isZip(bytes) ? WORKBOOK : NOT_CSV);
  if (read.encoding !== 'unicode') throw new Error(LOST_LETTERS);
  return read.text;
}

function partsOf(groups: CsvRow[][]): CsvRow[][] {
  const parts: CsvRow[][] = [];
  let part: CsvRow[] = [];
  let bytes = 0;
  for (const group of groups) {
    const weight = JSON.stringify(group).length * 2;
    if (part.length > 0 && (part.length + group.length > MAX_IMPORT_ROWS / 2 || bytes + weight > PART_BYTES)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(...group);
    bytes += weight;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
