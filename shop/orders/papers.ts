import { type OrderStatus, statusLabel } from './order-status.ts';

/**
 * What staff print for orders to be packed: pick list, packing slips, labels. Does not import Zod.
 */
export const PAPERS = ['pick-list', 'packing-slips', 'labels'] as const;
export type Paper = (typeof PAPERS)[number];

/** For the parcel of a replacement. */
export const REPLACEMENT_PAPERS = ['packing-slips', 'labels'] as const satisfies readonly Paper[];
export type ReplacementPaper = (typeof REPLACEMENT_PAPERS)[number];

/** Orders in one file: more would keep other requests waiting while the file is made. */
export const MAX_PAPER_ORDERS = 100;

/**
 * Whether there is something to pack or to send: not for drafts, and not for orders that were
 * cancelled or came back.
 */
export function hasPapers(status: OrderStatus): boolean {
  return status !== 'draft' && status !== 'cancelled' && status !== 'returned';
}

/** Message of the 409 for an order without papers. */
export function noPapersSentence(orderNumber: string, status: OrderStatus): string {
  return `${orderNumber} is ${status === 'draft' ? 'a draft' : statusLabel(status).toLowerCase()}: there is nothing to pack.`;
}

/** Why orders have no label and are in no courier's file: the customer fetches them at the shop. */
export function notByCourierSentence(orderNumbers: readonly string[]): string {
  const [one, more] = [
    'is picked up at the shop: no courier takes it.',
    'are picked up at the shop: no courier takes them.',
  ];
  return `${orderNumbers.join(', ')} ${orderNumbers.length === 1 ? one : more}`;
}

/** A line of an order, as the papers need it. */
export interface PackedLine {
  orderNumber: string;
  productId: string;
  name: string;
  size: string;
  quantity: number;
}

export interface PickRow {
  name: string;
  size: string;
  /** Packs of all orders. */
  quantity: number;
  /** Each order with its packs, in the order of the lines. */
  orders: { orderNumber: string; quantity: number }[];
}

/**
 * What to take from the shelves for several orders: one row for each product and size, by name and
 * then by size.
 */
export function pickList(lines: readonly PackedLine[]): PickRow[] {
  const rows = new Map<string, PickRow>();
  for (const { orderNumber, productId, name, size, quantity } of lines) {
    const key = JSON.stringify([productId || name, size]);
    const row = rows.get(key) ?? { name, size, quantity: 0, orders: [] };
    const same = row.orders.find((order) => order.orderNumber === orderNumber);
    if (same) same.quantity += quantity;
    else row.orders.push({ orderNumber, quantity });
    row.quantity += quantity;
    rows.set(key, row);
  }
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  return [...rows.values()].sort((a, b) => compare(a.name, b.name) || compare(a.size, b.size));
}

/** The grams of all packs together; null when the weight of one of them is not known. */
export function contentsGrams(packs: readonly { quantity: number; grams: number | null }[]): number | null {
  let sum = 0;
  for (const { quantity, grams } of packs) {
    if (grams === null) return null;
    sum += grams * quantity;
  }
  return packs.length > 0 ? sum : null;
}

/** '750 g', '1.05 kg' */
export function weightText(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${Number((grams / 1000).toFixed(2))} kg`;
}

/** The longest text whose bars a scanner still reads on a label of 4 inches. */
const LONGEST_BARCODE = 30;

/** Whether Code 128 can hold the text in bars wide enough for a label. */
export function fitsBarcode(text: string): boolean {
  return text.length <= LONGEST_BARCODE && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text);
}
