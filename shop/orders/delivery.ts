import m from '#messages/delivery';
import { formatWeekday, isoDay, startOfDay } from '../india/dates.ts';
import { isIndia } from '../india/phones.ts';
import { PROMISES, type Span, spanOf } from '../promises.ts';

/** How long a delivery takes, and what shoppers read of it on every page (D68, D70). */

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

/** 'Delivered in 2–3 business days', or that delivery abroad is agreed by email. */
export function deliveryPromise(to: Destination): string {
  const days = deliveryDays(to);
  return days === null ? m.abroad() : m.inDays({ days: spanOf(days) });
}

/** The same for all of India, before a PIN code is known. */
export function promiseEverywhere(): string {
  return m.everywhere({ metro: spanOf(PROMISES.metroDays), elsewhere: spanOf(PROMISES.elsewhereDays) });
}

/**
 * When an order arrives: 'By Thursday, 3 Dec' once it is paid, '2–3 business days after your payment'
 * before, 'agreed by email' abroad.
 *
 * @param by the last promised day, epoch ms; null until the payment is verified
 */
export function deliveryTime(to: Destination, by: number | null): string {
  const days = deliveryDays(to);
  if (days === null) return m.agreed();
  return by === null ? m.afterPayment({ days: spanOf(days) }) : m.by({ date: formatWeekday(by) });
}

/** What delivery costs in a list of amounts: `free`, or 'agreed by email' abroad (D20, D68). */
export function shippingPrice(country: string, free: string): string {
  return isIndia(country) ? free : m.agreed();
}
