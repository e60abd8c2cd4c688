/**
 * An RRN usually begins with the last digit of the year and the day of the year (`Y DDD …`). A
 * mismatch is a hint of a typing error, never a reason to refuse (reference: docs/upi.md).
 */
const DAY_MS = 86_400_000;
const ZONE_MS = 330 * 60_000;

/**
 * The days around `at` (epoch ms, in India) that an RRN of a payment for an order of that time may
 * carry.
 */
const DAYS_BEFORE = 2;
const DAYS_AFTER = 30;

/** @returns true for a reference that is no RRN of 12 digits: it carries no day */
export function isDayOfUtr(utr: string, at: number): boolean {
  if (!/^\d{12}$/.test(utr)) return true;
  for (let offset = -DAYS_BEFORE; offset <= DAYS_AFTER; offset++) {
    if (utr.startsWith(yearDay(at + offset * DAY_MS))) return true;
  }
  return false;
}

function yearDay(at: number): string {
  const local = at + ZONE_MS;
  const year = new Date(local).getUTCFullYear();
  const day = Math.floor((local - Date.UTC(year, 0, 1)) / DAY_MS) + 1;
  return `${year % 10}${String(day).padStart(3, '0')}`;
}
