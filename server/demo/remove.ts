import type { Insertable } from 'kysely';
import { ShopError } from '#shop/errors.ts';
import { type DemoKind, type DemoRemoval, planRemoval, same, withoutDemo } from '#shop/settings/demo.ts';
import { ShopSettings } from '#shop/settings/settings.ts';
import { type Actor, writeAudit } from '../audit/audit.ts';
import { columnsOf } from '../catalogue/products/field-columns.ts';
import { refreshRating } from '../catalogue/reviews/reviews.queries.ts';
import type { ServiceContext } from '../context.ts';
import { inCodePointOrder } from '../database/engine.ts';
import { readMeta, replaceMeta } from '../database/meta.ts';
import type { ProductsTable } from '../database/schema.ts';
import { type Trx, transact } from '../database/transact.ts';
import { refreshCustomers } from '../orders/rows/customer-figures.queries.ts';
import { dropHolds, lockAllStock, moveStock } from '../orders/rows/stock.queries.ts';
import { readDemo } from './files.ts';
import { type DemoNow, readDemoNow } from './records.ts';
import { makerOf } from './seed.ts';

/**
 * The value of `demo` in the table meta once the demo is removed: the next start does not load it
 * again.
 */
const REMOVED = 'removed';

/** Removes the demo from a shop that is about to open. */
export function createDemoService(context: ServiceContext) {
  const { database, now } = context;

  /** Whether the shop has the records of the demo. */
  async function isHere(): Promise<boolean> {
    const mark = await readMeta(database.db, 'demo');
    return mark !== null && mark !== REMOVED;
  }

  return {
    isHere,

    /** What `remove` would delete and what it would leave; nothing in a shop without the demo. */
    async preview(): Promise<DemoRemoval> {
      const { records } = (await isHere()) ? await readDemoNow(database.db) : { records: [] };
      return planRemoval(records).removal;
    },

    /**
     * Deletes what the demo brought and neither the owner nor a shopper has used, all or nothing.
     *
     * @throws ShopError conflict when there is no demo (any more)
     */
    async remove(actor: Actor): Promise<DemoRemoval> {
      return transact(context, async ({ trx, bump }) => {
        const mark = await readMeta(trx, 'demo');
        if (mark === null || mark === REMOVED || !(await replaceMeta(trx, 'demo', mark, REMOVED))) {
          throw new ShopError('conflict', { message: 'There is no demo in this shop.' });
        }
        await lock(trx);
        const demo = await readDemoNow(trx);
        const { goes, removal } = planRemoval(demo.records);
        const going = (kind: DemoKind) => goes.filter((one) => one.kind === kind).map(({ id }) => id);
        await deleteOrders(trx, going('order'), now());
        await deleteReviews(trx, going('review'));
        await deleteProducts(trx, going('product'));
        await deleteRows(trx, 'product_pages', going('landing'));
        await deleteRows(trx, 'categories', going('category'));
        await deleteRows(trx, 'contacts', going('message'));
        await writeTexts(trx, demo, { at: now(), author: actor.name });
        const { stays } = removal;
        await dropClaims(trx, new Set(stays.filter(({ kind }) => kind === 'product').map(({ id }) => id)), now());
        const after = { goes: removal.goes, stays: stays.map(({ kind, id }) => `${kind} ${id}`) };
        await writeAudit(trx, { at: now(), actor, action: 'demo.remove', entity: 'settings', entityId: 'demo', after });
        for (const name of ['catalogue', 'content', 'settings'] as const) bump(name);
        return removal;
      });
    },
  };
}

/**
 * Waits for all that is being changed, in the order in which all transactions lock rows (fault 8).
 * An order that is just being placed has its stock already, so its products stay.
 */
async function lock(trx: Trx): Promise<void> {
  await trx.selectFrom('orders').select('order_number').orderBy('order_number').forUpdate().execute();
  await trx.selectFrom('holds').select('order_number').orderBy('order_number').forUpdate().execute();
  await trx.selectFrom('categories').select('id').orderBy('position').orderBy('id').forUpdate().execute();
  await trx.selectFrom('products').select('id').orderBy(inCodePointOrder(trx, 'id')).forUpdate().execute();
  await lockAllStock(trx);
}

/**
 * Deletes orders, and customers without another one. What they held is in stock again; what they
 * sold was never real, so it is no longer counted (I2).
 */
