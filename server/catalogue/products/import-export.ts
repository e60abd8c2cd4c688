import { stringify } from 'csv-stringify/sync';
import type { Actor } from '#server/audit/audit.ts';
import type { Reader } from '#server/database/transact.ts';
import type { Product, ProductInput } from '#shop/catalogue/catalogue.ts';
import type { ImportInput, ImportResult } from '#shop/catalogue/product-admin.ts';
import { CSV_COLUMNS } from '#shop/catalogue/product-columns.ts';
import { type CsvPlan, csvIds, csvLines, groupCsvRows, planCsvProduct } from '#shop/catalogue/product-csv.ts';
import { isShopError } from '#shop/errors.ts';
import type { Catalogue } from './snapshot.ts';
import { readStockEdits, type StockVersions } from './stock-changes.queries.ts';

/** Products per piece: the whole file is never in memory. */
const BATCH = 200;

/**
 * Products as CSV in pieces, one line per size: RFC 4180, UTF-8 with a byte order mark, so that
 * spreadsheet programs read ₹ and Devanagari. Cells that a spreadsheet would run as formulas get an
 * apostrophe in front, which the import removes.
 */
export function* exportProducts(products: readonly Product[], versions: StockVersions): Generator<string> {
  yield `\uFEFF${csv([[...CSV_COLUMNS]])}`;
  for (let start = 0; start < products.length; start += BATCH) {
    yield csv(
      products
        .slice(start, start + BATCH)
        .flatMap((product) => csvLines(product, (size) => versions.get(product.id)?.get(size) ?? 0)),
    );
  }
}

function csv(rows: string[][]): string {
  return stringify(rows, { record_delimiter: 'windows' });
}

interface Writes {
  create(input: ProductInput, actor: Actor): Promise<string>;
  update(id: string, input: ProductInput, actor: Actor): Promise<void>;
}

/**
 * Imports lines of a CSV, or with `dryRun` only reports what they would do. Each product has its
 * own transaction and audit entry, so an invalid one does not block the others. Importing the same
 * lines twice changes nothing.
 */
export async function importProducts(
  { rows, dryRun }: ImportInput,
  catalogue: Catalogue,
  writes: Writes,
  actor: Actor,
  db: Reader,
): Promise<ImportResult[]> {
  const ids = csvIds(rows).filter((id) => catalogue.byId.has(id));
  const edits = await readStockEdits(db, ids);
  const names = new Map(catalogue.products.map((product) => [product.name.toLowerCase(), product]));
  const world = {
    byId: (id: string) => catalogue.byId.get(id),
    byName: (name: string) => names.get(name.toLowerCase()),
    categories: catalogue.categories,
    stockEdits: (id: string, label: string) => (edits.get(id) ?? []).filter(({ size }) => size === label),
  };
  const results: ImportResult[] = [];
  for (const group of groupCsvRows(rows)) {
    const plan = planCsvProduct(group, world);
    results.push(dryRun ? resultOf(plan) : await save(plan, writes, actor));
  }
  return results;
}

async function save(plan: CsvPlan, writes: Writes, actor: Actor): Promise<ImportResult> {
  const { input, id, line } = plan;
  if (!input || plan.action === 'unchanged') return resultOf(plan);
  try {
    if (id) await writes.update(id, input, actor);
    return resultOf({ ...plan, id: id ?? (await writes.create(input, actor)) });
  } catch (error) {
    if (!isShopError(error) || error.code === 'busy') throw error;
    return resultOf({ ...plan, action: 'error', errors: [{ line, column: 'id', msg: error.message }] });
  }
}

function resultOf({ line, id, name, action, changes, fields, errors }: CsvPlan): ImportResult {
  return { line, id, name, action, changes, fields, errors };
}
