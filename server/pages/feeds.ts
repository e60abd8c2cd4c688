import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { GOOGLE_END, googleItem, googleStart } from '#shop/catalogue/feeds/google.ts';
import {
  type FeedItem,
  type FeedKind,
  type FeedShop,
  feedItem,
  feedParts,
  partsOfFile,
} from '#shop/catalogue/feeds/items.ts';
import { META_HEADING, metaRow } from '#shop/catalogue/feeds/meta.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';

interface FeedFacts {
  publicUrl: string | null;
  settings: { shop(): Promise<Pick<ShopSettings, 'brandName'>>; closed(): Promise<object | null> };
  catalogue: { visible(): Promise<readonly Product[]> };
}

interface Format {
  start(shop: FeedShop): string;
  item(item: FeedItem): string;
  end: string;
}

const FORMATS: Record<FeedKind, Format> = {
  google: { start: googleStart, item: googleItem, end: GOOGLE_END },
  // Nothing is done against formulas, which a catalogue does not run: it would read the apostrophe.
  meta: { start: () => stringify([META_HEADING]), item: (item) => stringify([metaRow(item)]), end: '' },
};

/** Items that are written before other requests have their turn. */
const AT_ONCE = 200;

/**
 * The feed of the products in English, as one file of at most 5,000 items. Null when there is no such
 * file, and while the shop does not know its address: no catalogue takes a path.
 *
 * @param file from 1
 */
export async function feed(kind: FeedKind, facts: FeedFacts, file: number): Promise<string | null> {
  const { publicUrl, catalogue, settings } = facts;
  if (publicUrl === null) return null;
  const parts = partsOfFile(feedParts(await catalogue.visible()), file);
  if (parts === null) return null;
  const [{ brandName }, closed] = await Promise.all([settings.shop(), settings.closed()]);
  const shop: FeedShop = { origin: publicUrl, brandName, closed: closed !== null };
  const { start, item, end } = FORMATS[kind];
  let text = start(shop);
  for (const [index, part] of parts.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    text += item(feedItem(part, shop));
  }
  return text + end;
}
