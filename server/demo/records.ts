import { columnsOf } from '#server/catalogue/products/field-columns.ts';
import { type ProductRecord, readProductRecords } from '#server/catalogue/products/products.queries.ts';
import { storedTranslations } from '#server/catalogue/translations.ts';
import { BUILT_IN_BRAND, renamed } from '#shop/content/brand.ts';
import { CONTENT, type PageId, ProductPage } from '#shop/content/content.ts';
import { contentOf, neutralContent } from '#shop/content/neutral.ts';
import { TRANSLATIONS } from '#shop/language.ts';
import { type DemoReason, type DemoRecord, same, withoutDemo } from '#shop/settings/demo.ts';
import { SETTINGS, type SettingsName, ShopSettings } from '#shop/settings/settings.ts';
import type { Translations } from '#shop/translations.ts';
import { readJson } from '../database/json.ts';
import type { Reader } from '../database/transact.ts';
import { type DemoProduct, originalContent, readDemo } from './files.ts';
import { makerOf } from './seed.ts';
import { sizeRows } from './seed-catalogue.ts';
import { takenBy } from './seed-orders.ts';

/**
 * The demo's records as they stand in the shop now, and what its pages and settings become without
 * it.
 */
export interface DemoNow {
  records: DemoRecord[];
  /**
   * By page id: the content without the demo's part; null for a page that goes. A page that stays
   * as it is has none.
   */
  pages: Map<string, string | null>;
  settings: Map<string, string>;
}

type Records = Promise<DemoRecord[]>;
const product = (id: string) => ({ kind: 'product', id }) as const;
const category = (id: string) => ({ kind: 'category', id }) as const;

/**
 * Compares the shop with the demo's files. A record counts as edited when somebody has saved it
 * since it was loaded (so that a demo of an earlier version counts as untouched) and it differs
 * from the files; stock also when it was only counted anew.
 */
export async function readDemoNow(db: Reader): Promise<DemoNow> {
  const content = await readContent(db);
  const settings = await readSettings(db);
  const records = [
    ...(await readProducts(db)),
    ...(await readCategories(db)),
    ...(await readReviews(db)),
    ...(await readOrders(db)),
    ...(await readMessages(db)),
    ...content.records,
    ...(await readLandingPages(db, await readBrand(db))),
    ...settings.records,
  ];
  return { records, pages: content.rows, settings: settings.rows };
}

async function readProducts(db: Reader): Records {
  const { products } = readDemo('catalogue');
  const { orders } = readDemo('orders');
  const maker = makerOf(ShopSettings.parse(readDemo('settings').shop));
  const brand = await readBrand(db);
  const ids = products.map(({ id }) => id);
  const records = await readProductRecords(db, ids);
  const ordered = await idsOf(
    db
      .selectFrom('order_lines')
      .select('product_id as id')
      .distinct()
      .where('product_id', 'in', ids)
      .where(
        'order_number',
        'not in',
        orders.map(({ orderNumber }) => orderNumber),
      )
      .execute(),
  );
  const reviewed = await idsOf(
    db
      .selectFrom('reviews')
      .select('product_id as id')
      .distinct()
      .where('product_id', 'in', ids)
      .where('id', 'not in', reviewIds())
      .execute(),
  );

  const isSaved = ({ row, sizes, images, tags }: ProductRecord, demo: DemoProduct): boolean => {
    const { translations: _, ...columns } = columnsOf({ ...demo, maker });
    const own = Object.fromEntries(Object.keys(columns).map((name) => [name, row[name as keyof typeof row]]));
    return !(
      row.category_id === demo.category &&
      same(own, { ...columns, brand: renamed(columns.brand, BUILT_IN_BRAND, brand) }) &&
      hasTranslationsOf(row, demo) &&
      same(sizes.map(writtenOf), sizeRows(demo).map(writtenOf)) &&
      same(
        images.map(({ url, alt }) => [url, alt]),
        demo.images.map(({ url, alt }) => [url, renamed(alt, BUILT_IN_BRAND, brand)]),
      ) &&
      same(
        tags.map(({ tag }) => tag),
        demo.tags,
      )
    );
  };
  const isCounted = ({ sizes }: ProductRecord, demo: DemoProduct): boolean =>
    sizes.some(({ size, stock, held, sold }) => {
      const written = demo.sizes.find((one) => one.size === size)?.stock;
      const taken = orders.flatMap((order) =>
        order.items
          .filter((item) => item.product === demo.id && item.size === size)
          .map((item) => takenBy(order, item, demo)),
      );
      return written !== undefined && stock + held + sold !== written + taken.reduce((sum, one) => sum + one, 0);
    });
  const reasonOf = (record: ProductRecord, demo: DemoProduct): DemoReason | null => {
    const { row } = record;
    if (ordered.has(row.id)) return 'ordered';
    if (reviewed.has(row.id)) return 'reviewed';
    if (row.deleted_at !== null) return null;
    return (row.version > 1 && isSaved(record, demo)) || isCounted(record, demo) ? 'edited' : null;
  };

  return [...records.values()].flatMap((record) => {
    const { row, sizes } = record;
    const demo = products.find(({ id }) => id === row.id);
    if (!demo) return [];
    const contents = sizes.flatMap((size) =>
      (JSON.parse(size.contents ?? '[]') as { productId: string }[]).map(({ productId }) => productId),
    );
    const needs = [category(row.category_id), ...[...new Set(contents)].map(product)];
    return [{ kind: 'product' as const, id: row.id, name: row.name, reason: reasonOf(record, demo), needs }];
  });
}