async function deleteOrders(trx: Trx, numbers: string[], at: number): Promise<void> {
  if (numbers.length === 0) return;
  for (const number of numbers) {
    for (const { productId, size, quantity } of await dropHolds(trx, number)) {
      await moveStock(trx, { productId, size }, { stock: quantity, held: -quantity, sold: 0 });
    }
  }
  const taken = await trx
    .selectFrom('order_lines')
    .leftJoin('claims', 'claims.order_number', 'order_lines.order_number')
    .select(['product_id', 'stock_size', 'taken', 'claims.kind as claim'])
    .where('order_lines.order_number', 'in', numbers)
    .where('taken', '>', 0)
    .execute();
  for (const line of taken) {
    const unproven = line.claim === 'order' || line.claim === 'unproven' ? line.taken : 0;
    await trx
      .updateTable('product_sizes')
      .set((eb) => ({ sold: eb('sold', '-', line.taken), unproven: eb('unproven', '-', unproven) }))
      .where('product_id', '=', line.product_id)
      .where('size', '=', line.stock_size ?? '')
      .execute();
  }
  const people = await trx.selectFrom('orders').select('phone').where('order_number', 'in', numbers).execute();
  for (const table of [
    ...(['order_lines', 'order_events', 'order_attention', 'order_codes', 'order_tokens', 'pay_links'] as const),
    ...(['payments', 'payment_totals', 'claims', 'mail_outbox', 'orders'] as const),
  ]) {
    await trx.deleteFrom(table).where('order_number', 'in', numbers).execute();
  }
  await refreshCustomers(
    trx,
    people.map(({ phone }) => phone),
    at,
  );
}

/** Deletes reviews, and what they added to the ratings of products that stay. */
async function deleteReviews(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await trx.deleteFrom('reviews').where('id', 'in', ids).returning('product_id').execute();
  for (const id of new Set(rows.map((row) => row.product_id))) await refreshRating(trx, id);
}

async function deleteProducts(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of [
    ...(['wishlist', 'stock_alerts', 'product_images', 'product_tags'] as const),
    ...(['stock_changes', 'product_sizes'] as const),
  ]) {
    await trx.deleteFrom(table).where('product_id', 'in', ids).execute();
  }
  await deleteRows(trx, 'products', ids);
}

/** As columns: no rating, nobody who ordered, no address of a maker. */
const NO_CLAIMS = { rating: [null, 0] as [number | null, number], order_count: 0, maker: '' };

/**
 * Takes what the demo claims from products that stay: nobody has given these ratings or ordered so
 * often, and nobody packs at this address. What the owner has changed stays.
 */
async function dropClaims(trx: Trx, ids: ReadonlySet<string>, at: number): Promise<void> {
  const maker = makerOf(ShopSettings.parse(readDemo('settings').shop));
  const claimsOf = (
    row: Pick<Insertable<ProductsTable>, 'quick_rating' | 'quick_review_count' | 'order_count' | 'maker'>,
  ) => {
    const { quick_rating = null, quick_review_count = 0, order_count = 0, maker = '' } = row;
    return { rating: [quick_rating, quick_review_count] as [number | null, number], order_count, maker };
  };
  for (const demo of readDemo('catalogue').products.filter(({ id }) => ids.has(id))) {
    const row = await trx
      .selectFrom('products')
      .select(['quick_rating', 'quick_review_count', 'order_count', 'maker'])
      .where('id', '=', demo.id)
      .executeTakeFirstOrThrow();
    const before = claimsOf(row);
    const { rating, ...columns } = withoutDemo(before, claimsOf(columnsOf({ ...demo, maker })), NO_CLAIMS);
    if (same({ rating, ...columns }, before)) continue;
    const [quick_rating, quick_review_count] = rating;
    await trx
      .updateTable('products')
      .set((eb) => ({ ...columns, quick_rating, quick_review_count, version: eb('version', '+', 1), updated_at: at }))
      .where('id', '=', demo.id)
      .execute();
  }
}

async function deleteRows(
  trx: Trx,
  table: 'products' | 'categories' | 'contacts' | 'product_pages',
  ids: string[],
): Promise<void> {
  if (ids.length > 0) await trx.deleteFrom(table).where('id', 'in', ids).execute();
}

/**
 * Pages without content of their own show the built-in one, which is neutral. Settings keep their
 * row, so that an open form is stale.
 */
async function writeTexts(trx: Trx, { pages, settings }: DemoNow, { at, author }: { at: number; author: string }) {
  for (const [id, content] of pages) {
    if (content === null) {
      await trx.deleteFrom('page_content').where('id', '=', id).execute();
      continue;
    }
    await trx
      .updateTable('page_content')
      .set((eb) => ({ content, version: eb('version', '+', 1), updated_at: at, updated_by: author }))
      .where('id', '=', id)
      .execute();
  }
  for (const [name, value] of settings) {
    await trx
      .updateTable('settings')
      .set((eb) => ({ value, version: eb('version', '+', 1), updated_at: at }))
      .where('name', '=', name)
      .execute();
  }
}
