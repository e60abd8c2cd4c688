import type { Selectable } from 'kysely';
import type { CategoriesTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { Category } from '#shop/catalogue/catalogue.ts';
import { storedTranslations } from '../translations.ts';

export type CategoryRow = Selectable<CategoriesTable>;

/** The shop's categories, in its own order. */
export async function readCategories(db: Reader): Promise<CategoryRow[]> {
  return categoriesInOrder(db).execute();
}

export function categoriesInOrder(db: Reader) {
  return db.selectFrom('categories').selectAll().where('deleted_at', 'is', null).orderBy('position').orderBy('id');
}

/**
 * Locks a category so that it cannot be deleted before the transaction that puts a product into it
 * ends.
 *
 * @returns false when it has been deleted already
 */
export async function holdCategory(trx: Trx, id: string): Promise<boolean> {
  const query = trx.selectFrom('categories').select('id').where('id', '=', id).where('deleted_at', 'is', null);
  return (await query.forShare().executeTakeFirst()) !== undefined;
}

/** The number of products that are not deleted, by category id. */
export async function countProducts(db: Reader): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('products')
    .select(['category_id', (eb) => eb.fn.countAll<number>().as('products')])
    .where('deleted_at', 'is', null)
    .groupBy('category_id')
    .execute();
  return new Map(rows.map((row) => [row.category_id, Number(row.products)]));
}

/** A category as the API sends it. */
export function toCategory(row: CategoryRow): Category {
  return {
    _id: row.id,
    id: row.id,
    name: row.name,
    slug: row.slug,
    icon: row.icon,
    description: row.description,
    landingPage: row.landing_page === 1,
    parentCategory: row.parent_id,
    ...storedTranslations(row),
  };
}
