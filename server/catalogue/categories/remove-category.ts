import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { stillInUse } from '#shop/catalogue/categories.ts';
import { ShopError } from '#shop/errors.ts';
import { countProducts } from './categories.queries.ts';
import { lockCategories, logged } from './category-rows.ts';

/**
 * Deletes a category and frees its slug. The row stays, since products that were deleted earlier
 * refer to it.
 *
 * @throws ShopError category_not_found, category_in_use (with the number of its products)
 */
export function removeCategory(context: ServiceContext, id: string, actor: Actor): Promise<void> {
  const now = context.now();
  return transact(context, async ({ trx, bump }) => {
    const row = (await lockCategories(trx)).find((one) => one.id === id);
    if (!row) throw new ShopError('category_not_found');
    const products = (await countProducts(trx)).get(id) ?? 0;
    if (products > 0) {
      throw new ShopError('category_in_use', {
        message: stillInUse(row.name, products),
        details: { data: { products } },
      });
    }
    await trx.updateTable('categories').set({ parent_id: null }).where('parent_id', '=', id).execute();
    await trx
      .updateTable('categories')
      // A slug never contains ~, and ids are unique.
      .set({ deleted_at: now, updated_at: now, version: row.version + 1, slug: `~${id}~${now}` })
      .where('id', '=', id)
      .execute();
    const before = logged(row);
    await writeAudit(trx, { at: now, actor, action: 'delete', entity: 'category', entityId: id, before });
    bump('catalogue');
  });
}
