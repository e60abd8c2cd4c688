/** Customers: one for each mobile number that has ordered. */

export const CUSTOMER_SEGMENTS = ['new', 'returning', 'lapsed', 'top'] as const;
export type CustomerSegment = (typeof CUSTOMER_SEGMENTS)[number];

export const CUSTOMER_SORTS = ['recent', 'value'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

const DAY_MS = 86_400_000;
/**
 * A first order is new for a month; who has not ordered for half a year has lapsed; the best by
 * money paid.
 */
const NEW_MS = 30 * DAY_MS;
const LAPSED_MS = 180 * DAY_MS;
export const TOP_CUSTOMERS = 20;

/** Longest tag and note in characters, most tags of a person. */
export const TAG_LENGTH = 30;
export const NOTE_LENGTH = 1_000;
export const MOST_TAGS = 20;

/**
 * The limits of the segments at a time, epoch ms: an order is new from `newFrom`, and a person has
 * lapsed before `activeFrom`.
 */
export function segmentLimits(now: number): { newFrom: number; activeFrom: number } {
  return { newFrom: now - NEW_MS, activeFrom: now - LAPSED_MS };
}

/** Days between the orders of a person on average; null for fewer than two orders. */
export function daysBetweenOrders(customer: {
  orders: number;
  firstOrderAt: number;
  lastOrderAt: number;
}): number | null {
  const { orders, firstOrderAt, lastOrderAt } = customer;
  return orders < 2 ? null : Math.round((lastOrderAt - firstOrderAt) / (orders - 1) / DAY_MS);
}

/**
 * The moment until which a tax invoice must be kept (CGST Act, sections 36 and 44): 72 months after
 * the annual return of its financial year is due. It is due on 31 December after the year's end.
 * '2026-27' → the end of 31 December 2033 in India, epoch ms.
 */
export function invoiceKeptUntil(financialYear: string): number {
  const start = Number(financialYear.slice(0, 4));
  return Date.UTC(start + 8, 0, 1) - 5.5 * 3_600_000;
}
