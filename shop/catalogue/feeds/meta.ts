import { GOOGLE_CATEGORY, inr } from './google.ts';
import type { FeedItem } from './items.ts';

/**
 * The feed of Meta's catalogue (Facebook, Instagram, WhatsApp): CSV with the fields of
 * https://developers.facebook.com/documentation/ads-commerce/catalog/reference.
 */
const FIELDS: Record<string, (item: FeedItem) => string | null> = {
  id: (item) => item.id,
  title: (item) => item.title,
  description: (item) => item.description,
  availability: (item) => (item.available ? 'in stock' : 'out of stock'),
  condition: () => 'new',
  price: (item) => inr(item.price),
  link: (item) => item.link,
  image_link: (item) => item.image,
  additional_image_link: (item) => addressList(item.moreImages),
  brand: (item) => item.brand,
  gtin: (item) => item.gtin,
  google_product_category: () => GOOGLE_CATEGORY,
  product_type: (item) => item.productType,
  item_group_id: (item) => item.group,
  size: (item) => item.size,
  shipping: (item) => `IN::Standard:${inr(item.shipping)}`,
};

export const META_HEADING: readonly string[] = Object.keys(FIELDS);

export function metaRow(item: FeedItem): string[] {
  return Object.values(FIELDS).map((read) => read(item) ?? '');
}

/** As many addresses as fit in the field. A comma in an address would make two of it. */
function addressList(addresses: readonly string[]): string {
  let list = '';
  for (const address of addresses) {
    const next = `${list}${list && ','}${address.replaceAll(',', '%2C')}`;
    if (next.length > 2_000) return list;
    list = next;
  }
  return list;
}
