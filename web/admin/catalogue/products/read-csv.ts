import { parse } from 'csv-parse/browser/esm/sync';
import type { Converted, Place } from '#shop/catalogue/import/other-shop.ts';
import { fromShopify, isShopify } from '#shop/catalogue/import/shopify.ts';
import { fromWooCommerce, isWooCommerce } from '#shop/catalogue/import/woocommerce.ts';
import { MAX_IMPORT_ROWS } from '#shop/catalogue/product-admin.ts';
import { CSV_COLUMNS } from '#shop/catalogue/product-columns.ts';
import { type CsvRow, checkCsvHeading, groupCsvRows } from '#shop/catalogue/product-csv.ts';
import { isZip, LOST_LETTERS, NOT_CSV, readFileText, WORKBOOK } from '#shop/text/file-text.ts';
import { hasLostLetters } from '#shop/text/sheet-cell.ts';
import { htmlText } from './html-text.ts';

/** Bytes: 10,000 products with long descriptions are about 15 MB. */
const MOST_BYTES = 20_000_000;
/** Bytes of one part: the server accepts two million. */
const PART_BYTES = 800_000;

export interface CsvFile extends Converted {
  /** The shop whose file it is; null for our own CSV. */
  from: 'Shopify' | 'WooCommerce' | null;
  /** The lines in parts that are sent one after the other; a product is never split. */
  parts: CsvRow[][];
  products: number;
  lines: number;
}

const NOWHERE: Omit<Place, 'textOf'> = { categories: [], fallback: null };

/** A CSV file of products with the columns and no product. */
export function emptyTemplate(): File {
  const columns = CSV_COLUMNS.filter((name) => !['id', 'stockBefore', 'stockVersion'].includes(name));
  return new File([`\uFEFF${columns.join(',')}\r\n`], 'products-template.csv', { type: 'text/csv' });
}

/**
 * Reads a CSV file of products: RFC 4180, UTF-8 or UTF-16, with commas, semicolons or tabs. The file
 * of another shop is turned into lines of our own.
 *
 * @param place where the products of another shop go
 * @throws Error with a message to display
 */
export async function readProductCsv(file: File, place = NOWHERE): Promise<CsvFile> {
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
  const from = shopOf(columns);
  const faults = from ? [] : checkCsvHeading(columns);
  if (faults.length > 0) throw new Error(`${faults.join('. ')}.`);
  if (records.length === 0) throw new Error('There is no product in this file');
  // Of another shop, only what has a place here counts; the dry run names its line.
  if (!from && records.some((cells) => Object.values(cells).some(hasLostLetters))) throw new Error(LOST_LETTERS);
  // Counted like in a spreadsheet: a cell with line breaks is still one row.
  const lines = records.map((cells, index) => ({ line: index + 2, cells }));
  const converted = converters[from ?? 'none'](lines, { ...place, textOf: htmlText });
  const groups = groupCsvRows(converted.rows);
  return { ...converted, from, parts: partsOf(groups), products: groups.length, lines: records.length };
}

const converters = {
  Shopify: fromShopify,
  WooCommerce: fromWooCommerce,
  none: (rows: CsvRow[]): Converted => ({ rows, notes: [], withoutCategory: 0 }),
};

function shopOf(columns: readonly string[]): CsvFile['from'] {
  const names = columns.map((name) => name.toLowerCase());
  if (isShopify(names)) return 'Shopify';
  return isWooCommerce(names) ? 'WooCommerce' : null;
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
