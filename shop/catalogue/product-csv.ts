import { codeCell, plainCell, safeCell } from '../text/csv-cell.ts';
import { LOSS_SENTENCES, lossOf } from '../text/sheet-cell.ts';
import type { Category, Product } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import { findCategory } from './categories.ts';
import { type Body, type FieldChange, fieldChanges, type Size, sizesOf } from './csv-changes.ts';
import { productBody } from './product-body.ts';
import {
  type Column,
  CSV_COLUMNS,
  PRODUCT_COLUMNS,
  readCell,
  SIZE_COLUMNS,
  withValue,
  writeCell,
} from './product-columns.ts';

/**
 * Products as CSV lines, one for each size, and back (R3.9). A line without an id makes a new
 * product.
 */

export interface CsvRow {
  /** Line in the file; the header row is line 1. */
  line: number;
  cells: Readonly<Record<string, string>>;
}

interface CsvError {
  line: number;
  column: string;
  msg: string;
}

/**
 * The lines of a product, cells in the order of CSV_COLUMNS. The product's own columns are filled
 * in the first line only.
 *
 * @param versionOf how often staff have changed the stock of this size
 */
export function csvLines(product: Product, versionOf: (size: string) => number): string[][] {
  const body = productBody(product);
  const write = (column: Column, from: unknown) => {
    const cell = writeCell(column, from);
    return column.digits ? codeCell(plainCell(cell)) : cell;
  };
  const own = PRODUCT_COLUMNS.map((column) => write(column, body));
  return sizesOf(body).map((size, index) => [
    safeCell(product.id),
    ...(index === 0 ? own : own.map(() => '')),
    ...SIZE_COLUMNS.map((column) => write(column, { ...size, stockVersion: versionOf(size.size) })),
  ]);
}

/** The errors of a file's header row. With any of them, the file cannot be imported. */
export function checkCsvHeading(columns: readonly string[]): string[] {
  const unknown = columns.filter((name) => !CSV_COLUMNS.includes(name));
  const twice = columns.filter((name, index) => columns.indexOf(name) !== index);
  return [
    ...unknown.map((name) => `There is no column "${name}"`),
    ...twice.map((name) => `The column "${name}" stands twice`),
    ...(columns.includes('id') || columns.includes('name') ? [] : ['A column "id" or "name" is needed']),
  ];
}

const cellOf = (row: CsvRow, name: string) => row.cells[name];
const idOf = (row: CsvRow) => plainCell(cellOf(row, 'id') ?? '').trim();
const nameOf = (row: CsvRow) => plainCell(cellOf(row, 'name') ?? '').trim();

/** The ids in these lines, each once. */
export const csvIds = (rows: readonly CsvRow[]): string[] => [...new Set(rows.map(idOf))];

/** Groups the lines of each product, in the order of the file: by id, or by name without one. */
export function groupCsvRows(rows: readonly CsvRow[]): CsvRow[][] {
  return [...Map.groupBy(rows, (row) => idOf(row) || `\n${nameOf(row).toLowerCase()}`).values()];
}

export interface CsvPlan {
  line: number;
  id: string | null;
  name: string;
  action: 'create' | 'update' | 'unchanged' | 'error';
  /** The columns of `fields`; of a new size, only `size`. */
  changes: string[];
  /** What differs from the stored product. */
  fields: FieldChange[];
  errors: CsvError[];
  /** The checked body; null when there is an error. */
  input: ProductInput | null;
}

/**
 * A change of a stock by the form, the list or an import: the n-th by staff. `stock` is what it
 * left.
 */
export interface StockEdit {
  n: number;
  change: number;
  stock: number;
}

export interface CsvWorld {
  /** The product of an id. */
  byId(id: string): Product | undefined;
  /** The product of a name, ignoring case. */
  byName(name: string): Product | undefined;
  categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[];
  stockEdits(id: string, size: string): readonly StockEdit[];
}

/**
 * The changes that the lines of one product (a group of `groupCsvRows`) would make. Columns missing
 * in the file keep their values.
 */
export function planCsvProduct(rows: readonly CsvRow[], world: CsvWorld): CsvPlan {
  const [first] = rows;
  if (!first) throw new Error('a product without a line');
  const id = idOf(first);
  const known = id ? world.byId(id) : undefined;
  const name = nameOf(first) || known?.name || '';
  const errors: CsvError[] = [];
  const wrong: Wrong = ({ line }, column, msg) => {
    // The first error of a cell is its cause.
    if (!errors.some((error) => error.line === line && error.column === column)) errors.push({ line, column, msg });
  };
  for (const row of rows) {
    for (const [column, cell] of Object.entries(row.cells)) {
      const loss = lossOf(cell);
      if (loss) wrong(row, column, LOSS_SENTENCES[loss]);
    }
  }

  if (id && !known) wrong(first, 'id', `No product has the id ${id}; leave it empty to make a new one`);
  if (!id && !name) wrong(first, 'id', 'An id or a name is needed');
  const namesake = !id && name ? world.byName(name) : undefined;
  if (namesake) wrong(first, 'id', `There is a product of this name; its id is ${namesake.id}`);

  const before: Body | null = known ? productBody(known) : null;
  let body: Body = before ? { ...before } : ({ sizes: [] } as unknown as Body);
  for (const column of PRODUCT_COLUMNS) {
    const cell = cellOf(first, column.name);
    if (cell === undefined) continue;
    for (const row of rows.slice(1)) {
      const other = cellOf(row, column.name) ?? '';
      if (other.trim() !== '' && other.trim() !== cell.trim())
        wrong(row, column.name, `Differs from line ${first.line}`);
    }
    const read = readCell(column, cell);
    if ('msg' in read) wrong(first, column.name, read.msg);
    else if (isGiven(column, read.value, before !== null)) body = withValue(body, column.path, read.value) as Body;
  }
  // A product whose nutrient cells are all empty has no nutrition facts.
  if (!Object.values(body.nutrition ?? {}).some((value) => typeof value === 'number')) body.nutrition = null;
  const lines = new Map<number, CsvRow>();
  body = withSizes(body, rows, before, wrong, lines, (size) => world.stockEdits(id, size));

  const checked = ProductInput.safeParse(body);
  for (const { path, message } of checked.success || !(known || (!id && name)) ? [] : checked.error.issues) {
    const size = path[0] === 'sizes' ? lines.get(Number(path[1])) : undefined;
    wrong(size ?? first, size ? String(path[2]) : columnOf(path), message);
  }
  if (checked.success && !findCategory(world.categories, checked.data.category)) {
    wrong(first, 'category', `Category not found: ${checked.data.category}. Add it under Categories first.`);
  }
  const fields = before ? fieldChanges(before, body) : [];
  const added = new Set(fields.filter(({ column }) => column === 'size').map(({ size }) => size));
  const told = fields.filter(({ column, size }) => column === 'size' || !added.has(size));
  const changes = [...new Set(told.map(({ column }) => column))];
  const action = errors.length > 0 ? 'error' : !known ? 'create' : changes.length > 0 ? 'update' : 'unchanged';
  const input = errors.length === 0 && checked.success ? checked.data : null;
  return { line: first.line, id: known?.id ?? null, name, action, changes, fields, errors, input };
}

