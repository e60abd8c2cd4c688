import { tellPrograms } from '#server/connect/tell.ts';
import { inCodePointOrder } from '#server/database/engine.ts';
import { parts } from '#server/database/rows.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { StockHistory } from '#shop/catalogue/product-admin.ts';
import type { StockEdit } from '#shop/catalogue/product-csv.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import type { SizeRow, StockChange } from './products.queries.ts';

/**
 * The history of what staff did to the stock of each size. Orders write nothing here; what they
 * moved follows from the rows.
 */

/** Changes that GET /admin/products/{id}/stock returns. */
const HISTORY = 200;

/**
 * The sizes of a product, removed ones included, locked until the end of the transaction. In the
 * order in which orders lock them: otherwise a change by staff and an order of two sizes could
 * deadlock (fault 8).
 */
export async function lockSizesOf(trx: Trx, productId: string): Promise<SizeRow[]> {
  const query = trx.selectFrom('product_sizes').selectAll().where('product_id', '=', productId);
  // SQLite has one writer at a time, so nothing changes before this transaction ends.
  return query.orderBy(inCodePointOrder(trx, 'size')).forUpdate().execute();
}

/**
 * Adds changes to the history, and tells the programs that ask for them. The caller holds the locks
 * of `lockSizesOf`, so the numbers of a size have no gap.
 */
export async function recordStock(
  trx: Trx,
  productId: string,
  changes: readonly StockChange[],
  { at, by }: { at: number; by: string },
): Promise<void> {
  if (changes.length === 0) return;
  const last = await trx
    .selectFrom('stock_changes')
    .select(['size', (eb) => eb.fn.max<number>('n').as('n')])
    .where('product_id', '=', productId)
    .groupBy('size')
    .execute();
  const rows = changes.map(({ size, change, stock, reason, note = '' }) => {
    const n = Number(last.find((row) => row.size === size)?.n ?? 0) + 1;
    return { product_id: productId, size, n, at, by_name: by, change, stock, reason, note };
  });
  await trx.insertInto('stock_changes').values(rows).execute();
  await tellPrograms(trx, at, [{ type: 'stock.changed', data: { products: [productId] } }]);
}

/**
 * How often staff have changed the stock of a size, by product and label; without those that they
 * never changed.
 */
export type StockVersions = ReadonlyMap<string, ReadonlyMap<string, number>>;

export async function readStockVersions(db: Reader): Promise<StockVersions> {
  const rows = await db
    .selectFrom('product_sizes')
    .select(['product_id', 'size', 'label'])
    // One step into the key for each size; to group the whole history would read all of it.
    .select((eb) =>
      eb
        .selectFrom('stock_changes')
        .select((changes) => changes.fn.max<number | null>('n').as('n'))
        .whereRef('stock_changes.product_id', '=', 'product_sizes.product_id')
        .whereRef('stock_changes.size', '=', 'product_sizes.size')
        .as('n'),
    )
    .where('removed_at', 'is', null)
    .execute();
  const versions = new Map<string, Map<string, number>>();
  for (const { product_id, n, ...row } of rows) {
    if (n === null) continue;
    versions.set(product_id, (versions.get(product_id) ?? new Map<string, number>()).set(labelOf(row), Number(n)));
  }
  return versions;
}

/** The changes, each with the label that its size has now. */
function withLabel(db: Reader) {
  return db
    .selectFrom('stock_changes')
    .innerJoin('product_sizes', (join) =>
      join
        .onRef('product_sizes.product_id', '=', 'stock_changes.product_id')
        .onRef('product_sizes.size', '=', 'stock_changes.size'),
    )
    .select((eb) => eb.fn.coalesce('label', 'stock_changes.size').as('size'));
}

/** What the form, the list and imports changed in the stock of these products, by product. */
export async function readStockEdits(db: Reader, ids: readonly string[]) {
  const rows: (StockEdit & { product_id: string; size: string })[] = [];
  for (const chunk of parts(ids)) {
    const edits = withLabel(db).select(['stock_changes.product_id', 'n', 'change', 'stock_changes.stock']);
    const live = edits.where('stock_changes.product_id', 'in', chunk).where('removed_at', 'is', null);
    rows.push(...(await live.where('reason', '=', 'edited').execute()));
  }
  return Map.groupBy(rows, ({ product_id }) => product_id);
}

/** What the request with this key changed in the stock of these products. */
export async function readStockOf(db: Reader, once: string, ids: readonly string[]) {
  return withLabel(db)
    .innerJoin('done_requests', 'done_requests.at', 'stock_changes.at')
    .select(['stock_changes.product_id', 'change'])
    .where('once', '=', once)
    .where('stock_changes.product_id', 'in', [...new Set(ids)])
    .where('reason', '=', 'edited')
    .execute();
}

/**
 * The latest changes of a product, newest first, and the stock of its sizes. What orders moved is
 * the difference between two changes.
 */
export async function readStockHistory(db: Reader, productId: string): Promise<StockHistory> {
  const sizes = await db
    .selectFrom('product_sizes')
    .select(['size', 'label', 'stock', 'held', 'sold'])
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute();
  const changes = await withLabel(db)
    .select(['stock_changes.size as key', 'n', 'at', 'by_name', 'change', 'stock_changes.stock', 'reason', 'note'])
    .select((eb) =>
      eb.fn
        .agg<number | null>('lag', ['stock_changes.stock'])
        .over((over) => over.partitionBy('stock_changes.size').orderBy('n'))
        .as('before'),
    )
    .where('stock_changes.product_id', '=', productId)
    .orderBy('at', 'desc')
    .orderBy('n', 'desc')
    .orderBy('stock_changes.size')
    .limit(HISTORY)
    .execute();
  return {
    sizes: sizes.map(({ label, ...row }) => {
      const [latest] = changes.filter(({ key }) => key === row.size).sort((a, b) => b.n - a.n);
      return { ...row, size: labelOf({ ...row, label }), orders: latest ? row.stock - latest.stock : null };
    }),
    changes: changes.map(({ size, at, by_name, change, stock, reason, note, before }) => ({
      size,
      at,
      by: by_name,
      change,
      stock,
      reason,
      note,
      orders: before === null ? null : stock - change - before,
    })),
  };
}
