import { type Insertable, type Selectable, sql } from 'kysely';
import { unindexed } from '#server/database/engine.ts';
import { parts } from '#server/database/rows.ts';
import type {
  ProductImagesTable,
  ProductSizesTable,
  ProductsTable,
  ProductTagsTable,
} from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import { isProductId } from '#shop/catalogue/id-lists.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import { NO_REVENUE_STATUSES } from '#shop/orders/order-status.ts';

export type ProductRow = Selectable<ProductsTable>;
export type SizeRow = Selectable<ProductSizesTable>;
type ImageRow = Selectable<ProductImagesTable>;
type TagRow = Selectable<ProductTagsTable>;

/** One change of a size whose row the transaction has locked. */
export interface StockChange {
  size: string;
  /** Pieces, not 0. */
  change: number;
  /** Pieces after it. */
  stock: number;
  reason: string;
  note?: string;
}

/**
 * What each load reads of a product: its place, its rating, and the version that tells whether the
 * cached rest is current.
 */
export type ProductHead = Pick<
  ProductRow,
  'id' | 'position' | 'version' | 'updated_at' | 'rating_sum' | 'rating_count'
>;

/** The part of a product that changes only when an admin saves it. */
export interface ProductRecord {
  row: ProductRow;
  images: ImageRow[];
  tags: TagRow[];
  /** Without removed ones. */
  sizes: SizeRow[];
}

/**
 * Every product that is not deleted, in the shop's own order; only those of `ids`, unless it is
 * null.
 */
