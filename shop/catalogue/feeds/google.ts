import { plainRupees } from '../../money/money.ts';
import { deliveryTimes } from '../../promises.ts';
import { xmlElement } from '../../text/xml.ts';
import type { FeedItem, FeedShop } from './items.ts';

/**
 * The feed of Google Merchant Center: RSS 2.0 with attributes of
 * https://support.google.com/merchants/answer/7052112. The return policy is set once in Merchant
 * Center: a label is for products with another one than the shop's.
 */

/** A category of Google's taxonomy, which Meta knows, too. */
export const GOOGLE_CATEGORY = 'Food, Beverages & Tobacco > Food Items';

export const GOOGLE_END = '</channel>\n</rss>\n';

export function googleStart({ origin, brandName }: FeedShop): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
    '<channel>',
    xmlElement('title', brandName),
    xmlElement('link', origin),
    xmlElement('description', `Products of ${brandName}`),
    '',
  ].join('\n');
}

export function googleItem(item: FeedItem): string {
  return `<item>\n${attributesOf(item)
    .map(([name, value]) => `${xmlElement(`g:${name}`, value)}\n`)
    .join('')}${shippingOf(item)}</item>\n`;
}

/** '399.00 INR' */
export const inr = (paise: number): string => `${plainRupees(paise)} INR`;

function attributesOf(item: FeedItem): [name: string, value: string][] {
  const { grams, gtin, mrp } = item;
  const attributes: [string, string | null][] = [
    ['id', item.id],
    ['item_group_id', item.group],
    ['title', item.title],
    ['description', item.description],
    ['link', item.link],
    ['image_link', item.image],
    ...item.moreImages.map((address): [string, string] => ['additional_image_link', address]),
    ['availability', item.available ? 'in_stock' : 'out_of_stock'],
    ['price', inr(item.price)],
    ['maximum_retail_price', mrp === null ? null : inr(mrp)],
    ['condition', 'new'],
    ['brand', item.brand],
    ['gtin', gtin],
    ['identifier_exists', gtin === null ? 'no' : null],
    ['google_product_category', GOOGLE_CATEGORY],
    ['product_type', item.productType],
    ['size', item.size],
    ['unit_pricing_measure', grams === null ? null : `${grams}g`],
    ['unit_pricing_base_measure', grams === null ? null : '100g'],
  ];
  return attributes.flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function shippingOf({ shipping }: FeedItem): string {
  const { handling, transit } = deliveryTimes();
  const parts = {
    country: 'IN',
    service: 'Standard',
    price: inr(shipping),
    min_handling_time: handling.from,
    max_handling_time: handling.to,
    min_transit_time: transit.from,
    max_transit_time: transit.to,
  };
  const elements = Object.entries(parts).map(([name, value]) => `${xmlElement(`g:${name}`, String(value))}\n`);
  return `<g:shipping>\n${elements.join('')}</g:shipping>\n`;
}