async function readCategories(db: Reader): Records {
  const { categories, products } = readDemo('catalogue');
  const ids = categories.map(({ slug }) => slug);
  const rows = await db.selectFrom('categories').selectAll().where('id', 'in', ids).execute();
  const filled = await idsOf(
    db
      .selectFrom('products')
      .select('category_id as id')
      .distinct()
      .where('category_id', 'in', ids)
      .where(
        'id',
        'not in',
        products.map(({ id }) => id),
      )
      .execute(),
    db.selectFrom('categories').select('parent_id as id').distinct().where('parent_id', 'in', ids).execute(),
  );
  return rows.map((row) => {
    const demo = categories.find(({ slug }) => slug === row.id);
    const edited =
      row.version > 1 &&
      row.deleted_at === null &&
      !(
        row.name === demo?.name &&
        row.slug === demo.slug &&
        row.icon === demo.icon &&
        row.description === demo.description &&
        hasTranslationsOf(row, demo) &&
        (row.landing_page === 1) === demo.landingPage &&
        row.parent_id === null
      );
    const reason = filled.has(row.id) ? 'filled' : edited ? 'edited' : null;
    const needs = row.parent_id === null ? [] : [category(row.parent_id)];
    return { kind: 'category', id: row.id, name: row.name, reason, needs };
  });
}

async function readReviews(db: Reader): Records {
  const { reviews } = readDemo('reviews');
  const rows = await db.selectFrom('reviews').selectAll().where('id', 'in', reviewIds()).execute();
  return rows.map((row) => {
    const demo = reviews.find(({ id }) => id === row.id);
    const untouched =
      row.updated_at === row.created_at ||
      (row.reply === null &&
        row.status === demo?.status &&
        row.rating === demo.rating &&
        row.title === demo.title &&
        row.comment === demo.comment &&
        row.customer_name === demo.customerName);
    const name = `Review by ${row.customer_name}`;
    return { kind: 'review', id: row.id, name, reason: untouched ? null : 'edited', needs: [product(row.product_id)] };
  });
}

async function readOrders(db: Reader): Records {
  const numbers = readDemo('orders').orders.map(({ orderNumber }) => orderNumber);
  const rows = await db
    .selectFrom('orders')
    .select(['order_number', 'version'])
    .where('order_number', 'in', numbers)
    .orderBy('created_at')
    .execute();
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_number', 'product_id'])
    .where('order_number', 'in', numbers)
    .execute();
  const ofTable = (table: 'invoices' | 'refunds' | 'replacements' | 'credits') =>
    db.selectFrom(table).select('order_number as id').where('order_number', 'in', numbers).execute();
  const papers = await idsOf(ofTable('invoices'), ofTable('refunds'), ofTable('replacements'), ofTable('credits'));
  return rows.map(({ order_number: id, version }) => {
    const reason = papers.has(id) ? 'papers' : version > 1 ? 'edited' : null;
    const products = lines.filter((line) => line.order_number === id).map((line) => line.product_id);
    return { kind: 'order', id, name: `Order ${id}`, reason, needs: [...new Set(products)].map(product) };
  });
}

/**
 * A message of the demo is known by its sender and words. Opening it marks it as read, which is no
 * change.
 */
async function readMessages(db: Reader): Records {
  const { contacts } = readDemo('contacts');
  const rows = await db
    .selectFrom('contacts')
    .selectAll()
    .where(
      'email',
      'in',
      contacts.map(({ email }) => email),
    )
    .orderBy('created_at')
    .execute();
  return rows.flatMap((row) => {
    const demo = contacts.find(
      ({ email, subject, message }) => email === row.email && subject === row.subject && message === row.message,
    );
    if (!demo) return [];
    const untouched =
      row.reply === null &&
      row.admin_notes === demo.adminNotes &&
      row.priority === demo.priority &&
      (row.status === demo.status || (row.status === 'read' && demo.status === 'new'));
    const reason = untouched ? null : 'edited';
    return [{ kind: 'message' as const, id: row.id, name: `${row.name}: ${row.subject}`, reason, needs: [] }];
  });
}

