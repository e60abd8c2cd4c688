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

/**
 * The product CSV of Shopify: a line for each variant and for each further picture, by handle. Its
 * columns had other names until 2025.
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */

const COLUMNS = {
  handle: ['url handle', 'handle'],
  title: ['title'],
  html: ['description', 'body (html)'],
  vendor: ['vendor'],
  type: ['type'],
  category: ['product category'],
  tags: ['tags'],
  published: ['published on online store', 'published'],
  status: ['status'],
  giftCard: ['gift card'],
  grams: ['weight value (grams)', 'variant grams'],
  price: ['price', 'variant price'],
  mrp: ['compare-at price', 'variant compare at price'],
  stock: ['inventory quantity', 'variant inventory qty'],
  picture: ['product image url', 'image src'],
  position: ['image position'],
  alt: ['image alt text'],
  variantPicture: ['variant image url', 'variant image'],
} as const;
type Column = keyof typeof COLUMNS;

const OPTIONS = [1, 2, 3];
/** The weight of the parcel names a size where nothing else does, but has no place itself. */
const READ: ReadonlySet<string> = new Set([
  ...Object.entries(COLUMNS).flatMap(([column, names]) => (column === 'grams' ? [] : names)),
  ...OPTIONS.flatMap((n) => [`option${n} name`, `option${n} value`]),
]);

/** @param columns in lower case */
export const isShopify = (columns: readonly string[]): boolean =>
  columns.includes('title') && COLUMNS.handle.some((name) => columns.includes(name));

export function fromShopify(rows: readonly CsvRow[], place: Place): Converted {
  const { tell, notes } = notebook();
  const groups = Map.groupBy(plainRows(rows), (row) => cell(row, 'handle') || `\n${cell(row, 'title')}`);
  const products = [...groups].flatMap(([handle, group]) => productOf(handle.trim(), group, tell) ?? []);
  const converted = ownRows(products, place, tell);
  return { ...converted, notes: [...notes(), ...unplacedColumns(rows, (column) => READ.has(column))] };
}

function cell(row: CsvRow, column: Column): string {
  return COLUMNS[column].map((name) => row.cells[name]).find(Boolean) ?? '';
}

function productOf(handle: string, group: readonly CsvRow[], tell: Tell): OtherProduct | null {
  const first = group.find((row) => cell(row, 'title'));
  if (!first) {
    tell(group[0]?.line ?? 0, 'No title: the product stays out');
    return null;
  }
  if (/^true$/i.test(cell(first, 'giftCard'))) {
    tell(first.line, 'Gift cards have no place in this shop: the product stays out');
    return null;
  }
  const name = cell(first, 'title');
  for (const row of group) {
    const other = cell(row, 'title');
    if (other && other !== name) tell(row.line, `“${other}” has the handle of “${name}”: read as one product`);
  }
  return {
    line: first.line,
    key: handle,
    name,
    html: cell(first, 'html'),
    brand: cell(first, 'vendor'),
    categories: [[cell(first, 'type')], categoryPath(cell(first, 'category'))]
      .map((path) => path.filter(Boolean))
      .filter((path) => path.length > 0),
    tags: commaList(cell(first, 'tags')),
    pictures: picturesOf(group),
    sizes: group.filter((row) => row === first || isVariant(row)).map(sizeOf),
  };
}

/** The other lines only add a picture. */
const isVariant = (row: CsvRow) => cell(row, 'price') !== '' || (row.cells['option1 value'] ?? '') !== '';

function sizeOf(row: CsvRow): OtherSize {
  const options = OPTIONS.map((n) => row.cells[`option${n} value`] ?? '');
  return {
    line: row.line,
    options: options.filter((value) => value !== '' && value !== 'Default Title'),
    grams: numberOf(cell(row, 'grams')),
    price: cell(row, 'price'),
    mrp: cell(row, 'mrp'),
    stock: cell(row, 'stock'),
  };
}

function picturesOf(group: readonly CsvRow[]): OtherProduct['pictures'] {
  const own = group
    .filter((row) => cell(row, 'picture'))
    .map((row, index) => ({ row, at: numberOf(cell(row, 'position')) ?? index + 1 }))
    .sort((one, other) => one.at - other.at)
    .map(({ row }) => ({ line: row.line, url: cell(row, 'picture'), alt: cell(row, 'alt') }));
  const ofVariants = group
    .filter((row) => cell(row, 'variantPicture'))
    .map((row) => ({ line: row.line, url: cell(row, 'variantPicture'), alt: '' }));
  return [...own, ...ofVariants];
}
