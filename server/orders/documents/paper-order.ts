import { formatDate } from '#shop/india/dates.ts';
import { internationalPhone, isIndia } from '#shop/india/phones.ts';
import { contentsGrams, weightText } from '#shop/orders/papers.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { LineRow, OrderRow } from '../rows/orders.queries.ts';

/** An order as the papers print it. */
export interface PaperOrder {
  row: OrderRow;
  /** `grams`: net weight of one pack by today's catalogue; null when it is not known. */
  lines: (Pick<LineRow, 'product_id' | 'name' | 'size' | 'quantity' | 'order_number'> & { grams: number | null })[];
  /** It is a parcel that replaces goods of the order: nothing is to be paid for it. */
  isReplacement?: boolean;
}

/**
 * The lines below a person's name: street, town with PIN code, and the country of a parcel that
 * leaves India.
 */
export function placeLines({ row }: PaperOrder): string[] {
  const town = [row.city, [row.state, row.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [row.address, town, isIndia(row.country) ? '' : row.country].filter(Boolean);
}

/** What a parcel is called: the number of its order, or that it replaces goods of it. */
export function nameOf({ row, isReplacement }: PaperOrder): string {
  return isReplacement ? `Replacement for ${row.order_number}` : row.order_number;
}

export function phoneOf({ row }: PaperOrder): string {
  return internationalPhone(row.phone, row.country);
}

export function orderDay({ row }: PaperOrder): string {
  return formatDate(row.created_at);
}

/**
 * The weight of all packs, such as '1.05 kg'; empty when the weight of one of them is not known.
 */
export function weightOf({ lines }: PaperOrder): string {
  const grams = contentsGrams(lines);
  return grams === null ? '' : weightText(grams);
}

/** The shop's name and address as the sender. */
export function senderLines(shop: ShopSettings): { name: string; lines: string[] } {
  const town = [shop.city, [shop.state, shop.pincode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return { name: shop.legalName || shop.brandName, lines: [shop.address, town, shop.phone].filter(Boolean) };
}
