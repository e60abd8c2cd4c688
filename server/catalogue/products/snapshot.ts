import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/rows.ts';
import { snapshotOf } from '#server/snapshot.ts';
import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import { priceAt, SALE_STEP_MS } from '#shop/catalogue/sale.ts';
import { readCategories, toCategory } from '../categories/categories.queries.ts';
import {
  countRecentOrders,
  type ProductHead,
  readProductHeads,
  readProductRecords,
  readStock,
  type SizeRow,
} from './products.queries.ts';
import { type FixedPart, type TypedClaims, toFixedPart, toProduct } from './wire.ts';

/**
 * The whole catalogue of one data version. Lists, sections, search and pages filter it in memory.
 */
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
  /** Null when something of it has changed. */
  product: Product | null;
}

/** What the last load has read, and of which version of the catalogue it was at least. */
interface Kept {
  /** Whose prices it shows, in epoch ms. */
  at: number;
  version: number;
  categories: readonly Category[];
  /** What every product depends on: the categories and the claims that shoppers may see. */
  sharedKey: string;
  /** The 7-day counts that it shows. */
  orders: ReadonlyMap<string, number>;
  /** By id, in the shop's own order. */
  known: ReadonlyMap<string, Known>;
  catalogue: Catalogue;
}

const WEEK_MS = 7 * 86_400_000;
/**
 * Milliseconds by which the 7-day count may be late; otherwise every order would cause a new count.
 */
const RECENT_MS = 60_000;
/** With more changed products than this, all are read. */
const FEW = 400;

/**
 * Reads the catalogue once per data version; concurrent readers share one read. After writes of
 * this process only the products that they name are read. After others, two plain scans (ratings,
 * stock) tell what has changed: what only an admin changes is read again only for products with a
 * new version, and a product is built again only if something of it has changed.
 */
export function createCatalogueSnapshot(
  context: ServiceContext,
  readClaims: () => Promise<TypedClaims>,
): () => Promise<Catalogue> {
  const { db } = context.database;
  let kept: Kept | undefined;
  let recent: { at: number; orders: Map<string, number> } | null = null;

  /**
   * The heads of the products to read: those of `ids`, or all if these are not what they were in
   * the list: new, deleted or moved.
   */
  async function headsOf(ids: readonly string[] | null, known: Kept['known'] | undefined) {
    if (ids && known) {
      const heads = await readProductHeads(db, ids);
      const inPlace = heads.filter(({ id, position }) => known.get(id)?.head.position === position).length;
      if (inPlace === heads.length && inPlace === ids.filter((id) => known.has(id)).length) return { heads, ids };
    }
    return { heads: await readProductHeads(db, null), ids: null };
  }

  async function load(): Promise<Catalogue> {
    const now = context.now();
    const before = kept;
    // Before anything is read: a write in between is then read again by the next load.
    const { version, products: changes } = context.versions.changesSince(before?.version);
    const read = (await readCategories(db)).map(toCategory);

    // A product shows its category's name, so a changed category invalidates every cached part,
    // and so do changed claims.
    const { typedCountsEnabled, typedRatingsEnabled } = await readClaims();
    const claims = { typedCountsEnabled, typedRatingsEnabled };
    const sharedKey = JSON.stringify([read, claims]);
    const old = before?.sharedKey === sharedKey ? before : undefined;
    const categories = old?.categories ?? read;
    const few = old && changes && changes.size <= FEW ? [...changes] : null;
    const { heads, ids } = await headsOf(few, old?.known);
    const stock = await readStock(db, ids);
    const changed = heads.filter((head) => old?.known.get(head.id)?.key !== keyOf(head)).map((head) => head.id);

    const categoryById = new Map(categories.map((category) => [category.id, category]));
    const saved = new Map<string, Pick<Known, 'key' | 'part' | 'sizes'>>();
    // Few at a time: the rows of ten thousand products are 50 MB, and V8 keeps the memory that it
    // once had.
    for (const chunk of parts(changed)) {
      for (const [id, record] of await readProductRecords(db, chunk)) {
        const part = toFixedPart(record, categoryById.get(record.row.category_id));
        saved.set(id, { key: keyOf(record.row), part, sizes: record.sizes.map(compact) });
      }
    }

    if (!recent || Math.abs(now - recent.at) >= RECENT_MS) {
      recent = { at: now, orders: await countRecentOrders(context.database.db, now - WEEK_MS) };
    }
    const { orders } = recent;

    const next = new Map<string, Known>(ids ? old?.known : []);
    for (const head of heads) {
      const own = saved.get(head.id);
      const entry = old?.known.get(head.id);
      if (own) {
        next.set(head.id, { ...own, head: compact(head), orders: 0, product: null });
      } else if (entry) {
        next.set(head.id, sameRating(entry.head, head) ? entry : { ...entry, head: compact(head), product: null });
      }
      // Otherwise it was created between two statements of this load: the next version will include
      // it.
    }
    for (const row of stock) {
      const entry = next.get(row.product_id);
      const size = entry?.sizes.find((one) => one.size === row.size);
      if (!entry || !size || size.stock === row.stock) continue;
      const sizes = entry.sizes.map((one) => (one === size ? { ...one, stock: row.stock } : one));
      next.set(row.product_id, { ...entry, sizes, product: null });
    }
    // A sale has begun or ended since.
    const turned = old ? turnedSince(old, now) : [];
    for (const id of turned) {
      const entry = next.get(id);
      if (entry) next.set(id, { ...entry, product: null });
    }
    // The same products in the same order, except for these.
    const only = old && ids && orders === old.orders ? [...new Set([...ids, ...turned])] : null;
    const built: Product[] = [];
    for (const id of only ?? next.keys()) {
      let entry = next.get(id);
      if (!entry) continue;
      const count = orders.get(id) ?? 0;
      if (entry.orders !== count) {
        entry = { ...entry, orders: count, product: null };
        next.set(id, entry);
      }
      if (!entry.product) {
        entry.product = toProduct(entry.part, entry.head, entry.sizes, entry.orders, now, claims);
        // It has all that its next version is built from: of ten thousand products, one copy is
        // enough.
        entry.part = { ...entry.part, product: entry.product };
      }
      built.push(entry.product);
    }
    const catalogue = old && only ? withProducts(old.catalogue, built) : catalogueOf(built, categories);
    // A load that began earlier may end later.
    if (kept === before) kept = { at: now, version, categories, sharedKey, orders, known: next, catalogue };
    return catalogue;
  }

  return snapshotOf(() => context.versions.stamp, load);
}