export async function readProductHeads(db: Reader, ids: readonly string[] | null): Promise<ProductHead[]> {
  if (ids?.length === 0) return [];
  const heads = db
    .selectFrom('products')
    .select(['id', 'position', 'version', 'updated_at', 'rating_sum', 'rating_count'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id');
  return (ids ? heads.where('id', 'in', ids) : heads).execute();
}

/** Products with images, tags and sizes: four statements per 400 ids (no N+1). */
export async function readProductRecords(db: Reader, ids: readonly string[]): Promise<Map<string, ProductRecord>> {
  const records = new Map<string, ProductRecord>();
  for (const chunk of parts(ids)) {
    const rows = await db.selectFrom('products').selectAll().where('id', 'in', chunk).execute();
    for (const row of rows) {
      records.set(row.id, { row, images: [], tags: [], sizes: [] });
    }
    const images = await db
      .selectFrom('product_images')
      .selectAll()
      .where('product_id', 'in', chunk)
      .orderBy('product_id')
      .orderBy('position')
      .execute();
    for (const image of images) {
      records.get(image.product_id)?.images.push(image);
    }
    const tags = await db
      .selectFrom('product_tags')
      .selectAll()
      .where('product_id', 'in', chunk)
      .orderBy('product_id')
      .orderBy('position')
      .execute();
    for (const tag of tags) {
      records.get(tag.product_id)?.tags.push(tag);
    }
    const sizes = await db
      .selectFrom('product_sizes')
      .selectAll()
      .where('product_id', 'in', chunk)
      .where('removed_at', 'is', null)
      .orderBy('product_id')
      .orderBy('position')
      .execute();
    for (const size of sizes) {
      records.get(size.product_id)?.sizes.push(size);
    }
  }
  return records;
}

/**
 * The stock of every size of all products, or of those of `ids`. Orders change it without a new
 * version of the product.
 */
export async function readStock(
  db: Reader,
  ids: readonly string[] | null,
): Promise<Pick<SizeRow, 'product_id' | 'size' | 'stock'>[]> {
  if (ids?.length === 0) return [];
  const sizes = db.selectFrom('product_sizes').select(['product_id', 'size', 'stock']).where('removed_at', 'is', null);
  return (ids ? sizes.where('product_id', 'in', ids) : sizes).execute();
}

/**
 * The number of orders per product that were placed since `since` (epoch ms) and not cancelled
 * (D13).
 */
export async function countRecentOrders(db: Reader, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_number', 'orders.order_number')
    .select(['order_lines.product_id', (eb) => eb.fn.count<number>('orders.order_number').distinct().as('orders')])
    // A draft becomes an order while its reservation lasts, so an order placed in this period was
    // created at most a day before it. This condition lets the index on created_at skip the old
    // orders.
    .where('orders.created_at', '>=', since - 86_400_000)
    .where('orders.placed_at', '>=', since)
    .where('orders.status', 'not in', NO_REVENUE_STATUSES)
    // By their index of products, SQLite would read the lines of all orders there ever were.
    .groupBy(unindexed(db, 'order_lines.product_id'))
    .execute();
  return new Map(rows.map((row) => [row.product_id, Number(row.orders)]));
}

/** Ids that begin with `slug`, deleted products included: an id is never reused (D2). */
export async function readTakenIds(db: Reader, slug: string): Promise<Set<string>> {
  const rows = await startingWith(db, slug).execute();
  return new Set(rows.map((row) => row.id));
}

function startingWith(db: Reader, slug: string) {
  return db
    .selectFrom('products')
    .select('products.id')
    .where((eb) => eb.or([eb('products.id', '=', slug), eb('products.id', 'like', `${slug}-%`)]));
}

/**
 * A product that is not deleted. Text that cannot be an id is not queried: PostgreSQL rejects NUL
 * characters.
 */
export async function readProductRow(db: Reader, id: string): Promise<ProductRow | undefined> {
  if (!isProductId(id)) {
    return undefined;
  }
  return db.selectFrom('products').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/**
 * The id of the product that the request with this key has made from `slug`.
 *
 * @throws when there is none
 */
export async function readMadeBy(db: Reader, once: string, slug: string): Promise<string> {
  const { id } = await startingWith(db, slug)
    .innerJoin('done_requests', 'done_requests.at', 'products.created_at')
    .where('done_requests.once', '=', once)
    .orderBy('position')
    .executeTakeFirstOrThrow();
  return id;
}

export async function readLastPosition(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('products')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  return Number(row?.position ?? 0);
}

export async function insertProduct(trx: Trx, row: Insertable<ProductsTable>): Promise<void> {
  await trx.insertInto('products').values(row).execute();
}

/**
 * Writes `changes` if the product still has `version`, and increments the version.
 *
 * @returns false when somebody else has saved or deleted the product in between
 */
export async function updateProduct(
  trx: Trx,
  id: string,
  version: number,
  changes: Partial<Insertable<ProductsTable>>,
): Promise<boolean> {
  const result = await trx
    .updateTable('products')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function replaceImages(
  trx: Trx,
  productId: string,
  images: Insertable<ProductImagesTable>[],
): Promise<void> {
  await trx.deleteFrom('product_images').where('product_id', '=', productId).execute();
  if (images.length > 0) {
    await trx.insertInto('product_images').values(images).execute();
  }
}

export async function replaceTags(trx: Trx, productId: string, tags: readonly string[]): Promise<void> {
  await trx.deleteFrom('product_tags').where('product_id', '=', productId).execute();
  if (tags.length > 0) {
    await trx
      .insertInto('product_tags')
      .values(tags.map((tag, position) => ({ product_id: productId, tag, position })))
      .execute();
  }
}

/**
 * A size to write: `size` is its label, and `sizeBefore` the label that the admin saw. With
 * `stockBefore`, the stock that the admin saw, only the difference is applied, also if its label is
 * new.
 */
export type NewSize = Insertable<ProductSizesTable> & {
  sizeBefore?: string | undefined;
  stockBefore?: number | undefined;
};

/** The sizes of a product, removed ones included. */
export async function readSizesOf(db: Reader, productId: string): Promise<SizeRow[]> {
  return db.selectFrom('product_sizes').selectAll().where('product_id', '=', productId).orderBy('position').execute();
}

/**
 * Those who wait for a size then wait for its new label. Who waits for that already stays there
 * once.
 */
async function moveWishes(trx: Trx, productId: string, renames: ReadonlyMap<string, string>): Promise<void> {
  if (renames.size === 0) return;
  const cases = [...renames].map(([from, to]) => sql`when ${from} then ${to}`);
  // All in one statement: two labels may be swapped.
  const after = sql<string>`case stock_alerts.size ${sql.join(cases, sql` `)} end`;
  await trx
    .updateTable('stock_alerts')
    .set({ size: after })
    .where('product_id', '=', productId)
    .where('size', 'in', [...renames.keys()])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stock_alerts as other')
            .select('other.id')
            .where('other.product_id', '=', productId)
            .where('other.size', '=', after)
            .whereRef('other.email', '=', 'stock_alerts.email')
            .whereRef('other.phone', '=', 'stock_alerts.phone'),
        ),
      ),
    )
    .execute();
}

/**
 * The row of each size to write; undefined for a new one. A size that is renamed keeps its row: by
 * `sizeBefore`, or else with a `stockBefore` it is the one that has gone. A removed size that comes
 * back has its row again.
 */
function rowsOf(sizes: readonly NewSize[], before: readonly SizeRow[]): (SizeRow | undefined)[] {
  const free = new Set(before);
  const rows = sizes.map((): SizeRow | undefined => undefined);
  const match = (find: (size: NewSize, live: SizeRow[]) => SizeRow | undefined) => {
    const live = [...free].filter(({ removed_at }) => removed_at === null);
    for (const [index, size] of sizes.entries()) {
      const row = rows[index] ? undefined : find(size, live);
      if (row && free.delete(row)) rows[index] = row;
    }
  };
  // The row of a product without sizes has no label, and gets none.
  const named = ({ size }: { size: string }) => size !== '';
  match(({ sizeBefore }, live) => live.find((row) => named(row) && labelOf(row) === sizeBefore));
  match(({ size }, live) => live.find((row) => labelOf(row) === size));
  match((size, live) => {
    if (size.stockBefore === undefined || !named(size)) return undefined;
    const gone = live.filter(named);
    return gone.length === 1 ? gone[0] : gone.find(({ position }) => position === size.position);
  });
  match(({ size }) => [...free].find((row) => row.removed_at !== null && labelOf(row) === size));
  return rows;
}

/** A key for a new row: its label, unless that is the key of a size that was renamed. */
function freeKey(label: string, taken: ReadonlySet<string>): string {
  let key = label;
  for (let n = 2; taken.has(key); n++) key = `${label} #${n}`;
  return key;
}

/**
 * Replaces the sizes of a product by `sizes`. The row of a removed size stays with stock 0, since
 * it counts what is held and sold.
 *
 * @param before its rows, locked (lockSizesOf)
 * @returns what this changed in the stock
 */
export async function writeSizes(
  trx: Trx,
  productId: string,
  sizes: readonly NewSize[],
  before: readonly SizeRow[],
  now: number,
): Promise<StockChange[]> {
  const changes: StockChange[] = [];
  const rows = rowsOf(sizes, before);
  const gone = before.filter((row) => row.removed_at === null && !rows.includes(row));
  if (gone.length > 0) {
    await trx
      .updateTable('product_sizes')
      .set({ removed_at: now, stock: 0 })
      .where('product_id', '=', productId)
      .where(
        'size',
        'in',
        gone.map(({ size }) => size),
      )
      .execute();
    for (const { size, stock } of gone) changes.push({ size, change: -stock, stock: 0, reason: 'removed' });
  }
  const keys = new Set(before.map(({ size }) => size));
  const renames = new Map<string, string>();
  for (const [index, { sizeBefore: _label, stockBefore, ...size }] of sizes.entries()) {
    const row = rows[index];
    const known = row?.removed_at === null;
    if (known && labelOf(row) !== size.size) renames.set(labelOf(row), size.size);
    const stock = known && stockBefore !== undefined ? Math.max(0, row.stock + size.stock - stockBefore) : size.stock;
    const key = row?.size ?? freeKey(size.size, keys);
    keys.add(key);
    const label = key === size.size ? null : size.size;
    await trx
      .insertInto('product_sizes')
      .values({ ...size, size: key, label, stock })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'size']).doUpdateSet({
          label,
          position: size.position,
          price: size.price,
          original_price: size.original_price,
          stock,
          net_quantity_grams: size.net_quantity_grams ?? null,
          gtin: size.gtin ?? null,
          contents: size.contents ?? null,
          removed_at: null,
        }),
      )
      .execute();
    changes.push({ size: key, change: stock - (row?.stock ?? 0), stock, reason: known ? 'edited' : 'created' });
  }
  await moveWishes(trx, productId, renames);
  return changes.filter(({ change }) => change !== 0);
}
