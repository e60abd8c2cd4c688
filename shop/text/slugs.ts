/**
 * Converts a name to a URL segment: lower case, spaces to hyphens, ASCII letters and digits only.
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

/** Path segments below /api/products/ that are endpoints, so they cannot be product ids. */
const RESERVED = new Set(['featured', 'best-sellers', 'categories', 'search']);

/** Returns `base`, or `base-2`, `base-3` … if it is taken. */
export function freeSlug(base: string, taken: ReadonlySet<string>): string {
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) {
    slug = `${base}-${number}`;
  }
  return slug;
}

/**
 * The id of a new product, made from its name (D2): 'California Almonds' → 'california-almonds',
 * then '-2', '-3' …
 *
 * @param taken all ids ever used that begin with the slug of the name
 */
export function productId(name: string, taken: ReadonlySet<string>): string {
  const base = slugOf(name) || 'product';
  return freeSlug(base, RESERVED.has(base) ? new Set([...taken, base]) : taken);
}

/**
 * The route of a product page, from its name (R1.2): 'Fitness Mix' → '/fitness-mix'. '/' when
 * nothing is left.
 */
export function routeOf(name: string): string {
  return `/${slugOf(name)}`;
}
