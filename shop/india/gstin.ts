import { GSTIN_TEXTS } from '#words/gstin.ts';
import { asciiDigits } from '../text/text.ts';
import { STATES } from './india.ts';
import { isIndia } from './phones.ts';
import { stateOfAddress } from './supply-state.ts';

/**
 * The GSTIN of a buyer: state code, PAN, number of the registration, a letter, check digit. A tax invoice shows it, and GSTR-1 lists
 * the invoice as B2B.
 */

const FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A GSTIN for storage: capital letters, without spaces and hyphens. */
export function cleanGstin(text: string): string {
  return asciiDigits(text)
    .toUpperCase()
    .replace(/[\s\p{Cf}-]+/gu, '');
}

/**
 * Checks the GSTIN of a buyer, cleaned, for a delivery address. Its state must be the place of supply, since the buyer cannot claim the
 * tax of another state. When the address names no known state, only the number itself is checked.
 *
 * @returns the message, or null when it is valid or empty
 */
export function checkGstin(gstin: string, to: { state: string; pincode: string; country: string }): string | null {
  if (gstin === '') return null;
  if (!isIndia(to.country)) return GSTIN_TEXTS.abroad;
  if (!FORMAT.test(gstin)) return GSTIN_TEXTS.format;
  const home = STATES.find((state) => state.gstCode === gstin.slice(0, 2));
  if (!home || checkDigit(gstin) !== gstin.at(-1)) return GSTIN_TEXTS.wrong;
  const supply = stateOfAddress(to);
  if (supply === null || supply.gstCode === home.gstCode) return null;
  return GSTIN_TEXTS.otherState(home.name, supply.name);
}

/** The last character of a GSTIN, from the 14 before it: a weighted sum in base 36. */
function checkDigit(gstin: string): string | undefined {
  let sum = 0;
  for (let index = 0; index < 14; index++) {
    const product = DIGITS.indexOf(gstin[index] ?? '') * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS[(36 - (sum % 36)) % 36];
}
