import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Category } from '#shop/catalogue/catalogue.ts';
import type { AdminCategory, CategoryInput } from '#shop/catalogue/category-input.ts';
import { ShopError } from '#shop/errors.ts';
import type { Language } from '#shop/language.ts';
import { translated } from '#shop/translations.ts';
import { countProducts, readCategories, toCategory } from './categories.queries.ts';
import { createCategory } from './create-category.ts';
import { removeCategory } from './remove-category.ts';
import { updateCategory } from './update-category.ts';

/** Where the categories that shoppers see are read from; the catalogue's snapshot implements it. */
export interface CategorySource {
  snapshot(): Promise<{ categories: readonly Category[] }>;
}

/** Categories. Every write is one transaction with its audit entry and the new data version. */
export function createCategoryService(context: ServiceContext, { catalogue }: { catalogue: CategorySource }) {
  return {
    /** @param parent id or slug: only the categories directly below it */
    async list(parent?: string): Promise<Category[]> {
      const { categories } = await catalogue.snapshot();
      if (parent === undefined) return [...categories];
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
      if (!category) throw new ShopError('category_not_found');
      return category;
    },

    /** Every category with the number of its products, read from the tables. */
    async listForAdmin(): Promise<AdminCategory[]> {
      const { db } = context.database;
      const [rows, counts] = [await readCategories(db), await countProducts(db)];
      return rows.map((row) => ({ ...toCategory(row), products: counts.get(row.id) ?? 0, version: row.version }));
    },

    create: (input: CategoryInput, actor: Actor) => createCategory(context, input, actor),
    update: (id: string, input: CategoryInput, actor: Actor) => updateCategory(context, id, input, actor),
    remove: (id: string, actor: Actor) => removeCategory(context, id, actor),
  };
}

export type CategoryService = ReturnType<typeof createCategoryService>;
