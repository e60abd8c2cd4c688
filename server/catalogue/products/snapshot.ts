import type { ServiceContext } from '#server/context.ts';
import { snapshotOf } from '#server/snapshot.ts';
import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import { readCategories, toCategory } from '../categories/queries.ts';
import { countRecentOrders, readProductHeads, readProductRecords, readSizes } from './queries.ts';
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

const WEEK_MS = 7 * 86_400_000;
/** Milliseconds by which the 7-day count may be late; otherwise every order would cause a new count. */
const RECENT_MS = 60_000;

/**
 * Reads the catalogue once per data version; concurrent readers share one read. The parts that only an admin changes are read and
 * parsed again only for products with a new version, so that a sale among 10,000 products costs two plain scans (stock, ratings).
 */
export function createCatalogueSnapshot(context: ServiceContext): () => Promise<Catalogue> {
  const { db } = context.database;
  let fixed = new Map<string, FixedPart & { key: string }>();
  let categoriesKey = '';
  let recent: { at: number; orders: Map<string, number> } | null = null;

  async function load(): Promise<Catalogue> {
    const now = context.now();
    const categories = (await readCategories(db)).map(toCategory);
    const heads = await readProductHeads(db);
    const sizes = await readSizes(db);

    // A product shows its category's name, so a changed category invalidates every cached part.
    const key = JSON.stringify(categories);
    const known = key === categoriesKey ? fixed : new Map<string, FixedPart & { key: string }>();
    const changed = heads.filter((head) => known.get(head.id)?.key !== keyOf(head)).map((head) => head.id);
    const records = await readProductRecords(db, changed);

    if (!recent || Math.abs(now - recent.at) >= RECENT_MS) {
      recent = { at: now, orders: await countRecentOrders(db, now - WEEK_MS) };
    }
    const { orders } = recent;

    const categoryById = new Map(categories.map((category) => [category.id, category]));
    const next = new Map<string, FixedPart & { key: string }>();
    const products: Product[] = [];
    for (const head of heads) {
      const record = records.get(head.id);
      const part = record
        ? { ...toFixedPart(record, categoryById.get(record.row.category_id)), key: keyOf(record.row) }
        : known.get(head.id);
      // Created between two statements of this load: the next version will include it.
      if (!part) continue;
      next.set(head.id, part);
      products.push(toProduct(part, head, sizes.get(head.id) ?? [], orders.get(head.id) ?? 0));
    }
    fixed = next;
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
