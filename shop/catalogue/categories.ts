import { freeSlug, slugOf } from '../text/slugs.ts';
import type { Category } from './catalogue.ts';

/** How categories are known by name, and what may be called what. No Zod in here: the admin's screens take it too. */

type Known = Pick<Category, 'id' | 'name' | 'slug'>;

const folded = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The category that a product's form or a line of a CSV means: by its name, whatever its case, its slug or its id. Its former name finds it
 * too as long as no other has it: the slug, made of the first name, stays when a category is renamed.
 */
export function findCategory<T extends Known>(categories: readonly T[], wanted: string): T | undefined {
  const name = folded(wanted);
  const slug = slugOf(wanted);
  return (
    categories.find((category) => folded(category.name) === name) ??
    categories.find((category) => category.id === wanted || category.slug === name) ??
    (slug ? categories.find((category) => category.slug === slug) : undefined)
  );
}

/**
 * Why a category may not have this name, or null. Two may neither share a name nor an address (`/all-products?category=…`, and the landing
 * page that lists its products by it, D9).
 *
 * @param others the shop's categories without the one that is named
 */
export function nameTaken(name: string, others: readonly Known[]): string | null {
  const namesake = others.find((other) => folded(other.name) === folded(name));
  if (namesake) return `There is already a category called ${namesake.name}.`;
  const slug = slugOf(name);
  const holder = slug ? others.find((other) => other.slug === slug) : undefined;
  return holder
    ? `This name is too much like the category ${holder.name}: both would stand at “${slug}”. Please choose another name.`
    : null;
}

/** The slug of a new category: of its name, or 'category', 'category-2' … for a name in another script ('किशमिश'). */
export function categorySlug(name: string, taken: ReadonlySet<string>): string {
  return freeSlug(slugOf(name) || 'category', taken);
}

/** Why a category that still holds products is not deleted. */
export function stillInUse(name: string, products: number): string {
  return products === 1
    ? `${name} still holds 1 product. Move it to another category or delete it first.`
    : `${name} still holds ${products} products. Move them to another category or delete them first.`;
}
