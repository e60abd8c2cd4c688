/**
 * A name as a part of an address: lower case, spaces to hyphens, letters and digits of ASCII only.
 * 'Türkiye Apricots & Figs' → 'turkiye-apricots-and-figs'. Empty when nothing is left ('किशमिश').
 */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
}

/** Words that follow /api/products/ as calls of their own: a product of that id could not be read. */
const CALLS = new Set(['featured', 'best-sellers', 'categories', 'search']);

/** `base`, or `base-2`, `base-3` … when it is taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) {
    slug = `${base}-${number}`;
  }
  return slug;
}

/**
 * The id of a new product, made from its name (D2): 'California Almonds' → 'california-almonds', then '-2', '-3' …
 *
 * @param taken every id that was ever given and begins with the name's slug
 */
export function productId(name: string, taken: ReadonlySet<string>): string {
  const base = slugOf(name) || 'product';
  return freeSlug(base, CALLS.has(base) ? new Set([...taken, base]) : taken);
}

/** The route of a product page, from its name (R1.2): 'Fitness Mix' → '/fitness-mix'. '/' when nothing is left. */
export function routeOf(name: string): string {
  return `/${slugOf(name)}`;
}
