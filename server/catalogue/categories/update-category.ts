import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { CategoryInput } from '#shop/catalogue/category-input.ts';
import { ShopError } from '#shop/errors.ts';
import { categoryTranslations, storedTranslations } from '../translations.ts';
import { type CategoryRow, toCategory } from './categories.queries.ts';
import { lockCategories, logged, putInOrder, refuseTaken } from './category-rows.ts';

/**
 * Renames, describes and moves a category; fields that are left out stay. The slug never changes,
 * so products, address and landing page stay too. With `input.version` the save fails when somebody
 * else has saved since.
 *
 * @throws ShopError category_not_found, name_taken, stale
 */
export function updateCategory(context: ServiceContext, id: string, input: CategoryInput, actor: Actor): Promise<void> {
  const now = context.now();
  return transact(context, async ({ trx, bump }) => {
    const rows = await lockCategories(trx);
    const row = rows.find((one) => one.id === id);
    if (!row) throw new ShopError('category_not_found');
    if ((input.version ?? row.version) !== row.version) {
      throw new ShopError('stale', { details: { data: { ...toCategory(row), version: row.version } } });
    }
    const others = rows.filter((one) => one !== row);
    refuseTaken(input.name, others);
    const next = changed(row, input, now);
    const { name, icon, description, translations, updated_at, version } = next;
    await trx
      .updateTable('categories')
      .set({ name, icon, description, translations, updated_at, version })
      .where('id', '=', id)
      .execute();
    const before = { ...logged(row), position: rows.indexOf(row) };
    const place = input.position === undefined ? before.position : await putInOrder(trx, others, next, input.position);
    const after = { ...logged(next), position: place };
    await writeAudit(trx, { at: now, actor, action: 'save', entity: 'category', entityId: id, before, after });
    bump('catalogue');
  });
}

function changed(row: CategoryRow, input: CategoryInput, now: number): CategoryRow {
  return {
    ...row,
    name: input.name,
    icon: input.icon ?? row.icon,
    description: input.description ?? row.description,
    translations: categoryTranslations({ ...storedTranslations(row).translations, ...input.translations }),
    updated_at: now,
    version: row.version + 1,
  };
}
