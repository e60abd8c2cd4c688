import { numberOf } from '../../text/sheet-cell.ts';
import type { CsvRow } from '../product-csv.ts';
import {
  type Converted,
  categoryPath,
  commaList,
  notebook,
  type OtherProduct,
  type OtherSize,
  ownRows,
  type Place,
  plainRows,
  type Tell,
  unplacedColumns,
} from './other-shop.ts';
import { sizeName } from './size-name.ts';

/**
 * The product CSV of WooCommerce: a line for each product, and one for each variation of a variable
 * product. https://woocommerce.com/document/product-csv-importer-exporter/
 */

/** The weight of the parcel names a size where nothing else does, but has no place itself. */
const READ: ReadonlySet<string> = new Set([
  'id',
  'type',
  'name',
  'published',
  'short description',
  'description',
  'stock',
  'in stock?',
  'sale price',
  'regular price',
  'categories',
  'tags',
  'images',
  'parent',
  'brands',
]);
const ATTRIBUTE = /^attribute (\d+) (name|value\(s\))$/;
const WEIGHT = /^weight \((kg|g|lbs|oz)\)$/;
const GRAMS: Record<string, number> = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 };

/** @param columns in lower case */
export const isWooCommerce = (columns: readonly string[]): boolean =>
  ['type', 'name', 'regular price'].every((name) => columns.includes(name));

export function fromWooCommerce(rows: readonly CsvRow[], place: Place): Converted {
  const { tell, notes } = notebook();
  const plain = plainRows(rows);
  const variations = variationsOf(plain, tell);
  const products = plain
    .filter((row) => !isVariation(row))
    .flatMap((row) => productOf(row, variations.get(row) ?? [], tell) ?? []);
  const converted = ownRows(products, place, tell);
  const isRead = (column: string) => READ.has(column) || ATTRIBUTE.test(column);
  return { ...converted, notes: [...notes(), ...unplacedColumns(rows, isRead)] };
}

const cell = (row: CsvRow, column: string): string => row.cells[column] ?? '';
const typesOf = (row: CsvRow) => commaList(cell(row, 'type').toLowerCase());
const isVariation = (row: CsvRow) => typesOf(row).includes('variation');

/** The variations of each product; `Parent` is its `id:12` or its SKU. */
function variationsOf(rows: readonly CsvRow[], tell: Tell): Map<CsvRow, CsvRow[]> {
  const parents = new Map<string, CsvRow>();
  for (const row of rows.filter((one) => !isVariation(one))) {
    if (cell(row, 'sku')) parents.set(cell(row, 'sku'), row);
    if (cell(row, 'id')) parents.set(`id:${cell(row, 'id')}`, row);
  }
  const found = new Map<CsvRow, CsvRow[]>();
  for (const row of rows.filter(isVariation)) {
    const parent = parents.get(cell(row, 'parent'));
    if (!parent) {
      tell(row.line, 'The product of this variation is not in the file: it stays out');
      continue;
    }
    const siblings = found.get(parent);
    if (siblings) siblings.push(row);
    else found.set(parent, [row]);
  }
  return found;
}

function productOf(row: CsvRow, variations: readonly CsvRow[], tell: Tell): OtherProduct | null {
  const name = cell(row, 'name');
  const other = typesOf(row).find((type) => ['grouped', 'external'].includes(type));
  if (other || !name) {
    const why = other ? `A product of the type “${other}” has no place in this shop` : 'No name';
    for (const { line } of [row, ...variations]) tell(line, `${why}: it stays out`);
    return null;
  }
  if (variations.length > 0 && numberOf(cell(row, 'stock'))) {
    tell(row.line, 'Stock of all variations together has no place: each size has its own');
  }
  for (const one of variations.filter((each) => cell(each, 'description') || cell(each, 'short description'))) {
    tell(one.line, 'The description of a variation has no place');
  }
  const inSizes = new Set(variations.flatMap((one) => attributesOf(one).map(({ name: own }) => own)));
  const sizeHere = variations.length === 0 ? amountOf(row) : null;
  for (const { name: attribute, values } of attributesOf(row)) {
    if (inSizes.has(attribute) || attribute === sizeHere?.name) continue;
    tell(row.line, `Attribute “${attribute}: ${values.join(', ')}” has no place`);
  }
  const own: OtherSize = { ...sizeOf(row, tell), options: sizeHere?.values ?? [] };
  return {
    line: row.line,
    key: cell(row, 'sku') || cell(row, 'id') || String(row.line),
    name,
    html: ['short description', 'description']
      .map((column) => cell(row, column).replaceAll('\\n', '\n'))
      .filter(Boolean)
      .join('\n\n'),
    brand: commaList(cell(row, 'brands')).join(', '),
    categories: commaList(cell(row, 'categories')).map(categoryPath),
    tags: commaList(cell(row, 'tags')),
    pictures: [row, ...variations].flatMap(picturesOf),
    sizes: variations.length > 0 ? variations.map((one) => sizeOf(one, tell)) : [own],
  };
}

function attributesOf(row: CsvRow): { name: string; values: string[] }[] {
  return Object.keys(row.cells).flatMap((column) => {
    const [, number, part] = ATTRIBUTE.exec(column) ?? [];
    const values = part === 'name' ? commaList(cell(row, `attribute ${number} value(s)`)) : [];
    return values.length > 0 ? [{ name: cell(row, column), values }] : [];
  });
}

/** The attribute of a simple product that names its size: 'Weight: 250 g'. */
function amountOf(row: CsvRow): { name: string; values: string[] } | null {
  const isAmount = (value: string) => /^(?:\d+ x )?\d+(?:\.\d+)?(?:g|kg|ml|l)$/.test(sizeName(value));
  return attributesOf(row).find(({ values }) => values.length === 1 && values.every(isAmount)) ?? null;
}

function sizeOf(row: CsvRow, tell: Tell): OtherSize {
  const regular = cell(row, 'regular price');
  const sale = cell(row, 'sale price');
  const unit = Object.keys(row.cells).find((column) => WEIGHT.test(column) && cell(row, column)) ?? '';
  const weight = numberOf(cell(row, unit));
  const stock = cell(row, 'stock');
  const isSoldOut = cell(row, 'in stock?') === '0';
  if (isSoldOut && numberOf(stock)) tell(row.line, 'Marked as out of stock in the file: the stock comes as 0');
  return {
    line: row.line,
    options: attributesOf(row).map(({ values }) => values.join(', ')),
    grams: weight && Math.round(weight * (GRAMS[WEIGHT.exec(unit)?.[1] ?? ''] ?? 0)),
    price: sale || regular,
    mrp: sale ? regular : '',
    // A variation with the stock of its product says ‘parent’.
    stock: isSoldOut ? '0' : stock.replace(/^parent$/i, ''),
  };
}

function picturesOf(row: CsvRow): OtherProduct['pictures'] {
  return cell(row, 'images')
    .split(/,\s*(?=(?:https?:)?\/\/)/i)
    .map((url) => ({ line: row.line, url: url.trim(), alt: '' }))
    .filter(({ url }) => url !== '');
}
