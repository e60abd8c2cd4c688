import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { databaseFailure } from '#server/database/errors.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { Category } from '#shop/catalogue/catalogue.ts';
import { categorySlug, nameTaken, stillInUse } from '#shop/catalogue/categories.ts';
import type { AdminCategory, CategoryInput } from '#shop/catalogue/category-input.ts';
import { translated } from '#shop/catalogue/translated.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import type { Language } from '#shop/language.ts';
import { categoryHindi, hindiTexts } from '../hindi.ts';
import {
  type CategoryRow,
  categoriesInOrder,
  countProducts,
  readCategories,
  toCategory,
} from './categories.queries.ts';

/** Attempts to save a category while others take its slug at the same moment. */
const TRIES = 3;

/** Where the categories that shoppers see are read from; the catalogue's snapshot implements it. */
export interface CategorySource {
  snapshot(): Promise<{ categories: readonly Category[] }>;
}

/** Categories. Every write is one transaction with its audit entry and the new data version. */
export function createCategoryService(context: ServiceContext, { catalogue }: { catalogue: CategorySource }) {
  /**
   * Reads the categories and locks them until the end of the transaction, so that two changes never
   * overlap.
   */
  async function locked(trx: Trx): Promise<CategoryRow[]> {
    return categoriesInOrder(trx).forUpdate().execute();
  }

  /**
   * On PostgreSQL two categories of one name can be created at the same moment: the second tries
   * again and then sees the first.
   */
  async function again<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (databaseFailure(error) !== 'unique' || attempt === TRIES) throw error;
      }
    }
  }

  return {
    /** @param parent id or slug: only the categories directly below it */
    async list(parent?: string): Promise<Category[]> {
      const { categories } = await catalogue.snapshot();
      if (parent === undefined) {
        return [...categories];
      }
      const above = categories.find(({ id, slug }) => id === parent || slug === parent);
      return above ? categories.filter(({ parentCategory }) => parentCategory === above.id) : [];
    },

    /** All categories as pages in a language show them. */
    async listIn(language: Language): Promise<Category[]> {
      const { categories } = await catalogue.snapshot();
      return categories.map((category) => translated(category, language));
    },

    /** One category by id or slug. @throws ShopError('category_not_found') */
    async get(idOrSlug: string): Promise<Category> {
      const { categories } = await catalogue.snapshot();
      const category = categories.find(({ id, slug }) => id === idOrSlug || slug === idOrSlug);
      if (!category) {
        throw new ShopError('category_not_found');
      }
      return category;
    },

    /** Every category with the number of its products, read from the tables. */
    async listForAdmin(): Promise<AdminCategory[]> {
      const { db } = context.database;
      const [rows, counts] = [await readCategories(db), await countProducts(db)];
      return rows.map((row) => ({ ...toCategory(row), products: counts.get(row.id) ?? 0, version: row.version }));
    },

    /** @returns the new id @throws ShopError('name_taken') */
    create(input: CategoryInput, actor: Actor): Promise<string> {
      const now = context.now();
      return again(() =>
        transact(context, async ({ trx, bump }) => {
          const rows = await locked(trx);
          refuseTaken(input.name, rows);
          const row: CategoryRow = {
            id: newId('cat'),
            name: input.name,
            slug: categorySlug(input.name, new Set(rows.map(({ slug }) => slug))),
            icon: input.icon ?? '',
            description: input.description ?? '',
            hi: categoryHindi(input.hi),
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
        }),
      );
    },

    /**
     * Renames, describes and moves a category; fields that are left out stay. The slug never
     * changes, so products, address and landing page stay too. With `input.version` the save fails
     * when somebody else has saved since.
     *
     * @throws ShopError category_not_found, name_taken, stale
     */
    update(id: string, input: CategoryInput, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        const rows = await locked(trx);
        const row = rows.find((one) => one.id === id);
        if (!row) throw new ShopError('category_not_found');
        if ((input.version ?? row.version) !== row.version) {
          throw new ShopError('stale', { details: { data: { ...toCategory(row), version: row.version } } });
        }
        const others = rows.filter((one) => one !== row);
        refuseTaken(input.name, others);
        const next = {
          ...row,
          name: input.name,
          icon: input.icon ?? row.icon,
          description: input.description ?? row.description,
          hi: input.hi ? categoryHindi(input.hi) : row.hi,
          updated_at: now,
          version: row.version + 1,
        };
        const { name, icon, description, hi, updated_at, version } = next;
        await trx
          .updateTable('categories')
          .set({ name, icon, description, hi, updated_at, version })
          .where('id', '=', id)
          .execute();
        const before = { ...logged(row), position: rows.indexOf(row) };
        const place =
          input.position === undefined ? before.position : await putInOrder(trx, others, next, input.position);
        const after = { ...logged(next), position: place };
        await writeAudit(trx, { at: now, actor, action: 'save', entity: 'category', entityId: id, before, after });
        bump('catalogue');
      });
    },

    /**
     * Deletes a category and frees its slug. The row stays, since products that were deleted
     * earlier refer to it.
     *
     * @throws ShopError category_not_found, category_in_use (with the number of its products)
     */
    remove(id: string, actor: Actor): Promise<void> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        const row = (await locked(trx)).find((one) => one.id === id);
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
    },
  };
}

function refuseTaken(name: string, others: readonly CategoryRow[]): void {
  const msg = nameTaken(name, others);
  if (msg) throw fieldError('name_taken', 'name', msg);
}

/**
 * Stores the order of the categories with `row` at `place` among the others.
 *
 * @returns the place it got
 */
async function putInOrder(trx: Trx, others: readonly CategoryRow[], row: CategoryRow, place: number): Promise<number> {
  const at = Math.min(place, others.length);
  for (const [position, one] of others.toSpliced(at, 0, row).entries()) {
    if (one.position === position) continue;
    await trx.updateTable('categories').set({ position }).where('id', '=', one.id).execute();
  }
  return at;
}

/** The fields of a category that the audit log keeps. */
function logged(row: CategoryRow) {
  const { name, slug, icon, description } = row;
  return { name, slug, icon, description, ...hindiTexts(row) };
}

export type CategoryService = ReturnType<typeof createCategoryService>;
