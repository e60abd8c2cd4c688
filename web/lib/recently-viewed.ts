import { MAX_RECENT, parseIds, recentBeside, withFirst } from '#shop/catalogue/id-lists.ts';
import { readText, writeJson } from './device.ts';

/**
 * Records that a product's page was opened. Returns the products viewed before it, newest first, at
 * most 8 and without the product itself. The list stays on this device and is never sent to the
 * server.
 */
export function noteViewed(id: string): string[] {
  const seen = parseIds(readText('recentlyViewed'));
  // One more than the page displays, because the list includes the page's own product.
  writeJson('recentlyViewed', withFirst(seen, id, MAX_RECENT + 1));
  return recentBeside(seen, id);
}