/** The column of an issue in the body. */
function columnOf(path: readonly PropertyKey[]): string {
  const column = PRODUCT_COLUMNS.find((one) => one.path.every((key, index) => path[index] === key));
  return column?.name ?? String(path[0] ?? '');
}

/**
 * Whether a cell sets its column. A new product takes its defaults for empty cells. A stored one
 * keeps its numbers, flags and required texts; other empty cells clear the value.
 */
function isGiven({ required }: Column, value: unknown, known: boolean): boolean {
  const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return !empty || (known && value !== undefined && !required);
}

type Wrong = (row: CsvRow, column: string, msg: string) => void;

function withSizes(
  body: Body,
  rows: readonly CsvRow[],
  before: Body | null,
  wrong: Wrong,
  lines: Map<number, CsvRow>,
  editsOf: (size: string) => readonly StockEdit[],
): Body {
  const named = rows.filter((row) => SIZE_COLUMNS.some(({ name }) => cellOf(row, name) !== undefined));
  const sizes = [...body.sizes];
  const unsized = before
    ? before.sizes.length === 0
    : named.length <= 1 && !cellOf(named[0] ?? rows[0]!, 'size')?.trim();
  for (const row of named) {
    const label = plainCell(cellOf(row, 'size') ?? '')
      .toWellFormed()
      .trim();
    if (!unsized && !label) {
      wrong(row, 'size', 'Size is required');
      continue;
    }
    if (unsized && label) {
      wrong(row, 'size', 'This product has no sizes');
      continue;
    }
    const at = unsized ? -1 : sizes.findIndex((size) => size.size === label);
    const old = unsized ? (before ? sizesOf(before)[0] : undefined) : sizes[at];
    const taken = at >= 0 ? lines.get(at) : undefined;
    if (taken) {
      wrong(row, 'size', 'Each size may appear only once');
      continue;
    }
    const size = readSize(row, label, old, wrong, editsOf(label));
    if (unsized) {
      body = { ...body, price: size.price, originalPrice: size.originalPrice, stockCount: size.stock };
      if (old) body.stockCountBefore = old.stock;
    } else if (at >= 0) {
      sizes[at] = size;
      lines.set(at, row);
    } else {
      lines.set(sizes.length, row);
      sizes.push(size);
    }
  }
  return { ...body, sizes };
}

function readSize(row: CsvRow, label: string, old: Size | undefined, wrong: Wrong, edits: readonly StockEdit[]): Size {
  let size: Size = old ? { ...old } : ({ size: label } as Size);
  let counted: number | undefined;
  let version: number | undefined;
  for (const column of SIZE_COLUMNS) {
    const cell = cellOf(row, column.name);
    if (cell === undefined || column.name === 'size') continue;
    const read = readCell(column, cell);
    if ('msg' in read) wrong(row, column.name, read.msg);
    else if (column.name === 'stockBefore') counted = read.value as number | undefined;
    else if (column.name === 'stockVersion') version = read.value as number | undefined;
    else if (read.value !== undefined) size = withValue(size, column.path, read.value) as Size;
  }
  if (!old) return size;
  const stock = cellOf(row, 'stock')?.trim() ? stockAfter(size.stock, old.stock, edits, counted, version) : old.stock;
  return { ...size, stock, stockBefore: old.stock };
}

/**
 * The stock that an import leaves. Sales since the export are kept. When the same file was imported
 * before, for example to correct a line, its difference must not be applied twice: the history has
 * it since the export, or, in a file without `stockVersion`, the stock already has the imported
 * number.
 */
function stockAfter(
  typed: number,
  stock: number,
  edits: readonly StockEdit[],
  counted: number | undefined,
  version: number | undefined,
): number {
  if (counted === undefined) return Math.max(0, typed);
  const moved = typed - counted;
  const done =
    version === undefined
      ? typed === stock
      : // A change takes no more than there was.
        edits.some((edit) => edit.n > version && edit.change === Math.max(moved, edit.change - edit.stock));
  return done ? stock : Math.max(0, stock + moved);
}
