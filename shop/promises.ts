import { isoDay, startOfDay } from './india/dates.ts';
import { isIndia } from './india/phones.ts';

/**
 * What the shop promises its shoppers in figures, once (R2.9, D70). Pages, mails and policies take
 * them from here; tests/promises.test.ts reads the texts that cannot.
 */

interface Span {
  readonly from: number;
  readonly to: number;
}

export const PROMISES = {
  /** Business days from the working day of the payment to the delivery. */
  metroDays: { from: 2, to: 3 },
  elsewhereDays: { from: 3, to: 5 },
  /** From the verified payment to the packed parcel. */
  packHours: 24,
  /** How often the courier tries. */
  deliveryAttempts: 3,
  /** From the order to the mail that confirms it. */
  confirmationHours: 1,
  /** From the UTR to the verified payment. */
  checkMinutes: 30,
  /** After the delivery, for replacement, exchange and return. */
  replacementDays: 7,
  /** After the delivery, for reporting damage. Not enforced. */
  damageHours: 48,
  /** Business days. */
  refundDays: { from: 7, to: 14 },
  /** On business days. */
  replyHours: 24,
  /** From a complaint to its confirmation (the law asks for it). */
  complaintHours: 48,
} as const satisfies Record<string, number | Span>;

/** '2–3' */
export function spanOf({ from, to }: Span): string {
  return `${from}–${to}`;
}

/**
 * PIN codes of the eight metro cities: Delhi, Ahmedabad, Mumbai, Pune, Hyderabad, Bengaluru, Chennai,
 * Kolkata.
 */
const METRO = /^(110|380|400|411|500|560|600|700)/;

/** What decides how long a delivery takes. */
export interface Destination {
  pincode: string;
  country: string;
}

/** Business days of a delivery; null abroad, where it is agreed by mail (D68). */
export function deliveryDays({ pincode, country }: Destination): Span | null {
  if (!isIndia(country)) return null;
  return METRO.test(pincode) ? PROMISES.metroDays : PROMISES.elsewhereDays;
}

/**
 * The last promised day of a delivery, counted from the working day of its payment: the last
 * millisecond of that day in India. Null abroad.
 */
export function deliveryBy(to: Destination, paidAt: number): number | null {
  const days = deliveryDays(to);
  if (days === null) return null;
  let day = businessDay(startOfDay(paidAt));
  for (let left = days.to; left > 0; left--) day = businessDay(day + DAY_MS);
  return day + DAY_MS - 1;
}

const DAY_MS = 86_400_000;
/** The three national holidays. */
const HOLIDAYS = ['01-26', '08-15', '10-02'];

/** This day (its start in India), or the next one that is neither weekend nor holiday. */
function businessDay(start: number): number {
  const weekday = new Date(isoDay(start)).getUTCDay();
  const free = weekday === 0 || weekday === 6 || HOLIDAYS.includes(isoDay(start).slice(5));
  return free ? businessDay(start + DAY_MS) : start;
}
