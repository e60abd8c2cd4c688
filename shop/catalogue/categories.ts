import { freeSlug, slugOf } from '../text/slugs.ts';
import type { Category } from './catalogue.ts';

/**
 * Rules for the names of categories. Does not import Zod, since the admin's screens load this file.
 */

type Known = Pick<Category, 'id' | 'name' | 'slug'>;

const folded = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * Finds the category that a product form or a line of a CSV names: by name in any case, by slug or
 * by id. A former name works too while no other category has it, since the slug, made of the first
 * name, stays when a category is renamed.
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
 * Checks a name. Two categories must not share a name or a slug (`/all-products?category=…`, and
 * the landing page that lists the products by it, D9).
 *
 * @param others all other categories of the shop
 * @returns the error message, or null
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

/**
 * The slug of a new category: made of its name, or 'category', 'category-2' … for a name in another
 * script ('किशमिश').
 */
export function categorySlug(name: string, taken: ReadonlySet<string>): string {
  return freeSlug(slugOf(name) || 'category', taken);
}

/** The message when a category cannot be deleted, because it still has products. */
export function stillInUse(name: string, products: number): string {
  return products === 1
    ? `${name} still holds 1 product. Move it to another category or delete it first.`
    : `${name} still holds ${products} products. Move them to another category or delete them first.`;
}
