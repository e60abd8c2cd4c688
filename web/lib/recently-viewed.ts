import { MAX_RECENT, parseIds, recentBeside, withFirst } from '#shop/catalogue/id-lists.ts';
import { readText, writeJson } from './device.ts';

/**
 * Notes that a product's page was opened, and answers what to show on it as recently viewed: what was seen before, newest
 * first, at most 8, without the product itself. The list is the device's alone; it is never sent.
 */
export function noteViewed(id: string): string[] {
  const seen = parseIds(readText('recentlyViewed'));
  // One more than is shown: the page's own product is among them.
  writeJson('recentlyViewed', withFirst(seen, id, MAX_RECENT + 1));
  return recentBeside(seen, id);
}