const PAGE_NAMES: Partial<Record<PageId, string>> = {
  offerBar: 'Offer bar',
  banner: 'Banner',
  hero: 'Hero',
  navbar: 'Navbar',
  homepage: 'Home page',
  contactPage: 'Contact page',
  announcements: 'Announcements',
};

async function readContent(db: Reader): Promise<{ records: DemoRecord[]; rows: DemoNow['pages'] }> {
  const brand = await readBrand(db);
  const demo = contentOf(originalContent.content());
  const neutral = neutralContent(demo);
  const records: DemoRecord[] = [];
  const rows: DemoNow['pages'] = new Map();
  for (const row of await db.selectFrom('page_content').select(['id', 'content']).orderBy('id').execute()) {
    const id = row.id as PageId;
    const stored = CONTENT[id]?.safeParse(readJson(row.content));
    if (!stored) continue;
    const own = (value: unknown) => renamed(value, BUILT_IN_BRAND, brand);
    const [value, less] = [stored.data, own(neutral[id])];
    const rest = withoutDemo<unknown>(value, own(demo[id]), less);
    // What can no longer be read is shown as the built-in default anyway.
    const goes = !stored.success || same(rest, less);
    const partly = !goes && !same(rest, value) && CONTENT[id].safeParse(rest).success;
    if (goes) rows.set(id, null);
    else if (partly) rows.set(id, JSON.stringify(rest));
    const page = demo[id];
    const name = PAGE_NAMES[id] ?? ('title' in page ? page.title : id);
    records.push({ kind: 'page', id, name, reason: goes ? null : partly ? 'partly' : 'edited', needs: [] });
  }
  return { records, rows };
}

async function readLandingPages(db: Reader, brand: string): Records {
  const { productPages } = readDemo('pages');
  const rows = await db.selectFrom('product_pages').selectAll().orderBy('position').execute();
  return rows.flatMap((row) => {
    const demo = productPages.find(({ route }) => route.slice(1) === row.id);
    if (!demo) return [];
    const page = { ...(readJson(row.content) as object), name: row.name, route: row.route };
    const edited = row.version > 1 && !same(parsed(page), parsed(renamed(demo, BUILT_IN_BRAND, brand)));
    const needs = typeof demo.category === 'string' ? [category(demo.category)] : [];
    return [{ kind: 'landing' as const, id: row.id, name: row.name, reason: edited ? 'edited' : null, needs }];
  });
}

const SETTINGS_NAMES = { shop: 'Shop settings', payment: 'Payment settings', config: 'Time limits' } as const;

async function readSettings(db: Reader): Promise<{ records: DemoRecord[]; rows: DemoNow['settings'] }> {
  const demo = readDemo('settings');
  const records: DemoRecord[] = [];
  const rows: DemoNow['settings'] = new Map();
  for (const [id, name] of Object.entries(SETTINGS_NAMES) as [keyof typeof demo & SettingsName, string][]) {
    const row = await db.selectFrom('settings').select('value').where('name', '=', id).executeTakeFirst();
    const stored = row && SETTINGS[id].safeParse(readJson(row.value));
    if (!stored) continue;
    const neutral = SETTINGS[id].parse({});
    const rest = withoutDemo<unknown>(stored.data, SETTINGS[id].parse(demo[id]), neutral);
    const goes = !stored.success || same(rest, neutral);
    const partly = !goes && !same(rest, stored.data);
    if (goes || partly) rows.set(id, JSON.stringify(goes ? neutral : rest));
    records.push({ kind: 'settings', id, name, reason: goes ? null : partly ? 'partly' : 'edited', needs: [] });
  }
  return { records, rows };
}

async function readBrand(db: Reader): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', 'shop').executeTakeFirst();
  return ShopSettings.catch(ShopSettings.parse({})).parse(readJson(row?.value ?? '{}')).brandName;
}

/** Whether its translations are those of the demo. A demo of an earlier version had fewer languages. */
function hasTranslationsOf(row: { translations: string | null }, demo: { translations?: Translations<object> }) {
  const { translations = {} } = storedTranslations(row);
  return TRANSLATIONS.every((code) => !translations[code] || same(translations[code], demo.translations?.[code]));
}

/** What staff write on a size. Its stock is compared apart. */
function writtenOf(
  size: ReturnType<typeof sizeRows>[number] & { label?: string | null; gtin?: string | null },
): unknown[] {
  return [
    size.label ?? size.size,
    size.price,
    size.original_price,
    size.net_quantity_grams,
    size.gtin ?? null,
    size.contents,
  ];
}

const reviewIds = () => readDemo('reviews').reviews.map(({ id }) => id);

async function idsOf(...reads: Promise<{ id: string | null }[]>[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const read of reads) for (const { id } of await read) if (id !== null) found.add(id);
  return found;
}

function parsed(page: unknown): unknown {
  return ProductPage.safeParse(page).data;
}
