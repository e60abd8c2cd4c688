/**
 * GTIN: the number under a barcode (EAN, UPC), as GS1 gives it out: 8, 12, 13 or 14 digits, the last
 * of which checks the others (https://www.gs1.org/services/how-calculate-check-digit-manually). This
 * file does not import Zod.
 */

export const GTIN_LENGTHS = [8, 12, 13, 14] as const;

/** Numbers for use inside one shop (02, 04, 2) and of coupons (05, 98, 99): no product has one. */
const RESERVED = /^(?:0[245]|2|98|99)/;
/** The same of eight digits. */
const RESERVED_OF_8 = /^[02]/;

/** What is wrong with a GTIN without spaces, as a sentence; null when it is one. */
export function gtinFault(gtin: string): string | null {
  if (!/^\d+$/.test(gtin) || !GTIN_LENGTHS.some((length) => length === gtin.length)) {
    return 'A GTIN has 8, 12, 13 or 14 digits: they stand under the barcode';
  }
  if (checkDigit(gtin.slice(0, -1)) !== Number(gtin.at(-1))) {
    return 'This GTIN has a typing error: its last digit does not fit the others';
  }
  const reserved = gtin.length === 8 ? RESERVED_OF_8.test(gtin) : RESERVED.test(gtin.padStart(14, '0').slice(1));
  return reserved ? 'This number is for use inside one shop: it is no GTIN of a product' : null;
}

/** From the right, digits count three times and once in turn. */
function checkDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}
