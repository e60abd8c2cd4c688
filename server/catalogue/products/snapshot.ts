import type { ServiceContext } from '#server/context.ts';
import { snapshotOf } from '#server/snapshot.ts';
import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import { readCategories, toCategory } from '../categories/queries.ts';
import {
  countRecentOrders,
  type ProductHead,
  readProductHeads,
  readProductRecords,
  readStock,
  type SizeRow,
} from './queries.ts';
import { type FixedPart, toFixedPart, toProduct } from './wire.ts';

/** The whole catalogue of one data version. Lists, sections, search and pages filter it in memory. */
export interface Catalogue {
  /** Everything that is not deleted, inactive products included, in the shop's own order. */
  readonly products: readonly Product[];
  /** What shoppers see: without inactive products. */
  readonly visible: readonly Product[];
  readonly byId: ReadonlyMap<string, Product>;
  readonly categories: readonly Category[];
}

/** A product as it was last built, and what it was built from. */
interface Known {
  key: string;
  part: FixedPart;
  sizes: SizeRow[];
  head: ProductHead;
  orders: number;
  /** Null when its stock has changed. */
  product: Product | null;
}

const WEEK_MS = 7 * 86_400_000;
/** Milliseconds by which the 7-day count may be late; otherwise every order would cause a new count. */
const RECENT_MS = 60_000;

/**
 * Reads the catalogue once per data version; concurrent readers share one read. What only an admin changes is read again only for
 * products with a new version, and a product is built again only if something of it has changed: a sale or an edit among 10,000 products
 * costs two plain scans (ratings, stock).
 */
export function createCatalogueSnapshot(context: ServiceContext): () => Promise<Catalogue> {
  const { db } = context.database;
  let known = new Map<string, Known>();
  let categoriesKey = '';
  let recent: { at: number; orders: Map<string, number> } | null = null;

  async function load(): Promise<Catalogue> {
    const now = context.now();
    const categories = (await readCategories(db)).map(toCategory);
    const heads = await readProductHeads(db);
    const stock = await readStock(db);

    // A product shows its category's name, so a changed category invalidates every cached part.
    const key = JSON.stringify(categories);
    const before = key === categoriesKey ? known : new Map<string, Known>();
    const changed = heads.filter((head) => before.get(head.id)?.key !== keyOf(head)).map((head) => head.id);
    const records = await readProductRecords(db, changed);

    if (!recent || Math.abs(now - recent.at) >= RECENT_MS) {
      recent = { at: now, orders: await countRecentOrders(context.database, now - WEEK_MS) };
    }
    const { orders } = recent;

    const categoryById = new Map(categories.map((category) => [category.id, category]));
    const next = new Map<string, Known>();
    for (const head of heads) {
      const record = records.get(head.id);
      const old = before.get(head.id);
      const count = orders.get(head.id) ?? 0;
      if (record) {
        const part = toFixedPart(record, categoryById.get(record.row.category_id));
        next.set(head.id, { key: keyOf(record.row), part, sizes: record.sizes, head, orders: count, product: null });
      } else if (old) {
        const same = sameRating(old.head, head) && old.orders === count;
        next.set(head.id, same ? old : { ...old, head, orders: count, product: null });
      }
      // Otherwise it was created between two statements of this load: the next version will include it.
    }
    for (const row of stock) {
      const entry = next.get(row.product_id);
      const size = entry?.sizes.find((one) => one.size === row.size);
      if (!entry || !size || size.stock === row.stock) continue;
      const sizes = entry.sizes.map((one) => (one === size ? { ...one, stock: row.stock } : one));
      next.set(row.product_id, { ...entry, sizes, product: null });
    }
    const products: Product[] = [];
    for (const entry of next.values()) {
      entry.product ??= toProduct(entry.part, entry.head, entry.sizes, entry.orders);
      products.push(entry.product);
    }
    known = next;
    categoriesKey = key;
    return {
      products,
      visible: products.filter((product) => product.status !== 'Inactive'),
      byId: new Map(products.map((product) => [product.id, product])),
      categories,
    };
  }

  return snapshotOf(() => context.versions.stamp, load);
}

function keyOf(row: { version: number; updated_at: number }): string {
  return `${row.version}.${row.updated_at}`;
}

function sameRating(one: ProductHead, other: ProductHead): boolean {
  return one.rating_sum === other.rating_sum && one.rating_count === other.rating_count;
}
