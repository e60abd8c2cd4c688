/**
 * Lists of product ids that a device stores: its wishlist (D16) and the recently viewed products.
 * Does not import Zod, since the browser loads this file.
 */

/** Maximum ids in a wishlist, and in one GET /products. */
export const MAX_IDS = 100;
/** Products shown as recently viewed. */
export const MAX_RECENT = 8;

/** Whether a value can be a product's id (D2). */
export function isProductId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(value);
}

/** The ids of a stored JSON list, without duplicates, at most 100; empty when it is not a list. */
export function parseIds(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? [...new Set(stored.filter(isProductId))].slice(0, MAX_IDS) : [];
  } catch {
    return [];
  }
}

/** The list with this id in front, cut to `most`. */
export function withFirst(ids: readonly string[], id: string, most: number = MAX_IDS): string[] {
  return [id, ...without(ids, id)].slice(0, most);
}

export function without(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id);
}

/**
 * The recently viewed products for a product page: without that product, newest first, at most 8.
 */
export function recentBeside(seen: readonly string[], current: string): string[] {
  return without(seen, current).slice(0, MAX_RECENT);
}

/** The products in the order of `ids`; ids without a product are left out. */
export function inOrderOf<T extends { id: string }>(ids: readonly string[], products: readonly T[]): T[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
