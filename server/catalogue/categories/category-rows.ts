import type { Trx } from '#server/database/transact.ts';
import { nameTaken } from '#shop/catalogue/categories.ts';
import { fieldError } from '#shop/errors.ts';
import { storedTranslations } from '../translations.ts';
import { type CategoryRow, categoriesInOrder } from './categories.queries.ts';

/** What the writes of categories share. */

/**
 * Reads the categories and locks them until the end of the transaction, so that two changes never
 * overlap.
 */
export async function lockCategories(trx: Trx): Promise<CategoryRow[]> {
  return categoriesInOrder(trx).forUpdate().execute();
}

/** @throws ShopError('name_taken') */
export function refuseTaken(name: string, others: readonly CategoryRow[]): void {
  const msg = nameTaken(name, others);
  if (msg) throw fieldError('name_taken', 'name', msg);
}

/**
 * Stores the order of the categories with `row` at `place` among the others.
 *
 * @returns the place it got
 */
export async function putInOrder(
  trx: Trx,
  others: readonly CategoryRow[],
  row: CategoryRow,
  place: number,
): Promise<number> {
  const at = Math.min(place, others.length);
  for (const [position, one] of others.toSpliced(at, 0, row).entries()) {
    if (one.position === position) continue;
    await trx.updateTable('categories').set({ position }).where('id', '=', one.id).execute();
  }
  return at;
}

/** The fields of a category that the audit log keeps. */
export function logged(row: CategoryRow) {
  const { name, slug, icon, description } = row;
  return { name, slug, icon, description, ...storedTranslations(row) };
}
