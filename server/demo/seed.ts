import { ShopConfig, ShopSettings } from '#shop/settings/settings.ts';
import type { ServiceContext } from '../context.ts';
import { isEmptyShop } from '../database/is-empty.ts';
import { readMeta, replaceMeta } from '../database/meta.ts';
import { type Trx, transact } from '../database/transact.ts';
import { originalContent, readDemo } from './files.ts';
import { shiftToToday } from './moments.ts';
import { seedCategories, seedProducts, seedReviews } from './seed-catalogue.ts';
import { seedContacts, seedOrders } from './seed-orders.ts';

const AUTHOR = 'demo';

/**
 * Loads the demo shop into an empty database exactly once. The data and the marker row are written
 * in one transaction, so a concurrent process waits for the first one and then finds the marker.
 *
 * @returns true when this call loaded the demo shop, false when it was loaded before or the
 *   database is not empty
 */
export async function seedDemo(context: ServiceContext): Promise<boolean> {
  // On a normal start, this avoids the write lock.
  if ((await readMeta(context.database.db, 'demo')) !== null) return false;
  const now = context.now();
  return transact(context, async ({ trx, bump }) => {
    if (!(await replaceMeta(trx, 'demo', null, String(now))) || !(await isEmptyShop(trx))) return false;
    // Started without the demo before, and closed.
    await trx.deleteFrom('settings').where('name', '=', 'opening').execute();
    const catalogue = readDemo('catalogue');
    const { reviews } = readDemo('reviews');
    const { orders, referenceDate } = readDemo('orders');
    const settings = readDemo('settings');
    const shop = ShopSettings.parse(settings.shop);
    const config = ShopConfig.parse(settings.config);

    await seedCategories(trx, catalogue, now);
    await seedProducts(trx, catalogue, reviews, makerOf(shop), now);
    await seedReviews(trx, reviews, shiftToToday(referenceDate, now), now);
    await seedOrders(trx, orders, catalogue.products, config.reservationMinutes * 60_000, now);
    await seedContacts(trx, readDemo('contacts').contacts, now);
    await seedSettings(trx, settings, now);
    await seedContent(trx, now);
    bump('catalogue');
    bump('content');
    bump('settings');
    return true;
  });
}

/** The maker on the demo's labels. */
export function makerOf(shop: ShopSettings): string {
  return `${shop.legalName}, ${shop.address}, ${shop.city}, ${shop.state} ${shop.pincode}`;
}

async function seedSettings(trx: Trx, settings: Record<string, unknown>, now: number): Promise<void> {
  await trx
    .insertInto('settings')
    .values(
      Object.entries(settings).map(([name, value]) => ({
        name,
        value: JSON.stringify(value),
        updated_at: now,
        updated_by: AUTHOR,
      })),
    )
    .execute();
}

/** The pages of the demo: their texts, and the landing pages of categories. */
export async function seedContent(trx: Trx, now: number): Promise<void> {
  const { productPages } = readDemo('pages');
  const contents = Object.entries(originalContent.content());
  await trx
    .insertInto('page_content')
    .values(
      contents.map(([id, content]) => ({ id, content: JSON.stringify(content), updated_at: now, updated_by: AUTHOR })),
    )
    .execute();
  await trx
    .insertInto('product_pages')
    .values(
      productPages.map((page, position) => ({
        id: page.route.slice(1),
        name: page.name,
        route: page.route,
        content: JSON.stringify(page),
        position,
        updated_at: now,
        updated_by: AUTHOR,
      })),
    )
    .execute();
}