/** The products with another price now than in the catalogue that is kept. */
function turnedSince({ at, known }: Kept, now: number): string[] {
  if (Math.floor(at / SALE_STEP_MS) === Math.floor(now / SALE_STEP_MS)) return [];
  return [...known].flatMap(([id, { sizes }]) =>
    sizes.some((size) => priceAt(size, at) !== priceAt(size, now)) ? [id] : [],
  );
}

function catalogueOf(products: readonly Product[], categories: readonly Category[]): Catalogue {
  const byId = new Map(products.map((product) => [product.id, product]));
  return { products, visible: products.filter(isVisible), byId, categories };
}

/**
 * The catalogue with these products in place of the former ones. Of ten thousand, the others are
 * not even looked at.
 */
function withProducts(old: Catalogue, changed: readonly Product[]): Catalogue {
  const byId = new Map(old.byId);
  const products = [...old.products];
  const visible = [...old.visible];
  let sameVisible = true;
  for (const product of changed) {
    const before = byId.get(product.id) as Product;
    byId.set(product.id, product);
    products[products.indexOf(before)] = product;
    if (isVisible(before) !== isVisible(product)) sameVisible = false;
    else if (isVisible(product)) visible[visible.indexOf(before)] = product;
  }
  return { ...old, products, visible: sameVisible ? visible : products.filter(isVisible), byId };
}

/** Whether shoppers see it. */
export function isVisible(product: Product): boolean {
  return product.status !== 'Inactive';
}

function keyOf(row: { version: number; updated_at: number }): string {
  return `${row.version}.${row.updated_at}`;
}

/** A copy in a quarter of the memory: V8 keeps the rows of node:sqlite as hash tables. */
function compact<Row extends object>(row: Row): Row {
  return { ...row };
}

function sameRating(one: ProductHead, other: ProductHead): boolean {
  return one.rating_sum === other.rating_sum && one.rating_count === other.rating_count;
}
