import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { databaseFailure } from '#server/database/errors.ts';
import { transact, type Work } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { categorySlug } from '#shop/catalogue/categories.ts';
import type { CategoryInput } from '#shop/catalogue/category-input.ts';
import { categoryTranslations } from '../translations.ts';
import type { CategoryRow } from './categories.queries.ts';
import { lockCategories, logged, putInOrder, refuseTaken } from './category-rows.ts';

/** Attempts to save a category while others take its slug at the same moment. */
const TRIES = 3;

/** @returns the new id @throws ShopError('name_taken') */
export async function createCategory(context: ServiceContext, input: CategoryInput, actor: Actor): Promise<string> {
  const now = context.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(context, (work) => insert(work, input, actor, now));
    } catch (error) {
      // On PostgreSQL two categories of one name can be created at the same moment: the second tries
      // again and then sees the first.
      if (databaseFailure(error) !== 'unique' || attempt === TRIES) throw error;
    }
  }
}

async function insert({ trx, bump }: Work, input: CategoryInput, actor: Actor, now: number): Promise<string> {
  const rows = await lockCategories(trx);
  refuseTaken(input.name, rows);
  const row: CategoryRow = {
    id: newId('cat'),
    name: input.name,
    slug: categorySlug(input.name, new Set(rows.map(({ slug }) => slug))),
    icon: input.icon ?? '',
    description: input.description ?? '',
    translations: categoryTranslations(input.translations),
    parent_id: null,
    landing_page: 0,
    position: rows.length,
    created_at: now,
    updated_at: now,
    version: 1,
    deleted_at: null,
  };
  await trx.insertInto('categories').values(row).execute();
  const place = await putInOrder(trx, rows, row, input.position ?? rows.length);
  const after = { ...logged(row), position: place };
  await writeAudit(trx, { at: now, actor, action: 'create', entity: 'category', entityId: row.id, after });
  bump('catalogue');
  return row.id;
}
